import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { deleteInBatches, oldest } from "../../../platform/jobs/retention.ts";
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
// Values of the receiving record stay.
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
// Returns changes in transaction order, and only of transactions older than every running one. Ids are assigned before
// the commit, so that a later id may be visible before an earlier one.
const selectChanges = statement<{ xact: string; id: string }, { xact: string; id: string } & Change>(
  "growth.list_rtdb_changes",
  (p) => sql`
    select xact::text as xact, id::text as id, path, kind, data, data is not null as "hasData" from growth.rtdb_changes
    where (xact, id) > (${p.xact}::xid8, ${p.id}::bigint) and xact < growth.in_order(pg_snapshot_xmin(pg_current_snapshot()))
    order by rtdb_changes.xact, rtdb_changes.id limit 1000`,
);
const selectChangesEnd = statement<Record<string, never>, { xact: string }>(
  "growth.find_rtdb_changes_end",
  () => sql`select growth.in_order(pg_snapshot_xmin(pg_current_snapshot()))::text as xact`,
);
const pruneChanges = statement<{ before: Date; mirrors: string; alive: Date }, never>(
  "growth.prune_rtdb_changes",
  (p) => sql`
    delete from growth.rtdb_changes where ${oldest(
      "growth.rtdb_changes",
      "changed_at",
      p.before,
      sql`not exists (
        select from growth.forwarders as mirror where mirror.id like ${p.mirrors} and mirror.forwarded_at > ${p.alive}::timestamptz
          and (mirror.xact, mirror.seq) < (rtdb_changes.xact, rtdb_changes.id))`,
    )}`,
);

/** Depth of keys that are locked separately: writers of two people's records don't block each other. */
const lockedDepth = 2;

/** Serializes writers at, above and below a path until the transaction ends. */
export const lockTree = async (db: Db, keys: readonly string[]): Promise<void> => {
  const own = keys.slice(0, lockedDepth);
  await db.one(lockPaths, {
    above: own.map((_, depth) => own.slice(0, depth).join("/")),
    own: own.join("/"),
  });
};
/** The leaves at and below a path, by full path; at most 100,001. */
export const listLeaves = (db: Db, path: string): Promise<Leaf[]> => db.many(selectLeaves, { path });
/** Number of values at and below a path, and their bytes including paths. */
export const measureBelow = (db: Db, path: string): Promise<{ leaves: number; bytes: number }> =>
  db.one(measureLeaves, { path });
/** Replaces everything at and below a path, and a value above it, by leaves with full paths. */
export const replaceLeaves = async (
  db: Db,
  path: string,
  ancestors: readonly string[],
  leaves: readonly Leaf[],
): Promise<void> => {
  await db.change(deleteLeaves, { path, ancestors });
  if (leaves.length > 0) await db.change(insertLeaves, { leaves: JSON.stringify(leaves) });
};
/** Moves everything below one path to another; on conflict the target's value stays. */
export const moveBelow = async (db: Db, from: string, into: string): Promise<void> => {
  await db.change(moveLeaves, { from, into });
};
/** Larger changes, in bytes of JSON, are recorded by path alone: readers fetch the current value. */
const maxChangeData = 1024;

/** Adds a change to the history for listeners and mirrors. */
export const noteChange = async (
  db: Db,
  { path, kind, data }: { path: string; kind: "put" | "patch"; data: unknown },
): Promise<void> => {
  const json = JSON.stringify(data ?? null);
  const isLarge = Buffer.byteLength(json) > maxChangeData;
  await db.change(insertChange, { path, kind: isLarge ? "put" : kind, data: isLarge ? null : json });
};
/** A change in the history. */
export interface Change {
  readonly path: string;
  readonly kind: "put" | "patch";
  readonly data: unknown;
  /** False: the written value is large, and is read from its path. */
  readonly hasData: boolean;
}

/** Position up to which changes have been read. */
export interface ChangeMark {
  /** A PostgreSQL transaction id, as text. */
  readonly xact: string;
  /** A change of that transaction, as text. */
  readonly id: string;
}
/** The changes after a mark, in an order that later commits can't change, and the next mark. */
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
/** The current end of the changes: no read that starts later has seen what follows. */
export const findChangesEnd = async (db: Db): Promise<ChangeMark> => ({
  ...(await db.one(selectChangesEnd, {})),
  id: "0",
});
/** Deletes changes from before a time, except those pending for a mirror with progress since `alive`. */
export const deleteChangesBefore = async (
  db: Db,
  given: { before: Date; mirrors: string; alive: Date },
): Promise<void> => {
  await deleteInBatches(db, pruneChanges, given);
};
