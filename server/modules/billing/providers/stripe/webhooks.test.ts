import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { TestPerson } from "../../../../testing/harness.ts";
import { webhookSecret } from "../../../../testing/stripe-server.ts";
import { subscriptionOf } from "../../testing.ts";
import { stripe, server, signer, post, begin, intentOf, startWithStripe } from "./testing.ts";

startWithStripe();

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
    "leaves no wrong state in 60 rounds of duplicate and reordered events",
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
      for (let round = 0; round < 60; round += 1) {
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

test("shows a bank's fraud warning once, as long as the payment isn't paid back", async () => {
  const { me } = await begin("good");
  const intent = await intentOf(me);
  const warn = async (payment: string) => {
    const object = {
      id: `issfr_${randomUUID()}`,
      object: "radar.early_fraud_warning",
      payment_intent: payment,
    };
    const type = "radar.early_fraud_warning.created";
    const event = { id: `evt_${randomUUID()}`, object: "event", type, data: { object } };
    expect((await post(JSON.stringify(event))).status).toBe(200);
  };
  const applied = async () =>
    (
      await server.pool.query(
        "select count(*)::int as open from billing.webhook_events where applied_at is null",
      )
    ).rows[0].open as number;
  await Promise.all([intent, intent, intent, "pi_of_another_program"].map(warn));
  await expect.poll(applied, { timeout: 60_000 }).toBe(0);
  const { rows } = await server.pool.query(
    `select provider_ref as payment, (details ->> 'amount')::int as amount
     from billing.differences join billing.payments on payments.id::text = subject where differences.kind = 'fraud_warning'`,
  );
  expect(rows).toEqual([{ payment: intent, amount: 1499 }]);
  const { me: other } = await begin("good");
  const refunded = await intentOf(other);
  stripe.refundInDashboard(refunded, 1499);
  for (const { payload } of stripe.events.splice(0)) await post(payload);
  await expect.poll(applied, { timeout: 60_000 }).toBe(0);
  await warn(refunded);
  await expect.poll(applied, { timeout: 60_000 }).toBe(0);
  const { rowCount } = await server.pool.query(
    "select from billing.differences where kind = 'fraud_warning'",
  );
  expect(rowCount).toBe(1);
});

describe("a dispute at Stripe", () => {
  const sendEvents = async () => {
    for (const { payload } of stripe.events.splice(0)) expect((await post(payload)).status).toBe(200);
  };
  const statusOf = async (me: TestPerson) => (await subscriptionOf(server, me))?.status ?? null;

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
