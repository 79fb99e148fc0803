import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Ctx } from "../ctx.ts";
import { nightlyBackupJob } from "../modules/studio/backups/backups.ts";
import {
  contentFile,
  hashOf,
  listBackups,
  listContents,
  listFile,
  readFiles,
  readManifest,
} from "../platform/backup/contents.ts";
import { BackupLockLost, withBackupLock } from "../platform/backup/lock.ts";
import { createTestDatabase, startTestServer } from "../testing/harness.ts";
import type { TestPerson, TestServer } from "../testing/harness.ts";
import { makeBackup } from "./make-backup.ts";
import { backupReactions } from "./nightly-backup.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let server: TestServer;
let admin: TestPerson;
let folder: string;
let now = new Date();
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "eightcount-nightly-"));
  server = await startTestServer({
    roles: "api",
    database: database.connection,
    clock: { now: () => now },
    env: { BACKUP_TO: folder, BACKUP_HOUR: "23", BACKUP_KEEP: "1", LOG_LEVEL: "fatal" },
  });
  admin = await server.member({ role: "admin" });
  await server.pool.query(
    `update site.settings set data = data || '{"timeZone": "America/New_York"}', revision = revision + 1`,
  );
  await server.ctx().refreshStudio();
});
afterAll(async () => {
  await server?.stop();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => server.pool.query("truncate studio.backup_runs, platform.backups"));

interface Backups {
  readonly newestAt: string | null;
  readonly isLate: boolean;
  readonly isRunning: boolean;
  readonly failure: string | null;
}
const fields = "newestAt isLate isRunning failure";
async function backups(): Promise<Backups> {
  const { data, errors } = await server.graphql<{ studioHome: { backups: Backups } }>(
    `{ studioHome { backups { ${fields} } } }`,
    {},
    { as: admin },
  );
  expect(errors).toEqual([]);
  return data!.studioHome.backups;
}
const lookAt = (at: string) => {
  now = new Date(at);
  return nightlyBackupJob.run(
    server.ctx(),
    {},
    { signal: new AbortController().signal, attempt: 1, isLastAttempt: true },
  );
};
/** Makes the backups that are due, as a worker does until the signal aborts. @returns how many were */
async function makeDue(ctx = server.ctx(), signal = new AbortController().signal): Promise<number> {
  const { rows } = await server.pool.query<{ id: string }>(
    "select id from studio.backup_runs where finished_at is null",
  );
  const [reaction] = backupReactions(database.connection);
  for (const { id } of rows)
    await reaction!.run(ctx, { runId: id }, { id: "an event", occurredAt: now, signal });
  return rows.length;
}
/** Makes a backup as `npm run backup` does. @returns its id */
async function backUpAt(at: string, ctx: Ctx = server.ctx()): Promise<string> {
  now = new Date(at);
  const order = { connection: database.connection, folder, keep: 1, maxRowsMs: 60_000, isRestored: false };
  return (await makeBackup(ctx, order)).manifest.id;
}
const filesOf = async (id: string) => Array.fromAsync(readFiles(folder, await readManifest(folder, id)));
const rowFiles = async () => (await readdir(folder)).filter((name) => name.endsWith(".rows.gz"));

// 23:00 in New York is 04:00 UTC of the next day.
test("backs up once a night, which begins at the hour in the studio's time zone, and says how old the newest one is", async () => {
  expect(await backups()).toMatchObject({ newestAt: null, isLate: true, isRunning: false });
  await Promise.all([lookAt("2026-11-20T03:45:00Z"), lookAt("2026-11-20T03:45:00Z")]);
  expect(await backups()).toMatchObject({ isRunning: true });
  expect(await makeDue()).toBe(1);
  await lookAt("2026-11-20T03:59:00Z");
  expect(await makeDue()).toBe(0);

  await lookAt("2026-11-20T04:00:00Z");
  expect(await makeDue()).toBe(1);
  expect(await backups()).toEqual({
    newestAt: "2026-11-20T04:00:00.000Z",
    isLate: false,
    isRunning: false,
    failure: null,
  });
  expect(await listBackups(folder)).toEqual(["20261120T040000Z"]);
  for (const at of ["2026-11-20T05:00:00Z", "2026-11-21T03:59:00Z"]) {
    await lookAt(at);
    expect(await makeDue()).toBe(0);
  }
  now = new Date("2026-11-21T06:01:00Z");
  expect(await backups()).toMatchObject({ isLate: true });
});

test("says that a backup can't be restored, doesn't count it, and keeps the one before it", async () => {
  const earlier = await backUpAt("2026-11-29T08:00:00Z");
  // As if someone had changed the database by hand: no migration creates this table.
  await server.pool.query("create table platform.made_by_hand (id integer)");
  await lookAt("2026-12-01T08:00:00Z");
  await makeDue();
  await server.pool.query("drop table platform.made_by_hand");
  expect(await backups()).toMatchObject({
    newestAt: "2026-11-29T08:00:00.000Z",
    isLate: true,
    failure: "notRestored",
  });
  expect(await listBackups(folder)).toEqual([earlier]);
  expect(await rowFiles()).toEqual([`${earlier}.rows.gz`]);
  const { rowCount } = await server.pool.query(
    "select from pg_database where datname = current_database() || '_restore_test'",
  );
  expect(rowCount).toBe(0);
});

test("deletes the rows of a backup that was killed while it read them", async () => {
  await writeFile(join(folder, "20261202T090000Z.rows.gz"), "of a backup that was killed");
  const next = await backUpAt("2026-12-02T10:00:00Z");
  expect(await rowFiles()).toEqual([`${next}.rows.gz`]);
});

test("fails when the lock is lost while files are copied; the next backup deletes what it left", async () => {
  const ctx = server.ctx();
  const { storage } = ctx.ports;
  const key = "tests/copied.txt";
  await storage.put(key, Buffer.from("copied, then deleted"), "text/plain");
  const earlier = await listBackups(folder);
  const list: typeof storage.list = async function* (prefix) {
    const { rowCount } = await server.pool.query(
      `select pg_terminate_backend(pid, 60000) from pg_stat_activity
       where datname = current_database() and application_name = 'eightcount-backup-lock'`,
    );
    expect(rowCount).toBe(1);
    yield* storage.list(prefix);
  };
  const losing = { ...ctx, ports: { ...ctx.ports, storage: { ...storage, list } } };
  await expect(backUpAt("2026-12-03T08:00:00Z", losing)).rejects.toThrow(BackupLockLost);
  expect(await listBackups(folder)).toEqual(earlier);

  await storage.delete(key);
  const files = await filesOf(await backUpAt("2026-12-03T09:00:00Z"));
  expect((await Array.fromAsync(listContents(folder))).toSorted()).toEqual(
    [...new Set(files.map((one) => one.sha256))].toSorted(),
  );
});

test("a worker that stops cuts a backup, which goes on as the same run and copies only what is missing", async () => {
  const ctx = server.ctx();
  const { storage } = ctx.ports;
  const names = ["10", "11", "12"].map((name) => `tests/${name}.txt`);
  for (const key of names) await storage.put(key, Buffer.from(`file ${key}`), "text/plain");
  const stopping = new AbortController();
  const read: string[] = [];
  const reading = (isCut: boolean) => {
    const get: typeof storage.get = async (key, range) => {
      read.push(key);
      const found = await storage.get(key, range);
      if (!isCut || key !== names[2] || !found) return found;
      found.content.destroy();
      // A content that never ends: copying it ends only by the signal.
      const content = Readable.from(
        (async function* () {
          const listed = () => readFile(listFile(folder, "20261205T080000Z"), "utf8").catch(() => "");
          await expect.poll(listed).toContain(names[1]);
          stopping.abort();
          for (;;) yield Buffer.alloc(1024);
        })(),
      );
      return { ...found, content };
    };
    return { ...ctx, ports: { ...ctx.ports, storage: { ...storage, get } } };
  };
  await lookAt("2026-12-05T08:00:00Z");
  await expect(makeDue(reading(true), stopping.signal)).rejects.toThrow("aborted");
  expect(await backups()).toMatchObject({ newestAt: null, isRunning: true, failure: null });

  read.length = 0;
  now = new Date("2026-12-05T08:01:00Z");
  expect(await makeDue(reading(false))).toBe(1);
  expect(read).toEqual([names[2]]);
  expect(await backups()).toMatchObject({ newestAt: now.toISOString(), isRunning: false, failure: null });
  for (const key of names) await storage.delete(key);
});

test("makes up to three attempts a night, an hour apart, also past midnight", async () => {
  await rm(folder, { recursive: true, force: true });
  await writeFile(folder, "not a folder");
  await lookAt("2026-12-10T04:00:00Z");
  await makeDue();
  expect(await backups()).toMatchObject({ failure: "notWritable", isRunning: false });
  const tried = [];
  for (const at of ["04:45", "05:00", "06:00", "07:00", "08:00"]) {
    await lookAt(`2026-12-10T${at}:00Z`);
    tried.push(await makeDue());
  }
  expect(tried).toEqual([0, 1, 1, 0, 0]);
  await rm(folder);
});

test("begins a backup for an admin once, however often they press, and not beside another one", async () => {
  const press = () =>
    server.graphql<{ backUpNow: Backups }>(`mutation { backUpNow { ${fields} } }`, {}, { as: admin });
  now = new Date("2026-12-20T15:00:00Z");
  const [one, two] = await Promise.all([press(), press()]);
  expect([one.data, two.data]).toMatchObject([
    { backUpNow: { isRunning: true } },
    { backUpNow: { isRunning: true } },
  ]);
  await withBackupLock(database.connection, async () => expect(await makeDue()).toBe(1));
  expect(await backups()).toMatchObject({ failure: "busy", newestAt: null });
  const { rowCount } = await server.pool.query(
    "select from identity.staff_acts where action = 'studio.backup_requested'",
  );
  expect(rowCount).toBe(1);
});

test("makes a copy again at once if it lacks bytes, and within 29 nights if it reads back otherwise", async () => {
  const { storage } = server.ctx().ports;
  const key = "tests/backed-up.txt";
  await storage.put(key, Buffer.from("a file"), "text/plain");
  const [copy] = (await filesOf(await backUpAt("2027-01-01T08:00:00Z"))).filter((one) => one.key === key);
  const path = contentFile(folder, copy!.sha256);
  await writeFile(path, "a fi");
  await backUpAt("2027-01-02T08:00:00Z");
  expect(await hashOf(path)).toBe(copy!.sha256);

  await writeFile(path, "b file");
  const night = (at: number) => new Date(Date.UTC(2027, 0, 3 + at, 8)).toISOString();
  let nights = 0;
  do await backUpAt(night(nights++));
  while ((await hashOf(path)) !== copy!.sha256 && nights < 29);
  expect(await hashOf(path)).toBe(copy!.sha256);
});
