import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { pruneEvents } from "./retention.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roles: "api", env: { LOG_LEVEL: "silent" } });
});
afterAll(() => server?.stop());

test("creates the same partitions on several servers at once", async () => {
  await server.pool.query(
    "drop table if exists growth.events_2031_05, growth.events_2031_06, growth.events_2031_07",
  );
  await Promise.all(
    Array.from({ length: 8 }, () => server.pool.query("select growth.ensure_event_partitions('2031-05-01')")),
  );
  const { rows } = await server.pool.query(
    "select count(*)::int as made from pg_inherits where inhrelid::regclass::text like 'growth.events_2031_0_'",
  );
  expect(rows).toEqual([{ made: 3 }]);
  await server.pool.query("drop table growth.events_2031_05, growth.events_2031_06, growth.events_2031_07");
});

test("makes and drops months while a backup reads the events, without stopping the collector", async () => {
  await server.pool.query("drop table if exists growth.events_2032_01");
  await server.pool.query("select growth.ensure_event_partitions('2025-01-01')");
  const backup = await server.pool.connect();
  try {
    await backup.query("begin");
    await backup.query("select count(*) from growth.events");
    await server.pool.query("select growth.ensure_event_partitions('2032-01-01')");
    await expect(pruneEvents(server.ctx(), new Date("2025-03-01T00:00:00Z"))).rejects.toMatchObject({
      name: "JobPostponed",
    });
    const insert = (month: string) =>
      server.pool.query(
        `insert into growth.events (message_id, received_month, type, happened_at, message)
       values ('beside a backup', $1::date, 'track', $1::date, '{}') returning seq`,
        [month],
      );
    for (const month of ["2025-03-01", "2032-01-01"])
      expect(Number((await insert(month)).rows[0]?.seq)).toBeGreaterThan(0);
  } finally {
    backup.release(true);
  }
  await pruneEvents(server.ctx(), new Date("2025-03-01T00:00:00Z"));
  const { rows } = await server.pool.query(
    `select inhrelid::regclass::text as name from pg_inherits
     where inhparent = 'growth.events'::regclass and inhrelid::regclass::text ~ '2025|2032' order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual([
    "growth.events_2025_03",
    "growth.events_2032_01",
    "growth.events_2032_02",
    "growth.events_2032_03",
  ]);
  await server.pool.query(
    "drop table growth.events_2025_03, growth.events_2032_01, growth.events_2032_02, growth.events_2032_03",
  );
});

test("drops partitions past the retention period whole, and creates those of coming months", async () => {
  const userId = randomUUID();
  await server.fetch("/v1/track", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ writeKey: "eightcount-web", userId, event: "New" }),
  });
  const partitions = async () =>
    (
      await server.pool.query<{ name: string }>(
        "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'growth.events'::regclass order by 1",
      )
    ).rows.map(({ name }) => name);
  await server.pool.query("select growth.ensure_event_partitions('2025-01-01')");
  await server.pool.query(
    `insert into growth.events (message_id, received_month, type, user_id, happened_at, message)
     values ('old', '2025-01-01', 'track', $1, '2025-01-05', '{}'), ('kept', '2025-03-01', 'track', $1, '2025-03-05', '{}')`,
    [userId],
  );
  await server.pool.query(
    `insert into growth.visitors (person_id, first_seen_at) values ('old', '2025-02-01'), ('new', '2025-04-01')`,
  );
  await server.pool.query(
    `insert into growth.milestones (person_id, kind, happened_at) values ('old', 'paid', '2025-04-01'), ('new', 'paid', '2025-04-01')`,
  );
  await pruneEvents(server.ctx(), new Date("2025-03-01T00:00:00Z"));
  for (const table of ["visitors", "milestones"])
    expect((await server.pool.query(`select person_id from growth.${table}`)).rows).toEqual([
      { person_id: "new" },
    ]);
  expect((await partitions()).filter((name) => name.includes("2025"))).toEqual(["growth.events_2025_03"]);
  expect((await server.pool.query("select from growth.events where user_id = $1", [userId])).rowCount).toBe(
    2,
  );
  await server.pool.query("drop table growth.events_2025_03");
});
