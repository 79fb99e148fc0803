import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { subscribeAs } from "../testing.ts";

/** Its own server, and so its own clock. */
let server: TestServer;
let aheadMs = 0;
const dayMs = 86_400_000;
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now: () => new Date(Date.now() + aheadMs) } });
});
afterAll(() => server?.stop());

const entry = "id reason amount currencyCode createdAt invoiceNumber";
interface Credits {
  creditBalances: { currencyCode: string; amount: number }[];
  creditEntries: { nextCursor: string | null; items: { id: string; reason: string; amount: number }[] };
}
const creditsOf = async (as: TestPerson, first = 12, after: string | null = null) =>
  (
    await server.graphql<Credits>(
      `query ($first: Int, $after: String) { creditBalances { currencyCode amount }
        creditEntries(pagination: { first: $first, after: $after }) { nextCursor items { ${entry} } } }`,
      { first, after },
      { as },
    )
  ).data!;
const subscription = async (as: TestPerson) =>
  (
    await server.graphql<{ me: { primarySubscription: { credit: number; pauseCredit: number | null } } }>(
      "{ me { primarySubscription { credit pauseCredit } } }",
      {},
      { as },
    )
  ).data!.me.primarySubscription;

test("lists every entry of credit with why, when and how much, and the balance", async () => {
  const me = await server.anonymous();
  const { data } = await subscribeAs(server, me, { planId: "premium-yearly", withoutTrial: true });
  const { id } = data!.subscriptionCreateV2;
  expect(await creditsOf(me)).toEqual({
    creditBalances: [],
    creditEntries: { nextCursor: null, items: [] },
  });
  aheadMs += 73 * dayMs;
  const { pauseCredit } = await subscription(me);
  expect(pauseCredit).toBeGreaterThan(0);
  await server.graphql(`mutation { subscriptionPause(id: "${id}", months: 1) { id } }`, {}, { as: me });
  expect(await subscription(me)).toEqual({ credit: pauseCredit, pauseCredit: null });
  await server.graphql(`mutation { subscriptionResume(id: "${id}") { id } }`, {}, { as: me });
  expect(await subscription(me)).toMatchObject({ credit: 0 });
  const { creditBalances, creditEntries } = await creditsOf(me);
  expect(creditBalances).toEqual([]);
  expect(creditEntries.items).toMatchObject([
    { reason: "spent", amount: -pauseCredit!, invoiceNumber: expect.stringMatching(/^EC-/) },
    { reason: "paused", amount: pauseCredit, invoiceNumber: null },
  ]);
  const first = await creditsOf(me, 1);
  expect(first.creditEntries.items).toMatchObject([{ reason: "spent" }]);
  const rest = await creditsOf(me, 1, first.creditEntries.nextCursor);
  expect(rest.creditEntries).toMatchObject({ nextCursor: null, items: [{ reason: "paused" }] });
  expect((await creditsOf(await server.anonymous())).creditEntries.items).toEqual([]);
});
