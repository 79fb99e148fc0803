import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { describeFault } from "./fault.ts";
import { PostgresFault, ensurePostgres } from "./index.ts";

const log = { info: () => {}, warn: () => {} };
let dataDir: string;
let processes: ChildProcess[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "eightcount-postgres-"));
  processes = [];
});
afterEach(async () => {
  for (const child of processes) child.kill("SIGKILL");
  await until(() => findPostmaster() === undefined);
  rmSync(dataDir, { recursive: true, force: true });
});

/** PID of the data folder's live postmaster. */
function findPostmaster(): number | undefined {
  const file = join(dataDir, "postgres/cluster/postmaster.pid");
  if (!existsSync(file)) return undefined;
  const pid = Number(readFileSync(file, "utf8").split("\n")[0]);
  return pid && readOrEmpty(`/proc/${pid}/cmdline`).includes(dataDir) ? pid : undefined;
}

function postmaster(): number {
  const pid = findPostmaster();
  if (pid === undefined) throw new Error("PostgreSQL isn't running");
  return pid;
}

function parentOf(pid: number): number {
  const parent = Number(/^PPid:\s*(\d+)/m.exec(readOrEmpty(`/proc/${pid}/status`))?.[1]);
  if (!(parent > 1)) throw new Error("PostgreSQL has no keeper");
  return parent;
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + 90_000;
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`Not within 90 s: ${isSo.toString()}`);
    await sleep(20);
  }
}

/** A separate process that uses the database; resolves when the database is ready. */
async function startUser(task?: "write") {
  const file = join(import.meta.dirname, "user-process.ts");
  const child = spawn(process.execPath, [file, dataDir, ...(task ? [task] : [])], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  processes.push(child);
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  await until(() => lines.length > 0 || child.exitCode !== null);
  expect(lines[0]).toBe("ready");
  return { child, ended, acknowledged: () => Math.max(0, ...lines.slice(1).map(Number)) };
}

async function query<Row extends pg.QueryResultRow>(
  connection: pg.ClientConfig,
  sql: string,
): Promise<Row[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function lastWritten(): Promise<number> {
  const postgres = await ensurePostgres({ dataDir, log });
  try {
    return (
      (await query<{ last: number }>(postgres.connection, "select max(id)::int as last from written"))[0]
        ?.last ?? 0
    );
  } finally {
    await postgres.stop();
  }
}

describe("lifecycle", () => {
  test("creates a UTF-8 database, stops with its user and keeps the data", async () => {
    const first = await ensurePostgres({ dataDir, log });
    await query(first.connection, "create table kept as select 'Größe' as word");
    await first.stop();
    expect(findPostmaster()).toBeUndefined();

    const second = await ensurePostgres({ dataDir, log });
    const found = await query(
      { connectionString: second.connectionString },
      "select word, length(word) from kept",
    );
    expect(found).toEqual([{ word: "Größe", length: 5 }]);
    await second.stop();
  });

  test("starts one database for concurrent processes, and stops after the last of them", async () => {
    const [first, second, third] = await Promise.all([startUser(), startUser(), startUser()]);
    const pid = postmaster();

    first.child.kill("SIGTERM");
    expect(await first.ended).toBe(0);
    second.child.kill("SIGKILL");
    await second.ended;
    expect(findPostmaster()).toBe(pid);

    third.child.kill("SIGTERM");
    expect(await third.ended).toBe(0);
    await until(() => findPostmaster() === undefined);
  });

  test("starts in a folder whose path is too long for a socket", async () => {
    const postgres = await ensurePostgres({ dataDir: join(dataDir, "a".repeat(120)), log });
    expect(await query(postgres.connection, "select 1 as one")).toEqual([{ one: 1 }]);
    await postgres.stop();
    rmSync(postgres.connection.host, { recursive: true });
  });
});

describe("faults", () => {
  test("keeps committed rows when PostgreSQL is killed, and serves its users again", async () => {
    const writer = await startUser("write");
    await until(() => writer.acknowledged() >= 50);
    const killed = postmaster();
    process.kill(killed, "SIGKILL");
    await until(() => ![undefined, killed].includes(findPostmaster()));
    expect(await lastWritten()).toBeGreaterThanOrEqual(writer.acknowledged());
  });

  test("keeps committed rows when its user is killed, and leaves no PostgreSQL process behind", async () => {
    const writer = await startUser("write");
    await until(() => writer.acknowledged() >= 50);
    writer.child.kill("SIGKILL");
    await writer.ended;
    await until(() => findPostmaster() === undefined);
    expect(await lastWritten()).toBeGreaterThanOrEqual(writer.acknowledged());
  });

  test("recovers when PostgreSQL, its keeper and its user are killed at once", async () => {
    const writer = await startUser("write");
    await until(() => writer.acknowledged() >= 50);
    const pid = postmaster();
    process.kill(parentOf(pid), "SIGKILL");
    process.kill(pid, "SIGKILL");
    writer.child.kill("SIGKILL");
    await writer.ended;
    expect(await lastWritten()).toBeGreaterThanOrEqual(writer.acknowledged());
  });

  test("recovers from an interrupted first start, and from a dead postmaster's PID file", async () => {
    mkdirSync(join(dataDir, "postgres/cluster.draft"), { recursive: true });
    writeFileSync(join(dataDir, "postgres/cluster.draft/PG_VERSION"), "18\n");
    const first = await ensurePostgres({ dataDir, log });
    await first.stop();
    expect(readdirSync(join(dataDir, "postgres"))).not.toContain("cluster.draft");

    // After a reboot any program may have that PID; here it is this one.
    writeFileSync(join(dataDir, "postgres/cluster/postmaster.pid"), `${process.pid}\n`);
    const second = await ensurePostgres({ dataDir, log });
    expect(await query(second.connection, "select 1 as one")).toEqual([{ one: 1 }]);
    await second.stop();
  });

  test("reports data of another major version in one sentence", async () => {
    const first = await ensurePostgres({ dataDir, log });
    await first.stop();
    writeFileSync(join(dataDir, "postgres/cluster/PG_VERSION"), "17\n");
    const again = ensurePostgres({ dataDir, log });
    await expect(again).rejects.toBeInstanceOf(PostgresFault);
    await expect(again).rejects.toMatchObject({
      code: "POSTGRES_OTHER_VERSION",
      message: expect.stringMatching(/is from PostgreSQL 17, and this is PostgreSQL 18/),
    });
  });

  test("reports a folder that can't be created in one sentence", async () => {
    writeFileSync(join(dataDir, "taken"), "");
    await expect(ensurePostgres({ dataDir: join(dataDir, "taken"), log })).rejects.toMatchObject({
      code: "POSTGRES_NO_PERMISSION",
      message: expect.stringMatching(/taken/),
    });
  });

  test.each([
    ["POSTGRES_DISK_FULL", "PANIC:  could not write to file: No space left on device"],
    ["POSTGRES_NO_PERMISSION", 'FATAL:  data directory "/x" has wrong ownership'],
    ["POSTGRES_FAILED", "2026-01-01 LOG: starting\n2026-01-01 FATAL:  could not map anonymous shared memory"],
  ])("recognizes %s in PostgreSQL's output", (code, output) => {
    expect(describeFault(output, "/data")).toMatchObject({
      code,
      message: expect.not.stringContaining("\n"),
    });
  });
});
