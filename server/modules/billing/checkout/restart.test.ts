import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { runDue } from "../billing-cycle/runner.ts";
import { cards, cardToken, subscribeAs, subscriptionOf } from "../testing.ts";
import type { CheckoutVariables } from "../testing.ts";

/** Its own server, and so its own clock. */
let server: TestServer;
let aheadMs = 0;
const dayMs = 86_400_000;
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now: () => new Date(Date.now() + aheadMs) } });
});
afterAll(() => server?.stop());

const begin = async (given: CheckoutVariables = {}) => {
  const me = await server.anonymous();
  const { data } = await subscribeAs(server, me, { withoutTrial: true, ...given });
  return { me, id: data!.subscriptionCreateV2.id };
};
const send = async (as: TestPerson, mutation: string) => {
  const { data, errors } = await server.graphql<Record<string, { id: string; status: string }>>(
    `mutation { ${mutation} { id status } }`,
    {},
    { as },
  );
  return data ? Object.values(data)[0]! : errors[0]!.extensions;
};
interface Offer {
  amountDue: number;
  consentVersion: string | null;
  plan: { id: string };
  paymentMethod: { last4: string };
}
const offerOf = async (as: TestPerson): Promise<Offer | null> =>
  (
    await server.graphql<{ me: { primarySubscription: { restart: Offer | null } } }>(
      "{ me { primarySubscription { restart { amountDue consentVersion plan { id } paymentMethod { last4 } } } } }",
      {},
      { as },
    )
  ).data!.me.primarySubscription.restart;
const paidBy = async (me: TestPerson): Promise<number[]> =>
  (
    await server.pool.query<{ amount: number }>(
      "select amount from billing.payments where account_id = $1 and status = 'succeeded' and amount > 0 order by created_at",
      [me.id],
    )
  ).rows.map(({ amount }) => amount);
const cancelNow = (me: TestPerson, id: string) =>
  send(me, `subscriptionCancel(id: "${id}", atPeriodEnd: false)`);
const restart = (me: TestPerson, id: string, amountDue: number, key: string = randomUUID(), more = "") =>
  send(me, `subscriptionRestart(id: "${id}", amountDue: ${amountDue}, idempotencyKey: "${key}"${more})`);
const pass = async (days: number) => {
  for (let day = 0; day < days; day += 1) {
    aheadMs += dayMs;
    await runDue(server.ctx(), { untilMs: 60_000 });
  }
};

describe("restarting an ended subscription", () => {
  test("charges the shown amount once with the stored card, and runs on", async () => {
    const { me, id } = await begin();
    expect(await offerOf(me)).toBeNull();
    await cancelNow(me, id);
    const offer = await offerOf(me);
    expect(offer).toMatchObject({
      amountDue: 1499,
      consentVersion: null,
      plan: { id: "premium-monthly" },
      paymentMethod: { last4: "4242" },
    });
    expect(await restart(me, id, 1)).toMatchObject({ code: "AMOUNT_MISMATCH", amountDue: 1499 });
    const key = randomUUID();
    const [first, again] = await Promise.all([restart(me, id, 1499, key), restart(me, id, 1499, key)]);
    const settled = await restart(me, id, 1499, key);
    expect(settled).toMatchObject({ status: "active" });
    expect([first, again].some((one) => "status" in one && one.status === "active")).toBe(true);
    expect(await restart(me, id, 1499)).toMatchObject({ code: "ILLEGAL_TRANSITION" });
    expect(await paidBy(me)).toEqual([1499, 1499]);
    await pass(32);
    expect(await paidBy(me)).toEqual([1499, 1499, 1499]);
  });

  test("takes credit off, and asks for consent where law wants it", async () => {
    const { me, id } = await begin({ planId: "premium-yearly", countryCode: "DE" });
    await send(me, `subscriptionPause(id: "${id}", months: 1)`);
    await cancelNow(me, id);
    const offer = await offerOf(me);
    expect(offer).toMatchObject({ amountDue: 0, consentVersion: "2026-11" });
    expect(await restart(me, id, 0)).toMatchObject({ code: "BAD_INPUT", field: "consentVersion" });
    expect(await restart(me, id, 0, randomUUID(), ', consentVersion: "2026-11"')).toMatchObject({
      status: "active",
    });
    expect(await paidBy(me)).toEqual([11_900]);
  });

  test("refused by the bank leaves the card and the offer", async () => {
    const { me, id } = await begin({ withoutTrial: false, token: await cardToken(server, cards.failsLater) });
    await cancelNow(me, id);
    expect(await restart(me, id, 1499)).toMatchObject({ code: "CARD_DECLINED" });
    expect(await offerOf(me)).toMatchObject({ amountDue: 1499 });
    expect(await subscriptionOf(server, me)).toMatchObject({ id, status: "canceled" });
  });

  test("isn’t offered with an expired card, nor for another account", async () => {
    const { me, id } = await begin({ token: await cardToken(server, cards.good, [1, 2027]) });
    await cancelNow(me, id);
    expect(await offerOf(me)).not.toBeNull();
    expect(await restart(await server.anonymous(), id, 1499)).toMatchObject({ code: "NOT_FOUND" });
    const before = aheadMs;
    aheadMs = Date.UTC(2027, 1, 1) - Date.now();
    expect(await offerOf(me)).toBeNull();
    aheadMs = before;
  });
});

