/**
 * Collects the same generated events into PostgreSQL and into ClickHouse, and reads them into the reports of both. Prints the times, the
 * rows and bytes that events take in PostgreSQL, and whether all figures are equal.
 *
 *     npm run bench -- events [--events=200000] [--per-person=20]
 */
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type pgTypes from "pg";
import { prepareDatabase } from "../server/app/database.ts";
import { startRoles } from "../server/app/start.ts";
import type { Started } from "../server/app/start.ts";
import { eventsInClickHouse } from "../server/modules/growth/collector/clickhouse/event-store.ts";
import { eventsInPostgres } from "../server/modules/growth/collector/event-store.ts";
import { readCall } from "../server/modules/growth/collector/protocol.ts";
import { countVisits } from "../server/modules/growth/reports/visitors.ts";
import {
  funnelKeys,
  listAttribution,
  listFunnel,
  listSurveyAnswers,
  touchKinds,
} from "../server/modules/growth/reports/store.ts";
import { readConfig } from "../server/platform/config/index.ts";
import { createCtx } from "../server/platform/ctx-factory.ts";
import { createLog } from "../server/platform/log.ts";
import { ensurePostgres } from "../server/platform/postgres/index.ts";
import { startClickHouse, untilReadable } from "../server/testing/clickhouse.ts";
import type { TestClickHouse } from "../server/testing/clickhouse.ts";

const root = join(import.meta.dirname, "..");
const pg = createRequire(join(root, "package.json"))("pg") as typeof pgTypes;
const { values } = parseArgs({
  options: {
    events: { type: "string", default: "200000" },
    "per-person": { type: "string", default: "20" },
  },
});
const total = Number(values.events);
const people = Math.max(1, Math.floor(total / Number(values["per-person"])));
/** Events of a person in a row. They come again after a week. */
const perSession = 5;
const dayMs = 86_400_000;
const now = Date.now();

/** The n-th event of the generated studio, as the collector reads it. */
function eventOf(n: number) {
  const session = Math.floor(n / perSession);
  const person = session % people;
  const visit = Math.floor(session / people);
  const campaign = ["", "?utm_source=news&utm_medium=email&utm_campaign=spring", "?gclid=g", "?fbclid=f"][
    n % 4
  ]!;
  return readCall(
    "page",
    {
      type: "page",
      messageId: `event-${n}`,
      userId: `person-${person}`,
      name: ["/dashboard", "/onboarding", "/library", "/checkout", "/library"][(person + n) % 5],
      timestamp: new Date(
        now - 85 * dayMs + visit * 7 * dayMs + (person % 1_000_000) + (n % perSession) * 60_000,
      ).toISOString(),
      properties: {
        url: `https://dance.example/library${campaign}`,
        title: "Library · Eightcount",
        referrer: "https://dance.example/dashboard",
      },
      context: { library: { name: "eightcount-web", version: "bench" }, locale: "en-GB" },
    },
    { receivedAt: new Date(now), countryCode: ["DE", "GB", "US", "FR", "JP"][person % 5]!, bytes: 500 },
  )[0]!;
}

const folder = await mkdtemp(join(tmpdir(), "eightcount-bench-"));
const log = createLog("error");
const postgres = await ensurePostgres({ dataDir: folder, log });
const clickHouse = await startClickHouse();

interface Studio {
  readonly started: Started;
  /** Without a time limit of statements. */
  readonly pool: pgTypes.Pool;
}

/** A studio of its own on the same PostgreSQL. */
async function startStudio(name: string, env: Record<string, string>): Promise<Studio> {
  const connection = { ...postgres.connection, database: name };
  const admin = new pg.Client(postgres.connection);
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const pool = new pg.Pool(connection);
  pool.on("error", (error) => log.error({ err: error }, "A connection was lost"));
  await prepareDatabase(pool, log);
  await pool.query(
    `insert into growth.milestones (person_id, kind, detail, happened_at)
     select 'person-' || n, kind, case kind when 'survey' then 'friend' end, $2::timestamptz - n % 60 * interval '1 day'
     from generate_series(0, $1::int - 1) as n, unnest(array['trial', 'paid', 'survey']) as kind
     where n % (case kind when 'trial' then 10 when 'paid' then 20 else 8 end) = 0`,
    [people, new Date(now)],
  );
  const config = readConfig(
    { NODE_ENV: "test", PORT: "0", DATA_DIR: join(folder, name), LOG_LEVEL: "error", ...env },
    ["--role=api"],
  );
  return { started: await startRoles(config, connection, log), pool };
}

