import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { release } from "../release.ts";
import type { Storage, StoredObject } from "../storage.ts";
import {
  contentFile,
  databaseFile,
  hashOf,
  listBackups,
  listContents,
  manifestFile,
  readManifest,
} from "./contents.ts";
import type { Areas, BackedUpFile, Manifest } from "./contents.ts";
import { exactText, listMigrations, listTables, readRows, RowSum } from "./tables.ts";

/**
 * Backs up a database and its files into a folder, while servers run. The rows are of one moment; the files are read after it, so
 * that every row finds its file. Files that an earlier backup in the folder holds aren't read again. Runs alone, see `withBackupLock`.
 * @param options.keep how many backups stay in the folder; older ones are deleted once this one counts
 * @param options.maxRowsMs how long reading the rows may take: for that time the database keeps every row that changes, and no
 *   migration can alter a table
 * @param options.check rejects a backup that mustn't count: it isn't listed then, and the earlier ones stay
 * @throws BackupTooSlow, and whatever the check rejects with
 */
export async function writeBackup(options: {
  connection: pg.PoolConfig;
  areas: Areas;
  folder: string;
  now: Date;
  keep: number;
  maxRowsMs: number;
  check: (manifest: Manifest) => Promise<void>;
}): Promise<{ manifest: Manifest; rowsMs: number }> {
  const { folder, areas } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await deleteDrafts(folder);
  const startedAt = performance.now();
  const rows = await writeRows(options);
  const rowsMs = performance.now() - startedAt;
  const { id } = rows;
  let manifest: Manifest;
  try {
    const files = await keepFiles(folder, areas);
    manifest = { ...rows, finishedAt: new Date().toISOString(), files };
    await options.check(manifest);
    await writeWhole(manifestFile(folder, id), JSON.stringify(manifest));
  } catch (error) {
    await rm(databaseFile(folder, id), { force: true });
    throw error;
  }
  await deleteOld(folder, options.keep);
  return { manifest, rowsMs };
}

/** Reading the rows took longer than it may. No backup was written, and the earlier ones stay. */
export class BackupTooSlow extends Error {
  constructor() {
    super("Reading the rows takes too long. Write to a faster disk, or allow more by --max-minutes.");
  }
}

/**
 * Writes the rows of one moment into a folder.
 * @param options.maxRowsMs see `writeBackup`; default: no limit
 * @returns a backup without files, for `restoreRows`
 * @throws BackupTooSlow
 */
export async function writeRows(options: {
  connection: pg.PoolConfig;
  folder: string;
  now: Date;
  maxRowsMs?: number;
}): Promise<Manifest> {
  const { connection, folder, now, maxRowsMs = Infinity } = options;
  const until = performance.now() + maxRowsMs;
  const id = `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
  const client = new pg.Client({ ...connection, application_name: "eightcount-backup" });
  await client.connect();
  try {
    await client.query(`begin isolation level repeatable read read only; ${exactText}`);
    const [migrations, listed] = [await listMigrations(client), await listTables(client)];
    const tables: Manifest["tables"][number][] = [];
    const lines = async function* () {
      for (const table of listed) {
        const sum = new RowSum();
        yield `${JSON.stringify({ table: table.name })}\n`;
        for await (const rows of readRows(client, table)) {
          if (performance.now() > until) throw new BackupTooSlow();
          sum.add(rows);
          yield `${rows.join("\n")}\n`;
        }
        const { name, columns, partitions } = table;
        tables.push({ name, columns: [...columns], partitions: [...partitions], ...sum.end() });
      }
    };
    const database = await writeHashed(databaseFile(folder, id), Readable.from(lines()), [
      createGzip({ level: 4 }),
    ]);
    const { rows: sequences } = await client.query<Manifest["sequences"][number]>(
      `select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value, start_value)::text as value,
         last_value is not null as "isCalled" from pg_sequences order by 1`,
    );
    await client.query("commit");
    const finishedAt = new Date().toISOString();
    return { format: 1, id, release, finishedAt, migrations, tables, sequences, database, files: [] };
  } finally {
    await client.end();
  }
}

/** Deletes what a backup that was killed left. Whole contents stay, since the next one may need them. */
async function deleteDrafts(folder: string): Promise<void> {
  const listed = new Set(await listBackups(folder));
  for (const name of await readdir(folder)) {
    const id = /^(\d{8}T\d{6}Z)\.rows\.gz$/.exec(name)?.[1];
    if (name.endsWith(".part") || (id && !listed.has(id))) await rm(join(folder, name), { force: true });
  }
  const contents = join(folder, "files");
  // Whole contents are in folders.
  for (const entry of await readdir(contents, { withFileTypes: true }).catch(() => []))
    if (entry.isFile()) await rm(join(contents, entry.name), { force: true });
}

/** Writes a stream to a file that appears whole. */
async function writeHashed(
  path: string,
  source: Readable,
  steps: readonly Transform[] = [],
): Promise<{ size: number; sha256: string }> {
  const hash = createHash("sha256");
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  const draft = `${path}.${randomUUID()}.part`;
  try {
    await pipeline([source, ...steps, counted, createWriteStream(draft, { mode: 0o600, flush: true })]);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return { size, sha256: hash.digest("hex") };
}

async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.part`;
  await writeFile(draft, text, { mode: 0o600, flush: true });
  await rename(draft, path);
}

