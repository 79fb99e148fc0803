import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { Leaf } from "./tree.ts";

// The children of a path sort between "path/" and "path0", since 0 follows the slash.
const below = (path: unknown) =>
  sql`(path = ${path} or (path >= ${path} || '/' and path < ${path} || '0') or ${path} = '')`;

const lockRoot = statement<{ root: string }, { locked: unknown }>(
  "growth.lock_rtdb",
  (p) => sql`select pg_advisory_xact_lock(hashtextextended('rtdb/' || ${p.root}, 0)) as locked`,
);
const selectLeaves = statement<{ path: string }, { path: string; value: Leaf["value"] }>(
  "growth.list_rtdb_leaves",
  (p) => sql`select path, value from growth.rtdb_leaves where ${below(p.path)} order by path limit 100001`,
);
const deleteLeaves = statement<{ path: string; ancestors: readonly string[] }, never>(
  "growth.delete_rtdb_leaves",
  (p) => sql`delete from growth.rtdb_leaves where ${below(p.path)} or path = any(${p.ancestors}::text[])`,
);
const insertLeaves = statement<{ leaves: string }, never>(
  "growth.insert_rtdb_leaves",
  (p) => sql`
    insert into growth.rtdb_leaves (path, value)
    select path, value from jsonb_to_recordset(${p.leaves}::jsonb) as leaf (path text, value jsonb)`,
);
const insertChange = statement<{ path: string; kind: string; data: string }, never>(
  "growth.insert_rtdb_change",
  (p) =>
    sql`insert into growth.rtdb_changes (path, kind, data) values (${p.path}, ${p.kind}, ${p.data}::jsonb)`,
);
const selectChanges = statement<
  { after: string },
  { id: string; path: string; kind: "put" | "patch"; data: unknown }
>(
  "growth.list_rtdb_changes",
  (p) => sql`
    select id::text as id, path, kind, data from growth.rtdb_changes where id > ${p.after}::bigint order by id limit 1000`,
);
const selectNewest = statement<Record<string, never>, { id: string }>(
  "growth.find_newest_rtdb_change",
  () => sql`select coalesce(max(id), 0)::text as id from growth.rtdb_changes`,
);
const pruneChanges = statement<{ before: Date }, never>(
  "growth.prune_rtdb_changes",
  (p) => sql`delete from growth.rtdb_changes where changed_at < ${p.before}::timestamptz`,
);

/** Makes writers below one root wait for each other, until the transaction ends. */
export const lockTree = async (db: Db, root: string): Promise<void> => {
  await db.one(lockRoot, { root });
};
/** The leaves at and below a path, by their whole paths; at most 100,001. */
export const listLeaves = (db: Db, path: string): Promise<Leaf[]> => db.many(selectLeaves, { path });
/** Puts leaves, by their whole paths, in the place of everything at and below a path, and of a value above it. */
export const replaceLeaves = async (
  db: Db,
  path: string,
  ancestors: readonly string[],
  leaves: readonly Leaf[],
): Promise<void> => {
  await db.change(deleteLeaves, { path, ancestors });
  if (leaves.length > 0) await db.change(insertLeaves, { leaves: JSON.stringify(leaves) });
};
export const noteChange = async (
  db: Db,
  change: { path: string; kind: "put" | "patch"; data: unknown },
): Promise<void> => {
  await db.change(insertChange, { ...change, data: JSON.stringify(change.data ?? null) });
};
export const listChanges = (
  db: Db,
  after: string,
): Promise<{ id: string; path: string; kind: "put" | "patch"; data: unknown }[]> =>
  db.many(selectChanges, { after });
export const findNewestChange = async (db: Db): Promise<string> => (await db.one(selectNewest, {})).id;
export const deleteChangesBefore = async (db: Db, before: Date): Promise<void> => {
  await db.change(pruneChanges, { before });
};
