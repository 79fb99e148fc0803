import { afterAll, beforeAll, expect } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { subscribeAs } from "../testing.ts";

let aheadMs = 0;
/** Sets the clock ahead of the real one. */
export const setAhead = (ms: number): void => {
  aheadMs = ms;
};
export let server: TestServer;
export let admin: TestPerson;
interface Shown {
  readonly id: string;
  readonly state: string;
  readonly redeemBy: string | null;
  readonly redemptionsUsed: number;
  readonly redemptionsLeft: number | null;
}
const shown = `id discountType basisPoints amounts { currencyCode amount } duration months planIds state redeemBy
  redemptionsUsed redemptionsLeft`;
export const quarter = {
  code: "QUARTER",
  discountType: "percentage",
  basisPoints: 2500,
  duration: "one_time",
};
const documents = {
  create: `mutation ($input: CouponInput!) { coupon: couponCreate(input: $input) { ${shown} } }`,
  limits: `mutation ($id: ID!, $redeemBy: DateTime, $maxRedemptions: Int) {
    coupon: couponLimitsSet(id: $id, redeemBy: $redeemBy, maxRedemptions: $maxRedemptions) { ${shown} } }`,
  archive: `mutation ($id: ID!) { coupon: couponArchive(id: $id) { ${shown} } }`,
  restore: `mutation ($id: ID!) { coupon: couponRestore(id: $id) { ${shown} } }`,
};
export const ask = (act: keyof typeof documents, variables: object, as = admin) =>
  server.graphql<{ coupon: Shown }>(documents[act], variables, { as });
/** Runs an operation that must succeed. */
export async function done(act: keyof typeof documents, variables: object): Promise<Shown> {
  const { data, errors } = await ask(act, variables);
  expect(errors).toEqual([]);
  return data!.coupon;
}
export const make = (input: object) => done("create", { input: { ...quarter, ...input } });
export const refusalOf = ({ errors }: { errors: readonly { extensions: object }[] }) => errors[0]?.extensions;
export const list = async (pagination: object, as = admin) =>
  server.graphql<{ studioCoupons: { items: Shown[]; nextCursor: string | null } }>(
    `query ($pagination: Pagination) { studioCoupons(pagination: $pagination) { nextCursor items { id basisPoints state redeemBy redemptionsUsed redemptionsLeft } } }`,
    { pagination },
    { as },
  );
export async function found(id: string): Promise<Shown | undefined> {
  const { data, errors } = await list({ first: 100 });
  expect(errors).toEqual([]);
  return data!.studioCoupons.items.find((coupon) => coupon.id === id);
}
export async function estimate(couponId: string, given: { planId?: string; countryCode?: string } = {}) {
  const { data, errors } = await server.graphql<{ checkoutEstimate: object }>(
    `query ($planInfo: PlanInfo!, $couponId: String) { checkoutEstimate(planInfo: $planInfo, couponId: $couponId, withoutTrial: true) {
      renewalTotal invoiceEstimate { discountsTotal total amountDue } } }`,
    { planInfo: { planId: "premium-monthly", countryCode: "JP", ...given }, couponId },
    { as: await server.anonymous() },
  );
  return data?.checkoutEstimate ?? errors[0]?.extensions["code"];
}
export async function take(couponId: string, given: { token?: string } = {}) {
  const { data, errors } = await subscribeAs(server, await server.anonymous(), {
    couponIds: [couponId],
    withoutTrial: true,
    ...given,
  });
  return data?.subscriptionCreateV2.status ?? errors[0]?.extensions.code;
}
/** Starts a server with an admin and a clock of its own, and ends it after the tests of a file. */
export function startCouponEditing(): void {
  beforeAll(async () => {
    server = await startTestServer({
      roles: "api",
      clock: { now: () => new Date(Date.now() + aheadMs) },
    });
    admin = await server.member({ role: "admin" });
  });
  afterAll(() => server?.stop());
}
