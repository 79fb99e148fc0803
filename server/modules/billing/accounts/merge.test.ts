import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mergePeople } from "../../../app/merge.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { startStripeServer, stripeSettings } from "../../../testing/stripe-server.ts";
import type { StripeServer } from "../../../testing/stripe-server.ts";
import { runDue } from "../billing-cycle/runner.ts";
import { cards, cardToken, subscribeAs, subscriptionOf } from "../testing.ts";
import type { HeldSubscription } from "../held-ports.ts";
import { prepareTakeover, readHeldSubscription } from "../takeovers/takeovers.ts";
import { forgetAccount } from "./deletion.ts";

let stripe: StripeServer;
let server: TestServer;
let aheadMs = 0;
beforeAll(async () => {
  stripe = await startStripeServer();
  server = await startTestServer({
    roles: "api",
    clock: { now: () => new Date(Date.now() + aheadMs) },
    env: stripeSettings(stripe.url),
  });
});
afterAll(async () => {
  await server?.stop();
  await stripe?.stop();
});

const subscribe = async (me: TestPerson, given: object = {}) => {
  const token = `pm_good_${randomUUID().slice(0, 8)}`;
  const { data, errors } = await subscribeAs(server, me, {
    provider: "stripe",
    token,
    withoutTrial: true,
    ...given,
  });
  expect(errors).toEqual([]);
  return data!.subscriptionCreateV2.id;
};

test("charges a guest's card under the guest's customer after the merge, and deletes both customers", async () => {
  const before = stripe.customers.size;
  const member = await server.member();
  const ended = await subscribe(member);
  await server.graphql(
    `mutation { subscriptionCancel(id: "${ended}", atPeriodEnd: false) { id } }`,
    {},
    { as: member },
  );
  const guest = await server.anonymous();
  const id = await subscribe(guest);
  await mergePeople(server.ctx(), { from: guest.id, into: member.id });
  aheadMs += 32 * 86_400_000;
  await runDue(server.ctx(), { untilMs: 60_000 });
  expect(await subscriptionOf(server, member)).toMatchObject({ id, status: "active" });
  const { rows } = await server.pool.query(
    "select status from billing.payments where subscription_id = $1 and purpose = 'renewal'",
    [id],
  );
  expect(rows).toEqual([{ status: "succeeded" }]);
  expect(stripe.faults).toEqual([]);
  await server.pool.query(`delete from identity."user" where id = $1`, [member.id]);
  await forgetAccount(server.ctx(), member.id);
  expect(stripe.customers.size).toBe(before);
});

test("waits while a subscription at Stripe is being taken over", async () => {
  aheadMs = 0;
  const [member, guest] = [await server.member(), await server.anonymous()];
  const ctx = server.ctx();
  const refs = { subscription: stripe.subscriptions.add().id, customer: null };
  const held = (await readHeldSubscription(ctx, refs)) as HeldSubscription;
  const order = { accountId: member.id, provider: "stripe", planId: "standard-monthly", held } as const;
  const id = await ctx.transact((tx) => prepareTakeover(tx, { ...order, staffId: member.id }));
  await subscribe(guest);
  const people = { from: guest.id, into: member.id };
  await expect(mergePeople(ctx, people)).rejects.toMatchObject({ code: "IN_PROGRESS" });
  await expect(mergePeople(ctx, { from: member.id, into: guest.id })).rejects.toMatchObject({
    code: "IN_PROGRESS",
  });
  const { rows } = await server.pool.query("select status from billing.subscriptions where id = $1", [id]);
  expect(rows).toEqual([{ status: "pending" }]);
});

describe("with test payments", () => {
  let plain: TestServer;
  beforeAll(async () => {
    plain = await startTestServer({ roles: "api" });
  });
  afterAll(() => plain?.stop());

  test("credits the tax with the unused time of a subscription that yields to another", async () => {
    const member = await plain.member();
    await subscribeAs(plain, member, { withoutTrial: true });
    const guest = await plain.anonymous();
    const address = { countryCode: "CA", postcode: "M5V 3L9" };
    const { errors } = await subscribeAs(plain, guest, {
      withoutTrial: true,
      planId: "premium-yearly",
      ...address,
      token: await cardToken(plain, cards.ofCanada, undefined, address),
    });
    expect(errors).toEqual([]);
    const { rows: paid } = await plain.pool.query<{ paid: number; tax: number }>(
      "select amount_paid as paid, tax_total as tax from billing.invoices where account_id = $1",
      [guest.id],
    );
    expect(paid[0]!.tax).toBeGreaterThan(0);
    await mergePeople(plain.ctx(), { from: guest.id, into: member.id });
    const { rows } = await plain.pool.query("select amount from billing.credits where account_id = $1", [
      member.id,
    ]);
    expect(rows).toEqual([{ amount: paid[0]!.paid }]);
  });
});
