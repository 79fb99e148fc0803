import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chargebeeSettings, startChargebeeServer } from "../../../../testing/chargebee-server.ts";
import type { ChargebeeServer } from "../../../../testing/chargebee-server.ts";
import type { CardBehavior } from "../../../../testing/chargebee-objects.ts";
import { startTestServer } from "../../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../../testing/harness.ts";
import { subscribeAs, subscriptionOf } from "../../testing.ts";
import { importPrices, seedCoupons } from "./testing.ts";

let chargebee: ChargebeeServer;
let server: TestServer;
let aheadMs = 0;
const dayMs = 86_400_000;
beforeAll(async () => {
  const now = () => Date.now() + aheadMs;
  chargebee = await startChargebeeServer(now);
  server = await startTestServer({
    roles: "api",
    clock: { now: () => new Date(now()) },
    env: { ...chargebeeSettings(chargebee.url), PAYMENT_PROVIDER: "chargebee" },
  });
  const coupons = await seedCoupons(server.ctx());
  await importPrices(server.ctx(), chargebee, coupons);
});
afterAll(async () => {
  await server?.stop();
  await chargebee?.stop();
  expect(chargebee?.faults ?? []).toEqual([]);
});

const planInfo = { planId: "premium-monthly", countryCode: "US" };
/** What the page does with the provider's script: an intent that the person confirms. */
const confirmed = async (
  me: TestPerson,
  given: object = {},
  card: CardBehavior = "good",
): Promise<string> => {
  const { data, errors } = await server.graphql<{ providerIntentCreate: { id: string; data: string } }>(
    `mutation ($planInfo: PlanInfo!, $couponId: String, $withoutTrial: Boolean) {
       providerIntentCreate(planInfo: $planInfo, couponId: $couponId, withoutTrial: $withoutTrial, paymentMethodType: card) { id data } }`,
    { planInfo, withoutTrial: true, ...given },
    { as: me },
  );
  expect(errors).toEqual([]);
  const { id } = data!.providerIntentCreate;
  expect(JSON.parse(data!.providerIntentCreate.data)).toMatchObject({ id, status: "inited" });
  chargebee.confirm(id, card);
  return id;
};
const subscribe = async (me: TestPerson, given: object = {}) =>
  subscribeAs(server, me, {
    provider: "chargebee",
    countryCode: "US",
    token: await confirmed(me),
    withoutTrial: true,
    ...given,
  });
const subscribed = async () => {
  const me = await server.member();
  const { data, errors } = await subscribe(me);
  expect(errors).toEqual([]);
  const { id } = data!.subscriptionCreateV2;
  const held = [...chargebee.subscriptions.values()].find(({ customer_id: customer }) => customer === me.id)!;
  return { me, id, held };
};
const act = async (me: TestPerson, mutation: string) => {
  const { data, errors } = await server.graphql<{ done: { status: string } }>(
    `mutation { done: ${mutation} { status } }`,
    {},
    { as: me },
  );
  return errors[0]?.extensions.code ?? data!.done.status;
};
const estimateOf = async (me: TestPerson, given: object = {}) => {
  const { data, errors } = await server.graphql<{ checkoutEstimate: { invoiceEstimate: object } }>(
    `query ($planInfo: PlanInfo!, $couponId: String, $withoutTrial: Boolean) {
       checkoutEstimate(planInfo: $planInfo, couponId: $couponId, withoutTrial: $withoutTrial) {
         trialEndTime renewalTotal nextBillingAt
         invoiceEstimate { amountDue total discountsTotal taxTotal taxes { name percent amount } lines { kind amount } } } }`,
    { planInfo, withoutTrial: true, ...given },
    { as: me },
  );
  expect(errors).toEqual([]);
  return data!.checkoutEstimate;
};

test("offers no gift cards if the provider takes no single payments", async () => {
  const answer = await server.graphql<{ giftCardOffer: { isForSale: boolean } }>(
    `{ giftCardOffer(countryCode: "US") { isForSale } }`,
  );
  expect(answer.data?.giftCardOffer.isForSale).toBe(false);
});