const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1);

/** Collects and counts all events. @returns the cells of the table, and all figures of the reports */
async function measure({ started, pool }: Studio, engine: TestClickHouse | null) {
  const ctx = createCtx(
    { ...started.shared, pool },
    { requestId: "bench", viewer: null, clientIp: null, publicUrl: "" },
  );
  const inPostgres = eventsInPostgres(ctx.db);
  const { clickHouse: port } = ctx.ports;
  const store = port ? eventsInClickHouse(port, inPostgres, log) : inPostgres;
  let began = performance.now();
  // As many as the collector writes at once.
  let running: Promise<void>[] = [];
  for (let at = 0; at < total; at += store.maxPerWrite) {
    const size = Math.min(store.maxPerWrite, total - at);
    running.push(store.write(Array.from({ length: size }, (_unused, n) => store.encode(eventOf(at + n)))));
    if (running.length === 2) await running.shift();
  }
  await Promise.all(running);
  running = [];
  const insert = seconds(began);
  if (engine) await untilReadable(engine);
  began = performance.now();
  await countVisits(ctx, new AbortController().signal);
  const read = seconds(began);
  await pool.query("vacuum analyze growth.visitors");
  began = performance.now();
  const period = { from: new Date(now - 90 * dayMs), to: new Date(now + dayMs) };
  const figures = [
    ...(await Promise.all(
      funnelKeys.map((by) => listFunnel(ctx.db, by, { ...period, experimentId: "onboarding-variant-b" })),
    )),
    ...(await Promise.all(touchKinds.map((touch) => listAttribution(ctx.db, touch, period)))),
    ...(await Promise.all(touchKinds.map((touch) => listSurveyAnswers(ctx.db, touch, period)))),
  ];
  const reports = seconds(began);
  const { rows } = await pool.query<{ rows: number; bytes: number }>(
    `select (select count(*)::int from growth.events) as rows,
       (select coalesce(sum(pg_table_size(inhrelid)), 0)::float8 from pg_inherits where inhparent = 'growth.events'::regclass) as bytes`,
  );
  const stored = engine
    ? Number((await engine.query("select uniqExact(message_id) from events"))[0]![0])
    : rows[0]!.rows;
  const megabytes = (rows[0]!.bytes / 1e6).toFixed(1);
  return { cells: [insert, read, reports, stored, rows[0]!.rows, megabytes], figures, stored };
}

const studios: Studio[] = [];
try {
  process.stdout.write(
    `${total} events of ${people} people\n\n| Events in | Insert, s | Read into the reports, s | All reports, s | Events stored | Rows in PostgreSQL | MB there |\n|---|---|---|---|---|---|---|\n`,
  );
  const results: Awaited<ReturnType<typeof measure>>[] = [];
  for (const [name, engine] of [
    ["PostgreSQL", null],
    ["ClickHouse", clickHouse],
  ] as const) {
    const studio = await startStudio(name.toLowerCase(), engine ? { EVENTS_URL: engine.url } : {});
    studios.push(studio);
    const result = await measure(studio, engine);
    results.push(result);
    process.stdout.write(`| ${[name, ...result.cells].join(" | ")} |\n`);
  }
  const isEqual = new Set(results.map(({ figures, stored }) => JSON.stringify([figures, stored]))).size === 1;
  process.stdout.write(`\nThe figures of all reports are ${isEqual ? "equal" : "DIFFERENT"}.\n`);
  if (!isEqual) process.exitCode = 1;
} finally {
  for (const { started, pool } of studios) {
    await started.stop();
    await pool.end();
  }
  await clickHouse.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
