import { text } from "node:stream/consumers";
import pg from "pg";
import type { Areas } from "../backup/contents.ts";
import { forEachOf } from "../concurrency.ts";
import { isKey } from "../storage.ts";
import type { Storage, StoredObject } from "../storage.ts";
import { ownFolders, uploadsOnDisk } from "./owners.ts";
import type { StoredFiles } from "./owners.ts";

/** A newer file may belong to a row that isn't committed yet. Milliseconds. */
const newMs = 48 * 60 * 60 * 1000;
const rowsAtOnce = 5_000;
/** Playlists whose names are compared at once. Those of an hour name 600 files each. */
const playlistsAtOnce = 200;
/** Requests to the store at once. */
const callsAtOnce = 16;
/** Keys that a lost subject lists. */
const maxListedKeys = 3;

/** Files of one folder. */
export interface AreaCount {
  readonly area: string;
  readonly files: number;
  readonly bytes: number;
  readonly orphans: number;
  readonly orphanBytes: number;
}

/** What misses files that it needs. */
export interface Lost {
  readonly kind: string;
  /** Id of a class, a video or a person. */
  readonly subject: string;
  /** Null without one. */
  readonly title: string | null;
  readonly missing: number;
  /** Some of the missing files. */
  readonly keys: readonly string[];
}

export interface CheckResult {
  readonly areas: readonly AreaCount[];
  readonly lost: readonly Lost[];
  readonly deleted: { readonly files: number; readonly bytes: number };
}

/** No row uses any of the files: rows and files are of different studios. */
export class NothingUsed extends Error {}

const create = `
  create temp table stored_files (key text primary key, bytes bigint not null, modified_at timestamptz not null,
    is_used boolean not null default false, is_orphan boolean not null default false);
  create temp table used_files (name text not null, kind text not null, needs text, subject text);
  create temp table subject_titles (id text not null, title text not null);
  create temp table missing_files (key text not null, kind text not null, subject text not null);
  set statement_timeout = 0`;
/** Names by which a row may use a file: its key, shorter ones, and its folders. */
const namesOf = `array[key, regexp_replace(key, '\\.[^/]*$', ''), regexp_replace(key, '(-\\w+)?\\.[^/]*$', '')]
  || array(
    select array_to_string(parts[1:depth], '/') || '/'
    from string_to_array(key, '/') as parts, generate_series(1, array_length(parts, 1) - 1) as depth
  )`;

/**
 * Compares the files of a studio with its rows, both ways, while servers run. Rows and keys are compared by the database, in
 * temporary tables, so that memory doesn't grow with their number.
 * @param options.isDeleting whether files that no row uses are deleted; younger ones stay for two days
 * @throws NothingUsed instead of deleting every file
 */
export async function checkStoredFiles(options: {
  connection: pg.PoolConfig;
  areas: Areas;
  storedFiles: StoredFiles;
  now: Date;
  isDeleting: boolean;
}): Promise<CheckResult> {
  const { areas } = options;
  const before = new Date(options.now.getTime() - newMs);
  const client = new pg.Client({ ...options.connection, application_name: "eightcount-check-media" });
  await client.connect();
  try {
    await client.query(create);
    await listFiles(client, areas);
    // After the files: those of a row that is deleted while they are listed are found by the next check.
    await listUses(client, options.storedFiles);
    await client.query("analyze stored_files, used_files");
    await client.query(
      `update stored_files set is_used = true where exists (select from used_files where name = any(${namesOf}))`,
    );
    await client.query(
      `update stored_files set is_orphan = true where not is_used and modified_at < $1 and key ^@ any($2)`,
      [before, ownFolders],
    );
    await client.query(
      `insert into missing_files select distinct needs, kind, subject from used_files
       where needs is not null and not exists (select from stored_files where key = needs)`,
    );
    await checkPlaylists(client, areas.media);
    await forgetFound(client, areas);
    const counts = await countAreas(client);
    const lost = await listLost(client);
    const deleted = options.isDeleting ? await deleteOrphans(client, areas, before) : { files: 0, bytes: 0 };
    return { areas: counts, lost, deleted };
  } finally {
    await client.end();
  }
}

async function listFiles(client: pg.Client, areas: Areas): Promise<void> {
  for (const [prefix, storage] of [
    ["", areas.media],
    [uploadsOnDisk, areas.uploads],
  ] as const) {
    let batch: StoredObject[] = [];
    const flush = async () => {
      await client.query(
        `insert into stored_files select * from unnest($1::text[], $2::bigint[], $3::timestamptz[]) on conflict do nothing`,
        [
          batch.map(({ key }) => prefix + key),
          batch.map(({ size }) => size),
          batch.map(({ modifiedAt }) => modifiedAt),
        ],
      );
      batch = [];
    };
    for await (const object of storage.list(""))
      // Files of other names aren't the server's.
      if (isKey(object.key) && batch.push(object) === rowsAtOnce) await flush();
    await flush();
  }
}

