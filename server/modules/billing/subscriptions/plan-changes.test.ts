import { describe, expect, test } from "vitest";
import { cards, cardToken, waitingForLocks } from "../testing.ts";
import { server, details, begin, call, paidBy, startBilling } from "./testing.ts";
import type { Shown } from "./testing.ts";

startBilling();

describe("changing the plan", () => {
  test("charges an upgrade at once, less unused time, and never twice", async () => {
    const { me, id } = await begin({ withoutTrial: true, planId: "basic-monthly" });
    const preview = await server.graphql<{
      subscriptionChangePreview: { isImmediate: boolean; invoiceEstimate: { amountDue: number } };
    }>(
      `{ subscriptionChangePreview(id: "${id}", planId: "premium-monthly") { isImmediate plan { id } invoiceEstimate { amountDue } } }`,
      {},
      { as: me },
    );
    expect(preview.data?.subscriptionChangePreview).toMatchObject({
      isImmediate: true,
      invoiceEstimate: { amountDue: 1499 - 799 },
    });
    const [one, other] = await Promise.all([
      call(me, "subscriptionChangePlan", `id: "${id}", planId: "premium-monthly"`),
      call(me, "subscriptionChangePlan", `id: "${id}", planId: "premium-monthly"`),
    ]);
    for (const answer of [one, other])
      expect(typeof answer === "string" ? answer : answer.plan.id).toMatch(/^(premium-monthly|IN_PROGRESS)$/);
    expect(await call(me, "subscriptionChangePlan", `id: "${id}", planId: "premium-monthly"`)).toMatchObject({
      status: "active",
      plan: { id: "premium-monthly" },
    });
    expect(await paidBy(me.id)).toEqual([799, 700]);
  });

  test("waits for a change in progress, and continues from its result", async () => {
    const { me, id } = await begin({ withoutTrial: true, planId: "basic-monthly" });
    const other = await server.pool.connect();
    try {
      await other.query("begin");
      await other.query("update billing.subscriptions set plan_id = 'standard-monthly' where id = $1", [id]);
      const changing = call(me, "subscriptionChangePlan", `id: "${id}", planId: "premium-monthly"`);
      await expect.poll(() => waitingForLocks(server)).toBe(1);
      await other.query("commit");
      expect(await changing).toMatchObject({ status: "active", plan: { id: "premium-monthly" } });
    } finally {
      other.release();
    }
  });

  test("begins a new term when switching to yearly", async () => {
    const { me, id } = await begin({ withoutTrial: true, planId: "premium-monthly" });
    const yearly = await call(me, "subscriptionChangePlan", `id: "${id}", planId: "premium-yearly"`);
    expect(yearly).toMatchObject({ plan: { id: "premium-yearly" }, nextAmount: 11_900 });
    const months = (Date.parse((yearly as Shown).nextBillingAt!) - Date.now()) / (30 * 86_400_000);
    expect(Math.round(months)).toBe(12);
    expect(await paidBy(me.id)).toEqual([1499, 11_900 - 1499]);
  });

  test("schedules a downgrade for the next payment, and can cancel it", async () => {
    const { me, id } = await begin({ withoutTrial: true, planId: "premium-monthly" });
    const arranged = await call(me, "subscriptionChangePlan", `id: "${id}", planId: "basic-monthly"`);
    expect(arranged).toMatchObject({
      plan: { id: "premium-monthly" },
      nextPlan: { id: "basic-monthly" },
      nextAmount: 799,
    });
    expect(await call(me, "subscriptionChangePlan", `id: "${id}", planId: "premium-monthly"`)).toMatchObject({
      nextPlan: null,
      nextAmount: 1499,
    });
  });

  test("costs nothing in a trial and keeps the trial's end", async () => {
    const { me, id, begun } = await begin({ planId: "basic-monthly" });
    expect(await call(me, "subscriptionChangePlan", `id: "${id}", planId: "premium-yearly"`)).toMatchObject({
      status: "in_trial",
      plan: { id: "premium-yearly" },
      nextBillingAt: begun.nextBillingAt,
      nextAmount: 11_900,
    });
    expect(await paidBy(me.id)).toEqual([]);
    expect(await call(me, "subscriptionChangePlan", `id: "${id}", planId: "gold"`)).toBe("PLAN_UNKNOWN");
  });

  test("changes nothing if the card is declined", async () => {
    const { me, id } = await begin({
      token: await cardToken(server, cards.failsLater),
      planId: "basic-monthly",
    });
    await server.pool.query(
      "update billing.subscriptions set status = 'active', trial_ends_at = null, anchor_at = now(), term_starts_at = now(), term_ends_at = now() + interval '30 days', term_value = 799 where id = $1",
      [id],
    );
    expect(await call(me, "subscriptionChangePlan", `id: "${id}", planId: "premium-monthly"`)).toBe(
      "CARD_DECLINED",
    );
    const { data } = await server.graphql<{ userSubscriptionHistory: Shown[] }>(
      `{ userSubscriptionHistory { ${details} } }`,
      {},
      { as: me },
    );
    expect(data?.userSubscriptionHistory).toMatchObject([
      { status: "active", plan: { id: "basic-monthly" } },
    ]);
  });
});
