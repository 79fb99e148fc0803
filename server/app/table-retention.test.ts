import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statement } from "../platform/db.ts";
import { deleteInBatches, oldest } from "../platform/jobs/retention.ts";
import type { Retention } from "../platform/jobs/retention.ts";
import { startTestServer } from "../testing/harness.ts";
import type { TestServer } from "../testing/harness.ts";
import { modules, schedules } from "./modules.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
});
afterAll(() => server?.stop());

const declared = modules.flatMap(({ tables }) => Object.entries(tables ?? {}));
const until = declared.filter(
  (entry): entry is [string, Extract<Retention, { days: unknown }>] => "days" in entry[1],
);

describe("every table", () => {
  test("has one declaration of how long its rows are kept, in its module's retention.ts", async () => {
    const { rows } = await server.pool.query<{ name: string }>(
      `select n.nspname || '.' || t.relname as name from pg_class t join pg_namespace n on n.oid = t.relnamespace
       where t.relkind in ('r', 'p') and not t.relispartition and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`,
    );
    expect(declared.map(([name]) => name).toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });

  test("that goes with another is deleted with it by a foreign key", async () => {
    const { rows } = await server.pool.query<{ link: string }>(
      `select conrelid::regclass || ' ' || confrelid::regclass as link from pg_constraint where contype = 'f' and confdeltype = 'c'`,
    );
    const links = new Set(rows.map(({ link }) => link.replaceAll('"', "")));
    const parts = declared.flatMap(([name, retention]) =>
      "goesWith" in retention ? [`${name} ${retention.goesWith}`] : [],
    );
    expect(parts.filter((link) => !links.has(link))).toEqual([]);
  });

  test("whose rows end is emptied by a job with a schedule, and operators find it in the manual", async () => {
    const scheduled = new Set(schedules.map(({ job }) => job.name));
    expect(until.filter(([, { job }]) => !scheduled.has(job))).toEqual([]);
    const manual = await readFile(join(import.meta.dirname, "../../docs/operate.md"), "utf8");
    const lines = manual.split("\n").filter((line) => line.startsWith("|"));
    const missing = until.filter(([name, { days }]) => {
      const said = typeof days === "number" ? (days === 0 ? "" : `${days} day`) : `\`${days}\``;
      return !lines.some((line) => line.includes(`\`${name}\``) && line.includes(said));
    });
    expect(missing.map(([name]) => name)).toEqual([]);
  });
});

test("what has run, failed, or ended long ago is deleted, and nothing younger", async () => {
  const me = await server.member();
  const old = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000);
  for (const [id, days] of [
    ["gone", 91],
    ["stays", 89],
  ] as const)
    await server.pool.query(
      "insert into billing.webhook_events (provider, event_id, type, payload, received_at, applied_at) values ('test', $1, 'test', '{}', $2, $2)",
      [id, old(days)],
    );
  await server.pool.query(
    "insert into billing.webhook_events (provider, event_id, type, payload, received_at, failure) values ('test', 'failed', 'test', '{}', $1, 'Not known')",
    [old(400)],
  );
  await server.pool.query(
    "insert into practice.plan_changes (person_id, week_start, slot, is_skipped) values ($1, date_trunc('week', $2::timestamptz), 1, true), ($1, date_trunc('week', $3::timestamptz), 2, true)",
    [me.id, old(408), old(20)],
  );
  await server.pool.query(
    "insert into identity.held_usernames (look, person_id, held_until) values ('gone', $1, $2), ('stays', $1, now() + interval '1 day')",
    [me.id, old(1)],
  );
  await server.pool.query(
    "insert into growth.aliases (previous_id, person_id, merged_at) values ('gone', $1, $2), ('stays', $1, $3)",
    [me.id, old(463), old(450)],
  );
  await server.pool.query(
    `select graphile_worker.add_job('platform.send_mail', '{"is":"failed"}', max_attempts => 1) from generate_series(1, 2)`,
  );
  const failed = 'payload::text = \'{"is":"failed"}\'';
  await server.pool.query(`update graphile_worker._private_jobs set attempts = 1 where ${failed}`);
  await server.pool.query(
    `update graphile_worker._private_jobs set updated_at = $1 where id = (select min(id) from graphile_worker._private_jobs where ${failed})`,
    [old(181)],
  );
  const jobs = new Set(until.map(([, { job }]) => job));
  for (const { job } of schedules.filter((one) => jobs.has(one.job.name)))
    await job.run(
      server.ctx(),
      {},
      { signal: new AbortController().signal, attempt: 1, isLastAttempt: true },
    );
  const left = async (query: string) =>
    (await server.pool.query<{ id: string }>(`${query} order by 1`)).rows.map(({ id }) => id);
  expect(await left("select event_id as id from billing.webhook_events")).toEqual(["failed", "stays"]);
  expect(await left("select slot::text as id from practice.plan_changes")).toEqual(["2"]);
  expect(await left("select look as id from identity.held_usernames")).toEqual(["stays"]);
  expect(await left("select previous_id as id from growth.aliases")).toEqual(["stays"]);
  expect(
    await left(`select attempts::text as id from graphile_worker._private_jobs where ${failed}`),
  ).toEqual(["1"]);
});

test("old rows are deleted in batches, without waiting for those that another transaction holds", async () => {
  await server.pool.query("create table public.grown (id int primary key, at timestamptz not null)");
  await server.pool.query(
    "insert into public.grown select n, '2025-01-01'::timestamptz + n * interval '1 second' from generate_series(1, 12001) n",
  );
  await server.pool.query("insert into public.grown values (0, '2026-01-01')");
  const batch = statement<{ before: Date }, never>(
    "tests.delete_grown",
    (p) => sql`delete from public.grown where ${oldest("public.grown", "at", p.before)}`,
  );
  const other = await server.pool.connect();
  try {
    await other.query("begin");
    await other.query("select from public.grown where id = 1 for update");
    const before = new Date("2025-06-01");
    // Two servers at once share the work.
    await Promise.all([1, 2].map(() => deleteInBatches(server.ctx().db, batch, { before })));
    const left = await server.pool.query("select id from public.grown order by id");
    expect(left.rows).toEqual([{ id: 0 }, { id: 1 }]);
  } finally {
    await other.query("rollback");
    other.release();
    await server.pool.query("drop table public.grown");
  }
});
