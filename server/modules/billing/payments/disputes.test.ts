import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { runDue } from "../billing-cycle/runner.ts";
import type { ProviderEvent } from "../ports.ts";
import { saveTestDispute } from "../providers/eightcount/disputes.ts";
import { reconcile, reconcileJob } from "../reconciliation/reconciliation.ts";
import { subscribeAs, subscriptionOf } from "../testing.ts";
import { applyProviderEvent } from "./provider-events.ts";
import { receiveEvent } from "./webhooks.ts";

/** Its own server, and so its own clock. */
let server: TestServer;
let admin: TestPerson;
let aheadMs = 0;
const dayMs = 86_400_000;
const now = () => new Date(Date.now() + aheadMs);
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now } });
  admin = await server.member({ role: "admin" });
});
afterAll(() => server?.stop());

const begin = async () => {
  const me = await server.anonymous();
  const { data } = await subscribeAs(server, me, { withoutTrial: true });
  const { rows } = await server.pool.query<{ id: string; ref: string; invoiceId: string }>(
    `select id, provider_ref as ref, invoice_id as "invoiceId" from billing.payments where account_id = $1`,
    [me.id],
  );
  return { me, id: data!.subscriptionCreateV2.id, payment: rows[0]! };
};
type Bank = "open" | "won" | "lost";
/** What the bank decides, before the provider's webhook says so. */
const decide = (paymentRef: string, ref: string, status: Bank) =>
  saveTestDispute(server.ctx().db, {
    ref,
    paymentRef,
    reason: "fraudulent",
    status,
    dueAt: new Date(now().getTime() + 7 * dayMs),
    now: now(),
  });
const send = async (about: Partial<ProviderEvent>) => {
  const event = { provider: "eightcount", eventId: randomUUID() } as const;
  const whole = { ...event, type: "test", kind: "other", ref: null, key: null, ...about } as const;
  await server.ctx().transact((tx) => receiveEvent(tx, whole));
  await applyProviderEvent(server.ctx(), event);
};
const dispute = async (paymentRef: string, ref: string, status: Bank) => {
  await decide(paymentRef, ref, status);
  await send({ disputeRef: ref });
};
const code = async (as: TestPerson, mutation: string) => {
  const { errors } = await server.graphql(`mutation { ${mutation} }`, {}, { as });
  return errors[0]?.extensions.code ?? null;
};
const refund = (invoiceId: string, { amountInCents = 1499 } = {}) =>
  code(
    admin,
    `invoiceRefund(id: "${invoiceId}", amountInCents: ${amountInCents}, reason: "Asked for",
      idempotencyKey: "${randomUUID()}") { id }`,
  );
interface Cases {
  readonly disputes: { id: string; status: string; dueAt: string | null; member: { id: string } | null }[];
  readonly failedRefunds: { id: string; amount: number; failure: string | null }[];
  readonly differences: {
    id: string;
    kind: string;
    subject: string;
    closedAt: string | null;
    note: string | null;
  }[];
}
const cases = async (): Promise<Cases> => {
  const { data } = await server.graphql<{ moneyOverview: Cases }>(
    `{ moneyOverview(days: 30) { disputes { id status dueAt member { id } } failedRefunds { id amount failure }
       differences { id kind subject closedAt note } } }`,
    {},
    { as: admin },
  );
  return data!.moneyOverview;
};
const refundedOf = async (invoiceId: string) =>
  (
    await server.pool.query<{ refunded: number }>(
      "select amount_refunded as refunded from billing.invoices where id = $1",
      [invoiceId],
    )
  ).rows[0]!.refunded;

