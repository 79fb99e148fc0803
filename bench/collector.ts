/**
 * Measures how many events per second one server process accepts and stores, with one and with twenty events per request. Also
 * counts the stored events after the server is killed. PostgreSQL runs with its default durability, on the same machine as server
 * and load.
 *
 *     npm run bench -- collector
 */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pgTypes from "pg";
import { prepareDatabase } from "../server/app/database.ts";
import { createLog } from "../server/platform/log.ts";
import { ensurePostgres } from "../server/platform/postgres/index.ts";

const root = join(import.meta.dirname, "..");
const pg = createRequire(join(root, "package.json"))("pg") as typeof pgTypes;
const seconds = 8;
const connections = 64;

const folder = await mkdtemp(join(tmpdir(), "eightcount-bench-"));
const log = createLog("error");
const postgres = await ensurePostgres({ dataDir: folder, log });
const pool = new pg.Pool(postgres.connection);
pool.on("error", (error) => log.error({ err: error }, "A connection was lost"));
let child = null as ChildProcess | null;

async function startServer(): Promise<string> {
  child = spawn(process.execPath, [join(root, "server/testing/api-process.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env["PATH"], DATA_DIR: folder, CONNECTION: JSON.stringify(postgres.connection) },
  });
  const [port] = (await once(child.stdout!, "data")) as [Buffer];
  return String(port).trim();
}

const page = (messageId: string) => ({
  messageId,
  type: "page",
  name: "/library",
  userId: randomUUID(),
  timestamp: new Date().toISOString(),
  properties: {
    path: "/library",
    url: "https://dance.example/library?utm_source=newsletter&utm_medium=email&utm_campaign=spring",
    title: "Library · Eightcount",
    search: "?utm_source=newsletter&utm_medium=email&utm_campaign=spring",
    referrer: "https://dance.example/dashboard",
  },
  context: { library: { name: "eightcount-web", version: "bench" }, locale: "en-GB" },
});

/** One of sixteen million IP addresses: a crowd in which no one sends much. */
const someAddress = () => `73.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join(".")}`;

/** Sends for a while over many connections. @returns the latency of each request in milliseconds, and the acknowledged ids */
async function load(port: string, perRequest: number, until: () => boolean) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const acknowledged: string[] = [];
  const took: number[] = [];
  let refused = 0;
  const send = (ids: string[]) =>
    new Promise<boolean>((resolve) => {
      const messages = ids.map(page);
      const body = JSON.stringify(
        perRequest === 1
          ? { writeKey: "eightcount-web", ...messages[0] }
          : { writeKey: "eightcount-web", batch: messages },
      );
      const began = performance.now();
      const sent = request(
        {
          agent,
          port,
          host: "127.0.0.1",
          method: "POST",
          path: perRequest === 1 ? "/v1/page" : "/v1/batch",
          headers: {
            "content-type": "application/json",
            "content-length": Buffer.byteLength(body),
            "x-forwarded-for": someAddress(),
          },
        },
        (response) => {
          response.resume();
          response.once("end", () => {
            took.push(performance.now() - began);
            if (response.statusCode === 200) acknowledged.push(...ids);
            else refused += 1;
            resolve(response.statusCode === 200);
          });
          response.once("error", () => resolve(false));
        },
      );
      sent.once("error", () => resolve(false));
      sent.end(body);
    });
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (!until()) await send(Array.from({ length: perRequest }, () => randomUUID()));
    }),
  );
  agent.destroy();
  return { acknowledged, refused, took: took.toSorted((a, b) => a - b) };
}

async function missingOf(ids: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ missing: number }>(
    "select count(*)::int as missing from unnest($1::text[]) as id where not exists (select from growth.events where message_id = id)",
    [ids],
  );
  return rows[0]!.missing;
}

try {
  await prepareDatabase(pool, log);
  process.stdout.write(
    "| Events a request | Events/s | Requests/s | p50, ms | p99, ms | Refused | Acknowledged and not there |\n|---|---|---|---|---|---|---|\n",
  );
  for (const perRequest of [1, 20]) {
    const port = await startServer();
    let end = performance.now() + 2_000;
    await load(port, perRequest, () => performance.now() > end);
    const began = performance.now();
    end = began + seconds * 1_000;
    const { acknowledged, refused, took } = await load(port, perRequest, () => performance.now() > end);
    const elapsed = (performance.now() - began) / 1_000;
    const at = (part: number) => took[Math.floor(took.length * part)]!.toFixed(1);
    child!.kill("SIGKILL");
    process.stdout.write(
      `| ${perRequest} | ${Math.round(acknowledged.length / elapsed)} | ${Math.round(took.length / elapsed)} | ${at(0.5)} | ${at(0.99)} | ${refused} | ${await missingOf(acknowledged)} |\n`,
    );
  }
  // Killed in the middle of the load, five times.
  let missing = 0;
  let count = 0;
  for (let round = 0; round < 5; round += 1) {
    const port = await startServer();
    const end = performance.now() + 1_000 + round * 200;
    const { acknowledged } = await load(port, 20, () => {
      if (performance.now() > end) child!.kill("SIGKILL");
      return performance.now() > end;
    });
    missing += await missingOf(acknowledged);
    count += acknowledged.length;
  }
  process.stdout.write(
    `\nKilled in mid-load, 5 times: ${count} events acknowledged, ${missing} of them lost.\n`,
  );
} finally {
  child?.kill("SIGKILL");
  await pool.end();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
