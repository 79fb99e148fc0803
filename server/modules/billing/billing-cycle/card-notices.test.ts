import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { cards, cardToken, subscribeAs } from "../testing.ts";
import { sendCardNotices } from "./card-notices.ts";

/** Its own server, and so its own clock. */
let server: TestServer;
let aheadMs = 0;
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now: () => new Date(Date.now() + aheadMs) } });
});
afterAll(() => server?.stop());

const at = (time: number) => {
  aheadMs = time - Date.now();
};
const noticesTo = async (me: TestPerson): Promise<number> => {
  await Promise.all([sendCardNotices(server.ctx()), sendCardNotices(server.ctx())]);
  const { rows } = await server.pool.query<{ count: number }>(
    `select count(*)::int as count from graphile_worker._private_jobs join graphile_worker._private_tasks on _private_tasks.id = task_id
     where identifier = 'mail.send' and payload ->> 'to' = (select email from identity."user" where id = $1)
       and payload ->> 'subject' = 'Your card expires soon'`,
    [me.id],
  );
  return rows[0]!.count;
};

test("emails 30 and 7 days before the end of the card’s last month, once each", async () => {
  const begin = async () => {
    const me = await server.member();
    const token = await cardToken(server, cards.good, [6, 2032]);
    const { data } = await subscribeAs(server, me, { withoutTrial: true, token, planId: "premium-yearly" });
    return { me, id: data!.subscriptionCreateV2.id };
  };
  at(Date.UTC(2032, 3, 10));
  const { me } = await begin();
  const canceled = await begin();
  await server.graphql(
    `mutation { subscriptionCancel(id: "${canceled.id}", atPeriodEnd: true) { id } }`,
    {},
    { as: canceled.me },
  );
  at(Date.UTC(2032, 4, 31));
  expect(await noticesTo(me)).toBe(0);
  at(Date.UTC(2032, 5, 2));
  expect(await noticesTo(me)).toBe(1);
  at(Date.UTC(2032, 5, 20));
  expect(await noticesTo(me)).toBe(1);
  at(Date.UTC(2032, 5, 25));
  expect(await noticesTo(me)).toBe(2);
  at(Date.UTC(2032, 5, 30));
  expect(await noticesTo(me)).toBe(2);
  expect(await noticesTo(canceled.me)).toBe(0);
});
