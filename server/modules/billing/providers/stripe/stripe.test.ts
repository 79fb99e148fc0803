import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../../testing/harness.ts";
import {
  startStripeServer,
  stripeMethods,
  stripeSettings,
  webhookSecret,
} from "../../../../testing/stripe-server.ts";
import type { StripeServer } from "../../../../testing/stripe-server.ts";
import { failureOf } from "./payment-results.ts";
import { forgetAccount } from "../../accounts/deletion.ts";
import { reconcile } from "../../reconciliation/reconciliation.ts";
import { subscribeAs, subscriptionOf } from "../../testing.ts";

let stripe: StripeServer;
let server: TestServer;
beforeAll(async () => {
  stripe = await startStripeServer();
  server = await startTestServer({ env: stripeSettings(stripe.url) });
});
afterAll(async () => {
  await server?.stop();
  await stripe?.stop();
});

const signer = new Stripe("sk_test_signer");
const post = (payload: string, options: { secret?: string; timestamp?: number; signature?: string } = {}) =>
  server.fetch("/webhooks/stripe", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "stripe-signature":
        options.signature ??
        signer.webhooks.generateTestHeaderString({
          payload,
          secret: options.secret ?? webhookSecret,
          ...(options.timestamp ? { timestamp: options.timestamp } : {}),
        }),
    },
    body: payload,
  });
const token = (what: keyof typeof stripeMethods) => `${stripeMethods[what]}_${randomUUID().slice(0, 8)}`;
const begin = async (what: keyof typeof stripeMethods, more: object = {}) => {
  const me = await server.anonymous();
  const given = { provider: "stripe", token: token(what), key: randomUUID(), withoutTrial: true, ...more };
  return { me, given, answer: await subscribeAs(server, me, given) };
};
const intentOf = async (me: TestPerson): Promise<string> => {
  const { rows } = await server.pool.query(
    "select provider_ref as ref from billing.payments where account_id = $1 order by created_at desc limit 1",
    [me.id],
  );
  return (rows as { ref: string }[])[0]!.ref;
};

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
    const apple = await begin("applePay", { type: "apple_pay" });
    expect(apple.answer.data?.subscriptionCreateV2.status).toBe("active");
    const poor = await begin("poor");
    expect(poor.answer.errors[0]?.extensions.code).toBe("INSUFFICIENT_FUNDS");
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

describe("Stripe's webhook", () => {
  test("rejects a missing, expired, future or forged signature, and accepts an older secret during rotation", async () => {
    const payload = JSON.stringify({
      id: "evt_x",
      object: "event",
      type: "ping",
      data: { object: { object: "balance" } },
    });
    const now = Math.floor(Date.now() / 1000);
    const good = signer.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
    expect((await post(payload, { signature: "" })).status).toBe(400);
    expect((await post(payload, { secret: "whsec_wrong" })).status).toBe(400);
    expect((await post(payload, { timestamp: now - 400 })).status).toBe(400);
    expect((await post(payload, { timestamp: now + 400 })).status).toBe(400);
    expect((await post(`${payload} `, { signature: good })).status).toBe(400);
    expect((await post(payload, { secret: "whsec_old" })).status).toBe(200);
    // During secret rotation Stripe signs with both secrets.
    const [time, signature] = good.split(",") as [string, string];
    const both = `${time},v1=${"0".repeat(64)},${signature}`;
    expect((await post(payload, { signature: both })).status).toBe(200);
    const neither = `${time},v1=${"0".repeat(64)},v0=${signature.slice(3)}`;
    expect((await post(payload, { signature: neither })).status).toBe(400);
  });

  test(
    "leaves no wrong state in 200 rounds of duplicate and reordered events",
    { timeout: 600_000 },
    async () => {
      stripe.events.length = 0;
      const rounds: { me: TestPerson; wanted: string }[] = [];
      // A seeded pseudorandom sequence, so that failures are reproducible.
      let seed = 7;
      const random = (below: number) => {
        seed = (seed * 48_271) % 2_147_483_647;
        return seed % below;
      };
      for (let round = 0; round < 200; round += 1) {
        const kind = (["approved", "refused", "waiting", "paid"] as const)[random(4)]!;
        const { me } = await begin(kind === "paid" ? "good" : "confirms", { withoutTrial: random(2) === 0 });
        if (kind === "approved" || kind === "refused") stripe.answer(await intentOf(me), kind === "approved");
        const { rows } = await server.pool.query(
          "select trial_ends_at is null as paid from billing.subscriptions where person_id = $1",
          [me.id],
        );
        const live = (rows as { paid: boolean }[])[0]!.paid ? "active" : "in_trial";
        rounds.push({
          me,
          wanted: kind === "waiting" ? "pending" : kind === "refused" ? "canceled_during_pending" : live,
        });
        const events = [...stripe.events.splice(0), ...stripe.events];
        const doubled = [...events, ...events].map((one) => ({ one, place: random(1_000_000) }));
        doubled.sort((a, b) => a.place - b.place);
        for (const { one } of doubled) expect((await post(one.payload)).status).toBe(200);
      }
      await expect
        .poll(
          async () =>
            (
              await server.pool.query(
                "select count(*)::int as open from billing.webhook_events where applied_at is null",
              )
            ).rows,
          { timeout: 120_000 },
        )
        .toEqual([{ open: 0 }]);
      for (const { me, wanted } of rounds) {
        const { rows } = await server.pool.query(
          "select status from billing.subscriptions where person_id = $1",
          [me.id],
        );
        expect(rows).toEqual([{ status: wanted }]);
        const charged = stripe.charges.filter(({ metadata }) => metadata["accountId"] === me.id);
        expect(charged).toHaveLength(wanted === "active" ? 1 : 0);
      }
    },
  );
});

