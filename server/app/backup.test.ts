import { randomUUID } from "node:crypto";
import { access, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { areasOf } from "../platform/backup/areas.ts";
import {
  contentFile,
  listBackups,
  listFile,
  manifestFile,
  readFiles,
  readManifest,
} from "../platform/backup/contents.ts";
import type { Manifest } from "../platform/backup/contents.ts";
import { deleteOld } from "../platform/backup/delete-old.ts";
import { restoreBackup } from "../platform/backup/restore.ts";
import { writeBackup } from "../platform/backup/write.ts";
import { openBrowser } from "../testing/browser.ts";
import { createClass, createLibrary } from "../testing/factories.ts";
import { createTestDatabase, startTestServer } from "../testing/harness.ts";
import type { TestServer } from "../testing/harness.ts";

type Database = Awaited<ReturnType<typeof createTestDatabase>>;
const [video, upload] = [`assets/${randomUUID()}/1/front.mp4`, randomUUID()];
const password = "tango on a tin roof";
const email = `demo-${randomUUID()}@example.test`;
const testTable = `create table platform.test_values (id bigint generated always as identity primary key, bytes bytea, list text[], gap interval,
  moment timestamptz, half float8, json jsonb, blank text)`;
const contentTypeOf = () => "video/mp4";
/** A backup contains the signing key, which only the same secrets decrypt. */
const env = { AUTH_SECRET: "a".repeat(40), MEDIA_SECRET: "m".repeat(40) };
let source: Database;
let server: TestServer;
let folder: string;
beforeAll(async () => {
  source = await createTestDatabase();
  server = await startTestServer({ roles: "api", database: source.connection, env });
  folder = await mkdtemp(join(tmpdir(), "eightcount-backup-"));
  await createLibrary(server.pool);
  await createClass(server.pool, { title: "Slow groove", instructor: "demo-ana" });
  const member = openBrowser(server);
  await member.post("/api/auth/sign-up/email", { email, password, name: "Demo “Ana” \\ 😀" });
  // Creates the signing key.
  expect(await member.get("/api/auth/token")).toMatchObject({ status: 200 });
  // A value of every kind that is hard to write as text.
  await server.pool.query(testTable);
  await server.pool.query(
    `insert into platform.test_values (bytes, list, gap, moment, half, json, blank)
     values ('\\x00ff0a', array['a,"b"', null, E'\\n'], '1 mon 3 days', '2026-02-28T23:59:59.123456Z', 0.1, 'null', '')`,
  );
  const areas = await areasOf(server.ctx());
  await areas.media.put(video, Buffer.from("a video"), "video/mp4");
  await areas.uploads.put(upload, Buffer.from("a source video"), "video/mp4");
});
afterAll(async () => {
  await server?.stop();
  await source?.drop();
  await rm(folder, { recursive: true, force: true });
});

const order = async (now = new Date(), keep = 14, maxRowsMs = 600_000) => ({
  connection: source.connection,
  areas: await areasOf(server.ctx()),
  folder,
  now,
  keep,
  maxRowsMs,
  checkRows: () => Promise.resolve(),
  requireLock: () => Promise.resolve(),
});
const filesOf = (manifest: Manifest) => Array.fromAsync(readFiles(folder, manifest));
async function backUp(...given: Parameters<typeof order>): Promise<Manifest> {
  const asked = await order(...given);
  const { manifest } = await writeBackup(asked);
  await deleteOld(folder, asked.keep);
  return manifest;
}
/** An empty installation of the same release, and with the same secrets unless a start is given others. */
async function emptyInstallation() {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "eightcount-restored-"));
  const start = (others: Partial<typeof env> = {}) =>
    startTestServer({ roles: "api", database: database.connection, dataDir, env: { ...env, ...others } });
  const pool = new pg.Pool(database.connection);
  await pool.query(testTable);
  const end = async () => {
    await pool.end();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { database, dataDir, start, pool, end };
}

