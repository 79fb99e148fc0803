import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../testing/harness.ts";
import { startLiveCrowd } from "../testing/live-crowd.ts";
import type { LiveCrowd } from "../testing/live-crowd.ts";

const streams = 1_000;
/** More than any wait for a change; milliseconds. */
const withinMs = 60_000;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let starting: Promise<LiveCrowd> | undefined;
let crowd: LiveCrowd;
beforeAll(async () => {
  database = await createTestDatabase();
  starting = startLiveCrowd(database.connection, { processes: 4, streams });
  crowd = await starting;
}, 400_000);
afterAll(async () => {
  // Also if it started too late. One that couldn't start has ended by itself.
  const started = await starting?.catch(() => null);
  await started?.end();
  await database?.drop();
}, 400_000);

test("a thousand streams of four processes show each change, with Redis, while it is lost, and once it is back", async () => {
  const unseen = async () => (await crowd.change(withinMs)).filter((time) => time === null).length;
  expect(await unseen()).toBe(0);
  await crowd.redis.kill();
  expect(await unseen()).toBe(0);
  expect(await unseen()).toBe(0);
  await crowd.redis.start();
  expect(await unseen()).toBe(0);
  expect(crowd.ended()).toBe(0);
}, 400_000);