test("reads every page of Stripe’s list during reconciliation", async () => {
  const created = Math.floor(Date.now() / 1000) - 40 * 86_400;
  for (let number = 0; number < 230; number += 1)
    stripe.charges.push({
      id: `ch_page_${number}`,
      object: "charge",
      amount: 1499,
      amount_refunded: 0,
      currency: "usd",
      status: "succeeded",
      created,
      payment_intent: `pi_page_${number}`,
      metadata: {},
    });
  const from = new Date(created * 1000 - 1000);
  const seen = new Set<string>();
  const ctx = server.ctx();
  for await (const { ref } of ctx.ports.gateways.current!.listPayments(
    ctx,
    from,
    new Date(created * 1000 + 1000),
  ))
    seen.add(ref);
  expect(seen.size).toBe(230);
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

test("records a failed refund as a discrepancy", async () => {
  const { me } = await begin("good");
  const object = { id: "re_x", object: "refund", status: "failed", payment_intent: await intentOf(me) };
  const event = { id: `evt_${randomUUID()}`, object: "event", type: "refund.failed", data: { object } };
  expect((await post(JSON.stringify(event))).status).toBe(200);
  await expect
    .poll(
      async () =>
        (
          await server.pool.query("select kind from billing.differences where subject = $1", [
            object.payment_intent,
          ])
        ).rows,
      { timeout: 60_000 },
    )
    .toEqual([{ kind: "refund_failed" }]);
});

test("finds payments that only one side has in the nightly reconciliation, once", async () => {
  const { me } = await begin("good");
  const ctx = server.ctx();
  const gateway = ctx.ports.gateways.current!;
  const span = [new Date(Date.now() - 3_600_000), new Date(Date.now() + 3_600_000)] as const;
  // Reports what the tests above charged elsewhere, so that it is not reported again below.
  await reconcile(ctx, gateway, ...span);
  expect(await reconcile(ctx, gateway, ...span)).toBe(0);
  const ours = stripe.charges.find(({ metadata }) => metadata["accountId"] === me.id)!;
  ours.amount_refunded = 100;
  stripe.charges.push({ ...ours, id: "ch_stray", payment_intent: "pi_stray" });
  expect(await reconcile(ctx, gateway, ...span)).toBe(2);
  expect(await reconcile(ctx, gateway, ...span)).toBe(0);
  const { rows } = await server.pool.query(
    "select kind, subject from billing.differences where subject = any($1) order by kind",
    [[ours.payment_intent, "pi_stray"]],
  );
  expect(rows).toEqual([
    { kind: "refund_found", subject: ours.payment_intent },
    { kind: "unknown_payment", subject: "pi_stray" },
  ]);
});

test("deletes the customer at Stripe on account deletion, cancels pending payments, and retains paid invoices", async () => {
  const { me } = await begin("good");
  const before = stripe.customers.size;
  const ctx = server.ctx();
  await server.pool.query(`delete from identity."user" where id = $1`, [me.id]);
  await forgetAccount(ctx, me.id);
  await forgetAccount(ctx, me.id);
  expect(stripe.customers.size).toBe(before - 1);
  const { rows } = await server.pool.query(
    `select status, (select count(*)::int from billing.subscriptions where person_id = $1) as subscriptions from billing.invoices where account_id = $1`,
    [me.id],
  );
  expect(rows).toEqual([{ status: "paid", subscriptions: 0 }]);
  const waiting = await begin("confirms");
  await server.pool.query(`delete from identity."user" where id = $1`, [waiting.me.id]);
  const intent = await intentOf(waiting.me);
  await forgetAccount(ctx, waiting.me.id);
  expect(() => stripe.answer(intent, true)).toThrow("canceled");
});

describe("a dispute at Stripe", () => {
  const sendEvents = async () => {
    for (const { payload } of stripe.events.splice(0)) expect((await post(payload)).status).toBe(200);
  };
  const statusOf = async (me: TestPerson) => (await subscriptionOf(server, me))?.status ?? null;

  test("stops renewals when it is opened, and ends access when the bank decides for the person", async () => {
    const { me } = await begin("good");
    stripe.events.splice(0);
    const intent = await intentOf(me);
    const ref = stripe.dispute(intent, "needs_response");
    await sendEvents();
    await expect.poll(() => statusOf(me), { timeout: 60_000 }).toBe("non_renewing");
    const { rows } = await server.pool.query(
      "select status, amount, due_at > now() as has_deadline from billing.disputes where ref = $1",
      [ref],
    );
    expect(rows).toEqual([{ status: "open", amount: 1499, has_deadline: true }]);
    stripe.dispute(intent, "lost");
    await sendEvents();
    await expect.poll(() => statusOf(me), { timeout: 60_000 }).toBe("canceled");
  });

  test("changes nothing any more once it is won or was only a warning", async () => {
    for (const decision of ["won", "warning_closed"] as const) {
      const { me, answer } = await begin("good");
      stripe.events.splice(0);
      const intent = await intentOf(me);
      const ref = stripe.dispute(intent, "warning_needs_response");
      stripe.dispute(intent, decision);
      await sendEvents();
      await expect
        .poll(
          async () =>
            (await server.pool.query("select status from billing.disputes where ref = $1", [ref])).rows,
          { timeout: 60_000 },
        )
        .toEqual([{ status: "won" }]);
      expect(await statusOf(me)).not.toBe("canceled");
      expect(answer.errors).toEqual([]);
    }
  });
});

test("sends Stripe only parameters that it knows", () => expect(stripe.faults).toEqual([]));
