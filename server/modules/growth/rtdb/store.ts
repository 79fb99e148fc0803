import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { Leaf } from "./tree.ts";

// The children of a path sort between "path/" and "path0", since 0 follows the slash.
const below = (path: unknown) =>
  sql`(path = ${path} or (path >= ${path} || '/' and path < ${path} || '0') or ${path} = '')`;

const lockPaths = statement<{ above: readonly string[]; own: string }, { shared: number; locked: unknown }>(
  "growth.lock_rtdb",
  (p) => sql`
    select (select count(pg_advisory_xact_lock_shared(hashtextextended('rtdb/' || path, 0)))
      from unnest(${p.above}::text[]) with ordinality as above (path, depth)) as shared,
    pg_advisory_xact_lock(hashtextextended('rtdb/' || ${p.own}, 0)) as locked`,
);
const selectLeaves = statement<{ path: string }, { path: string; value: Leaf["value"] }>(
  "growth.list_rtdb_leaves",
  (p) => sql`select path, value from growth.rtdb_leaves where ${below(p.path)} order by path limit 100001`,
);
const measureLeaves = statement<{ path: string }, { leaves: number; bytes: number }>(
  "growth.measure_rtdb_leaves",
  (p) => sql`
    select count(*)::int as leaves, coalesce(sum(octet_length(path) + octet_length(value::text)), 0)::int as bytes
    from growth.rtdb_leaves where ${below(p.path)}`,
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
// What the receiving record holds already stays.
const moveLeaves = statement<{ from: string; into: string }, never>(
  "growth.move_rtdb_leaves",
  (p) => sql`
    with moved as (delete from growth.rtdb_leaves where path like ${p.from} || '/%' returning path, value)
    insert into growth.rtdb_leaves (path, value)
    select ${p.into} || substr(path, length(${p.from}) + 1), value from moved
    on conflict (path) do nothing`,
);
const insertChange = statement<{ path: string; kind: string; data: string | null }, never>(
  "growth.insert_rtdb_change",
  (p) =>
    sql`insert into growth.rtdb_changes (path, kind, data) values (${p.path}, ${p.kind}, ${p.data}::jsonb)`,
);
// Changes are told in the order of their transactions, and only those of transactions older than every one that still runs:
// ids are given before a commit, so that a later id may be seen before an earlier one.
const selectChanges = statement<{ xact: string; id: string }, { xact: string; id: string } & Change>(
  "growth.list_rtdb_changes",
  (p) => sql`
    select xact::text as xact, id::text as id, path, kind, data, data is not null as "hasData" from growth.rtdb_changes
    where (xact, id) > (${p.xact}::xid8, ${p.id}::bigint) and xact < pg_snapshot_xmin(pg_current_snapshot())
    order by rtdb_changes.xact, rtdb_changes.id limit 1000`,
);
const selectChangesEnd = statement<Record<string, never>, { xact: string }>(
  "growth.find_rtdb_changes_end",
  () => sql`select pg_snapshot_xmin(pg_current_snapshot())::text as xact`,
);
const pruneChanges = statement<{ before: Date; mirrors: string; alive: Date }, never>(
  "growth.prune_rtdb_changes",
  (p) => sql`
    delete from growth.rtdb_changes as old where changed_at < ${p.before}::timestamptz and not exists (
      select from growth.forwarders as mirror where mirror.id like ${p.mirrors} and mirror.forwarded_at > ${p.alive}::timestamptz
        and (mirror.xact, mirror.seq) < (old.xact, old.id))`,
);

/** Keys down to which writers are kept apart: those of two people's records needn't wait for each other. */
const lockedDepth = 2;

/** Makes writers at, above and below a path wait for each other, until the transaction ends. */
export const lockTree = async (db: Db, keys: readonly string[]): Promise<void> => {
  const own = keys.slice(0, lockedDepth);
  await db.one(lockPaths, {
    above: own.map((_, depth) => own.slice(0, depth).join("/")),
    own: own.join("/"),
  });
};
/** The leaves at and below a path, by their whole paths; at most 100,001. */
export const listLeaves = (db: Db, path: string): Promise<Leaf[]> => db.many(selectLeaves, { path });
/** How many values are at and below a path, and their bytes with their paths. */
export const measureBelow = (db: Db, path: string): Promise<{ leaves: number; bytes: number }> =>
  db.one(measureLeaves, { path });
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
/** Moves everything below one path to another; where both have a value, the other's stays. */
export const moveBelow = async (db: Db, from: string, into: string): Promise<void> => {
  await db.change(moveLeaves, { from, into });
};
/** Changes whose JSON is longer than this many bytes are noted by their path alone: readers fetch what is there by then. */
const maxChangeData = 1024;

/** Adds to the history what listeners and mirrors are told of. */
export const noteChange = async (
  db: Db,
  { path, kind, data }: { path: string; kind: "put" | "patch"; data: unknown },
): Promise<void> => {
  const json = JSON.stringify(data ?? null);
  const isLarge = Buffer.byteLength(json) > maxChangeData;
  await db.change(insertChange, { path, kind: isLarge ? "put" : kind, data: isLarge ? null : json });
};
/** A change, as the history has it. */
export interface Change {
  readonly path: string;
  readonly kind: "put" | "patch";
  readonly data: unknown;
  /** False: what was written is large, and is read where it is. */
  readonly hasData: boolean;
}

/** Up to where changes have been read. */
export interface ChangeMark {
  /** A transaction of PostgreSQL, as text. */
  readonly xact: string;
  /** A change of that transaction, as text. */
  readonly id: string;
}
/** The changes after a mark, in an order that later ones never come before, and the mark behind them. */
export const listChanges = async (
  db: Db,
  after: ChangeMark,
): Promise<{
  changes: Change[];
  end: ChangeMark;
}> => {
  const changes = await db.many(selectChanges, { ...after });
  const last = changes.at(-1);
  return { changes, end: last ? { xact: last.xact, id: last.id } : after };
};
/** Where changes are now: what comes after it hasn't been seen by any reading that begins later. */
export const findChangesEnd = async (db: Db): Promise<ChangeMark> => ({
  ...(await db.one(selectChangesEnd, {})),
  id: "0",
});
/** Deletes changes from before a time, but for those that a mirror which was told of something since `alive` still waits for. */
export const deleteChangesBefore = async (
  db: Db,
  given: { before: Date; mirrors: string; alive: Date },
): Promise<void> => {
  await db.change(pruneChanges, given);
};