describe("starting the paid plan before the trial ends", () => {
  const startNow = (me: TestPerson, id: string, amountDue: number) =>
    send(me, `subscriptionStartNow(id: "${id}", amountDue: ${amountDue})`);
  const amountOf = async (as: TestPerson) =>
    (
      await server.graphql<{ me: { primarySubscription: { startNowAmount: number | null } } }>(
        "{ me { primarySubscription { startNowAmount } } }",
        {},
        { as },
      )
    ).data!.me.primarySubscription.startNowAmount;

  test("charges the shown amount once, and the term begins today", async () => {
    const { me, id } = await begin({ withoutTrial: false });
    expect(await amountOf(me)).toBe(1499);
    expect(await startNow(me, id, 1)).toMatchObject({ code: "AMOUNT_MISMATCH", amountDue: 1499 });
    expect(await startNow(me, id, 1499)).toEqual({ id, status: "active" });
    expect(await startNow(me, id, 1499)).toEqual({ id, status: "active" });
    expect(await paidBy(me)).toEqual([1499]);
    expect(await amountOf(me)).toBeNull();
    // Undoing a cancellation doesn't lead back into the trial.
    await send(me, `subscriptionCancel(id: "${id}", atPeriodEnd: true)`);
    expect(await send(me, `subscriptionUndoCancel(id: "${id}")`)).toMatchObject({ status: "active" });
    await pass(25);
    expect(await paidBy(me)).toEqual([1499]);
    await pass(7);
    expect(await paidBy(me)).toEqual([1499, 1499]);
  });

  test("pressed in two tabs at the same moment charges once", async () => {
    const { me, id } = await begin({ withoutTrial: false });
    const both = await Promise.all([startNow(me, id, 1499), startNow(me, id, 1499)]);
    expect(both).toContainEqual({ id, status: "active" });
    for (const one of both)
      if ("code" in one) expect(one).toMatchObject({ code: "IN_PROGRESS", retryAfterSeconds: 2 });
    expect(await startNow(me, id, 1499)).toEqual({ id, status: "active" });
    expect(await paidBy(me)).toEqual([1499]);
  });

  test("isn’t offered once the subscription has ended", async () => {
    const { me, id } = await begin({ withoutTrial: false });
    await cancelNow(me, id);
    expect(await startNow(me, id, 1499)).toMatchObject({ code: "ILLEGAL_TRANSITION" });
    expect(await paidBy(me)).toEqual([]);
  });

  test("refused by the bank leaves the trial, and its end charges as before", async () => {
    const { me, id } = await begin({ withoutTrial: false, token: await cardToken(server, cards.failsLater) });
    expect(await startNow(me, id, 1499)).toMatchObject({ code: "CARD_DECLINED" });
    expect(await subscriptionOf(server, me)).toMatchObject({ status: "in_trial" });
    const { rows } = await server.pool.query(
      "select status from billing.invoices where account_id = $1 and status <> 'voided'",
      [me.id],
    );
    expect(rows).toEqual([]);
  });
});
