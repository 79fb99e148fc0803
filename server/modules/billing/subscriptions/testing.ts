import { afterAll, beforeAll } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { shown, subscribeAs } from "../testing.ts";
import type { CheckoutVariables, SubscriptionShown } from "../testing.ts";

export let server: TestServer;
export let admin: TestPerson;
export const details = `${shown} nextAmount resumesAt nextPlan { id } dunning { amount retryAt } paymentMethod { type brand last4 } cancelOffers withdrawableUntil`;
export type Shown = SubscriptionShown & {
  nextAmount: number | null;
  resumesAt: string | null;
  nextPlan: { id: string } | null;
  cancelOffers: string[];
  withdrawableUntil: string | null;
  paymentMethod: { type: string; last4: string } | null;
};
export const begin = async (given: CheckoutVariables = {}) => {
  const me = await server.anonymous();
  const { data } = await subscribeAs(server, me, given);
  return { me, id: data!.subscriptionCreateV2.id, begun: data!.subscriptionCreateV2 };
};
export const call = async (as: TestPerson, name: string, args: string) => {
  const { data, errors } = await server.graphql<Record<string, Shown>>(
    `mutation { ${name}(${args}) { ${details} } }`,
    {},
    { as },
  );
  return errors[0]?.extensions.code ?? data![name]!;
};
export const days = (count: number) =>
  server.graphql("mutation ($days: Int!) { advanceTestClock(days: $days) }", { days: count }, { as: admin });
export const paidBy = async (accountId: string) =>
  (
    (
      await server.pool.query(
        "select amount from billing.test_payments where account_id = $1 and status = 'succeeded' and amount > 0 order by created_at",
        [accountId],
      )
    ).rows as { amount: number }[]
  ).map(({ amount }) => amount);
/** Starts a server with an admin, and ends it after the tests of a file. */
export function startBilling(): void {
  beforeAll(async () => {
    server = await startTestServer({ roles: "api" });
    admin = await server.member({ role: "admin" });
  });
  afterAll(() => server?.stop());
}