test("shows the provider's estimate with its tax, and charges exactly that", async () => {
  const me = await server.member();
  expect(await estimateOf(me)).toMatchObject({
    trialEndTime: null,
    renewalTotal: 1649,
    invoiceEstimate: {
      amountDue: 1649,
      taxTotal: 150,
      taxes: [{ name: "Sales Tax", percent: 10, amount: 150 }],
      lines: [
        { kind: "plan", amount: 1499 },
        { kind: "tax", amount: 150 },
      ],
    },
  });
  const mismatch = await subscribe(me, { amountDue: 1499 });
  expect(mismatch.errors[0]?.extensions).toMatchObject({ code: "AMOUNT_MISMATCH", amountDue: 1649 });
  const { data, errors } = await subscribe(me, { amountDue: 1649, firstAmount: 1649 });
  expect(errors).toEqual([]);
  expect(data!.subscriptionCreateV2).toMatchObject({ status: "active", provider: { id: "chargebee" } });
  expect([...chargebee.invoices.values()].map(({ total, status }) => [total, status])).toEqual([
    [1649, "paid"],
  ]);
});

test("subscribes once for the same key, also after lost answers", async () => {
  const me = await server.member();
  const order = { key: randomUUID(), token: await confirmed(me) };
  const before = chargebee.subscriptions.size;
  let losses = 3;
  chargebee.disturb((call) =>
    call === "POST /customers/:id/subscription_for_items" && losses-- > 0 ? "lose answer" : null,
  );
  const lost = await subscribe(me, order);
  chargebee.disturb(null);
  expect(lost.errors[0]?.extensions.code).toBe("PROVIDER_UNAVAILABLE");
  const answers = [await subscribe(me, order), await subscribe(me, order)];
  const ids = answers.map(({ data }) => data?.subscriptionCreateV2.id);
  expect(ids[0]).toBeDefined();
  expect(new Set(ids).size).toBe(1);
  expect(chargebee.subscriptions.size).toBe(before + 1);
  const other = await subscribe(me, { ...order, planId: "premium-yearly" });
  expect(other.errors[0]?.extensions.code).toBe("IDEMPOTENCY_KEY_REUSED");
  expect((await subscribe(me)).errors[0]?.extensions.code).toBe("ILLEGAL_TRANSITION");
});

test("reports a declined card and an intent that isn't confirmed, and subscribes no one", async () => {
  const me = await server.member();
  const declined = { key: randomUUID(), token: await confirmed(me, {}, "declined") };
  for (let time = 0; time < 2; time += 1)
    expect((await subscribe(me, declined)).errors[0]?.extensions.code).toBe("PAYMENT_REFUSED");
  const stranger = await confirmed(await server.member());
  for (const token of [stranger, "pi_unknown"])
    expect((await subscribe(me, { token })).errors).toHaveLength(1);
  expect(await subscriptionOf(server, me)).toBeNull();
});

test("takes a coupon once, and a trial once", async () => {
  const me = await server.member();
  const withCoupon = { couponId: "ONCE20", withoutTrial: false };
  const estimate = await estimateOf(me, withCoupon);
  expect(estimate).toMatchObject({
    renewalTotal: 1649,
    invoiceEstimate: { amountDue: 0, total: 1319, discountsTotal: 300 },
  });
  const { data } = await subscribe(me, {
    token: await confirmed(me, withCoupon),
    couponIds: ["ONCE20"],
    withoutTrial: false,
    amountDue: 0,
    firstAmount: 1319,
  });
  expect(data?.subscriptionCreateV2.status).toBe("in_trial");
  await act(me, `subscriptionCancel(id: "${data!.subscriptionCreateV2.id}", atPeriodEnd: false)`);
  expect(await estimateOf(me, { withoutTrial: false })).toMatchObject({
    trialEndTime: null,
    invoiceEstimate: { amountDue: 1649 },
  });
  const again = await subscribe(me, { couponIds: ["ONCE20"] });
  expect(again.errors[0]?.extensions.code).toBe("COUPON_EXHAUSTED");
});

test.each([
  ["ONCE20", 1649, [1319, 1649, 1649, 1649]],
  ["TWICE20", 1649, [1319, 1319, 1649, 1649]],
  ["ALWAYS20", 1319, [1319, 1319, 1319, 1319]],
] as const)("charges with the coupon %s what was shown: later %i", async (coupon, renewalTotal, totals) => {
  const me = await server.member();
  expect(await estimateOf(me, { couponId: coupon })).toMatchObject({
    renewalTotal,
    invoiceEstimate: { amountDue: 1319 },
  });
  const token = await confirmed(me, { couponId: coupon });
  const { errors } = await subscribe(me, { token, couponIds: [coupon], amountDue: 1319 });
  expect(errors).toEqual([]);
  aheadMs += 100 * dayMs;
  chargebee.travel(new Date(Date.now() + aheadMs));
  const invoices = [...chargebee.invoices.values()].filter(({ customer_id: customer }) => customer === me.id);
  expect(invoices.map(({ total }) => total)).toEqual(totals);
});

