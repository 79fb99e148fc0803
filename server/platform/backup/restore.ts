import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import pg from "pg";
import { forEachOf } from "../concurrency.ts";
import { BackupUnusable, contentFile, databaseFile, hashOf, listFile, readFiles } from "./contents.ts";
import type { Areas, BackedUpRows, Manifest } from "./contents.ts";
import { filesAtOnce } from "./copy-files.ts";
import { exactText, insertRows, listMigrations, readRows, RowSum } from "./tables.ts";

const rowsPerInsert = 500;

/**
 * Restores a backup into a migrated database and storage without members. Files are checked first. The rows are replaced in one
 * transaction, checked against the backup, and then kept: a failure leaves the database as it was.
 * @throws BackupUnusable for a damaged backup, or one of another release
 */
export async function restoreBackup(options: {
  connection: pg.PoolConfig;
  areas: Areas;
  folder: string;
  manifest: Manifest;
  contentTypeOf: (key: string) => string;
}): Promise<void> {
  const { areas, folder, manifest, contentTypeOf } = options;
  if (manifest.format === 2) await checkFile(listFile(folder, manifest.id), manifest.files.sha256);
  await forEachOf(readFiles(folder, manifest), filesAtOnce, ({ sha256 }) =>
    checkFile(contentFile(folder, sha256), sha256),
  );
  await restoreRows({
    ...options,
    beforeRows: () =>
      forEachOf(readFiles(folder, manifest), filesAtOnce, ({ area, key, sha256 }) =>
        areas[area].put(key, { path: contentFile(folder, sha256) }, contentTypeOf(key)),
      ),
  });
}

async function checkFile(path: string, sha256: string): Promise<void> {
  if ((await hashOf(path)) !== sha256) throw new BackupUnusable(`${path} is missing or damaged.`);
}

/**
 * Replaces the rows of a migrated database by those of a backup, in one transaction that is checked against it.
 * @param options.beforeRows runs once the database is known to be of the backup's release
 * @throws BackupUnusable for rows that are damaged or differ, or another release
 */
export async function restoreRows(options: {
  connection: pg.PoolConfig;
  folder: string;
  manifest: BackedUpRows;
  beforeRows?: () => Promise<void>;
}): Promise<void> {
  const { connection, folder, manifest, beforeRows } = options;
  await checkFile(databaseFile(folder, manifest.id), manifest.database.sha256);
  const client = new pg.Client({ ...connection, application_name: "eightcount-restore" });
  await client.connect();
  try {
    const ran = await listMigrations(client);
    if (ran.join() !== manifest.migrations.join())
      throw new BackupUnusable(
        `This backup is of release ${manifest.release}. Restore it with that release.`,
      );
    await beforeRows?.();
    await client.query(`begin; ${exactText}`);
    await loadRows(client, databaseFile(folder, manifest.id), manifest);
    for (const table of manifest.tables) await checkTable(client, table);
    await client.query("commit");
    await client.query("analyze");
  } finally {
    await client.end();
  }
}

async function loadRows(client: pg.Client, path: string, manifest: BackedUpRows): Promise<void> {
  const tables = new Map(manifest.tables.map((table) => [table.name, table]));
  for (const { name, partitions } of manifest.tables)
    for (const partition of partitions)
      await client.query(
        `create table if not exists ${partition.name} partition of ${name} ${partition.bound}`,
      );
  // Foreign keys come back after the rows, and check all of them.
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select format('%I.%I', space.nspname, class.relname) as table, quote_ident(conname) as name, pg_get_constraintdef(key.oid) as definition
     from pg_constraint key join pg_class class on class.oid = conrelid join pg_namespace space on space.oid = relnamespace
     where contype = 'f' and conparentid = 0 and space.nspname !~ '^pg_'`,
  );
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  const names = [...tables.keys()];
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${names.join(", ")}`);
  let table: BackedUpRows["tables"][number] | undefined;
  let batch: string[] = [];
  const flush = async (): Promise<void> => {
    if (table && batch.length > 0) await insertRows(client, table, batch);
    batch = [];
  };
  for await (const line of createInterface({ input: createReadStream(path).pipe(createGunzip()) })) {
    if (line.startsWith("{")) {
      await flush();
      table = tables.get((JSON.parse(line) as { table: string }).table);
    } else if (batch.push(line) === rowsPerInsert) await flush();
  }
  await flush();
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  for (const { name, value, isCalled } of manifest.sequences)
    await client.query("select setval($1::regclass, $2, $3)", [name, value, isCalled]);
  for (const key of keys)
    await client.query(`alter table ${key.table} add constraint ${key.name} ${key.definition}`);
}

async function checkTable(client: pg.Client, table: BackedUpRows["tables"][number]): Promise<void> {
  const sum = new RowSum();
  for await (const lines of readRows(client, table)) sum.add(lines);
  const { rows, checksum } = sum.end();
  if (rows !== table.rows || checksum !== table.checksum)
    throw new BackupUnusable(`${table.name} has other rows than the backup.`);
}
