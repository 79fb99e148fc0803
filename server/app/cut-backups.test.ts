/** Backups after others that were cut or damaged. */
import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Ctx } from "../ctx.ts";
import {
  BackupDamaged,
  contentFile,
  listBackups,
  listFile,
  listUnfinished,
  manifestFile,
  readFiles,
  readManifest,
  rowsManifestFile,
} from "../platform/backup/contents.ts";
import { newestBackupAt } from "../platform/backup/record.ts";
import type { WrittenBackup } from "../platform/backup/write.ts";
import type { Storage } from "../platform/storage.ts";
import { createTestDatabase, startTestServer } from "../testing/harness.ts";
import type { TestServer } from "../testing/harness.ts";
import { makeBackup } from "./make-backup.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let server: TestServer;
let folder: string;
let now = new Date();
const keys = Array.from({ length: 12 }, (_, at) => `tests/${10 + at}.txt`);
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({
    roles: "api",
    database: database.connection,
    clock: { now: () => now },
    env: { LOG_LEVEL: "fatal" },
  });
  const { storage } = server.ctx().ports;
  for (const key of keys) await storage.put(key, Buffer.from(`file ${key}`), "text/plain");
});
afterAll(async () => {
  await server?.stop();
  await database?.drop();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "eightcount-cut-backups-"));
});
afterEach(async () => {
  await server.pool.query("truncate platform.backups");
  await rm(folder, { recursive: true, force: true });
});

/** Makes a backup on a day of January 2027. @param changes to the store that it reads */
function backUpOn(day: number, keep: number, changes: Partial<Storage> = {}): Promise<WrittenBackup> {
  now = new Date(Date.UTC(2027, 0, day, 8));
  const ctx = server.ctx();
  const storage = { ...ctx.ports.storage, ...changes };
  const changed: Ctx = { ...ctx, ports: { ...ctx.ports, storage } };
  return makeBackup(changed, {
    connection: database.connection,
    folder,
    keep,
    maxRowsMs: 60_000,
    isRestored: false,
  });
}
/** A store that is away after some files. */
const awayAfter = (files: number): Partial<Storage> => ({
  list: async function* (prefix) {
    let listed = 0;
    for await (const object of server.ctx().ports.storage.list(prefix)) {
      if (listed++ === files) throw new Error("The store is away");
      yield object;
    }
  },
});
const idOn = (day: number) => `202701${String(day).padStart(2, "0")}T080000Z`;

test.each([1, 3, 14])("goes on from the backup that got furthest, while %i backups stay", async (keep) => {
  await expect(backUpOn(1, keep, awayAfter(9))).rejects.toThrow("away");
  const early = [2, 3, 4, 5];
  for (const day of early) await expect(backUpOn(day, keep, awayAfter(1))).rejects.toThrow("away");
  expect((await listUnfinished(folder)).length).toBeLessThanOrEqual(keep + 1);

  expect(await backUpOn(6, keep)).toMatchObject({ files: keys.length, copied: keys.length - 9 });
  expect(await listUnfinished(folder)).toEqual([]);
  expect(await listBackups(folder)).toEqual([idOn(6)]);
});

test("leaves as many unfinished backups as backups stay, and the one that got furthest", async () => {
  await expect(backUpOn(1, 2, awayAfter(9))).rejects.toThrow("away");
  for (const day of [2, 3, 4, 5]) await expect(backUpOn(day, 2, awayAfter(1))).rejects.toThrow("away");
  expect(await listUnfinished(folder)).toEqual([1, 4, 5].map(idOn));
});

test.each([
  [
    "a damaged line in its list",
    async (id: string) => {
      const lines = (await readFile(listFile(folder, id), "utf8")).split("\n");
      await writeFile(listFile(folder, id), lines.with(4, "damaged").join("\n"));
    },
    keys.length - 4,
  ],
  ["no list", (id: string) => rm(listFile(folder, id)), keys.length],
  ["a damaged manifest", (id: string) => writeFile(manifestFile(folder, id), "{"), keys.length],
])("backs up after a backup that has %s, and records it", async (_what, damage, copied) => {
  await backUpOn(1, 3);
  await damage(idOn(1));
  expect(await backUpOn(2, 3)).toMatchObject({ files: keys.length, copied });
  expect(await newestBackupAt(server.ctx().db)).toEqual(now);
  expect(await Array.fromAsync(readFiles(folder, await readManifest(folder, idOn(2))))).toHaveLength(
    keys.length,
  );

  // What the damaged one needs is unknown, so contents stay until it is old.
  await server.ctx().ports.storage.put("tests/30.txt", Buffer.from("deleted soon"), "text/plain");
  await backUpOn(3, 3);
  await server.ctx().ports.storage.delete("tests/30.txt");
  await backUpOn(4, 2);
  expect(await listBackups(folder)).toEqual([3, 4].map(idOn));
});

test("counts a backup though older ones can't be deleted", async () => {
  await backUpOn(1, 1);
  // A file can't be deleted when a folder is in its place.
  await rm(listFile(folder, idOn(1)));
  await mkdir(listFile(folder, idOn(1)));
  await backUpOn(2, 1);
  expect(await listBackups(folder)).toContain(idOn(2));
  expect(await newestBackupAt(server.ctx().db)).toEqual(now);
});

test("doesn't count a backup whose file list reads back otherwise", async () => {
  const { storage } = server.ctx().ports;
  const get: Storage["get"] = async (key, range) => {
    if (key === keys.at(-1)) {
      await expect.poll(() => stat(listFile(folder, idOn(1))).catch(() => null)).not.toBeNull();
      // As a disk that returns other bytes than it got.
      const list = await open(listFile(folder, idOn(1)), "r+");
      await list.write("x", 100_000);
      await list.close();
    }
    return storage.get(key, range);
  };
  await expect(backUpOn(1, 3, { get })).rejects.toThrow(BackupDamaged);
  expect(await listBackups(folder)).toEqual([]);
  expect(await readdir(folder)).toContain(rowsManifestFile("", idOn(1)));
});

test("makes a copy again whose sectors can't be read, within 29 nights", async () => {
  const { storage } = server.ctx().ports;
  await storage.put("tests/empty.txt", new Uint8Array(), "text/plain");
  await backUpOn(24, 1);
  const files = await Array.fromAsync(readFiles(folder, await readManifest(folder, idOn(24))));
  const { sha256 } = files.find(({ key }) => key === "tests/empty.txt")!;
  const path = contentFile(folder, sha256);
  await rm(path);
  // Has no bytes, and answers a read by EIO.
  await symlink("/proc/self/mem", path);
  let repaired = 0;
  for (let day = 25; repaired === 0 && day <= 53; day += 1) ({ repaired } = await backUpOn(day, 1));
  expect(repaired).toBe(1);
  expect(await readFile(path, "utf8")).toBe("");
  await storage.delete("tests/empty.txt");
});
