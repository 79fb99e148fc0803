import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

// The database's clock alone: those of two servers may differ.
const until = (ms: unknown) => sql`now() + ${ms}::int * interval '1 millisecond'`;

type Claim = { assetId: string; holder: string; lastsMs: number };
const claim = statement<Claim, never>(
  "media.lock_upload",
  (p) => sql`
    update media.uploads set locked_by = ${p.holder}::uuid, locked_until = ${until(p.lastsMs)}, is_lock_wanted = false
    where asset_id = ${p.assetId}::uuid and (locked_by is null or locked_until < now())`,
);
type Held = { assetIds: readonly string[]; holders: readonly string[] };
const renew = statement<Held & { lastsMs: number }, { holder: string; isWanted: boolean }>(
  "media.renew_upload_locks",
  (p) => sql`
    update media.uploads set locked_until = ${until(p.lastsMs)}
    where asset_id = any(${p.assetIds}::uuid[]) and locked_by = any(${p.holders}::uuid[])
    returning locked_by as holder, is_lock_wanted as "isWanted"`,
);
const release = statement<{ assetId: string; holder: string }, never>(
  "media.unlock_upload",
  (p) => sql`
    update media.uploads set locked_by = null, locked_until = null, is_lock_wanted = false
    where asset_id = ${p.assetId}::uuid and locked_by = ${p.holder}::uuid`,
);
const want = statement<{ assetId: string }, never>(
  "media.want_upload_lock",
  (p) => sql`
    update media.uploads set is_lock_wanted = true
    where asset_id = ${p.assetId}::uuid and locked_by is not null and locked_until >= now()`,
);

/** @returns whether the lock was free */
export const claimLock = async (db: Db, lock: Claim): Promise<boolean> => (await db.change(claim, lock)) > 0;
/** Extends locks. @returns those that are still held */
export const renewLocks = (
  db: Db,
  locks: Held & { lastsMs: number },
): Promise<{ holder: string; isWanted: boolean }[]> => db.many(renew, locks);
export const releaseLock = async (db: Db, lock: { assetId: string; holder: string }): Promise<void> => {
  await db.change(release, lock);
};
/** Asks the holder of a lock to end soon. @returns whether there is one */
export const wantLock = async (db: Db, assetId: string): Promise<boolean> =>
  (await db.change(want, { assetId })) > 0;