test("cancels at the end, undoes it, pauses and resumes at the provider", async () => {
  const { me, id, held } = await subscribed();
  expect(await act(me, `subscriptionCancel(id: "${id}", atPeriodEnd: true)`)).toBe("non_renewing");
  expect(await act(me, `subscriptionCancel(id: "${id}", atPeriodEnd: true)`)).toBe("non_renewing");
  expect(held.status).toBe("non_renewing");
  expect(await act(me, `subscriptionUndoCancel(id: "${id}")`)).toBe("active");
  expect(await act(me, `subscriptionPause(id: "${id}", months: 2)`)).toBe("paused");
  expect(await act(me, `subscriptionResume(id: "${id}")`)).toBe("active");
  expect(held.status).toBe("active");
  expect(await act(me, `subscriptionCancel(id: "${id}", atPeriodEnd: false)`)).toBe("canceled");
  expect(await act(me, `subscriptionTakeMonthOff(id: "${id}")`)).not.toBe("active");
});

test("changes the plan for what the preview showed: an upgrade now, a downgrade with the next term", async () => {
  const { me, id, held } = await subscribed();
  const preview = async (planId: string) => {
    const { data, errors } = await server.graphql<{
      subscriptionChangePreview: { isImmediate: boolean; invoiceEstimate: { amountDue: number } };
    }>(
      `{ subscriptionChangePreview(id: "${id}", planId: "${planId}") { isImmediate invoiceEstimate { amountDue } } }`,
      {},
      { as: me },
    );
    expect(errors).toEqual([]);
    return data!.subscriptionChangePreview;
  };
  const change = (planId: string, amountDue: number) =>
    act(me, `subscriptionChangePlan(id: "${id}", planId: "${planId}", amountDue: ${amountDue})`);
  const plans = async () =>
    (await server.pool.query("select plan_id, next_plan_id from billing.subscriptions where id = $1", [id]))
      .rows;
  const { isImmediate, invoiceEstimate } = await preview("premium-yearly");
  expect(isImmediate).toBe(true);
  expect(await change("premium-yearly", invoiceEstimate.amountDue + 1)).toBe("AMOUNT_MISMATCH");
  expect(await change("premium-yearly", invoiceEstimate.amountDue)).toBe("active");
  expect(await plans()).toEqual([{ plan_id: "premium-yearly", next_plan_id: null }]);
  expect(await preview("basic-monthly")).toEqual({ isImmediate: false, invoiceEstimate: { amountDue: 0 } });
  expect(await change("basic-monthly", 0)).toBe("active");
  expect(await plans()).toEqual([{ plan_id: "premium-yearly", next_plan_id: "basic-monthly" }]);
  expect(await change("premium-yearly", 0)).toBe("active");
  expect(held.has_scheduled_changes).toBe(false);
  expect(await plans()).toEqual([{ plan_id: "premium-yearly", next_plan_id: null }]);
});

test("replaces the way to pay, and collects what is open with it", async () => {
  const { me, id, held } = await subscribed();
  const customer = chargebee.find(chargebee.customers, me.id);
  customer.card = { ...customer.card!, behavior: "fails_later" };
  aheadMs += 32 * dayMs;
  chargebee.travel(new Date(Date.now() + aheadMs));
  const intent = await server.graphql<{ providerIntentForSubscription: { id: string } }>(
    `mutation { providerIntentForSubscription(id: "${id}", paymentMethodType: card) { id } }`,
    {},
    { as: me },
  );
  const token = intent.data!.providerIntentForSubscription.id;
  expect(chargebee.find(chargebee.intents, token).amount).toBe(0);
  chargebee.confirm(token, "good");
  const method = `gateway: { provider: chargebee, token: "${token}" }, paymentMethodType: card`;
  expect(await act(me, `subscriptionUpdatePaymentMethod(id: "${id}", ${method})`)).toBe("active");
  expect(held.due_invoices_count).toBe(0);
  const { data } = await server.graphql<{ me: { primarySubscription: object } }>(
    `{ me { primarySubscription { dunningStatus paymentMethod { brand last4 } management { billedBy url acts } } } }`,
    {},
    { as: me },
  );
  expect(data!.me.primarySubscription).toMatchObject({
    paymentMethod: { brand: "visa", last4: "4242" },
    management: { billedBy: "Chargebee", url: null },
  });
});

