import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

const selectTimeZone = statement<{ personId: string }, { timeZone: string | null }>(
  "identity.find_time_zone",
  (p) => sql`select "timeZone" from identity."user" where id = ${p.personId}::uuid`,
);
const saveTimeZone = statement<{ personId: string; timeZone: string }, never>(
  "identity.save_time_zone",
  (p) => sql`update identity."user" set "timeZone" = ${p.timeZone} where id = ${p.personId}::uuid`,
);

/** A person's time zone as an IANA name, for another module's statement. */
export const timeZoneSql = (personId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce((select "timeZone" from identity."user" where id = ${personId}), 'UTC')`;

/** Null if it isn't known. */
export const findTimeZone = async (db: Db, personId: string): Promise<string | null> =>
  (await db.maybe(selectTimeZone, { personId }))?.timeZone ?? null;
export const updateTimeZone = async (db: Db, personId: string, timeZone: string): Promise<void> => {
  await db.change(saveTimeZone, { personId, timeZone });
};
