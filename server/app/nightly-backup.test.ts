import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { nightlyBackupJob } from "../modules/studio/backups/backups.ts";
import { listBackups } from "../platform/backup/contents.ts";
import { withBackupLock } from "../platform/backup/lock.ts";
import { createTestDatabase, startTestServer } from "../testing/harness.ts";
import type { TestPerson, TestServer } from "../testing/harness.ts";
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
    env: { BACKUP_TO: folder, BACKUP_HOUR: "3", BACKUP_KEEP: "1", LOG_LEVEL: "fatal" },
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
/** Makes the backups that are due, as a worker does. @returns how many were */
async function makeDue(): Promise<number> {
  const { rows } = await server.pool.query<{ id: string }>(
    "select id from studio.backup_runs where finished_at is null",
  );
  const [reaction] = backupReactions(database.connection);
  for (const { id } of rows)
    await reaction!.run(server.ctx(), { runId: id }, { id: "an event", occurredAt: now });
  return rows.length;
}

test("backs up once a night from the hour in the studio's time zone, and says how old the newest one is", async () => {
  await lookAt("2026-11-20T07:45:00Z");
  expect(await makeDue()).toBe(0);
  expect(await backups()).toMatchObject({ newestAt: null, isLate: true, isRunning: false });

  await Promise.all([lookAt("2026-11-20T08:00:00Z"), lookAt("2026-11-20T08:00:00Z")]);
  expect(await backups()).toMatchObject({ isRunning: true });
  expect(await makeDue()).toBe(1);
  expect(await backups()).toEqual({
    newestAt: "2026-11-20T08:00:00.000Z",
    isLate: false,
    isRunning: false,
    failure: null,
  });
  await lookAt("2026-11-20T22:00:00Z");
  expect(await makeDue()).toBe(0);

  await lookAt("2026-11-21T08:00:00Z");
  expect(await makeDue()).toBe(1);
  expect(await listBackups(folder)).toEqual(["20261121T080000Z"]);
  now = new Date("2026-11-22T10:01:00Z");
  expect(await backups()).toMatchObject({ isLate: true });
});

test("says that a backup can't be restored, and doesn't count it", async () => {
  // As if someone had changed the database by hand: no migration creates this table.
  await server.pool.query("create table platform.made_by_hand (id integer)");
  await lookAt("2026-12-01T08:00:00Z");
  await makeDue();
  await server.pool.query("drop table platform.made_by_hand");
  expect(await backups()).toMatchObject({ newestAt: null, isLate: true, failure: "notRestored" });
  const { rowCount } = await server.pool.query(
    "select from pg_database where datname = current_database() || '_restore_test'",
  );
  expect(rowCount).toBe(0);
});

test("tries a failed backup again an hour later, three times a night", async () => {
  await rm(folder, { recursive: true, force: true });
  await writeFile(folder, "not a folder");
  await lookAt("2026-12-10T08:00:00Z");
  await makeDue();
  expect(await backups()).toMatchObject({ failure: "notWritable", isRunning: false });
  const tried = [];
  for (const at of ["08:45", "09:00", "10:00", "11:00", "12:00"]) {
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
