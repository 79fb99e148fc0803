import { randomUUID } from "node:crypto";
import { access, mkdtemp, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { areasOf } from "../platform/backup/areas.ts";
import { checkStoredFiles, NothingUsed } from "../platform/stored-files/check.ts";
import { createDiskStorage } from "../platform/storage-disk.ts";
import { createClass, createLibrary } from "../testing/factories.ts";
import { createTestDatabase, startTestServer } from "../testing/harness.ts";
import type { TestServer } from "../testing/harness.ts";
import { startProgram, urlOfDatabase } from "../testing/program.ts";
import { startS3Server } from "../testing/s3-server.ts";
import type { Storage } from "../platform/storage.ts";
import { storedFiles } from "./modules.ts";

const bucket = { bucket: "media", region: "eu-test-1", accessKeyId: "key", secretAccessKey: "secret" };
const hourMs = 60 * 60 * 1000;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let s3: Awaited<ReturnType<typeof startS3Server>>;
let server: TestServer;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  s3 = await startS3Server(bucket);
  folder = await mkdtemp(join(tmpdir(), "eightcount-check-media-"));
  server = await startTestServer({
    roles: "api",
    database: database.connection,
    dataDir: folder,
    env: {
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: bucket.bucket,
      S3_REGION: bucket.region,
      S3_ACCESS_KEY_ID: bucket.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    },
  });
  await createLibrary(server.pool);
  for (const width of [1280, 640, 320]) await put(`pictures/test-${width}.webp`);
});
afterAll(async () => {
  await server?.stop();
  await s3?.close();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

const putInto = (storage: Storage, key: string, content = "") =>
  storage.put(key, Buffer.from(content), "application/octet-stream");
const put = (key: string) => putInto(server.ctx().ports.storage, key);
const check = async ({ isDeleting = false, hours = 49 } = {}) =>
  checkStoredFiles({
    connection: database.connection,
    areas: await areasOf(server.ctx()),
    storedFiles,
    now: new Date(Date.now() + hours * hourMs),
    isDeleting,
  });
const orphansOf = ({ areas }: Awaited<ReturnType<typeof check>>) =>
  Object.fromEntries(areas.filter(({ orphans }) => orphans > 0).map(({ area, orphans }) => [area, orphans]));

/** A published class with the files of one view. */
async function publish(
  title: string,
  to: { pool: pg.Pool; storage: Storage } = { pool: server.pool, storage: server.ctx().ports.storage },
): Promise<{ id: string; prefix: string }> {
  const { pool, storage } = to;
  const { id } = await createClass(pool, { title, instructor: "demo-ana" });
  const version = randomUUID();
  const prefix = `assets/${id}/${version}/`;
  await pool.query(
    `insert into media.assets (id, availability, version, angles, poster) values ($1, 'available', $2, '{front}', $3)`,
    [id, version, `${id}.jpg`],
  );
  for (const [key, content] of Object.entries({
    [`pictures/${id}.jpg`]: "",
    [`${prefix}storyboard.vtt`]: "WEBVTT",
    [`${prefix}front/master.m3u8`]: "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv360/index.m3u8\n",
    [`${prefix}front/v360/index.m3u8`]: '#EXTM3U\n#EXT-X-MAP:URI="init.mp4"\n00001.m4s\n',
    [`${prefix}front/v360/init.mp4`]: "",
    [`${prefix}front/v360/00001.m4s`]: "",
  }))
    await putInto(storage, key, content);
  return { id, prefix };
}

test("names the classes that miss files, and deletes files that no row has used for two days", async () => {
  await publish("Whole");
  const torn = await publish("Torn");
  const gone = await publish("Gone");
  const { storage } = server.ctx().ports;
  await storage.delete(`${torn.prefix}front/v360/00001.m4s`);
  await storage.deletePrefix(`assets/${gone.id}/`);
  await put(`assets/${torn.id}/${randomUUID()}/front/master.m3u8`);
  await put(`assets/${randomUUID()}/${randomUUID()}/front/master.m3u8`);
  await put(`uploads/${randomUUID()}/source`);
  await put("pictures/none.jpg");
  await put("of-another-program/notes.txt");
  await put(`people/${randomUUID()}/face.webp`);
  const { uploads } = await areasOf(server.ctx());
  const leftover = randomUUID();
  await uploads.put(leftover, Buffer.from("x"), "video/mp4");

  const young = await check({ hours: 47 });
  expect(orphansOf(young)).toEqual({});
  expect(young.lost).toEqual([
    expect.objectContaining({ kind: "Videos", subject: gone.id, title: "Gone", missing: 2 }),
    expect.objectContaining({
      kind: "Videos",
      subject: torn.id,
      title: "Torn",
      keys: [`${torn.prefix}front/v360/00001.m4s`],
    }),
  ]);

  const found = await check();
  expect(orphansOf(found)).toEqual({
    "assets/": 2,
    "uploads/": 1,
    "pictures/": 1,
    "people/": 1,
    "on-disk/": 1,
  });
  expect((await check({ isDeleting: true })).deleted).toEqual({ files: 6, bytes: 1 });
  const after = await check();
  expect(orphansOf(after)).toEqual({});
  expect(after.lost).toEqual(found.lost);
  expect([...s3.objects.keys()].filter((key) => key.startsWith(`assets/${torn.id}/`))).toHaveLength(4);
});

test("names the images that are missing, and finds those that were replaced", async () => {
  const before = await check();
  const { id } = await createClass(server.pool, { title: "Reframed", instructor: "demo-ana" });
  const { id: personId } = await server.member();
  await server.pool.query(
    "update catalog.classes set picture = 'classes/now', poster = 'classes/posters/now.jpg', portrait_x = 40, portrait_y = 50 where id = $1",
    [id],
  );
  await server.pool.query(`update identity."user" set image = $2 where id = $1`, [
    personId,
    `/photos/${personId}/face.webp`,
  ]);
  for (const name of ["now-1280", "now-320", "before-1280", "before-640"])
    await put(`pictures/classes/${name}.webp`);
  const { areas, lost } = await check();
  expect(lost.filter(({ subject }) => subject === id || subject === personId)).toEqual([
    {
      kind: "Images",
      subject: id,
      title: "Reframed",
      missing: 3,
      keys: [
        "pictures/classes/now-640.webp",
        "pictures/classes/now-portrait.webp",
        "pictures/classes/posters/now.jpg",
      ],
    },
    {
      kind: "Photos",
      subject: personId,
      title: null,
      missing: 1,
      keys: [`people/${personId}/face.webp`],
    },
  ]);
  expect(lost).toHaveLength(before.lost.length + 2);
  expect(orphansOf({ ...before, areas })).toEqual({ "pictures/": 2 });
});

test("tells an operator with files on disk what is lost, and deletes orphans only when asked", async () => {
  const studio = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "eightcount-check-media-"));
  const pool = new pg.Pool(studio.connection);
  const storage = await createDiskStorage(join(dataDir, "media"));
  const pathOf = (key: string) => join(dataDir, "media", key);
  const run = (...args: string[]) =>
    startProgram(
      { DATABASE_URL: urlOfDatabase(studio.connection), DATA_DIR: dataDir },
      args,
      undefined,
      "server/app/check-media.ts",
    ).ended;
  const [old, young] = [`assets/${randomUUID()}/1/front/old.m4s`, "pictures/young.webp"];
  await putInto(storage, old, "x".repeat(1500));
  await putInto(storage, young);
  const age = (key: string, hours: number) => {
    const at = new Date(Date.now() - hours * hourMs);
    return utimes(pathOf(key), at, at);
  };
  await age(old, 49);
  await age(young, 47);
  const ofNone = { connection: studio.connection, areas: { media: storage, uploads: storage }, storedFiles };
  await expect(checkStoredFiles({ ...ofNone, now: new Date(), isDeleting: true })).rejects.toThrow(
    NothingUsed,
  );

  await createLibrary(pool);
  const { id, prefix } = await publish("Whole", { pool, storage });
  for (const width of [1280, 640, 320]) await putInto(storage, `pictures/test-${width}.webp`);
  const segment = `${prefix}front/v360/00001.m4s`;
  await age(segment, 49);
  const found = await run();
  expect(found).toMatchObject({ code: 0, complained: "" });
  expect(found.said).toMatch(
    /^Folder +Files +Size +Orphans +Size\nassets\/ +6 +2 kB +1 +2 kB\npictures\/ +5 +0 kB +0 +0 kB\n/,
  );
  expect(found.said).toContain("Nothing is lost: every file that a row needs is there.");
  expect(found.said).toContain("Orphans: 1 file (2 kB) older than 48 hours that no row uses.");
  await access(pathOf(old));

  await rm(pathOf(segment));
  const torn = await run("--delete");
  expect(torn).toMatchObject({ code: 1, complained: "" });
  expect(torn.said).toContain(`\nLost: 1\n- Videos: Whole (${id}) misses 1 file: ${segment}\n`);
  expect(torn.said).toContain("\nDeleted 1 file (2 kB) that no row used.\n");
  await expect(access(pathOf(old))).rejects.toThrow("ENOENT");
  await access(pathOf(young));
  await pool.end();
  await studio.drop();
  await rm(dataDir, { recursive: true, force: true });
});

test("knows each column that names a stored image", async () => {
  const { rows } = await server.pool.query<{ schema: string; name: string }>(
    `select distinct table_schema || '.' || table_name as schema, column_name as name from information_schema.columns
     where data_type = 'text' and column_name ~ '(picture|poster|photo|face|preview|trailer|thumbnail|_image|^image)'
       and table_schema !~ '^(pg_|information_schema|graphile)'`,
  );
  const declared = storedFiles.map((one) => ("used" in one ? one.used : "")).join("\n");
  const known = new Set([
    // "draft", "ready": how far a trailer is.
    "media.assets.trailer_state",
  ]);
  const unknown = rows.filter(
    ({ schema, name }) =>
      !known.has(`${schema}.${name}`) &&
      !(
        declared.includes(schema.replace("identity.user", 'identity."user"')) &&
        new RegExp(`\\b${name}\\b`).test(declared)
      ),
  );
  expect(unknown).toEqual([]);
});
