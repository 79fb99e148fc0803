/**
 * Viewers of one class behind nginx with ops/cdn/nginx.conf, two api processes, PostgreSQL and a store. Each fetches picture and sound at the
 * pace of the class, while PostgreSQL is stopped and started. Fails if a request fails, nginx asks the studio for a file again, or a
 * viewer costs the database more than one row in half a minute. Takes about two and a half minutes.
 *
 *     npm run bench -- cdn [--viewers=50] [--seconds=30]     seconds: half of the first phase, and each other phase
 */
import { randomUUID } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { prepareDatabase } from "../server/app/database.ts";
import { createPool } from "../server/platform/db.ts";
import { createLog } from "../server/platform/log.ts";
import { ensurePostgres } from "../server/platform/postgres/index.ts";
import { startCdnStudio } from "../server/testing/cdn-studio.ts";
import type { CdnStudio } from "../server/testing/cdn-studio.ts";

const { values } = parseArgs({
  options: { viewers: { type: "string", default: "50" }, seconds: { type: "string", default: "30" } },
});
const [viewers, seconds] = [Number(values.viewers), Number(values.seconds)];
/** Rows for a viewer in half a minute. */
const maxWrites = 1;

/** What viewers saw in a phase. */
interface Seen {
  readonly answers: number[];
  hits: number;
  failed: Map<string, number>;
}
const nothing = (): Seen => ({ answers: [], hits: 0, failed: new Map() });
/** Of the current phase. */
let seen = nothing();
/** What viewers asked for. */
const files = new Set<string>();

