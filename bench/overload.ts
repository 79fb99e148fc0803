/**
 * Ten times the load: what becomes of those who are let in, and how soon all is well again. Requests come at a fixed rate, whether or not the
 * ones before are answered, as people do.
 *
 *     npm run bench -- overload
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent, request } from "node:http";
import pg from "pg";
import { prepareDatabase } from "../server/app/start.ts";
import { createLog } from "../server/platform/log.ts";
import { ensurePostgres } from "../server/platform/postgres/index.ts";
import { createLibrary, createManyClasses } from "../server/testing/factories.ts";

const seconds = 10;
const root = join(import.meta.dirname, "..");
const folder = await mkdtemp(join(tmpdir(), "eightcount-bench-"));
const postgres = await ensurePostgres({ dataDir: folder, log: createLog("error") });
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
const url = await new Promise<string>((resolve, reject) => {
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => {
    if (said.length < 10_000) said += chunk.toString();
    const found = /is ready on (http:\S+)/.exec(said)?.[1];
    if (found) resolve(found);
  });
  child.once("exit", () => reject(new Error(said)));
});

const agent = new Agent({ keepAlive: true, maxSockets: 4000 });
const body = JSON.stringify({
  query: `{ studioClasses(pagination: { first: 24 }) { nextCursor items { id classId title styleV2 { name } instructor { name } } } }`,
});
interface Answer {
  readonly status: number;
  readonly ms: number;
}
const ask = () =>
  new Promise<Answer>((resolve) => {
    const began = performance.now();
    const sent = request(
      `${url}/graphql`,
      { method: "POST", agent, headers: { "content-type": "application/json" } },
      (response) => {
        response.resume();
        response.once("end", () =>
          resolve({ status: response.statusCode ?? 0, ms: performance.now() - began }),
        );
      },
    );
    sent.once("error", () => resolve({ status: 0, ms: performance.now() - began }));
    sent.end(body);
  });

/** Asks at a fixed rate. @param rate requests a second */
async function load(rate: number, forSeconds: number): Promise<Answer[]> {
  const asked: Promise<Answer>[] = [];
  const began = performance.now();
  while (performance.now() - began < forSeconds * 1000) {
    const due = ((performance.now() - began) / 1000) * rate;
    while (asked.length < due) asked.push(ask());
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return Promise.all(asked);
}
function tell(name: string, rate: number, answers: readonly Answer[]): number {
  const accepted = answers.filter(({ status }) => status === 200).map(({ ms }) => ms);
  accepted.sort((a, b) => a - b);
  const p99 = accepted[Math.floor(accepted.length * 0.99)] ?? Number.NaN;
  const refused = answers.filter(({ status }) => status === 429 || status === 503).length;
  process.stdout.write(
    `${name.padEnd(12)}${rate.toFixed(0).padStart(12)}${String(accepted.length).padStart(10)}${String(refused).padStart(9)}` +
      `${String(answers.length - accepted.length - refused).padStart(8)}${p99.toFixed(0).padStart(10)}\n`,
  );
  return p99;
}

try {
  await load(50, 3);
  // What it bears: as many as it answers when twenty ask without a pause.
  let answered = 0;
  const until = performance.now() + 4000;
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for (; performance.now() < until; answered += 1) await ask();
    }),
  );
  const base = answered / 4 / 2;
  process.stdout.write(
    `${"load".padEnd(12)}${"asked/s".padStart(12)}${"answered".padStart(10)}${"refused".padStart(9)}${"failed".padStart(8)}${"p99, ms".padStart(10)}\n`,
  );
  const before = tell("half full", base, await load(base, seconds));
  const during = tell("ten times", base * 10, await load(base * 10, seconds));
  const began = performance.now();
  let after = Infinity;
  while (after > before * 1.5 && performance.now() - began < 60_000)
    after = tell("half again", base, await load(base, 3));
  process.stdout.write(
    `\np99 of those let in: ${(during / before).toFixed(1)} times; normal again within ${((performance.now() - began) / 1000).toFixed(0)} s\n`,
  );
} finally {
  child.kill("SIGTERM");
  if (child.exitCode === null) await once(child, "exit");
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
