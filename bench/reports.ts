/**
 * Measures how long the studio's reports take over a million events of a million visitors, and how long importing these events
 * takes.
 *
 *     npm run bench -- reports
 */
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pgTypes from "pg";
import { prepareDatabase } from "../server/app/database.ts";
import { listResults } from "../server/modules/growth/experiments/store-results.ts";
import { countNextVisits } from "../server/modules/growth/reports/store-visitors.ts";
import {
  funnelKeys,
  listAttribution,
  listFunnel,
  listSurveyAnswers,
  touchKinds,
} from "../server/modules/growth/reports/store.ts";
import { dbOver } from "../server/platform/db.ts";
import { createLog } from "../server/platform/log.ts";
import { ensurePostgres } from "../server/platform/postgres/index.ts";

const root = join(import.meta.dirname, "..");
const pg = createRequire(join(root, "package.json"))("pg") as typeof pgTypes;
const people = 1_000_000;

const folder = await mkdtemp(join(tmpdir(), "eightcount-bench-"));
const log = createLog("error");
const postgres = await ensurePostgres({ dataDir: folder, log });
const pool = new pg.Pool(postgres.connection);
pool.on("error", (error) => log.error({ err: error }, "A connection was lost"));

const line = (what: string, ms: number) => process.stdout.write(`| ${what} | ${Math.round(ms)} |\n`);
async function time(what: string, work: () => Promise<unknown>): Promise<void> {
  await work();
  const began = performance.now();
  await work();
  line(what, performance.now() - began);
}

try {
  await prepareDatabase(pool, log);
  await pool.query(
    `insert into growth.events (message_id, received_month, type, name, user_id, happened_at, country_code, source, medium, campaign, message)
     select 'm' || n, date_trunc('month', now())::date, 'page', (array['/dashboard', '/onboarding', '/checkout', '/library'])[1 + n % 4],
       md5((n % $1)::text)::uuid::text, now() - (n % 90) * interval '1 day' - interval '1 minute', (array['DE', 'GB', 'US', 'FR', 'JP'])[1 + n % 5],
       case when n % 3 = 0 then (array['google', 'facebook', 'newsletter'])[1 + n % 3] end, 'cpc', 'c' || n % 40, '{"properties":{"path":"/dashboard"}}'
     from generate_series(1, 1000000) as n`,
    [people],
  );
  await pool.query(
    `insert into growth.milestones (person_id, kind, detail, happened_at)
     select md5(n::text)::uuid::text, kind, case kind when 'survey' then 'friend' end, now() - interval '1 day'
     from generate_series(1, $1) as n, unnest(array['trial', 'paid', 'danced', 'survey']) as kind
     where n % (case kind when 'trial' then 10 when 'paid' then 20 when 'danced' then 5 else 8 end) = 0`,
    [people],
  );
  await pool.query("vacuum analyze");
  process.stdout.write("| Over a million visitors | ms |\n|---|---|\n");
  const db = dbOver(pool);
  const began = performance.now();
  let read = 0;
  for (;;) {
    const client = await pool.connect();
    try {
      await client.query("begin");
      const next = await countNextVisits(dbOver(client), 5_000, new Date());
      await client.query("commit");
      read += next;
      if (next === 0) break;
    } finally {
      client.release();
    }
  }
  line(`${read} events read into them, in all`, performance.now() - began);
  await pool.query("vacuum analyze");
  const period = (days: number) => ({
    from: new Date(Date.now() - days * 86_400_000),
    to: new Date(Date.now() + 1_000),
  });
  for (const days of [7, 90])
    for (const by of funnelKeys)
      await time(`the funnel of ${days} days by ${by}`, () =>
        listFunnel(db, by, { ...period(days), experimentId: "onboarding-variant-b" }),
      );
  for (const touch of touchKinds) {
    await time(`attribution of 90 days by the ${touch} touch`, () => listAttribution(db, touch, period(90)));
    await time(`what they said, by the ${touch} touch`, () => listSurveyAnswers(db, touch, period(90)));
  }
  await time("experiments", () => listResults(db));
} finally {
  await pool.end();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
