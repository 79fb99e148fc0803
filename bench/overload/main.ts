/**
 * Tenfold overload: the latency of admitted requests, and the time to recovery. Requests arrive at a fixed rate, whether or not
 * earlier ones are answered, like people's. On Linux the load generators have cores of their own, so that they take no CPU from
 * the server. With four cores or more, server and database have one each; with fewer they share one. The first second, in which up
 * to two thousand connections are opened at once, is reported separately.
 *
 *     npm run bench -- overload
 */
import { execFileSync, fork, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, platform, tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { prepareDatabase } from "../../server/app/database.ts";
import { createLog } from "../../server/platform/log.ts";
import { ensurePostgres } from "../../server/platform/postgres/index.ts";
import { createLibrary, createManyClasses } from "../../server/testing/factories.ts";
import type { Asked, Asking } from "./crowd.ts";

const seconds = 20;
const parts = 2;
const root = join(import.meta.dirname, "../..");
const cores = availableParallelism();
const isPinned = platform() === "linux" && cores >= 2;
/** CPU core of each process. */
const coreOf =
  cores >= 4 ? { server: 0, database: 1, crowd: [2, 3] } : { server: 0, database: 0, crowd: [1, 1] };

/** Pins a process, and its future children, to a core. */
function pin(pid: number, core: number): void {
  if (isPinned) execFileSync("taskset", ["-acp", String(core), String(pid)], { stdio: "ignore" });
}

const folder = await mkdtemp(join(tmpdir(), "eightcount-bench-"));
const postgres = await ensurePostgres({ dataDir: folder, log: createLog("error") });
pin(
  Number(readFileSync(join(folder, "postgres/cluster/postmaster.pid"), "utf8").split("\n")[0]),
  coreOf.database,
);
const pool = new pg.Pool({ ...postgres.connection, max: 2 });
pool.on("error", () => {});
await prepareDatabase(pool, createLog("error"));
await createLibrary(pool);
await createManyClasses(pool, 2000);
await pool.end();

const child = spawn(process.execPath, [join(root, "server/main.ts"), "--role=api"], {
  env: {
    PATH: process.env["PATH"],
    NODE_ENV: "development",
    DEMO: "off",
    PORT: "0",
    DATA_DIR: folder,
    DATABASE_URL: postgres.connectionString,
    GRAPHQL_OPEN: "on",
  },
  stdio: ["ignore", "pipe", "inherit"],
});
const port = await new Promise<number>((resolve, reject) => {
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => {
    if (said.length < 10_000) said += chunk.toString();
    const found = /is running at http:\S+:(\d+)/.exec(said)?.[1];
    if (found) resolve(Number(found));
  });
  child.once("exit", () => reject(new Error(said)));
});
pin(child.pid!, coreOf.server);

const crowd: ChildProcess[] = Array.from({ length: parts }, () =>
  fork(join(import.meta.dirname, "crowd.ts")),
);
crowd.forEach((part, at) => pin(part.pid!, coreOf.crowd[at]!));
pin(process.pid, cores >= 4 ? coreOf.database : coreOf.crowd[0]!);

const body = JSON.stringify({
  query: `{ studioClasses(pagination: { first: 24 }) { nextCursor items { id classId title styleV2 { name } instructor { name } } } }`,
});
const request = `POST /graphql HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** Sends at a fixed rate. @param rate requests per second */
async function load(rate: number, forSeconds: number): Promise<Asked> {
  const asking: Asking = { port, request, rate: rate / parts, seconds: forSeconds, connections: 1000 };
  const all = await Promise.all(
    crowd.map(async (part) => {
      part.send(asking);
      return ((await once(part, "message")) as [Asked])[0];
    }),
  );
  const sum = (count: (asked: Asked) => number) => all.reduce((total, asked) => total + count(asked), 0);
  return {
    accepted: all.flatMap(({ accepted }) => accepted),
    acceptedAtFirst: all.flatMap(({ acceptedAtFirst }) => acceptedAtFirst),
    refused: all.flatMap(({ refused }) => refused),
    lag: all.flatMap(({ lag }) => lag),
    unexplained: sum(({ unexplained }) => unexplained),
    wrong: sum(({ wrong }) => wrong),
    cut: sum(({ cut }) => cut),
    silent: sum(({ silent }) => silent),
  };
}

/** @returns the 99th percentile */
const p99 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;

const columns = [
  "asked/s",
  "answered",
  "refused",
  "of them without a word",
  "wrong",
  "cut",
  "silent",
  "p50, ms",
  "p99, ms",
  "first second p99",
  "refused p99",
  "crowd late p99",
  "CPU",
];
const row = (name: string, cells: readonly string[]) =>
  process.stdout.write(
    `${name.padEnd(12)}${cells.map((cell, at) => cell.padStart(columns[at]!.length + 2)).join("")}\n`,
  );
/** CPU time of the server, in seconds; only on Linux. */
const cpuSeconds = () => {
  try {
    const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]!.split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Number.NaN;
  }
};

/** @returns the 99th percentile of the admitted requests, after the first second */
async function measurePhase(name: string, rate: number, forSeconds: number): Promise<number> {
  const before = cpuSeconds();
  const began = performance.now();
  const asked = await load(rate, forSeconds);
  const cpu = ((cpuSeconds() - before) / (performance.now() - began)) * 1000;
  const found = p99(asked.accepted);
  row(name, [
    rate.toFixed(0),
    String(asked.accepted.length + asked.acceptedAtFirst.length),
    String(asked.refused.length),
    String(asked.unexplained),
    String(asked.wrong),
    String(asked.cut),
    String(asked.silent),
    (asked.accepted.toSorted((a, b) => a - b)[Math.floor(asked.accepted.length / 2)] ?? Number.NaN).toFixed(
      1,
    ),
    found.toFixed(1),
    p99(asked.acceptedAtFirst).toFixed(1),
    p99(asked.refused).toFixed(1),
    p99(asked.lag).toFixed(1),
    `${(cpu * 100).toFixed(0)} %`,
  ]);
  return found;
}

try {
  await load(100, 3);
  // Capacity: the throughput with twenty clients that send without a pause.
  const url = `http://127.0.0.1:${port}/graphql`;
  let answered = 0;
  for (const isMeasured of [false, true]) {
    const until = performance.now() + 3000;
    answered = 0;
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        for (; performance.now() < until; answered += isMeasured ? 1 : 0) {
          const answer = await fetch(url, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body,
          });
          if (answer.status !== 200) throw new Error(`It answers ${answer.status}.`);
          await answer.arrayBuffer();
        }
      }),
    );
  }
  const base = answered / 3 / 2;
  process.stdout.write(isPinned ? `cores: ${JSON.stringify(coreOf)}\n\n` : "cores are shared\n\n");
  row("load", columns);
  const before = await measurePhase("half full", base, seconds);
  const during = await measurePhase("ten times", base * 10, seconds);
  const began = performance.now();
  let after = Infinity;
  while (after > before * 1.5 && performance.now() - began < 60_000)
    after = await measurePhase("half again", base, 3);
  process.stdout.write(
    `\np99 of those let in, after the first second: ${(during / before).toFixed(1)} times; normal again within ${((performance.now() - began) / 1000).toFixed(0)} s\n`,
  );
} finally {
  for (const part of crowd) part.kill();
  child.kill("SIGTERM");
  if (child.exitCode === null) await once(child, "exit");
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
