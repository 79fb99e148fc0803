import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

const insertCodes = statement<{ hashes: readonly Buffer[]; roomId: string; expiresAt: Date }, never>(
  "practice.insert_room_codes",
  (p) => sql`
    with gone as (delete from practice.room_codes where room_id = ${p.roomId}::uuid and used_at is null)
    insert into practice.room_codes (code_hash, room_id, expires_at)
    select hash, ${p.roomId}::uuid, ${p.expiresAt}::timestamptz from unnest(${p.hashes}::bytea[]) as hash`,
);
const selectCode = statement<{ hash: Buffer; now: Date }, { roomId: string }>(
  "practice.find_room_code",
  (p) => sql`
    select room_id as "roomId" from practice.room_codes
    where code_hash = ${p.hash}::bytea and used_at is null and expires_at > ${p.now}::timestamptz`,
);
const spendCode = statement<{ hash: Buffer; now: Date }, { roomId: string }>(
  "practice.use_room_code",
  (p) => sql`
    with spent as (
      update practice.room_codes set used_at = ${p.now}::timestamptz
      where code_hash = ${p.hash}::bytea and used_at is null and expires_at > ${p.now}::timestamptz returning code_hash, room_id
    ), gone as (
      delete from practice.room_codes as other using spent
      where other.room_id = spent.room_id and other.used_at is null and other.code_hash <> spent.code_hash
    )
    select room_id as "roomId" from spent`,
);

/** Stores codes, of which one may be used, and deletes the room's unused ones. */
export const saveCodes = async (
  db: Db,
  codes: { hashes: readonly Buffer[]; roomId: string; expiresAt: Date },
): Promise<void> => {
  await db.change(insertCodes, codes);
};
/** The room of a valid code; null for any other. */
export const findCode = async (db: Db, hash: Buffer, now: Date): Promise<string | null> =>
  (await db.maybe(selectCode, { hash, now }))?.roomId ?? null;
/**
 * Spends a code and the one created with it.
 * @returns whether it was valid
 */
export const spend = async (db: Db, hash: Buffer, now: Date): Promise<boolean> =>
  (await db.maybe(spendCode, { hash, now })) !== null;
