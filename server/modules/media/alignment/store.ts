import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { Fingerprint } from "./fingerprint.ts";

const upsert = statement<{ sourceVideoId: string; durationMs: number; onsets: Buffer }, never>(
  "media.save_fingerprint",
  (p) => sql`
    insert into media.fingerprints (source_video_id, duration_ms, onsets)
    values (${p.sourceVideoId}::uuid, ${p.durationMs}::int, ${p.onsets}::bytea)
    on conflict (source_video_id) do update set duration_ms = excluded.duration_ms, onsets = excluded.onsets`,
);
const select = statement<{ sourceVideoId: string }, { durationMs: number; onsets: Buffer }>(
  "media.find_fingerprint",
  (p) => sql`
    select duration_ms as "durationMs", onsets from media.fingerprints where source_video_id = ${p.sourceVideoId}::uuid`,
);
const selectExcerpt = statement<{ sourceVideoId: string; from: number; count: number }, { onsets: Buffer }>(
  "media.find_fingerprint_excerpt",
  (p) => sql`
    select coalesce(substring(onsets from ${p.from}::int + 1 for ${p.count}::int), '') as onsets
    from media.fingerprints where source_video_id = ${p.sourceVideoId}::uuid`,
);
const deleteOne = statement<{ sourceVideoId: string }, never>(
  "media.delete_fingerprint",
  (p) => sql`delete from media.fingerprints where source_video_id = ${p.sourceVideoId}::uuid`,
);

export const saveFingerprint = async (
  db: Db,
  sourceVideoId: string,
  { durationMs, onsets }: Fingerprint,
): Promise<void> => {
  await db.change(upsert, { sourceVideoId, durationMs, onsets: Buffer.from(onsets) });
};
export const findFingerprint = (db: Db, sourceVideoId: string): Promise<Fingerprint | null> =>
  db.maybe(select, { sourceVideoId });
/** Bytes of a fingerprint from an index on, fewer at its end. @returns null without a fingerprint */
export const findFingerprintExcerpt = async (
  db: Db,
  sourceVideoId: string,
  from: number,
  count: number,
): Promise<Uint8Array | null> =>
  (await db.maybe(selectExcerpt, { sourceVideoId, from, count }))?.onsets ?? null;
export const deleteFingerprint = async (db: Db, sourceVideoId: string): Promise<void> => {
  await db.change(deleteOne, { sourceVideoId });
};
