import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { runDue } from "../billing-cycle/runner.ts";
import { subscribeAs } from "../testing.ts";

/** Its own server, and so its own clock. */
let server: TestServer;
let aheadMs = 0;
const dayMs = 86_400_000;
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now: () => new Date(Date.now() + aheadMs) } });
});
afterAll(() => server?.stop());

const coupon = async (more = "null") => {
  const id = `C${randomUUID().slice(0, 8).toUpperCase()}`;
  await server.pool.query(
    `insert into billing.coupons (id, discount_type, basis_points, duration, plan_ids) values ($1, 'percentage', 5000, 'one_time', ${more})`,
    [id],
  );
  return id;
};
const begin = async () => {
  const me = await server.anonymous();
  const { data } = await subscribeAs(server, me, { withoutTrial: true });
  return { me, id: data!.subscriptionCreateV2.id };
};
const redeem = async (me: TestPerson, id: string, code: string) => {
  const { data, errors } = await server.graphql<{
    subscriptionRedeemCoupon: { nextAmount: number; coupons: { id: string }[] };
  }>(
    `mutation { subscriptionRedeemCoupon(id: "${id}", couponId: "${code}") { nextAmount coupons { id } } }`,
    {},
    { as: me },
  );
  return data?.subscriptionRedeemCoupon ?? errors[0]!.extensions;
};

test("reduces the next invoice of a running subscription, once", async () => {
  const { me, id } = await begin();
  const code = await coupon();
  expect(await redeem(me, id, code.toLowerCase())).toMatchObject({
    nextAmount: 749,
    coupons: [{ id: code }],
  });
  expect(await redeem(me, id, code)).toMatchObject({ nextAmount: 749 });
  for (let day = 0; day < 64; day += 1) {
    aheadMs += dayMs;
    await runDue(server.ctx(), { untilMs: 60_000 });
  }
  const { rows } = await server.pool.query(
    "select amount_paid as paid from billing.invoices where account_id = $1 order by issued_at",
    [me.id],
  );
  expect(rows.map(({ paid }) => paid as number)).toEqual([1499, 749, 1499]);
  expect(await redeem(me, id, code)).toMatchObject({ code: "COUPON_EXHAUSTED" });
});

test("refuses unknown codes, other plans, other accounts and a canceled subscription", async () => {
  const { me, id } = await begin();
  expect(await redeem(me, id, "NOTHING")).toMatchObject({ code: "COUPON_UNKNOWN" });
  const elsewhere = await coupon("array['basic-monthly']");
  expect(await redeem(me, id, elsewhere)).toMatchObject({ code: "COUPON_NOT_APPLICABLE" });
  expect(await redeem(await server.anonymous(), id, "NOTHING")).toMatchObject({ code: "NOT_FOUND" });
  await server.graphql(
    `mutation { subscriptionCancel(id: "${id}", atPeriodEnd: true) { id } }`,
    {},
    { as: me },
  );
  expect(await redeem(me, id, await coupon())).toMatchObject({ code: "ILLEGAL_TRANSITION" });
});

test("refuses guesses past the limit", async () => {
  const { me, id } = await begin();
  const outcomes = [];
  for (let n = 0; n < 21; n += 1)
    outcomes.push(((await redeem(me, id, `GUESS${n}`)) as { code: string }).code);
  expect(outcomes.at(-1)).toBe("RATE_LIMITED");
});