async function listUses(client: pg.Client, storedFiles: StoredFiles): Promise<void> {
  for (const declared of storedFiles)
    if ("titles" in declared)
      await client.query(`insert into subject_titles select id, title from (${declared.titles}) as titled`);
    else
      await client.query(
        `insert into used_files select name, $1, needs, subject from (${declared.used}) as used`,
        [declared.kind],
      );
  await client.query("create index on used_files (name); create index on subject_titles (id)");
}

/** Reads the playlists of videos, and records what they name and isn't there. */
async function checkPlaylists(client: pg.Client, storage: Storage): Promise<void> {
  for (let after = ""; ;) {
    const { rows } = await client.query<{ key: string; kind: string; subject: string }>(
      `select key, used.kind, used.subject from stored_files
       join lateral (
         select kind, subject from used_files where name = any(${namesOf}) and subject is not null limit 1
       ) as used on true
       where key > $1 and key like '%.m3u8' order by key limit $2`,
      [after, playlistsAtOnce],
    );
    if (rows.length === 0) return;
    after = rows.at(-1)!.key;
    const named: { key: string; kind: string; subject: string }[] = [];
    await forEachOf(rows, callsAtOnce, async ({ key, kind, subject }) => {
      for (const name of await namesIn(storage, key)) named.push({ key: name, kind, subject });
    });
    await client.query(
      `insert into missing_files
       select key, kind, subject from unnest($1::text[], $2::text[], $3::text[]) as named (key, kind, subject)
       where not exists (select from stored_files where stored_files.key = named.key)`,
      [named.map(({ key }) => key), named.map(({ kind }) => kind), named.map(({ subject }) => subject)],
    );
  }
}

/** The keys that a playlist names. */
async function namesIn(storage: Storage, key: string): Promise<string[]> {
  const found = await storage.get(key);
  if (!found) return [];
  const playlist = await text(found.content);
  const names = playlist.split("\n").flatMap((line) => {
    if (line.startsWith("#")) return [...line.matchAll(/URI="([^"]+)"/g)].map(([, name]) => name!);
    return line.trim() === "" ? [] : [line.trim()];
  });
  return names.map((name) => new URL(name, `file:///${key}`).pathname.slice(1));
}

/** A file that was stored since the list was read isn't missing. */
async function forgetFound(client: pg.Client, areas: Areas): Promise<void> {
  for (let after = ""; ;) {
    const { rows } = await client.query<{ key: string }>(
      "select distinct key from missing_files where key > $1 order by key limit $2",
      [after, rowsAtOnce],
    );
    if (rows.length === 0) return;
    after = rows.at(-1)!.key;
    const found: string[] = [];
    await forEachOf(rows, callsAtOnce, async ({ key }) => {
      const [storage, name] = placeOf(areas, key);
      if (await storage.stat(name)) found.push(key);
    });
    await client.query("delete from missing_files where key = any($1)", [found]);
  }
}

const placeOf = (areas: Areas, key: string): readonly [Storage, string] =>
  key.startsWith(uploadsOnDisk) ? [areas.uploads, key.slice(uploadsOnDisk.length)] : [areas.media, key];

async function countAreas(client: pg.Client): Promise<AreaCount[]> {
  const { rows } = await client.query<AreaCount>(
    `select coalesce(substring(key from '^[^/]*/'), '/') as area, count(*)::int as files, sum(bytes)::float8 as bytes,
       count(*) filter (where is_orphan)::int as orphans, coalesce(sum(bytes) filter (where is_orphan), 0)::float8 as "orphanBytes"
     from stored_files group by 1 order by 1`,
  );
  return rows;
}

async function listLost(client: pg.Client): Promise<Lost[]> {
  const { rows } = await client.query<Lost>(
    `select kind, subject, min(title) as title, count(distinct key)::int as missing,
       (array_agg(distinct key))[1:${maxListedKeys}] as keys
     from missing_files left join subject_titles on subject_titles.id = subject
     group by kind, subject order by kind, title, subject`,
  );
  return rows;
}

async function deleteOrphans(
  client: pg.Client,
  areas: Areas,
  before: Date,
): Promise<{ files: number; bytes: number }> {
  const { rows: used } = await client.query("select from stored_files where is_used limit 1");
  if (used.length === 0) throw new NothingUsed();
  let [files, bytes] = [0, 0];
  for (let after = ""; ;) {
    const { rows } = await client.query<{ key: string }>(
      "select key from stored_files where is_orphan and key > $1 order by key limit $2",
      [after, rowsAtOnce],
    );
    if (rows.length === 0) return { files, bytes };
    after = rows.at(-1)!.key;
    await forEachOf(rows, callsAtOnce, async ({ key }) => {
      const [storage, name] = placeOf(areas, key);
      const found = await storage.stat(name);
      // One that was stored again since may be in use by now.
      if (!found || found.modifiedAt >= before) return;
      await storage.delete(name);
      files += 1;
      bytes += found.size;
    });
  }
}
