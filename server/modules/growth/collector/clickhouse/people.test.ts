import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { setTimeout as sleep } from "node:timers/promises";
import { mergePeople } from "../../../../app/merge.ts";
import { readPersonData } from "../../../../app/person-data.ts";
import { startClickHouse, startClickHouseLine, untilReadable } from "../../../../testing/clickhouse.ts";
import type { ClickHouseLine, TestClickHouse } from "../../../../testing/clickhouse.ts";
import { startTestServer } from "../../../../testing/harness.ts";
import type { TestServer } from "../../../../testing/harness.ts";
import { storedEventsOf } from "../../index.ts";
import { forgetPerson } from "../../people.ts";
import { countVisits } from "../../reports/visitors.ts";
import { forwarderOf, forwardEvents } from "../forward.ts";
import { pruneEvents } from "../retention.ts";
import { postAt } from "../testing.ts";
import { eraseEvents } from "./erase.ts";

let clickHouse: TestClickHouse;
let line: ClickHouseLine;
let server: TestServer;
let now = Date.now();
beforeAll(async () => {
  clickHouse = await startClickHouse();
  line = await startClickHouseLine(clickHouse.url);
  server = await startTestServer({
    roles: "api",
    env: { LOG_LEVEL: "silent", EVENTS_URL: line.url },
    clock: { now: () => new Date(now) },
  });
});
afterAll(async () => {
  await server?.stop();
  line?.close();
  await clickHouse?.stop();
});

afterEach(() => line.set("open"));

const track = async (body: object) =>
  expect((await postAt(() => server)("track", { event: "Tried", ...body })).status).toBe(200);
/** Inserts an event without the collector, which may take ClickHouse for away. */
const insert = (messageId: string, userId: string) =>
  clickHouse.query(
    `insert into events (message_id, type, user_id, anonymous_id, message) values ('${messageId}', 'track', '${userId}', '', '{}')`,
  );
const stored = async () =>
  (
    await clickHouse.query("select distinct user_id, anonymous_id from events order by user_id, anonymous_id")
  ).map((ids) => ids.join(" "));
const erase = () => eraseEvents(server.ctx(), server.ctx().ports.clickHouse!);
const eventsInCopy = async (personId: string) => {
  const files = await Array.fromAsync(
    readPersonData(server.ctx().db, personId, {
      "growth.events": { key: "message_id", read: (ids) => storedEventsOf(server.ctx(), ids) },
    }),
  );
  return files.find(({ name }) => name === "growth/events.json")?.content;
};

test("a copy of a person's data has their events, each once, in the columns of PostgreSQL", async () => {
  const [me, other] = [await server.member(), await server.member()];
  const messageId = `it's \\ ${randomUUID()}`;
  const event = { userId: me.id, messageId, properties: { class: "drag-the-left \u{1FA70}" } };
  await track(event);
  await track(event);
  await track({ userId: other.id, messageId: "other" });
  expect(await eventsInCopy(me.id)).toEqual([
    {
      message_id: messageId,
      type: "track",
      name: "Tried",
      user_id: me.id,
      anonymous_id: null,
      happened_at: expect.stringMatching(/^20\d\d-\d\d-\d\dT/) as string,
      received_at: expect.stringMatching(/^20\d\d-\d\d-\d\dT/) as string,
      country_code: null,
      source: null,
      medium: null,
      campaign: null,
      message: { ...event, event: "Tried", type: "track" },
    },
  ]);
  expect((await server.pool.query("select from growth.events")).rowCount).toBe(0);
});

test("deletes the events of a deleted person, under every id they had, and counts none that are left", async () => {
  await clickHouse.query("truncate table events");
  const [guest, member] = [await server.anonymous(), await server.member()];
  for (const userId of [guest.id, member.id, "it's \\ other"]) await track({ userId });
  await track({ anonymousId: member.id });
  await mergePeople(server.ctx(), { from: guest.id, into: member.id });
  await server.ctx().transact((tx) => forgetPerson(tx, member.id));
  // Their events are still there, and the reports read them now.
  await untilReadable(clickHouse);
  await countVisits(server.ctx(), new AbortController().signal);
  const { rows } = await server.pool.query<{ id: string }>("select person_id as id from growth.visitors");
  expect(rows).toEqual([{ id: "it's \\ other" }]);
  while ((await stored()).length > 1) {
    await erase();
    await sleep(100);
  }
  expect(await stored()).toEqual([String.raw`it\'s \\ other `]);
  // An insert that was under way arrives late: it is deleted as well.
  await track({ userId: guest.id });
  while ((await stored()).length > 1) {
    await erase();
    await sleep(100);
  }
  const pending = async () => (await server.pool.query("select from growth.event_erasures")).rowCount;
  expect(await pending()).toBe(2);
  now += 11 * 60_000;
  while ((await pending()) !== 0) await erase();
});

