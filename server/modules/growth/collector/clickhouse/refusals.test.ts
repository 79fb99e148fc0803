import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startClickHouse } from "../../../../testing/clickhouse.ts";
import type { TestClickHouse } from "../../../../testing/clickhouse.ts";
import { createTestDatabase, startTestServer } from "../../../../testing/harness.ts";
import type { TestServer } from "../../../../testing/harness.ts";
import { connectClickHouse } from "../../../../platform/clickhouse.ts";
import { untilSettled } from "../../../../testing/settled.ts";
import { countVisits } from "../../reports/visitors.ts";
import { eventsInPostgres } from "../event-store.ts";
import { postAt } from "../testing.ts";
import { eventsInClickHouse } from "./event-store.ts";
import { moveEvents } from "./move.ts";

let clickHouse: TestClickHouse;
let server: TestServer;
/** Another process of the same studio, which gets no requests. */
let worker: TestServer;
let now = Date.now();
const database = await createTestDatabase();
beforeAll(async () => {
  clickHouse = await startClickHouse();
  const start = () =>
    startTestServer({
      roles: "api",
      database: database.connection,
      env: { LOG_LEVEL: "silent", EVENTS_URL: clickHouse.url, METRICS_PORT: "0" },
      clock: { now: () => new Date(now) },
    });
  server = await start();
  worker = await start();
});
afterAll(async () => {
  await worker?.stop();
  await server?.stop();
  await clickHouse?.stop();
  await database.drop();
});

let sent = 0;
const send = async () =>
  expect(
    (await postAt(() => server)("track", { event: "e", userId: "someone", messageId: `${sent++}` })).status,
  ).toBe(200);
const held = async () => (await server.pool.query("select from growth.events")).rowCount!;
async function isUp(at = server): Promise<boolean> {
  const text = await (await fetch(`${at.metricsUrl}/metrics`)).text();
  return /^eightcount_clickhouse_up\{server="clickhouse"\} (\d)$/m.exec(text)![1] === "1";
}

test("before the first event, operators see that ClickHouse is up, and looking changes nothing there", async () => {
  expect(await isUp()).toBe(true);
  expect(await clickHouse.query("exists table events")).toEqual([["0"]]);
});

test("in a studio without events, operators see that ClickHouse refuses to store any, and that it does so no longer", async () => {
  await send();
  expect(await isUp()).toBe(true);
  await clickHouse.setReadOnly(true);
  expect(await isUp()).toBe(false);
  await clickHouse.setReadOnly(false);
  expect(await isUp()).toBe(true);
  await clickHouse.kill();
  expect(await isUp()).toBe(false);
  await clickHouse.start();
  expect(await isUp()).toBe(true);
});

test("operators see without a gap that ClickHouse refuses rows, although it takes statements, and PostgreSQL holds them", async () => {
  const [[created] = []] = await clickHouse.query("show create table events");
  await clickHouse.query("drop table events");
  // Too many files that aren't merged yet: ClickHouse refuses inserts with rows, and no others.
  const limits = "parts_to_delay_insert = 1, parts_to_throw_insert = 1";
  await clickHouse.query(
    created!.replaceAll(String.raw`\'`, "'").replace("SETTINGS ", `SETTINGS ${limits}, `),
  );
  while ((await held()) === 0) await send();
  const end = Date.now() + 12_000;
  while (Date.now() < end) {
    await send();
    expect(await isUp()).toBe(false);
    await sleep(250);
  }
  const [[stored] = []] = await clickHouse.query("select count() from events");
  expect(Number(stored) + (await held())).toBe(sent - 1);
  // A quiet studio: no event arrives for long.
  now += 60 * 60_000;
  expect(await isUp()).toBe(false);
  // Another process gets no events, and its move is refused each minute.
  const { clickHouse: connection } = worker.ctx().ports;
  const signal = new AbortController().signal;
  expect(await isUp(worker)).toBe(true);
  await untilSettled(server.pool, "growth.events");
  await countVisits(worker.ctx(), signal);
  await expect(moveEvents(worker.ctx(), connection!, signal)).rejects.toMatchObject({ code: 252 });
  now += 60_000;
  expect(await isUp(worker)).toBe(false);
  // Operators repair it.
  await clickHouse.query("drop table events");
  now += 60_000;
  expect(await isUp(worker)).toBe(true);
  await moveEvents(worker.ctx(), connection!, signal);
  expect(await held()).toBe(0);
  while (!(await isUp())) await send();
});

test("after two inserts at once, one of which ClickHouse refuses, it gets the next events, and the log has each kind of refusal", async () => {
  await server.pool.query("truncate growth.events");
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg) });
  const store = eventsInClickHouse(connectClickHouse(clickHouse.url), eventsInPostgres(server.ctx().db), log);
  const encode = (messageId: string) =>
    store.encode({
      messageId,
      type: "track",
      name: "e",
      userId: "someone",
      anonymousId: null,
      happenedAt: new Date().toISOString(),
      countryCode: null,
      source: null,
      medium: null,
      campaign: null,
      message: { text: "x".repeat(500) },
    });
  const broken = (change: object) =>
    JSON.stringify({ ...(JSON.parse(encode("broken")) as object), ...change });
  const many = Array.from({ length: store.maxPerWrite }, (_unused, n) => encode(`many ${n}`));
  // The refusal comes first, as the other one takes long.
  await Promise.all([store.write([broken({ position: "no number" })]), store.write(many)]);
  await store.write([encode("next")]);
  expect(await clickHouse.query("select message_id from events where message_id = 'next'")).toEqual([
    ["next"],
  ]);
  expect(lines).toEqual([
    "ClickHouse is away. PostgreSQL stores events until it is back",
    "ClickHouse is back",
  ]);
  await Promise.all(
    [broken({ position: "no number" }), broken({ other: 1 })].map((row) => store.write([row])),
  );
  expect(lines.length).toBe(4);
  expect(await held()).toBe(1);
});