const folder = await mkdtemp(join(tmpdir(), "eightcount-bench-cdn-"));
await chmod(folder, 0o711);
const log = createLog("error");
const runDatabase = () => ensurePostgres({ dataDir: folder, log });
let postgres = await runDatabase();
const { connection } = postgres;
const pool = createPool(
  { connection, size: 2, statementTimeoutMs: 60_000, applicationName: "bench" },
  () => {},
);
let studio: CdnStudio | null = null;
try {
  await prepareDatabase(pool, log);
  const running = await startCdnStudio(connection, seconds * 4 + 12);
  studio = running;
  await recordWrites();
  const links = [];
  for (let at = 0; at < viewers; at += 1) links.push(await running.link(randomUUID()));
  const segments = await segmentsOf(running, links[0]!);
  const playing = new AbortController();
  const watched = Promise.all(links.map((link, at) => watch(running, link, at, segments, playing.signal)));
  const rows = [
    await phase(running, "all parts run", seconds * 2, true),
    await phase(running, "PostgreSQL stopped", seconds, false, async () => postgres.stop()),
    await phase(running, "PostgreSQL back", seconds, true, async () => {
      postgres = await runDatabase();
    }),
  ];
  playing.abort();
  await watched;
  console.table(Object.fromEntries(rows.map(({ name, ...row }) => [name, row])));
  const total = rows.reduce((sum, row) => sum + row["requests at nginx"], 0);
  const asked = rows.reduce((sum, row) => sum + row["at the studio"], 0);
  const hits = 1 - asked / total;
  const { most } = await readWrites();
  process.stdout.write(
    `${viewers} viewers, ${total} requests for ${files.size} files, ${asked} of them at the studio: ${(hits * 100).toFixed(1)}% from the cache. ` +
      `Rows written for a viewer within 30 s: ${most} at most.\n`,
  );
  if (rows.some(({ failed }) => failed !== "none") || asked > files.size || most > maxWrites)
    process.exitCode = 1;
  // A benchmark that measured nothing must not pass.
  if (most === 0 || rows.some((row) => row["requests at nginx"] === 0)) process.exitCode = 1;
} finally {
  await studio?.end();
  await pool.end();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Records each row that an api process writes, in any table: PostgreSQL's statistics lag behind. */
async function recordWrites(): Promise<void> {
  await pool.query(`
    create schema bench;
    create table bench.writes (at timestamptz not null default now(), person text);
    create function bench.record() returns trigger language plpgsql as $$
      begin
        if current_setting('application_name') = 'eightcount-api' then
          insert into bench.writes (person) values (to_jsonb(coalesce(new, old)) ->> 'person_id');
        end if;
        return null;
      end $$;
    do $$
      declare one regclass;
      begin
        for one in
          select pg_class.oid from pg_class join pg_namespace on pg_namespace.oid = relnamespace
          where relkind in ('r', 'p') and not relispartition and nspname !~ '^(pg_|information_schema$|bench$)'
        loop
          execute format('create trigger bench after insert or update or delete on %s for each row execute function bench.record()', one);
        end loop;
      end $$`);
}

/** How many rows were written, and the most for one viewer within half a minute. */
async function readWrites(): Promise<{ all: number; most: number }> {
  const { rows } = await pool.query<{ all: number; most: number }>(`
    select (select count(*) from bench.writes)::int as all, coalesce(max(within), 0)::int as most from (
      select count(*) over (partition by person order by at range between current row and interval '29.999 s' following) as within
      from bench.writes where person is not null
    ) as counted`);
  return rows[0]!;
}

interface Segment {
  readonly path: string;
  readonly startMs: number;
}

/** Segments of picture and sound, and their headers, by the time at which they begin. */
async function segmentsOf({ bases }: CdnStudio, link: string): Promise<Segment[]> {
  const segments: Segment[] = [];
  for (const part of ["front/v180/", "front/sound/"]) {
    const playlist = await (await fetch(`${bases[0]}${link}${part}index.m3u8`)).text();
    segments.push({ path: `${part}init.mp4`, startMs: 0 });
    let startMs = 0;
    for (const [, duration, name] of playlist.matchAll(/^#EXTINF:([\d.]+),\n(.+)$/gm)) {
      segments.push({ path: `${part}${name}`, startMs });
      startMs += Number(duration) * 1000;
    }
  }
  return segments.toSorted((a, b) => a.startMs - b.startMs);
}

/** Plays the class from its beginning until `signal` aborts; viewers begin within three seconds, and ask the processes in turns. */
async function watch(
  { bases }: CdnStudio,
  link: string,
  viewer: number,
  segments: readonly Segment[],
  signal: AbortSignal,
): Promise<void> {
  const began = performance.now() + (viewer / viewers) * 3_000;
  for (const [at, { path, startMs }] of segments.entries()) {
    await sleep(Math.max(0, began + startMs - performance.now()));
    if (signal.aborted) return;
    const now = seen;
    files.add(path);
    const asked = performance.now();
    try {
      const answer = await fetch(`${bases[(viewer + at) % bases.length]}${link}${path}`);
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(String(answer.status));
      now.answers.push(performance.now() - asked);
      if (answer.headers.get("x-cache") === "HIT") now.hits += 1;
    } catch (error) {
      const { message } = error as Error;
      now.failed.set(message, (now.failed.get(message) ?? 0) + 1);
    }
  }
}

/** Lets viewers play for a while. @param begin breaks or mends something first */
async function phase(
  { originRequests }: CdnStudio,
  name: string,
  forSeconds: number,
  hasDatabase: boolean,
  begin: () => Promise<unknown> = async () => {},
) {
  seen = nothing();
  const askedBefore = await originRequests();
  await begin();
  const writtenBefore = hasDatabase ? (await readWrites()).all : 0;
  await sleep(forSeconds * 1000);
  const [asked, written] = [await originRequests(), hasDatabase ? (await readWrites()).all : null];
  const { answers, hits, failed } = seen;
  const times = answers.toSorted((a, b) => a - b);
  return {
    name,
    "requests at nginx": answers.length,
    "at the studio": asked - askedBefore,
    hits: `${((hits / answers.length) * 100).toFixed(1)}%`,
    "rows written": written === null ? null : written - writtenBefore,
    failed: failed.size === 0 ? "none" : [...failed].map(([what, times]) => `${times} × ${what}`).join(", "),
    "p50 ms": Math.round(times[Math.floor((times.length - 1) / 2)] ?? 0),
    "longest ms": Math.round(times.at(-1) ?? 0),
  };
}
