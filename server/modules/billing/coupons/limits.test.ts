import { describe, expect, test } from "vitest";
import { cards, cardToken, waitingForLocks } from "../testing.ts";
import {
  server,
  ask,
  done,
  make,
  refusalOf,
  found,
  estimate,
  take,
  setAhead,
  startCouponEditing,
} from "./testing.ts";

startCouponEditing();

const dayMs = 24 * 3_600_000;

describe("limits", () => {
  test("end a coupon on its redeem-by day, which can be extended", async () => {
    const soon = new Date(Date.now() + 2 * dayMs).toISOString();
    await make({ code: "SOON", redeemBy: soon });
    expect(await estimate("SOON")).toMatchObject({ invoiceEstimate: { total: 1425 } });
    setAhead(3 * dayMs);
    expect(await found("SOON")).toMatchObject({ state: "expired", redeemBy: soon });
    expect(await estimate("SOON")).toBe("COUPON_EXPIRED");
    expect(refusalOf(await ask("limits", { id: "SOON", redeemBy: soon }))).toMatchObject({
      code: "BAD_INPUT",
      field: "redeemBy",
    });
    expect(await done("limits", { id: "SOON" })).toMatchObject({ state: "active", redeemBy: null });
    expect(await estimate("SOON")).toMatchObject({ invoiceEstimate: { total: 1425 } });
    setAhead(0);
  });

  test("count all redemptions, and return those of declined payments", async () => {
    await make({ code: "FEW", maxRedemptions: 2 });
    expect(await take("FEW", { token: await cardToken(server, cards.declined) })).toBe("CARD_DECLINED");
    expect(await found("FEW")).toMatchObject({ redemptionsUsed: 0, redemptionsLeft: 2 });
    for (let times = 0; times < 2; times += 1) expect(await take("FEW")).toBe("active");
    expect(await estimate("FEW")).toBe("COUPON_EXHAUSTED");
    expect(refusalOf(await ask("limits", { id: "FEW", maxRedemptions: 1 }))).toMatchObject({
      code: "BAD_INPUT",
      field: "maxRedemptions",
    });
    expect(await done("limits", { id: "FEW", maxRedemptions: 3 })).toMatchObject({
      redemptionsUsed: 2,
      redemptionsLeft: 1,
    });
    expect(await take("FEW")).toBe("active");
    expect(await take("FEW")).toBe("COUPON_EXHAUSTED");
    expect(await done("limits", { id: "FEW" })).toMatchObject({ redemptionsUsed: 3, redemptionsLeft: null });
    expect(await take("FEW")).toBe("active");
  });

  test.each([
    ["lowered", "RUSH", 9],
    ["set where there was none", "FLOOD", null],
  ])("that are %s during concurrent redemptions are not exceeded", async (_what, code, before) => {
    await make({ code, maxRedemptions: before });
    const other = await server.pool.connect();
    try {
      await other.query("begin");
      // Takes the row lock of an update: blocks the redemption itself, not the foreign key check before it.
      await other.query("select from billing.coupons where id = $1 for no key update", [code]);
      const first = [take(code), take(code)];
      await expect.poll(() => waitingForLocks(server)).toBe(2);
      // Sent before any redemption commits, and executed after.
      const lowered = ask("limits", { id: code, maxRedemptions: 3 });
      await expect.poll(() => waitingForLocks(server)).toBe(3);
      await other.query("commit");
      expect(await Promise.all(first)).toEqual(["active", "active"]);
      expect((await lowered).errors).toEqual([]);
      const last = await Promise.all([take(code), take(code), take(code)]);
      expect(last.toSorted()).toEqual(["COUPON_EXHAUSTED", "COUPON_EXHAUSTED", "active"]);
      expect(await found(code)).toMatchObject({ redemptionsUsed: 3, redemptionsLeft: 0 });
    } finally {
      other.release();
    }
  });

  test("that are lowered repeatedly during concurrent redemptions are never exceeded", async () => {
    await make({ code: "AGAIN", maxRedemptions: 9 });
    const buyers = Array.from({ length: 12 }, () => take("AGAIN"));
    let holds = 9;
    for (const cap of [8, 6, 4]) {
      const lowered = await ask("limits", { id: "AGAIN", maxRedemptions: cap });
      if (lowered.data) holds = cap;
      // More redemptions than that committed first.
      else expect(refusalOf(lowered)).toMatchObject({ code: "BAD_INPUT", field: "maxRedemptions" });
    }
    const answers = await Promise.all(buyers);
    expect(answers.filter((answer) => answer === "active")).toHaveLength(holds);
    expect(answers.filter((answer) => answer === "COUPON_EXHAUSTED")).toHaveLength(12 - holds);
    expect(await found("AGAIN")).toMatchObject({ redemptionsUsed: holds, redemptionsLeft: 0 });
  });
});
