import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPersonData } from "../../app/person-data.ts";
import { mergePeople } from "../../app/merge.ts";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
import { personRemoved } from "../identity/events.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

const record = async (person: TestPerson, method = "GET", below = "", body?: unknown) => {
  const response = await server.fetch(
    `/rtdb/subscriptions/${person.id}${below}.json?auth=${await person.token()}`,
    {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { "content-type": "application/json" } } : {}),
    },
  );
  return response.json();
};
const track = (body: object) =>
  server.fetch("/v1/track", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Basic ${Buffer.from("eightcount-web:").toString("base64")}`,
    },
    body: JSON.stringify({ event: "Tried", messageId: randomUUID(), ...body }),
  });
const facebookClick = (fbc: string) => ({
  fbc,
  timestamp: 1,
  landing_url: "https://d.example/",
  source: "cookie",
});
const leavesOf = async (id: string) =>
  (
    await server.pool.query<{ path: string; value: unknown }>(
      "select path, value from growth.rtdb_leaves where path like $1 order by path",
      [`subscriptions/${id}%`],
    )
  ).rows;

test("moves clicks and exposures at sign-in, and keeps those that both people have", async () => {
  const [guest, member] = [await server.anonymous(), await server.member()];
  await record(guest, "PUT", "/facebookClicks/a", facebookClick("guest"));
  await record(guest, "PUT", "/facebookClicks/both", facebookClick("guest"));
  await record(member, "PUT", "/facebookClicks/both", facebookClick("member"));
  await server.pool.query("update growth.feature_flags set enabled = true");
  const see = 'mutation { setExperiment(experimentId: "onboarding-variant-b") { variant } }';
  const seen = (await server.graphql(see, {}, { as: guest })).data;
  const people = { from: guest.id, into: member.id };
  await mergePeople(server.ctx(), people);
  await mergePeople(server.ctx(), people);
  expect(await record(member)).toEqual({
    facebookClicks: { a: facebookClick("guest"), both: facebookClick("member") },
  });
  expect(await leavesOf(guest.id)).toEqual([]);
  expect((await server.graphql(see, {}, { as: member })).data).toEqual(seen);
});

test("exports clicks and events of the person alone", async () => {
  const [me, other] = [await server.member(), await server.member()];
  for (const person of [me, other]) {
    await record(person, "PUT", "/googleClicks/a", {
      gclid: `click of ${person.id}`,
      timestamp: 1,
      landing_url: "https://d.example/",
    });
    await track({ userId: person.id });
  }
  const files = await Array.fromAsync(readPersonData(server.ctx().db, me.id));
  const text = JSON.stringify(files);
  expect(files.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["growth/rtdb_leaves.json", "growth/events.json"]),
  );
  expect(text).toContain(`click of ${me.id}`);
  expect(text).not.toContain(other.id);
});

test("deletes everything counted of a deleted person, including events from before signing in", async () => {
  const [guest, member, other] = [await server.anonymous(), await server.member(), await server.member()];
  await record(member, "PUT", "/facebookClicks/a", facebookClick("x"));
  await record(other, "PUT", "/facebookClicks/a", facebookClick("y"));
  for (const userId of [guest.id, member.id, other.id]) await track({ userId });
  await track({ anonymousId: member.id });
  await mergePeople(server.ctx(), { from: guest.id, into: member.id });
  await server.ctx().transact((tx) => tx.publish(personRemoved, { personId: member.id }));
  const events = async () =>
    (
      await server.pool.query<{ id: string }>(
        "select coalesce(user_id, anonymous_id) as id from growth.events",
      )
    ).rows.map(({ id }) => id);
  while ((await leavesOf(member.id)).length > 0 || (await events()).includes(member.id)) await sleep(50);
  const counted = await events();
  expect([guest, member, other].map(({ id }) => counted.includes(id))).toEqual([false, false, true]);
  expect(await leavesOf(other.id)).toHaveLength(4);
});