describe("an open dispute", () => {
  test("stops renewals and refunds, keeps the paid term, and shows its deadline to staff", async () => {
    const { me, id, payment } = await begin();
    const ref = `dp_${randomUUID()}`;
    await dispute(payment.ref, ref, "open");
    expect(await subscriptionOf(server, me)).toMatchObject({ status: "non_renewing" });
    expect(await refund(payment.invoiceId)).toBe("BAD_INPUT");
    expect(await code(me, `subscriptionUndoCancel(id: "${id}") { id }`)).toBe("ILLEGAL_TRANSITION");
    expect((await cases()).disputes.find((one) => one.id === ref)).toMatchObject({
      status: "open",
      dueAt: expect.any(String),
      member: { id: me.id },
    });
    // The same webhook again changes nothing.
    await send({ disputeRef: ref });
    aheadMs += 40 * dayMs;
    await runDue(server.ctx(), { untilMs: 60_000 });
    expect(await subscriptionOf(server, me)).toMatchObject({ status: "canceled" });
  });

  test("that is won makes refunds and renewals possible again", async () => {
    const { me, id, payment } = await begin();
    const ref = `dp_${randomUUID()}`;
    await dispute(payment.ref, ref, "open");
    await dispute(payment.ref, ref, "won");
    expect(await code(me, `subscriptionUndoCancel(id: "${id}") { id }`)).toBeNull();
    expect(await refund(payment.invoiceId)).toBeNull();
    // Late news about the opening doesn't count any more.
    await decide(payment.ref, ref, "open");
    await send({ disputeRef: ref });
    expect(await subscriptionOf(server, me)).toMatchObject({ status: "active" });
  });

  test("that is lost ends the subscription, and leaves nothing to refund", async () => {
    const { me, payment } = await begin();
    const ref = `dp_${randomUUID()}`;
    await dispute(payment.ref, ref, "open");
    await dispute(payment.ref, ref, "lost");
    expect(await subscriptionOf(server, me)).toMatchObject({ status: "canceled" });
    expect(await refund(payment.invoiceId)).toBe("BAD_INPUT");
  });

  test("is handled like the first, if another one of the charge was won before", async () => {
    const { me, id, payment } = await begin();
    const [first, second] = [`dp_${randomUUID()}`, `dp_${randomUUID()}`];
    await dispute(payment.ref, first, "open");
    await dispute(payment.ref, first, "won");
    expect(await code(me, `subscriptionUndoCancel(id: "${id}") { id }`)).toBeNull();
    await dispute(payment.ref, second, "open");
    expect(await subscriptionOf(server, me)).toMatchObject({ status: "non_renewing" });
    expect(await refund(payment.invoiceId)).toBe("BAD_INPUT");
    expect((await cases()).disputes.find((one) => one.id === second)).toMatchObject({ status: "open" });
    await dispute(payment.ref, second, "lost");
    expect(await subscriptionOf(server, me)).toMatchObject({ status: "canceled" });
  });

  test("that is lost after a partial refund takes no more than the rest", async () => {
    const { payment } = await begin();
    expect(await refund(payment.invoiceId, { amountInCents: 500 })).toBeNull();
    const ref = `dp_${randomUUID()}`;
    await dispute(payment.ref, ref, "open");
    expect(await refund(payment.invoiceId, { amountInCents: 1 })).toBe("BAD_INPUT");
    await dispute(payment.ref, ref, "lost");
    expect(await refund(payment.invoiceId, { amountInCents: 1 })).toBe("BAD_INPUT");
    const { rows } = await server.pool.query(
      "select reason, amount from billing.credit_notes where invoice_id = $1 order by issued_at, number",
      [payment.invoiceId],
    );
    expect(rows).toEqual([
      { reason: "refund", amount: 500 },
      { reason: "dispute_lost", amount: 999 },
    ]);
  });

  test("that is won after a partial refund lets the rest be refunded", async () => {
    const { payment } = await begin();
    expect(await refund(payment.invoiceId, { amountInCents: 500 })).toBeNull();
    const ref = `dp_${randomUUID()}`;
    await dispute(payment.ref, ref, "open");
    await dispute(payment.ref, ref, "won");
    expect(await refund(payment.invoiceId, { amountInCents: 1000 })).toBe("BAD_INPUT");
    expect(await refund(payment.invoiceId, { amountInCents: 999 })).toBeNull();
    expect(await refundedOf(payment.invoiceId)).toBe(1499);
  });

  test("is found by the nightly comparison, if its webhook was lost", async () => {
    const { me, payment } = await begin();
    const ref = `dp_${randomUUID()}`;
    await decide(payment.ref, ref, "open");
    const gateway = server.ctx().ports.gateways.of("eightcount");
    const night = () =>
      reconcile(server.ctx(), gateway, new Date(now().getTime() - dayMs), new Date(now().getTime() + 1000));
    await night();
    expect(await subscriptionOf(server, me)).toMatchObject({ status: "non_renewing" });
    aheadMs += 20 * dayMs;
    await decide(payment.ref, ref, "lost");
    await night();
    expect(await subscriptionOf(server, me)).toMatchObject({ status: "canceled" });
  });
});