test("lists invoices and credit notes with links, and staff refund them at the provider", async () => {
  const { me, id } = await subscribed();
  const documents = async () => {
    const { data, errors } = await server.graphql<{
      me: {
        primarySubscription: { documents: { kind: string; ref: string; amount: number; url: string }[] };
      };
    }>(
      `{ me { primarySubscription { documents { kind ref amount refunded status url } atProvider { ref } } } }`,
      {},
      { as: me },
    );
    expect(errors).toEqual([]);
    expect(data!.me.primarySubscription).toMatchObject({ atProvider: null });
    return data!.me.primarySubscription.documents;
  };
  const [invoice] = await documents();
  expect(invoice).toMatchObject({ kind: "invoice", amount: 1649, status: "paid" });
  const { pathname, search } = new URL(invoice!.url);
  const opened = await server.fetch(pathname + search, { redirect: "manual" });
  expect([opened.status, opened.headers.get("location")]).toEqual([
    303,
    `https://eightcount-test.chargebee.com/download/${invoice!.ref}`,
  ]);
  const other = await server.fetch(`${pathname}${search.replace(invoice!.ref, "9999")}`, {
    redirect: "manual",
  });
  expect(other.status).toBe(404);
  const staff = await server.member({ role: "finance" });
  const key = randomUUID();
  const refund = (amount: number, as = staff, by = key) =>
    server.graphql<{ done: { subscription: object } }>(
      `mutation { done: studioRefundAtProvider(personId: "${me.id}", key: "${by}", subscriptionId: "${id}",
         invoiceRef: "${invoice!.ref}", amount: ${amount}, reason: "Class was canceled") {
         subscription { atProvider { dashboardUrl } } } }`,
      {},
      { as },
    );
  const refunded = await refund(500);
  expect(refunded.errors).toEqual([]);
  expect(refunded.data!.done.subscription).toEqual({
    atProvider: {
      dashboardUrl: expect.stringContaining("https://eightcount-test.chargebee.com/d/subscriptions/"),
    },
  });
  expect((await refund(500)).errors).toEqual([]);
  // What was refunded before counts for the limit of support.
  const saved = await server.graphql(
    `mutation { saveStudioSettings(version: 1, input: { refundLimits: [{ currencyCode: "EUR", amount: 600 }, { currencyCode: "USD", amount: 600 }] }) { version } }`,
    {},
    { as: await server.member({ role: "admin" }) },
  );
  expect(saved.errors).toEqual([]);
  const support = await server.member({ role: "support" });
  const beyond = await refund(101, support, randomUUID());
  expect(beyond.errors[0]?.extensions).toMatchObject({ code: "REFUND_LIMIT", limit: 600 });
  expect([...chargebee.creditNotes.values()].map(({ total }) => total)).toEqual([500]);
  expect((await documents()).map(({ kind, amount }) => [kind, amount])).toEqual([
    ["credit_note", 500],
    ["invoice", 1649],
  ]);
  const { rows } = await server.pool.query(
    "select details from identity.staff_acts where action = 'billing.invoice_refunded'",
  );
  expect(rows).toMatchObject([{ details: { amount: 500, reason: "Class was canceled" } }]);

  // The server ends between the provider's refund and its own entry: the same order completes it.
  await server.pool.query(
    `create function billing.end_here() returns trigger language plpgsql as $$ begin raise exception 'ended'; end $$;
     create trigger ends before insert on identity.staff_acts for each row execute function billing.end_here()`,
  );
  const rest = randomUUID();
  expect((await refund(1149, staff, rest)).errors).toHaveLength(1);
  await server.pool.query("drop trigger ends on identity.staff_acts; drop function billing.end_here()");
  expect((await refund(1149, staff, rest)).errors).toEqual([]);
  expect([...chargebee.creditNotes.values()].map(({ total }) => total)).toEqual([500, 1149]);
  const entries = await server.pool.query<{ amount: number }>(
    "select (details ->> 'amount')::int as amount from identity.staff_acts where action = 'billing.invoice_refunded' order by happened_at",
  );
  expect(entries.rows.map(({ amount }) => amount)).toEqual([500, 1149]);
});
