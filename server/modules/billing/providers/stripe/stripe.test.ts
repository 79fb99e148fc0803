import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { TestPerson } from "../../../../testing/harness.ts";
import { keepCustomer } from "../../index.ts";
import { failureOf } from "./payment-results.ts";
import { paymentsSeenByStaff, subscribeAs, subscriptionOf } from "../../testing.ts";
import { stripe, server, post, token, begin, intentOf, startWithStripe } from "./testing.ts";

startWithStripe();

describe("checkout through Stripe", () => {
  test("switches the web client to Elements", async () => {
    const { data } = await server.graphql<{ paymentConfig: object }>(
      "{ paymentConfig { provider publishableKey tokenUrl testMode } }",
    );
    expect(data?.paymentConfig).toEqual({
      provider: "stripe",
      publishableKey: "pk_test_eightcount",
      tokenUrl: null,
      testMode: false,
    });
  });

  test("stores a card for a trial, charges it without a trial, and reports why it is declined", async () => {
    const trial = await begin("good", { withoutTrial: false });
    expect(trial.answer.data?.subscriptionCreateV2.status).toBe("in_trial");
    const paid = await begin("good");
    expect(paid.answer.data?.subscriptionCreateV2).toMatchObject({
      status: "active",
      provider: { id: "stripe" },
    });
    const ref = await intentOf(paid.me);
    expect(await paymentsSeenByStaff(server, paid.me)).toEqual([
      { providerName: "Stripe", ref, dashboardUrl: `https://dashboard.stripe.com/test/payments/${ref}` },
    ]);
    const apple = await begin("applePay", { type: "apple_pay" });
    expect(apple.answer.data?.subscriptionCreateV2.status).toBe("active");
    const poor = await begin("poor");
    expect(poor.answer.errors[0]?.extensions.code).toBe("INSUFFICIENT_FUNDS");
  });

  test("charges an imported member as the customer that they were elsewhere, and shares no customer", async () => {
    const [me, other] = [await server.anonymous(), await server.anonymous()];
    const ref = `cus_${randomUUID().slice(0, 8)}`;
    stripe.customers.add(ref);
    const keep = (accountId: string) =>
      server.ctx().transact((tx) => keepCustomer(tx, { accountId, provider: "stripe", ref }));
    for (const accountId of [me.id, me.id, other.id]) await keep(accountId);
    for (const person of [me, other]) {
      const given = { provider: "stripe", token: token("good"), withoutTrial: true };
      expect((await subscribeAs(server, person, given)).data?.subscriptionCreateV2.status).toBe("active");
    }
    const customersOf = ({ id }: TestPerson) =>
      [...stripe.intents.values()]
        .filter(({ metadata }) => metadata?.["accountId"] === id)
        .map(({ customer }) => customer);
    expect(customersOf(me)).toEqual([ref]);
    expect(customersOf(other)).toEqual([expect.not.stringMatching(ref)]);
  });

  test.each([500, 429, 409] as const)(
    "continues after Stripe answered %i, and charges once",
    async (status) => {
      stripe.fail(12, status);
      const { me, given, answer } = await begin("good");
      expect(answer.errors[0]?.extensions.code).toBe("PROVIDER_UNAVAILABLE");
      stripe.fail(0);
      expect((await subscribeAs(server, me, given)).data?.subscriptionCreateV2.status).toBe("active");
      expect(stripe.charges.filter(({ metadata }) => metadata["accountId"] === me.id)).toHaveLength(1);
    },
  );

  test("waits for the bank, and does not trust the client's claim of success", async () => {
    const { me, answer } = await begin("confirms");
    expect(answer.data?.subscriptionCreateV2).toMatchObject({
      status: "pending",
      nextAction: { type: "stripe_confirm" },
    });
    const lie = { id: await intentOf(me), object: "payment_intent", status: "succeeded", metadata: {} };
    const event = {
      id: `evt_${randomUUID()}`,
      object: "event",
      type: "payment_intent.succeeded",
      data: { object: lie },
    };
    expect((await post(JSON.stringify(event))).status).toBe(200);
    await expect
      .poll(
        async () =>
          (
            await server.pool.query(
              "select applied_at is not null as applied from billing.webhook_events where event_id = $1",
              [event.id],
            )
          ).rows,
        { timeout: 60_000 },
      )
      .toEqual([{ applied: true }]);
    // Stripe was asked and reports that the payment is still pending.
    expect((await subscriptionOf(server, me))?.status).toBe("pending");
  });
});