test("forwards no event of a deleted person to a service, also while ClickHouse still has it", async () => {
  await clickHouse.query("truncate table events");
  const sent: string[] = [];
  const service = createServer((request, response) => {
    void json(request).then((body) => {
      sent.push(...(body as { batch: { userId: string }[] }).batch.map(({ userId }) => userId));
      response.end("{}");
    });
  }).listen(0, "127.0.0.1");
  await once(service, "listening");
  const { port } = service.address() as AddressInfo;
  const forwarder = forwarderOf(`http://key@127.0.0.1:${port}/v1`);
  const signal = new AbortController().signal;
  await forwardEvents(server.ctx(), forwarder, signal);
  const [gone, stays] = [await server.member(), await server.member()];
  for (const userId of [gone.id, stays.id, gone.id]) await track({ userId });
  await server.ctx().transact((tx) => forgetPerson(tx, gone.id));
  await untilReadable(clickHouse);
  await forwardEvents(server.ctx(), forwarder, signal);
  await forwardEvents(server.ctx(), forwarder, signal);
  service.close();
  expect(sent).toEqual([stays.id]);
  expect((await stored()).length).toBe(2);
});

test("drops months past the retention period whole", async () => {
  await clickHouse.query("truncate table events");
  await track({ userId: "new" });
  for (const [id, time] of [
    ["old", "2025-02-28 23:59:59"],
    ["edge", "2025-03-01 00:00:00"],
  ])
    await clickHouse.query(
      `insert into events (message_id, type, user_id, anonymous_id, message, received_at) values ('${id}', 'track', '${id}', '', '{}', '${time}')`,
    );
  await pruneEvents(server.ctx(), new Date("2025-03-01T00:00:00Z"));
  expect((await stored()).map((ids) => ids.trim())).toEqual(["edge", "new"]);
});

test("a copy of a person's data has an event once that PostgreSQL holds and ClickHouse stores", async () => {
  const me = await server.member();
  await track({ userId: me.id, messageId: "stored" });
  line.set("loses answers");
  await track({ userId: me.id, messageId: "in both" });
  expect(
    await clickHouse.query(`select message_id from events where user_id = '${me.id}' order by message_id`),
  ).toEqual([["in both"], ["stored"]]);
  const { rows } = await server.pool.query("select message_id from growth.events where user_id = $1", [
    me.id,
  ]);
  expect(rows).toEqual([{ message_id: "in both" }]);
  expect((await eventsInCopy(me.id))?.map((event) => event["message_id"])).toEqual(["in both", "stored"]);
});

test("deletes events of a deleted person that PostgreSQL holds", async () => {
  const me = await server.member();
  line.set("refuses");
  await server.ctx().transact((tx) => forgetPerson(tx, me.id));
  // They were on their way, and ClickHouse is away.
  await track({ userId: me.id });
  await track({ anonymousId: me.id });
  const held = () =>
    server.pool.query("select from growth.events where user_id = $1 or anonymous_id = $1", [me.id]);
  expect((await held()).rowCount).toBe(2);
  await expect(erase()).rejects.toThrow("ClickHouse");
  expect((await held()).rowCount).toBe(0);
});

test("forgets everyone whose events are deleted, although a client still sends those of one deleted person", async () => {
  await server.pool.query("truncate growth.event_erasures");
  await clickHouse.query("truncate table events");
  // More than one statement has, and that person is the first.
  await server.pool.query(
    "insert into growth.event_erasures select 'gone ' || n, $1::timestamptz + n * interval '1 second' from generate_series(0, 700) as n",
    [new Date(now - 3_600_000)],
  );
  await clickHouse.query(
    "insert into events (message_id, type, user_id, anonymous_id, message) select toString(number), 'track', concat('gone ', toString(number)), '', '{}' from numbers(701)",
  );
  const pending = async () =>
    (await server.pool.query<{ id: string }>("select person_id as id from growth.event_erasures")).rows.map(
      ({ id }) => id,
    );
  for (let run = 0; run < 100 && (await pending()).length > 1; run += 1) {
    await insert("again", "gone 0");
    await erase();
    await sleep(100);
  }
  expect(await pending()).toEqual(["gone 0"]);
});

test("fails once a mutation has held up the deletion of a person's events for over an hour", async () => {
  await server.pool.query("truncate growth.event_erasures");
  const me = await server.member();
  await insert("event", me.id);
  await clickHouse.query("alter table events delete where toUInt64(concat('no number', message_id)) = 1");
  await server.ctx().transact((tx) => forgetPerson(tx, me.id));
  await erase();
  now += 61 * 60_000;
  await expect(erase()).rejects.toThrow("mutation");
  // Operators repair it.
  await clickHouse.query("drop table events");
  await erase();
  expect((await server.pool.query("select from growth.event_erasures")).rowCount).toBe(0);
});
