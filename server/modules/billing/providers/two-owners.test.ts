import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { forgetAccount } from "../accounts/deletion.ts";
import { accessOf, mergeBilling } from "../index.ts";
import { applyProviderEvent } from "../payments/provider-events.ts";
import { subscribeAs } from "../testing.ts";
import { startChargebeeStand } from "./chargebee/testing.ts";
import type { OwnerStand } from "./owner-contract.ts";
import { startRevenueCatStand } from "./revenuecat/testing.ts";

let server: TestServer;
let chargebee: OwnerStand;
let stores: OwnerStand;
beforeAll(async () => {
  [chargebee, stores] = await Promise.all([startChargebeeStand(Date.now), startRevenueCatStand(Date.now)]);
  server = await startTestServer({ roles: "api", env: { ...chargebee.env, ...stores.env } });
  await chargebee.prepare?.(server.ctx());
});
afterAll(async () => {
  await server?.stop();
  await chargebee?.stop();
  await stores?.stop();
  expect([...chargebee.faults, ...stores.faults]).toEqual([]);
});

const deliver = async () => {
  for (const { path, headers, body } of [...chargebee.takeEvents(), ...stores.takeEvents()])
    expect((await server.fetch(path, { method: "POST", headers, body })).status).toBe(200);
  const { rows } = await server.pool.query<{ provider: string; eventId: string }>(
    `select provider, event_id as "eventId" from billing.webhook_events where applied_at is null order by received_at`,
  );
  for (const event of rows) await applyProviderEvent(server.ctx(), event);
};
const access = ({ id }: TestPerson) => accessOf(server.ctx(), id);

test("who two providers bill has access until both have ended, sees both, and can’t buy a third one", async () => {
  const me = await server.member();
  const [there, inStore] = [chargebee.begin(me.id), stores.begin(me.id)];
  await deliver();
  const { data } = await server.graphql<{
    userSubscriptionHistory: { status: string; management: { billedBy: string } }[];
  }>("{ userSubscriptionHistory { status management { billedBy } } }", {}, { as: me });
  expect(data!.userSubscriptionHistory.map(({ management }) => management.billedBy).sort()).toEqual([
    "App Store",
    "Chargebee",
  ]);
  const third = await subscribeAs(server, me, {});
  expect(third.errors[0]?.extensions.code).toBe("ILLEGAL_TRANSITION");
  chargebee.end(there);
  await deliver();
  expect(await access(me)).toBe("premium");
  stores.end(inStore);
  await deliver();
  expect(await access(me)).toBe("free");
});

test("accounts of two providers join in one, and its deletion is heard by both", async () => {
  const [guest, member] = [await server.anonymous(), await server.member()];
  stores.begin(guest.id);
  chargebee.begin(member.id);
  await deliver();
  await server.ctx().transact((tx) => mergeBilling(tx, { from: guest.id, into: member.id }));
  expect(await access(member)).toBe("premium");
  await forgetAccount(server.ctx(), member.id);
  expect([chargebee.knows(member.id), stores.knows(guest.id)]).toEqual([false, false]);
});