describe("intents that the client confirms", () => {
  const intent = async (me: TestPerson, name: string, args = "") => {
    const { data, errors } = await server.graphql<Record<string, { id: string; clientSecret: string }>>(
      `{ ${name}${args} { id clientSecret } }`,
      {},
      { as: me },
    );
    return data?.[name] ?? errors[0]!.extensions.code;
  };
  const estimate = (me: TestPerson) =>
    server.graphql(
      `{ checkoutEstimate(planInfo: { planId: "premium-monthly", countryCode: "JP" }, withoutTrial: true) { invoiceEstimate { amountDue } } }`,
      {},
      { as: me },
    );

  test("are created only for the amount that was shown", async () => {
    const me = await server.anonymous();
    expect(await intent(me, "generateStripePaymentIntent", "(amountInCents: 1900)")).toBe("AMOUNT_MISMATCH");
    await estimate(me);
    expect(await intent(me, "generateStripePaymentIntent", "(amountInCents: 1)")).toBe("AMOUNT_MISMATCH");
    const made = (await intent(me, "generateStripePaymentIntent", "(amountInCents: 1900)")) as { id: string };
    expect(made.id).toMatch(/^pi_/);
    stripe.confirm(made.id, token("good"));
    const paid = await subscribeAs(server, me, {
      provider: "stripe",
      token: made.id,
      countryCode: "JP",
      withoutTrial: true,
    });
    expect(paid.data?.subscriptionCreateV2.status).toBe("active");
    expect(stripe.charges.filter(({ payment_intent: id }) => id === made.id)).toHaveLength(1);
    const again = await subscribeAs(server, me, { provider: "stripe", token: made.id, withoutTrial: true });
    expect(again.errors[0]?.extensions.code).toBe("PAYMENT_USED");
  });

  test("pay for nothing if the amount or the account differs", async () => {
    const [me, other] = [await server.anonymous(), await server.anonymous()];
    await estimate(me);
    const made = (await intent(
      me,
      "generateStripeExpressCheckoutPaymentIntent",
      "(amountInCents: 1900)",
    )) as { id: string };
    stripe.confirm(made.id, token("good"));
    const given = { provider: "stripe", token: made.id, withoutTrial: true };
    const expensive = await subscribeAs(server, me, {
      ...given,
      planId: "premium-yearly",
      countryCode: "JP",
    });
    expect(expensive.errors[0]?.extensions.code).toBe("AMOUNT_MISMATCH");
    const theirs = await subscribeAs(server, other, { ...given, countryCode: "JP" });
    expect(theirs.errors[0]?.extensions.code).toBe("BAD_INPUT");
    const setup = (await intent(me, "generateStripeExpressCheckoutSetupIntent")) as { id: string };
    expect(setup.id).toMatch(/^seti_/);
  });
});

test.each([401, 403] as const)("says that its key may not read subscriptions, for %i", async (status) => {
  const { gateways } = server.ctx().ports;
  const refs = { customer: null, subscription: stripe.subscriptions.add().id };
  stripe.disturb(() => status);
  expect(await gateways.of("stripe").heldSubscriptions!.find(refs, new Date())).toBe("forbidden");
  stripe.disturb(null);
});

test.each([
  ["insufficient_funds", "INSUFFICIENT_FUNDS"],
  ["expired_card", "CARD_EXPIRED"],
  ["incorrect_cvc", "CARD_CVC_WRONG"],
  ["authentication_required", "PAYMENT_ACTION_REQUIRED"],
  ["do_not_honor", "CARD_DECLINED"],
])("maps the decline code %s to %s", (decline, code) => {
  expect(failureOf({ code: "card_declined", decline_code: decline })).toBe(code);
});

test("sends Stripe only parameters that it knows", () => expect(stripe.faults).toEqual([]));
