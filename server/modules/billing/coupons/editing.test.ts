import { describe, expect, test } from "vitest";
import type { Role } from "../../../ctx.ts";
import { subscribeAs } from "../testing.ts";
import {
  server,
  admin,
  quarter,
  ask,
  done,
  make,
  refusalOf,
  list,
  found,
  estimate,
  take,
  startCouponEditing,
} from "./testing.ts";

startCouponEditing();

describe("a new coupon", () => {
  test("is shown as created, and takes the promised discount in upper or lower case", async () => {
    const made = await make({ code: " spring-25 ", planIds: ["premium-monthly", "premium-monthly"] });
    expect(made).toEqual({
      id: "SPRING-25",
      discountType: "percentage",
      basisPoints: 2500,
      amounts: [],
      duration: "one_time",
      months: null,
      planIds: ["premium-monthly"],
      state: "active",
      redeemBy: null,
      redemptionsUsed: 0,
      redemptionsLeft: null,
    });
    expect(await estimate("Spring-25")).toEqual({
      renewalTotal: 1900,
      invoiceEstimate: { discountsTotal: 475, total: 1425, amountDue: 1425 },
    });
    expect(await estimate("SPRING-25", { planId: "basic-monthly" })).toBe("COUPON_NOT_APPLICABLE");
    expect(await take("spring-25")).toBe("active");
    expect(await found("SPRING-25")).toMatchObject({ redemptionsUsed: 1, redemptionsLeft: null });
  });

  test("takes off each fixed amount in its currency, and nothing in other currencies", async () => {
    await make({
      code: "FIVE",
      discountType: "fixed_amount",
      basisPoints: null,
      amounts: [
        { currencyCode: "USD", amount: 500 },
        { currencyCode: "JPY", amount: 600 },
      ],
      duration: "forever",
    });
    expect(await estimate("FIVE")).toMatchObject({
      renewalTotal: 1300,
      invoiceEstimate: { discountsTotal: 600 },
    });
    expect(await estimate("FIVE", { countryCode: "US" })).toMatchObject({
      renewalTotal: 999,
      invoiceEstimate: { discountsTotal: 500, total: 999 },
    });
    expect(await estimate("FIVE", { countryCode: "DE" })).toBe("COUPON_NOT_APPLICABLE");
  });

  test("is created once if the request is repeated, and reserves its code in the archive", async () => {
    const answers = await Promise.all(
      [1, 2, 3].map((basisPoints) => ask("create", { input: { ...quarter, code: "ONLY", basisPoints } })),
    );
    expect(answers.filter(({ data }) => data)).toHaveLength(1);
    for (const answer of answers.filter(({ errors }) => errors.length))
      expect(refusalOf(answer)).toMatchObject({ code: "COUPON_EXISTS", field: "code" });
    const before = await found("ONLY");
    await done("archive", { id: "ONLY" });
    const again = await ask("create", { input: { ...quarter, code: "only", basisPoints: 9000 } });
    expect(refusalOf(again)).toMatchObject({ code: "COUPON_EXISTS" });
    expect(await found("ONLY")).toEqual({ ...before, state: "archived" });
  });
});

describe("archiving", () => {
  test("removes a coupon from checkout and restores it, keeps existing redemptions, and audits each change once", async () => {
    await make({ code: "TIDE", duration: "forever" });
    const me = await server.anonymous();
    await subscribeAs(server, me, { couponIds: ["TIDE"], withoutTrial: true, countryCode: "JP" });
    for (let times = 0; times < 2; times += 1)
      expect(await done("archive", { id: "tide" })).toMatchObject({ id: "TIDE", state: "archived" });
    expect(await estimate("TIDE")).toBe("COUPON_UNKNOWN");
    expect(await take("TIDE")).toBe("COUPON_UNKNOWN");
    const { data } = await server.graphql<{ me: { primarySubscription: { nextAmount: number } } }>(
      "{ me { primarySubscription { nextAmount coupons { id } } } }",
      {},
      { as: me },
    );
    expect(data?.me.primarySubscription).toEqual({ nextAmount: 1425, coupons: [{ id: "TIDE" }] });
    expect(await done("restore", { id: "TIDE" })).toMatchObject({ state: "active", redemptionsUsed: 1 });
    expect(await take("TIDE")).toBe("active");
    await done("limits", { id: "TIDE", maxRedemptions: 7 });
    const { rows } = await server.pool.query(
      "select action, actor_id as by, details from identity.staff_acts where subject = 'coupon:TIDE' order by happened_at",
    );
    expect(rows).toEqual([
      {
        action: "billing.coupon_created",
        by: admin.id,
        details: {
          discountType: "percentage",
          basisPoints: 2500,
          amounts: {},
          duration: "forever",
          durationMonths: null,
          forStudents: false,
          planIds: null,
          redeemBy: null,
          maxRedemptions: null,
        },
      },
      { action: "billing.coupon_archived", by: admin.id, details: {} },
      { action: "billing.coupon_restored", by: admin.id, details: {} },
      {
        action: "billing.coupon_limits_set",
        by: admin.id,
        details: { redeemBy: null, maxRedemptions: 7 },
      },
    ]);
  });
});

