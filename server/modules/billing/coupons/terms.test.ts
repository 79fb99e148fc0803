import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { runDue } from "../billing-cycle/runner.ts";
import { cards, cardToken, subscribeAs } from "../testing.ts";
import type { CheckoutVariables } from "../testing.ts";

/** Its own server, and so its own clock. */
let server: TestServer;
let aheadMs = 0;
const secondMs = 1000;
const dayMs = 86_400 * secondMs;
beforeAll(async () => {
  server = await startTestServer({
    roles: "api",
    clock: { now: () => new Date(Date.now() + aheadMs) },
  });
  await server.pool.query(
    `insert into billing.coupons (id, discount_type, basis_points, duration, duration_months)
     values ('QUARTER', 'percentage', 5000, 'limited_period', 3), ('ONCE', 'percentage', 5000, 'one_time', null)`,
  );
});
afterAll(() => server?.stop());

const begin = async (given: CheckoutVariables = {}) => {
  const me = await server.anonymous();
  const { data } = await subscribeAs(server, me, { couponIds: ["QUARTER"], ...given });
  return { me, id: data!.subscriptionCreateV2.id };
};
/** Lets the worker come `lateSeconds` after the next due step. */
const nextStep = async (id: string, lateSeconds: number) => {
  const { rows } = await server.pool.query<{ dueAt: Date }>(
    `select due_at as "dueAt" from billing.subscriptions where id = $1`,
    [id],
  );
  aheadMs = rows[0]!.dueAt.getTime() - Date.now() + lateSeconds * secondMs;
  await runDue(server.ctx(), { untilMs: 60_000 });
};
const send = async (as: TestPerson, mutation: string, args: string) => {
  const { errors } = await server.graphql(`mutation { ${mutation}(${args}) { id } }`, {}, { as });
  return errors[0]?.extensions.code ?? null;
};
/** Discounts of paid invoices, oldest first. */
const discountsOf = async (accountId: string): Promise<number[]> =>
  (
    await server.pool.query<{ off: number }>(
      `select discounts_total as off from billing.invoices where account_id = $1 and status = 'paid' order by issued_at`,
      [accountId],
    )
  ).rows.map(({ off }) => off);

describe("a discount for three months", () => {
  test("is given three times, however late the worker comes", async () => {
    const { me, id } = await begin();
    for (const late of [45, 5, 30, 5, 50]) {
      await nextStep(id, late);
      // Trial reminders are due steps as well.
      while ((await discountsOf(me.id)).length === 0) await nextStep(id, late);
    }
    expect((await discountsOf(me.id)).slice(0, 5)).toEqual([750, 750, 750, 0, 0]);
  });

  test("is given three times across a payment that is retried for days", async () => {
    const { me, id } = await begin({ withoutTrial: true });
    await send(
      me,
      "subscriptionUpdatePaymentMethod",
      `id: "${id}", gateway: { provider: eightcount, token: "${await cardToken(server, cards.failsLater)}" }, paymentMethodType: card`,
    );
    await nextStep(id, 5);
    expect(await discountsOf(me.id)).toEqual([750]);
    aheadMs += 2 * dayMs;
    await send(
      me,
      "subscriptionUpdatePaymentMethod",
      `id: "${id}", gateway: { provider: eightcount, token: "${await cardToken(server)}" }, paymentMethodType: card`,
    );
    for (const late of [5, 50, 5]) await nextStep(id, late);
    expect(await discountsOf(me.id)).toEqual([750, 750, 750, 0, 0]);
  });

  test("is given three times around a pause", async () => {
    const { me, id } = await begin({ withoutTrial: true });
    await nextStep(id, 5);
    aheadMs += 10 * dayMs;
    expect(await send(me, "subscriptionPause", `id: "${id}", months: 3`)).toBeNull();
    for (let step = 0; step < 4; step += 1) await nextStep(id, 5);
    expect(await discountsOf(me.id)).toEqual([750, 750, 750, 0, 0]);
  });

  test("lasts one year of a yearly plan", async () => {
    const { me, id } = await begin({ withoutTrial: true, planId: "premium-yearly" });
    await nextStep(id, 5);
    while ((await discountsOf(me.id)).length < 2) await nextStep(id, 5);
    expect(await discountsOf(me.id)).toEqual([5950, 0]);
  });

  test("isn't used up by a plan change within the month", async () => {
    const { me, id } = await begin({ withoutTrial: true, planId: "basic-monthly" });
    aheadMs += 10 * dayMs;
    expect(await send(me, "subscriptionChangePlan", `id: "${id}", planId: "premium-monthly"`)).toBeNull();
    for (let step = 0; step < 3; step += 1) await nextStep(id, 5);
    const discounts = await discountsOf(me.id);
    expect(discounts[1]).toBeGreaterThan(0);
    expect(discounts.filter((_off, at) => at !== 1)).toEqual([400, 750, 750, 0]);
  });
});

test("a coupon for one payment is given once", async () => {
  const { me, id } = await begin({ withoutTrial: true, couponIds: ["ONCE"] });
  await nextStep(id, 5);
  expect(await discountsOf(me.id)).toEqual([750, 0]);
});