/** Stores every file of the areas that the folder doesn't have yet. @returns all of them */
async function keepFiles(folder: string, areas: Areas): Promise<BackedUpFile[]> {
  const earlier = await newestFiles(folder);
  const files: BackedUpFile[] = [];
  for (const area of ["media", "uploads"] as const)
    for await (const object of areas[area].list("")) {
      const sha256 = await keepContent(folder, areas[area], object, earlier.get(`${area}/${object.key}`));
      // Deleted since the list was read: its row is gone too.
      if (sha256) files.push({ area, key: object.key, size: object.size, etag: object.etag, sha256 });
    }
  return files;
}

/** Files of the newest backup, by area and key. */
async function newestFiles(folder: string): Promise<Map<string, BackedUpFile>> {
  const id = (await listBackups(folder)).at(-1);
  if (!id) return new Map();
  const { files } = await readManifest(folder, id);
  return new Map(files.map((one) => [`${one.area}/${one.key}`, one]));
}

/** Stores an object's content unless the folder has it. @returns its SHA-256; null when the object is gone */
async function keepContent(
  folder: string,
  storage: Storage,
  object: StoredObject,
  earlier: BackedUpFile | undefined,
): Promise<string | null> {
  if (earlier?.etag === object.etag && (await sizeOf(contentFile(folder, earlier.sha256))) === object.size)
    return earlier.sha256;
  const found = await storage.get(object.key);
  if (!found) return null;
  const draft = join(folder, "files", randomUUID());
  await mkdir(dirname(draft), { recursive: true, mode: 0o700 });
  const { sha256 } = await writeHashed(draft, found.content);
  const path = contentFile(folder, sha256);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await rename(draft, path);
  return sha256;
}

const sizeOf = async (path: string): Promise<number | null> =>
  (await stat(path).catch(() => null))?.size ?? null;

/** Deletes the oldest backups, and the contents that no other one needs. */
async function deleteOld(folder: string, keep: number): Promise<void> {
  const all = await listBackups(folder);
  const needed = new Set<string>();
  for (const id of all.slice(-keep))
    for (const { sha256 } of (await readManifest(folder, id)).files) needed.add(sha256);
  for (const id of all.slice(0, -keep)) {
    await rm(manifestFile(folder, id));
    await rm(databaseFile(folder, id), { force: true });
  }
  // Those of failed backups are in no list.
  for (const sha256 of await listContents(folder))
    if (!needed.has(sha256)) await rm(contentFile(folder, sha256), { force: true });
}

/** The files of a backup that are missing or damaged. */
export async function damagedFiles(folder: string, manifest: Manifest): Promise<string[]> {
  const expected = new Map([[databaseFile(folder, manifest.id), manifest.database.sha256]]);
  for (const { sha256 } of manifest.files) expected.set(contentFile(folder, sha256), sha256);
  const damaged: string[] = [];
  for (const [path, sha256] of expected) if ((await hashOf(path)) !== sha256) damaged.push(path);
  return damaged;
}