describe("a refund that failed", () => {
  const refundIdOf = async (invoiceId: string) =>
    (
      await server.pool.query<{ id: string }>("select id from billing.refunds where invoice_id = $1", [
        invoiceId,
      ])
    ).rows[0]!.id;

  test("isn't counted by the invoice, is shown to staff and can be repeated", async () => {
    const { payment } = await begin();
    expect(await refund(payment.invoiceId)).toBeNull();
    expect(await refundedOf(payment.invoiceId)).toBe(1499);
    const refundId = await refundIdOf(payment.invoiceId);
    await send({ kind: "refund_failed", ref: payment.ref, refundKey: refundId });
    expect(await refundedOf(payment.invoiceId)).toBe(0);
    expect((await cases()).failedRefunds.find((one) => one.id === refundId)).toMatchObject({ amount: 1499 });
    expect(await code(admin, `refundRetry(id: "${refundId}")`)).toBeNull();
    expect(await code(admin, `refundRetry(id: "${refundId}")`)).toBeNull();
    expect(await refundedOf(payment.invoiceId)).toBe(1499);
    expect((await cases()).failedRefunds.some((one) => one.id === refundId)).toBe(false);
  });

  test("isn't repeated once the money was refunded otherwise", async () => {
    const { payment } = await begin();
    await refund(payment.invoiceId);
    const refundId = await refundIdOf(payment.invoiceId);
    await send({ kind: "refund_failed", ref: payment.ref, refundKey: refundId });
    await refund(payment.invoiceId);
    expect(await code(admin, `refundRetry(id: "${refundId}")`)).toBe("BAD_INPUT");
  });
});

describe("the nightly comparison", () => {
  const night = (days = 200) =>
    reconcile(
      server.ctx(),
      server.ctx().ports.gateways.of("eightcount"),
      new Date(now().getTime() - days * dayMs),
      new Date(now().getTime() + 1000),
    );

  test("says nothing about a refund that is under way", async () => {
    const { payment } = await begin();
    await refund(payment.invoiceId);
    await night();
    expect((await cases()).differences.some(({ subject }) => subject === payment.ref)).toBe(false);
  });

  test("books a refund that was made at the provider, and staff close the difference with a note", async () => {
    const { payment } = await begin();
    await server.pool.query("update billing.test_payments set refunded = 500 where ref = $1", [payment.ref]);
    await night();
    expect(await refundedOf(payment.invoiceId)).toBe(500);
    const found = (await cases()).differences.find(({ subject }) => subject === payment.ref)!;
    expect(found).toMatchObject({ kind: "refund_found", closedAt: null });
    const close = (note: string) => code(admin, `differenceClose(id: "${found.id}", note: "${note}")`);
    expect(await close(" ")).toBe("BAD_INPUT");
    expect(await close("Refunded by phone")).toBeNull();
    expect((await cases()).differences.find(({ id }) => id === found.id)).toMatchObject({
      closedAt: expect.any(String),
      note: "Refunded by phone",
    });
    await night();
    expect((await cases()).differences.filter(({ subject }) => subject === payment.ref)).toHaveLength(1);
  });

  test("doesn't report again what staff closed, unless it changes", async () => {
    const { payment } = await begin();
    const holds = (amount: number) =>
      server.pool.query("update billing.test_payments set amount = $2 where ref = $1", [payment.ref, amount]);
    const reported = async () => (await cases()).differences.filter(({ subject }) => subject === payment.ref);
    await holds(1600);
    await night();
    const [found] = await reported();
    expect(
      await code(admin, `differenceClose(id: "${found!.id}", note: "A rounding at the bank")`),
    ).toBeNull();
    await night();
    expect(await reported()).toHaveLength(1);
    await holds(1700);
    await night();
    expect(await reported()).toHaveLength(2);
  });

  test("finds last month's refund of an old payment, though no worker ran since", async () => {
    const { payment } = await begin();
    const run = () => reconcileJob.run(server.ctx(), {}, {} as never);
    await run();
    aheadMs += 40 * dayMs;
    await server.pool.query(
      "update billing.test_payments set refunded = 500, refunded_at = $2 where ref = $1",
      [payment.ref, new Date(now().getTime() - 30 * dayMs)],
    );
    await run();
    expect(await refundedOf(payment.invoiceId)).toBe(500);
    expect((await cases()).differences.find(({ subject }) => subject === payment.ref)).toMatchObject({
      kind: "refund_found",
    });
  });
});