test("pages the list from newest to oldest without duplicates", async () => {
  for (const code of ["PAGE-1", "PAGE-2", "PAGE-3"]) await make({ code });
  // Created at the same moment, as by a script.
  await server.pool.query(
    "update billing.coupons set created_at = now() + interval '1 hour' where id like 'PAGE-%'",
  );
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const { data }: Awaited<ReturnType<typeof list>> = await list({ first: 2, after });
    seen.push(...data!.studioCoupons.items.map(({ id }) => id));
    after = data!.studioCoupons.nextCursor;
  } while (after);
  expect(seen.slice(0, 3)).toEqual(["PAGE-3", "PAGE-2", "PAGE-1"]);
  expect(new Set(seen).size).toBe(seen.length);
  const { rows } = await server.pool.query("select count(*)::int as count from billing.coupons");
  expect(rows).toEqual([{ count: seen.length }]);
});

test("lists the plans, and the currencies with prices, that a coupon can apply to", async () => {
  const { data } = await server.graphql<{ couponOptions: object }>(
    "{ couponOptions { currencyCodes plans { id name period periodUnit isOffered } } }",
    {},
    { as: admin },
  );
  expect(data?.couponOptions).toMatchObject({ currencyCodes: ["EUR", "GBP", "JPY", "USD"] });
  expect(data?.couponOptions).toHaveProperty("plans.0", {
    id: "basic-monthly",
    name: "Basic",
    period: 1,
    periodUnit: "month",
    isOffered: true,
  });
});

test.each<Role>(["member", "moderator", "editor"])("hides coupon management from a %s", async (role) => {
  await make({ code: `FOR-${role}` });
  const as = await server.member({ role });
  const answers = [
    await list({}, as),
    await ask("create", { input: { ...quarter, code: "MINE" } }, as),
    await ask("limits", { id: `FOR-${role}` }, as),
    await ask("archive", { id: `FOR-${role}` }, as),
    await ask("restore", { id: `FOR-${role}` }, as),
  ];
  for (const answer of answers) expect(refusalOf(answer)).toMatchObject({ code: "NOT_FOUND" });
  expect(await found("MINE")).toBeUndefined();
});

test("refuses to change an unknown coupon", async () => {
  for (const act of ["limits", "archive", "restore"] as const)
    expect(refusalOf(await ask(act, { id: "NOBODYS" }))).toMatchObject({ code: "NOT_FOUND" });
});

describe("validation of a new coupon", () => {
  const amounts = [{ currencyCode: "USD", amount: 500 }];
  const fixed = { discountType: "fixed_amount", basisPoints: null, amounts };
  test.each([
    [{ code: "" }, "code"],
    [{ code: "AB" }, "code"],
    [{ code: "A".repeat(41) }, "code"],
    [{ code: "TWO WORDS" }, "code"],
    [{ code: "ÄRGER" }, "code"],
    [{ code: "-DASH" }, "code"],
    [{ basisPoints: null }, "basisPoints"],
    [{ basisPoints: 0 }, "basisPoints"],
    [{ basisPoints: 10_001 }, "basisPoints"],
    [{ amounts }, "amounts"],
    [{ ...fixed, basisPoints: 100 }, "basisPoints"],
    [{ ...fixed, amounts: [] }, "amounts"],
    [{ ...fixed, amounts: [...amounts, ...amounts] }, "amounts"],
    [{ ...fixed, amounts: [{ currencyCode: "CHF", amount: 500 }] }, "amounts"],
    [{ ...fixed, amounts: [{ currencyCode: "USD", amount: 0 }] }, "amounts"],
    [{ ...fixed, amounts: [{ currencyCode: "USD", amount: 10_000_001 }] }, "amounts"],
    [{ duration: "limited_period" }, "months"],
    [{ duration: "limited_period", months: 0 }, "months"],
    [{ duration: "limited_period", months: 121 }, "months"],
    [{ duration: "forever", months: 3 }, "months"],
    [{ planIds: [] }, "planIds"],
    [{ planIds: ["premium-monthly", "gold-weekly"] }, "planIds"],
    [{ redeemBy: "2020-01-01T00:00:00Z" }, "redeemBy"],
    [{ redeemBy: "2199-01-01T00:00:00Z" }, "redeemBy"],
    [{ maxRedemptions: 0 }, "maxRedemptions"],
    [{ maxRedemptions: 1_000_001 }, "maxRedemptions"],
  ])("%j", async (wrong, field) => {
    const input = { ...quarter, code: "WRONG", ...wrong };
    expect(refusalOf(await ask("create", { input }))).toMatchObject({ code: "BAD_INPUT", field });
    expect(await found("WRONG")).toBeUndefined();
  });

  test("refuses a card number as a code", async () => {
    const input = { ...quarter, code: "4242-4242-4242-4242" };
    expect(refusalOf(await ask("create", { input }))).toMatchObject({ code: "PAN_REJECTED" });
  });

  test.each([
    [{ redeemBy: "2020-01-01T00:00:00Z" }, "redeemBy"],
    [{ maxRedemptions: 0 }, "maxRedemptions"],
  ])("also refuses changed limits: %j", async (wrong, field) => {
    const { id } = await make({ code: `LIMITS-${field}` });
    expect(refusalOf(await ask("limits", { id, ...wrong }))).toMatchObject({ code: "BAD_INPUT", field });
    expect(await found(id)).toMatchObject({ redeemBy: null, redemptionsLeft: null });
  });
});