test("brings members, classes and files back into an empty installation, while members sign up", async () => {
  const signUps = Promise.all(Array.from({ length: 8 }, () => server.member()));
  const manifest = await backUp();
  await signUps;
  const target = await emptyInstallation();
  const started = await target.start();
  const areas = await areasOf(started.ctx());
  await started.stop();
  await restoreBackup({ connection: target.database.connection, areas, folder, manifest, contentTypeOf });

  const restored = await target.start();
  const member = openBrowser(restored);
  const signIn = await member.post("/api/auth/sign-in/email", { email, password });
  expect(signIn).toMatchObject({ status: 200, body: { user: { name: "Demo “Ana” \\ 😀" } } });
  expect(await member.get("/api/auth/token")).toMatchObject({ status: 200 });
  const { data } = await restored.graphql<{ studioClasses: { items: { title: string }[] } }>(
    "{ studioClasses { items { title } } }",
  );
  expect(data?.studioClasses.items).toEqual([{ title: "Slow groove" }]);
  const values = "select *, json = 'null'::jsonb as null_in_json from platform.test_values";
  expect((await target.pool.query(values)).rows).toEqual((await server.pool.query(values)).rows);
  // Identities go on behind the restored ones.
  await target.pool.query("insert into platform.test_values default values");
  expect(await readFile(join(target.dataDir, "media", video), "utf8")).toBe("a video");
  expect(await readFile(join(target.dataDir, "uploads", upload), "utf8")).toBe("a source video");
  await restored.stop();
  await expect(target.start({ AUTH_SECRET: "b".repeat(40) })).rejects.toThrow(
    /set up with a different secret/,
  );
  await target.end();
});

test("stores a file once for all backups, and deletes the oldest with what only it needed", async () => {
  const first = await backUp(new Date("2026-01-01T02:00:00Z"));
  const areas = await areasOf(server.ctx());
  const files = await filesOf(first);
  const gone = files.find(({ area }) => area === "uploads")!;
  await areas.uploads.delete(upload);
  const second = await backUp(new Date("2999-01-02T02:00:00Z"), 1);
  expect(await listBackups(folder)).toEqual([second.id]);
  expect(await filesOf(second)).toEqual(files.filter(({ area }) => area === "media"));
  await expect(access(contentFile(folder, gone.sha256))).rejects.toThrow("ENOENT");
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  expect(names.filter((one) => one.isFile())).toHaveLength(4);
});

test("restores a backup whose manifest lists the files, as earlier releases wrote it, and copies none of them again", async () => {
  const { id, ...written } = await backUp(new Date("2999-01-03T02:00:00Z"), 1);
  const files = await filesOf({ id, ...written });
  await writeFile(manifestFile(folder, id), JSON.stringify({ ...written, id, format: 1, files }));
  await rm(listFile(folder, id));

  const next = await writeBackup(await order(new Date("2999-01-04T02:00:00Z")));
  expect(next).toMatchObject({ files: files.length, copied: 0, repaired: 0 });
  const target = await emptyInstallation();
  const started = await target.start();
  const areas = await areasOf(started.ctx());
  await started.stop();
  const manifest = await readManifest(folder, id);
  await restoreBackup({ connection: target.database.connection, areas, folder, manifest, contentTypeOf });
  expect(await readFile(join(target.dataDir, "media", video), "utf8")).toBe("a video");
  await target.end();
});

test("refuses a damaged file and another release’s backup, and changes no row", async () => {
  const manifest = await backUp();
  const target = await emptyInstallation();
  const areas = await areasOf(server.ctx());
  const into = { connection: target.database.connection, areas, folder, contentTypeOf };
  const countPlans = async () => (await target.pool.query("select * from billing.plans")).rowCount;
  const before = await countPlans();
  await expect(
    restoreBackup({ ...into, manifest: { ...manifest, migrations: manifest.migrations.slice(1) } }),
  ).rejects.toThrow(/Restore it with that release/);
  const wrong = manifest.tables.map((table) =>
    table.name === "catalog.classes" ? { ...table, rows: 9 } : table,
  );
  await expect(restoreBackup({ ...into, manifest: { ...manifest, tables: wrong } })).rejects.toThrow(
    /catalog\.classes has other rows/,
  );
  const { sha256 } = (await filesOf(manifest)).find(({ key }) => key === video)!;
  await writeFile(contentFile(folder, sha256), "b video");
  await expect(restoreBackup({ ...into, manifest })).rejects.toThrow(`${sha256} is missing or damaged`);
  expect(await countPlans()).toBe(before);
  await expect(readManifest(folder, "20260101T000000Z")).rejects.toThrow("There is no backup");
  await target.end();
});

test("ends its transaction when reading the rows takes too long, and keeps the earlier backups", async () => {
  const before = await listBackups(folder);
  await expect(writeBackup(await order(new Date("2999-02-01T02:00:00Z"), 1, 0))).rejects.toThrow(
    "Reading the rows takes too long",
  );
  expect(await listBackups(folder)).toEqual(before);
  const { rowCount } = await server.pool.query(
    "select from pg_stat_activity where datname = current_database() and application_name = 'eightcount-backup'",
  );
  expect(rowCount).toBe(0);
});
