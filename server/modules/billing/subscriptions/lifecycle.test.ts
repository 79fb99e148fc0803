import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { runDue } from "../billing-cycle/runner.ts";
import { seedCoupon } from "../index.ts";
import { grantsAccess, isLive } from "../rules/states.ts";
import type { SubscriptionStatus } from "../rules/states.ts";
import { cards, cardToken, subscribeAs } from "../testing.ts";

/** Random operations in random order over time must keep the books consistent. */
let server: TestServer;
let aheadMs = 0;
const clock = { now: () => new Date(Date.now() + aheadMs) };
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock });
  await server.ctx().transact((tx) =>
    seedCoupon(tx, {
      id: "THIRD",
      discountType: "percentage",
      basisPoints: 3333,
      amounts: {},
      duration: "limited_period",
      durationMonths: 2,
      appliesTo: "invoice",
      state: "active",
      planIds: null,
      redeemBy: null,
      redemptionsLeft: null,
    }),
  );
});
afterAll(() => server?.stop());

const plans = [
  "basic-monthly",
  "standard-monthly",
  "premium-monthly",
  "basic-yearly",
  "premium-yearly",
] as const;
const act = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("pass" as const), days: fc.integer({ min: 1, max: 45 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("subscribe" as const),
      plan: fc.constantFrom(...plans),
      card: fc.constantFrom(cards.good, cards.good, cards.failsLater, cards.declined, cards.confirms),
      country: fc.constantFrom("US", "DE", "JP", "CA"),
      withoutTrial: fc.boolean(),
      coupon: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("change" as const), plan: fc.constantFrom(...plans) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("cancel" as const), atPeriodEnd: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("pause" as const), months: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("card" as const),
      card: fc.constantFrom(cards.good, cards.failsLater),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom("undo" as const, "resume" as const, "monthOff" as const) }),
  },
);
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

/** Expected refusals; any other error is a bug. */
const refusals = new Set([
  "ILLEGAL_TRANSITION",
  "CARD_DECLINED",
  "PAYMENT_ACTION_REQUIRED",
  "COUPON_EXHAUSTED",
  "TRIAL_NOT_AVAILABLE",
]);

async function live(me: TestPerson): Promise<{ id: string } | null> {
  const { rows } = await server.pool.query(
    "select id from billing.subscriptions where person_id = $1 order by created_at desc limit 1",
    [me.id],
  );
  return (rows as { id: string }[])[0] ?? null;
}

async function perform(me: TestPerson, one: Act): Promise<string[]> {
  if (one.do === "pass") {
    for (let day = 0; day < one.days; day += 1) {
      aheadMs += 86_400_000;
      await runDue(server.ctx(), { untilMs: 60_000 });
    }
    return [];
  }
  if (one.do === "subscribe") {
    const { errors } = await subscribeAs(server, me, {
      planId: one.plan,
      countryCode: one.country,
      withoutTrial: one.withoutTrial,
      couponIds: one.coupon ? ["THIRD"] : [],
      token: await cardToken(server, one.card),
    });
    return errors.map(({ extensions }) => extensions.code);
  }
  const found = await live(me);
  if (!found) return [];
  const token = one.do === "card" ? await cardToken(server, one.card) : "";
  const calls: Record<Exclude<Act["do"], "pass" | "subscribe">, string> = {
    change: `subscriptionChangePlan(id: "${found.id}", planId: "${"plan" in one ? one.plan : ""}")`,
    cancel: `subscriptionCancel(id: "${found.id}", atPeriodEnd: ${"atPeriodEnd" in one ? one.atPeriodEnd : true})`,
    pause: `subscriptionPause(id: "${found.id}", months: ${"months" in one ? one.months : 1})`,
    card: `subscriptionUpdatePaymentMethod(id: "${found.id}", gateway: { provider: eightcount, token: "${token}" }, paymentMethodType: card)`,
    undo: `subscriptionUndoCancel(id: "${found.id}")`,
    resume: `subscriptionResume(id: "${found.id}")`,
    monthOff: `subscriptionTakeMonthOff(id: "${found.id}")`,
  };
  const { errors } = await server.graphql(`mutation { ${calls[one.do]} { id } }`, {}, { as: me });
  return errors.map(({ extensions }) => extensions.code);
}

interface Books {
  statuses: SubscriptionStatus[];
  overdue: number;
  crooked: number;
  doubled: number;
  paid: number;
  charged: number;
  balances: number;
  overpaid: number;
  isActive: boolean;
}
async function booksOf(me: TestPerson): Promise<Books> {
  const { rows } = await server.pool.query(
    `select
      (select coalesce(json_agg(status), '[]') from billing.subscriptions where person_id = $1) as statuses,
      (select count(*)::int from billing.subscriptions where person_id = $1 and due_at <= $2) as overdue,
      (select count(*)::int from billing.invoices where account_id = $1 and (
        total <> (select coalesce(sum(amount), 0) from billing.invoice_lines where invoice_id = invoices.id)
        or credits_applied + waived + amount_due <> total or (status = 'paid' and amount_paid <> amount_due))) as crooked,
      (select count(*)::int from (select 1 from billing.invoices where account_id = $1 and status = 'paid' and kind <> 'change'
        group by subscription_id, term_starts_at having count(*) > 1) as twice) as doubled,
      (select coalesce(sum(amount_paid), 0)::int from billing.invoices where account_id = $1) as paid,
      (select coalesce(sum(amount), 0)::int from billing.test_payments where account_id = $1 and status = 'succeeded') as charged,
      (select count(*)::int from (select 1 from billing.credits where account_id = $1 group by currency_code having sum(amount) < 0) as owing) as balances,
      (select count(*)::int from billing.subscriptions s where person_id = $1 and term_value > price_amount) as overpaid`,
    [me.id, clock.now()],
  );
  const { data } = await server.graphql<{ me: { isActive: boolean } }>("{ me { isActive } }", {}, { as: me });
  return { ...(rows as Books[])[0]!, isActive: data!.me.isActive };
}

/** Credit of a pause leaves less of the next invoice than the provider charges: the rest is waived. */
const waivedRest: Act[] = [
  {
    do: "subscribe",
    plan: "basic-monthly",
    card: cards.good,
    country: "US",
    withoutTrial: true,
    coupon: false,
  },
  { do: "pause", months: 2 },
  { do: "cancel", atPeriodEnd: true },
  {
    do: "subscribe",
    plan: "basic-monthly",
    card: cards.good,
    country: "CA",
    withoutTrial: true,
    coupon: false,
  },
];

test("keeps the books consistent through random operations", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 14 }), async (acts) => {
      const me = await server.anonymous();
      for (const one of acts) {
        for (const code of await perform(me, one))
          expect([one.do, refusals.has(code) ? "refused" : code]).toEqual([one.do, "refused"]);
        const books = await booksOf(me);
        expect(books).toMatchObject({ crooked: 0, doubled: 0, balances: 0, overpaid: 0 });
        if (one.do === "pass") expect(books.overdue).toBe(0);
        expect(books.paid).toBe(books.charged);
        expect(books.statuses.filter(isLive).length).toBeLessThanOrEqual(1);
        expect(books.isActive).toBe(books.statuses.some(grantsAccess));
      }
    }),
    { numRuns: 25, endOnFailure: true, examples: [[waivedRest]] },
  );
});
