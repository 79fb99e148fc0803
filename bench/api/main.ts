/**
 * Compares reads of the API with two other servers on the same rows: the baseline (a bare server with the same SQL) and
 * PostGraphile 5. Each server runs alone in a process of its own, in turns. The table shows medians and their ratios. CPU is that
 * of the server's process: it is accurate even if other work shares the machine. At the end Eightcount alone serves 8 to 512
 * clients that send without a pause: a server that can serve all of them within a second refuses none.
 *
 *     npm run bench -- api [--scale=1] [--rounds=3]
 */
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { prepareDatabase } from "../../server/app/database.ts";
import { createLog } from "../../server/platform/log.ts";
import { ensurePostgres } from "../../server/platform/postgres/index.ts";
import { challengeSlug, scales, seed } from "./seed.ts";
import type { Scale } from "./seed.ts";
import { check, pg, targetsOf } from "./targets.ts";
import type { Read, Running } from "./targets.ts";

const connections = 32;
const crowds = [8, 32, 128, 512] as const;
const seconds = 6;
const option = (name: string) => new RegExp(`--${name}=(\\d+)`).exec(process.argv.join(" "))?.[1];
const rounds = Number(option("rounds") ?? 3);

const reads: readonly Read[] = [
  {
    name: "24 classes with progress",
    query: `{ studioClasses(pagination: { first: 24 }) { nextCursor items {
      id classId title level type accessType isExplicit isLocked styleV2 { name } instructor { name slug }
      video { durationInMs } userProgress { completed percent } } } }`,
    peerQuery: (
      me,
    ) => `{ allClasses(first: 24, orderBy: [PUBLISHED_AT_DESC, ROW_ID_DESC]) { pageInfo { endCursor } nodes {
      rowId slug title level type accessType isExplicit durationMs styleByStyleId { name } instructorByInstructorId { name slug }
      practiceRecordsByClassId(first: 1, condition: { personId: "${me}" }) { nodes { playedMs completedAt } } } } }`,
  },
  {
    name: "leaderboard of 100",
    query: `{ challengeById(id: "${challengeSlug}") { rank participantsCount
      participantLeaderboard(first: 100) { user { username } progressAmount } } }`,
  },
];

/** Loads one server. Latencies are in milliseconds, of all responses. */
async function load(running: Running, forSeconds: number, clients: number) {
  const { url, headers, body } = running;
  const before = running.cpuSeconds();
  const result = await autocannon({
    url,
    method: "POST",
    headers,
    body,
    connections: clients,
    duration: forSeconds,
  });
  const used = running.cpuSeconds() - before;
  return {
    failed: result.non2xx + result.errors,
    rate: result.requests.total / result.duration,
    cpuUs: (used * 1e6) / result.requests.total,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}

/** Measures one server under load. @throws when any response is wrong */
async function measure(running: Running, forSeconds: number): Promise<{ rate: number; cpuUs: number }> {
  const measured = await load(running, forSeconds, connections);
  if (measured.failed > 0) throw new Error(`${measured.failed} answers of ${running.url} failed`);
  return measured;
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

type Rates = Map<Read, Map<string, { rate: number; cpuUs: number }>>;
/** A line of the table of crowds. */
type Crowd = { read: Read; clients: number; rate: number; failed: number; p50: number; p99: number };

/** Rate and CPU of each server, by read and name, and those of Eightcount with each crowd. */
async function run(scale: Scale): Promise<{ rates: Rates; served: Crowd[] }> {
  const dataDir = await mkdtemp(join(tmpdir(), "eightcount-bench-"));
  const log = createLog("error");
  const postgres = await ensurePostgres({
    dataDir,
    log,
    settings: { fsync: "off", synchronous_commit: "off", max_wal_size: "4GB", maintenance_work_mem: "512MB" },
  });
  try {
    const pool = new pg.Pool({ ...postgres.connection, max: 4 });
    pool.on("error", () => {});
    await prepareDatabase(pool, log);
    const me = await seed(pool, scale);
    const targets = await targetsOf(reads, postgres, dataDir, pool, me);
    await pool.end();
    const rates: Rates = new Map();
    const served: Crowd[] = [];
    for (const [read, servers] of targets) {
      const found = new Map(
        servers.map(({ name }) => [name, { rate: [] as number[], cpuUs: [] as number[] }]),
      );
      for (let round = 0; round < rounds; round += 1) {
        for (const { name, start } of servers) {
          const running = await start();
          await check(running);
          await measure(running, 2);
          const { rate, cpuUs } = await measure(running, seconds);
          found.get(name)!.rate.push(rate);
          found.get(name)!.cpuUs.push(cpuUs);
          await running.end();
        }
      }
      rates.set(
        read,
        new Map([...found].map(([name, of]) => [name, { rate: median(of.rate), cpuUs: median(of.cpuUs) }])),
      );
      const running = await servers.find(({ name }) => name === "eightcount")!.start();
      await measure(running, 2);
      for (const clients of crowds)
        served.push({ read, clients, ...(await load(running, seconds, clients)) });
      await running.end();
    }
    return { rates, served };
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const only = option("scale");
const columns = ["read", "rows", "server", "req/s", "to floor", "to 1×", "CPU µs", "floor's to it"];
const widths = [26, 6, 14, 9, 10, 9, 9, 15];
const print = (cells: readonly string[]) =>
  process.stdout.write(
    `${cells.map((cell, at) => (at < 3 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join("")}\n`,
  );
process.stdout.write(
  `${connections} connections, median of ${rounds} rounds of ${seconds} s, ${cpus().length} cores\n\n`,
);
print(columns);
const first = new Map<string, number>();
const crowdLines: string[][] = [];
for (const scale of scales.filter(({ name }) => !only || name === `${only}×`)) {
  const { rates, served } = await run(scale);
  for (const { read, clients, rate, failed, p50, p99 } of served)
    crowdLines.push([
      read.name,
      scale.name,
      `${clients}`,
      ...[rate, failed, p50, p99].map((n) => n.toFixed(0)),
    ]);
  for (const [read, servers] of rates) {
    const floor = servers.get("floor")!;
    for (const [name, { rate, cpuUs }] of servers) {
      const key = `${read.name} ${name}`;
      if (!first.has(key)) first.set(key, rate);
      print([
        read.name,
        scale.name,
        name,
        rate.toFixed(0),
        (rate / floor.rate).toFixed(2),
        (rate / first.get(key)!).toFixed(2),
        cpuUs.toFixed(0),
        (floor.cpuUs / cpuUs).toFixed(2),
      ]);
    }
  }
}
print([]);
print(["Eightcount alone", "rows", "clients", "req/s", "refused", "p50, ms", "p99, ms"]);
for (const line of crowdLines) print(line);
