import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startClickHouse } from "../../../../testing/clickhouse.ts";
import type { TestClickHouse } from "../../../../testing/clickhouse.ts";
import { startTestServer } from "../../../../testing/harness.ts";
import type { TestServer } from "../../../../testing/harness.ts";
import { untilSettled } from "../../../../testing/settled.ts";
import { countVisits } from "../../reports/visitors.ts";
import { postAt } from "../testing.ts";
import { moveEvents } from "./move.ts";

let clickHouse: TestClickHouse;
let server: TestServer;
let now = Date.now();
beforeAll(async () => {
  clickHouse = await startClickHouse();
  server = await startTestServer({
    roles: "api",
    env: { LOG_LEVEL: "silent", EVENTS_URL: clickHouse.url, METRICS_PORT: "0" },
    clock: { now: () => new Date(now) },
  });
});
afterAll(async () => {
  await server?.stop();
  await clickHouse?.stop();
});

let sent = 0;
const send = async () =>
  expect(
    (await postAt(() => server)("track", { event: "e", userId: "someone", messageId: `${sent++}` })).status,
  ).toBe(200);
const held = async () => (await server.pool.query("select from growth.events")).rowCount!;
async function isUp(): Promise<boolean> {
  const text = await (await fetch(`${server.metricsUrl}/metrics`)).text();
  return /^eightcount_clickhouse_up\{server="clickhouse"\} (\d)$/m.exec(text)![1] === "1";
}

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
  // Then no event arrives, and a worker is refused each minute.
  const { clickHouse: connection } = server.ctx().ports;
  const signal = new AbortController().signal;
  await untilSettled(server.pool, "growth.events");
  await countVisits(server.ctx(), signal);
  await expect(moveEvents(server.ctx(), connection!, signal)).rejects.toMatchObject({ code: 252 });
  now += 60_000;
  expect(await isUp()).toBe(false);
  // Operators repair it. No event arrives.
  await clickHouse.query("drop table events");
  now += 60_000;
  expect(await isUp()).toBe(true);
  await moveEvents(server.ctx(), connection!, signal);
  expect(await held()).toBe(0);
});
