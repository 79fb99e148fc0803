import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { areasOf } from "../platform/backup/areas.ts";
import { createPool } from "../platform/db.ts";
import { createLog } from "../platform/log.ts";
import { ensurePostgres } from "../platform/postgres/index.ts";
import { checkStoredFiles } from "../platform/stored-files/check.ts";
import { takeBaseBackup } from "../testing/base-backup.ts";
import { createClass, createLibrary } from "../testing/factories.ts";
import { startTestServer } from "../testing/harness.ts";
import { prepareDatabase } from "./database.ts";
import { storedFiles } from "./modules.ts";

let folder: string;
let archive: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "eightcount-moment-"));
  await chmod(folder, 0o711);
  archive = join(folder, "archive");
  mkdirSync(archive);
  // PostgreSQL runs as another user.
  chmodSync(archive, 0o777);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const log = createLog("error");
const settings = { fsync: "off", full_page_writes: "on" };
const dataDirOf = (name: string) => join(folder, name);

test("is back at the second before a mistake, with what was done after the base backup, and goes on", async () => {
  const before = await ensurePostgres({
    dataDir: dataDirOf("before"),
    log,
    settings: { ...settings, archive_mode: "on", archive_command: `cp %p ${archive}/%f` },
  });
  const pool = createPool(
    { connection: before.connection, size: 4, statementTimeoutMs: 60_000, applicationName: "tests" },
    () => {},
  );
  await prepareDatabase(pool, log);
  await pool.query("update site.settings set opened_at = now()");
  const options = {
    dataDir: dataDirOf("files"),
    roles: "api" as const,
    env: { AUTH_SECRET: "a".repeat(40), MEDIA_SECRET: "m".repeat(40) },
  };
  const server = await startTestServer({ ...options, database: before.connection });
  await createLibrary(server.pool);
  const { storage } = server.ctx().ports;
  for (const width of [1280, 640, 320])
    await storage.put(`pictures/test-${width}.webp`, Buffer.from(""), "image/webp");
  const [first, second] = [await createClass(server.pool), await createClass(server.pool)];
  const member = await server.member({ username: "demo.moment" });
  const save = (id: string) =>
    server.graphql("mutation ($id: ID!) { saveClass(classId: $id) { id } }", { id }, { as: member });
  expect((await save(first.id)).errors).toEqual([]);
  await takeBaseBackup(before.connection, dataDirOf("before"), dataDirOf("after"), "recovery.signal");

  expect((await save(second.id)).errors).toEqual([]);
  const { rows } = await pool.query<{ moment: string }>("select clock_timestamp()::text as moment");
  await pool.query("select pg_sleep(0.01)");
  await pool.query("delete from catalog.classes");
  const { rows: last } = await pool.query<{ file: string }>(
    "select pg_walfile_name(pg_switch_wal()) as file",
  );
  await expect.poll(() => existsSync(join(archive, last[0]!.file))).toBe(true);
  const headers = { "x-auth-token": `Bearer ${await member.token()}` };
  await server.stop();
  await pool.end();
  await before.stop();

  const after = await ensurePostgres({
    dataDir: dataDirOf("after"),
    log,
    settings: {
      ...settings,
      restore_command: `cp ${archive}/%f %p`,
      recovery_target_time: rows[0]!.moment,
      recovery_target_action: "promote",
    },
  });
  const client = new pg.Client(after.connection);
  await client.connect();
  await expect
    .poll(async () => (await client.query<{ is: boolean }>('select pg_is_in_recovery() as "is"')).rows[0]!.is)
    .toBe(false);
  await client.end();
  const restored = await startTestServer({ ...options, database: after.connection });
  const { data } = await restored.graphql<{ studioClasses: { items: { id: string; isSaved: boolean }[] } }>(
    "{ studioClasses { items { id isSaved } } }",
    {},
    { headers },
  );
  expect(
    data?.studioClasses.items
      .filter(({ isSaved }) => isSaved)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual([first.id, second.id].toSorted());
  const { lost } = await checkStoredFiles({
    connection: after.connection,
    areas: await areasOf(restored.ctx()),
    storedFiles,
    now: new Date(),
    isDeleting: false,
  });
  expect(lost.map(({ kind }) => kind)).toEqual([]);
  const unsave = await restored.graphql(
    "mutation ($id: ID!) { unsaveClass(classId: $id) { id } }",
    { id: first.id },
    { headers },
  );
  expect(unsave.errors).toEqual([]);
  await restored.stop();
  await after.stop();
});
