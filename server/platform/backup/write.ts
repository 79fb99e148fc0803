import { mkdir, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import pg from "pg";
import { release } from "../release.ts";
import {
  BackupDamaged,
  BackupUnusable,
  databaseFile,
  hashOf,
  listBackups,
  listUnfinished,
  manifestFile,
  readFiles,
  readList,
  readManifest,
  rowsManifestFile,
} from "./contents.ts";
import type { Areas, BackedUpFile, BackedUpRows, Manifest } from "./contents.ts";
import { copyFiles } from "./copy-files.ts";
import { deleteDrafts, deleteUnfinished } from "./delete-old.ts";
import { writeHashed, writeWhole } from "./hashed.ts";
import { exactText, listMigrations, listTables, readRows, RowSum } from "./tables.ts";

/** A complete backup that was written. */
export interface WrittenBackup {
  readonly manifest: Manifest;
  /** How long reading the rows took. */
  readonly rowsMs: number;
  readonly files: number;
  /** Files that the folder didn't have. */
  readonly copied: number;
  /** Copies of earlier backups that were missing or damaged, and were made again. */
  readonly repaired: number;
}

/**
 * Backs up a database and its files into a folder, while servers run. The rows are of one moment; the files are read after it, so
 * that every row finds its file. The rows are listed as soon as they are there. A run that is cut while it copies files leaves them as
 * an unfinished backup, and the next run copies only what is missing. Runs alone, see `withBackupLock`.
 * @param options.keep how many unfinished backups stay in the folder. Complete ones stay, see `deleteOld`
 * @param options.maxRowsMs how long reading the rows may take: for that time the database keeps every row that changes, and no
 *   migration can alter a table
 * @param options.checkRows rejects rows that mustn't count: they aren't listed then, and the earlier ones stay
 * @param options.signal cuts it
 * @param options.requireLock rejects if another backup may have begun; runs before anything is listed or deleted
 * @throws BackupTooSlow, BackupDamaged, and whatever the checks reject with
 */
export async function writeBackup(options: {
  connection: pg.PoolConfig;
  areas: Areas;
  folder: string;
  now: Date;
  keep: number;
  maxRowsMs: number;
  checkRows: (rows: BackedUpRows) => Promise<void>;
  requireLock: () => Promise<void>;
  signal?: AbortSignal | undefined;
}): Promise<WrittenBackup> {
  const { folder, keep, requireLock } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await deleteDrafts(folder);
  const startedAt = performance.now();
  const rows = await writeRows(options);
  const rowsMs = performance.now() - startedAt;
  const { id } = rows;
  try {
    const path = databaseFile(folder, id);
    if ((await hashOf(path)) !== rows.database.sha256) throw new BackupDamaged(path);
    await options.checkRows(rows);
    options.signal?.throwIfAborted();
    await requireLock();
    await writeWhole(rowsManifestFile(folder, id), JSON.stringify(rows));
  } catch (error) {
    await rm(databaseFile(folder, id), { force: true });
    throw error;
  }
  await deleteUnfinished(folder, keep);
  const { list, copied, repaired } = await copyFiles({ ...options, id, known: await knownFiles(folder, id) });
  await requireLock();
  const finishedAt = new Date().toISOString();
  const manifest: Manifest = { format: 2, ...rows, finishedAt, files: list };
  await writeWhole(manifestFile(folder, id), JSON.stringify(manifest));
  await rm(rowsManifestFile(folder, id));
  return { manifest, rowsMs, files: list.count, copied, repaired };
}

/**
 * The file lists of other unfinished backups, newest first, and of the newest complete one. A damaged one ends early: that only costs
 * time, since files that no list has are copied again.
 */
async function knownFiles(folder: string, id: string): Promise<AsyncGenerator<BackedUpFile>[]> {
  const unfinished = (await listUnfinished(folder)).filter((one) => one !== id);
  const lists = unfinished.toReversed().map((one) => readList(folder, one));
  const newest = (await listBackups(folder)).at(-1);
  const manifest = newest ? await readManifest(folder, newest).catch(nullIfUnusable) : null;
  if (!manifest) return lists;
  return [...lists, manifest.format === 1 ? readFiles(folder, manifest) : readList(folder, manifest.id)];
}

function nullIfUnusable(error: unknown): null {
  if (error instanceof BackupUnusable) return null;
  throw error;
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
 * @param options.signal cuts it
 * @returns what `restoreRows` needs
 * @throws BackupTooSlow
 */
export async function writeRows(options: {
  connection: pg.PoolConfig;
  folder: string;
  now: Date;
  maxRowsMs?: number;
  signal?: AbortSignal | undefined;
}): Promise<BackedUpRows> {
  const { connection, folder, now, maxRowsMs = Infinity, signal } = options;
  const until = performance.now() + maxRowsMs;
  const id = `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
  const client = new pg.Client({ ...connection, application_name: "eightcount-backup" });
  await client.connect();
  try {
    await client.query(`begin isolation level repeatable read read only; ${exactText}`);
    const [migrations, listed] = [await listMigrations(client), await listTables(client)];
    const tables: BackedUpRows["tables"][number][] = [];
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
    const database = await writeHashed(databaseFile(folder, id), Readable.from(lines()), {
      steps: [createGzip({ level: 4 })],
      signal,
    });
    const { rows: sequences } = await client.query<BackedUpRows["sequences"][number]>(
      `select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value, start_value)::text as value,
         last_value is not null as "isCalled" from pg_sequences order by 1`,
    );
    await client.query("commit");
    const finishedAt = new Date().toISOString();
    return { id, release, finishedAt, migrations, tables, sequences, database };
  } finally {
    await client.end();
  }
}
