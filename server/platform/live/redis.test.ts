import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../../testing/harness.ts";
import { startRedis, startRedisLine } from "../../testing/redis.ts";
import type { RedisLine, TestRedis } from "../../testing/redis.ts";
import { createLog } from "../log.ts";
import { connectRedis } from "../redis/redis.ts";
import type { Redis } from "../redis/redis.ts";
import { createLive } from "./live.ts";
import type { Live } from "./live.ts";
import { byPostgres } from "./postgres.ts";
import { byRedis } from "./redis.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let notifier: pg.Client;
let redis: TestRedis;
let line: RedisLine;
let ends: (() => unknown)[] = [];
beforeAll(async () => {
  [database, redis] = await Promise.all([createTestDatabase(), startRedis()]);
  line = await startRedisLine(redis.url);
  notifier = new pg.Client(database.connection);
  await notifier.connect();
});
afterEach(async () => {
  for (const end of ends.reverse()) await end();
  ends = [];
});
afterAll(async () => {
  line?.close();
  await redis?.kill();
  await notifier?.end();
  await database?.drop();
});

const log = createLog("silent");
type Process = { live: Live; redis: Redis };

/** A process whose Redis is connected. */
async function startProcess(url = redis.url): Promise<Process> {
  const connected = await connectRedis(url, log);
  const live = createLive(byRedis(connected.channels, byPostgres(database.connection, log), log, 0), log);
  ends.push(async () => {
    await live.stop();
    connected.stop();
  });
  await until(() => connected.channels.isReady);
  return { live, redis: connected };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(10);
}

/** A listener that has read the state, and waits for the next change. */
async function listening({ live }: Process, topic: string) {
  const changes = live.changes([topic], 0);
  ends.push(() => changes.return());
  await changes.next();
  return changes;
}

/** What PostgreSQL carries from now on. */
async function carriedByPostgres(): Promise<string[]> {
  const client = new pg.Client(database.connection);
  await client.connect();
  ends.push(() => client.end());
  const carried: string[] = [];
  client.on("notification", ({ payload = "" }) => carried.push(payload));
  await client.query("listen eightcount_live");
  return carried;
}

/** Whether the listener hears of a signal. */
async function hears(changes: AsyncGenerator<undefined>, signal: () => void): Promise<boolean> {
  const heard = changes.next();
  signal();
  return (await heard).done === false;
}

test("tells other processes what changed, and PostgreSQL nothing", async () => {
  const [one, other] = await Promise.all([startProcess(), startProcess()]);
  const carried = await carriedByPostgres();
  const changes = await listening(one, "class:1");
  expect(await hears(changes, () => other.live.signal(["class:1"]))).toBe(true);
  expect(await hears(changes, () => one.live.signal(["class:1"]))).toBe(true);
  // A notification of before would have come before this one.
  await notifier.query("select pg_notify('eightcount_live', 'last')");
  await until(() => carried.length > 0);
  expect(carried).toEqual(["last"]);
});

test("sends a topic only to processes with a listener for it", async () => {
  const [one, other] = await Promise.all([startProcess(), startProcess()]);
  const subscribers = async (topic: string) =>
    Object.values(await one.redis.commands.pubSubNumSub([`eightcount:live:${topic}`]));
  const [first, second] = [await listening(one, "class:2"), await listening(one, "class:2")];
  await listening(other, "class:3");
  expect(await subscribers("class:2")).toEqual([1]);
  await first.return();
  expect(await subscribers("class:2")).toEqual([1]);
  await second.return();
  while ((await subscribers("class:2"))[0] !== 0) await sleep(10);
  expect(await subscribers("class:3")).toEqual([1]);
});

test("continues by PostgreSQL while Redis is away, and by Redis once it is back", async () => {
  const [one, other] = await Promise.all([startProcess(), startProcess()]);
  const changes = await listening(one, "class:4");
  const carried = await carriedByPostgres();
  await redis.kill();
  // The loss itself counts as a change: some may have been missed.
  expect((await changes.next()).done).toBe(false);
  await until(() => !one.redis.channels.isReady && !other.redis.channels.isReady);
  other.live.signal(["class:4"]);
  await until(() => carried.includes("class:4"));
  expect((await changes.next()).done).toBe(false);
  const left = await listening(one, "class:left");
  await redis.start();
  // Listeners come and go while the connection is made.
  const topics: string[] = [];
  while (!one.redis.channels.isReady) {
    topics.push(`class:late-${topics.length}`);
    await listening(one, topics.at(-1)!);
    if (topics.length === 1) await left.return();
    await sleep(1);
  }
  const subscribers = await one.redis.commands.pubSubNumSub(
    ["class:4", "class:left", ...topics].map((topic) => `eightcount:live:${topic}`),
  );
  expect(Object.values(subscribers)).toEqual([1, 0, ...topics.map(() => 1)]);
});

test("reaches a process that alone lost Redis from one that only sends", async () => {
  const [cut, whole] = [await startProcess(line.url), await startProcess()];
  const changes = await listening(cut, "class:6");
  const carried = await carriedByPostgres();
  line.setCut(true);
  await until(() => carried.length > 0);
  // With the next request for PostgreSQL, the process with Redis sends by PostgreSQL, too.
  while (!carried.includes("class:6")) {
    whole.live.signal(["class:6"]);
    await sleep(50);
  }
  expect((await changes.next()).done).toBe(false);
  const atWhole = await listening(whole, "class:7");
  expect(await hears(atWhole, () => cut.live.signal(["class:7"]))).toBe(true);
  line.setCut(false);
  await until(() => cut.redis.channels.isReady);
});

test("reaches a process that starts without Redis", async () => {
  const carried = await carriedByPostgres();
  line.setCut(true);
  const starting = startProcess(line.url);
  await until(() => carried.length > 0);
  line.setCut(false);
  expect((await starting).redis.channels.isReady).toBe(true);
});
