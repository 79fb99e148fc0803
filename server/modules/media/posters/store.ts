import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

const select = statement<{ version: string }, { atMs: readonly number[] | null }>(
  "media.find_stills",
  (p) => sql`select stills_ms as "atMs" from media.attempts where version = ${p.version}::uuid`,
);
const update = statement<{ version: string; atMs: readonly number[] }, never>(
  "media.save_stills",
  (p) => sql`update media.attempts set stills_ms = ${p.atMs}::int[] where version = ${p.version}::uuid`,
);

/** Moments of a version's stills, ascending, milliseconds; null before they are made. */
export const findStills = async (db: Db, version: string): Promise<readonly number[] | null> =>
  (await db.maybe(select, { version }))?.atMs ?? null;
/** Saves which stills of a version are stored. */
export const saveStills = async (db: Db, version: string, atMs: readonly number[]): Promise<void> => {
  await db.change(update, { version, atMs });
};
