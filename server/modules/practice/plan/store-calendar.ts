import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { isChildSql } from "../../identity/index.ts";

const selectLink = statement<{ personId: string }, { id: string }>(
  "practice.find_calendar_link",
  (p) => sql`select id from practice.calendar_links where person_id = ${p.personId}::uuid`,
);
const upsertLink = statement<{ personId: string; timeZone: string; now: Date }, { id: string }>(
  "practice.open_calendar",
  (p) => sql`
    insert into practice.calendar_links (person_id, time_zone, created_at)
    values (${p.personId}::uuid, ${p.timeZone}, ${p.now}::timestamptz)
    on conflict (person_id) do update set time_zone = excluded.time_zone returning id`,
);
const deleteLinks = statement<{ personIds: readonly string[] }, never>(
  "practice.close_calendars",
  (p) => sql`delete from practice.calendar_links where person_id = any(${p.personIds}::uuid[])`,
);
/** Owner of a calendar link. */
export interface CalendarOwner {
  readonly personId: string;
  readonly isChild: boolean;
  readonly timeZone: string;
}
const selectOwner = statement<{ id: string }, CalendarOwner>(
  "practice.find_calendar_owner",
  (p) =>
    sql`select person_id as "personId", ${isChildSql(sql`person_id`)} as "isChild", time_zone as "timeZone" from practice.calendar_links where id = ${p.id}::uuid`,
);

export const findCalendarLink = (db: Db, personId: string): Promise<{ id: string } | null> =>
  db.maybe(selectLink, { personId });

/** The person's link, inserted if missing. */
export const insertCalendarLink = (
  db: Db,
  link: { personId: string; timeZone: string; now: Date },
): Promise<{ id: string }> => db.one(upsertLink, link);

export const deleteCalendarLinks = async (db: Db, personIds: readonly string[]): Promise<void> => {
  await db.change(deleteLinks, { personIds });
};
export const findCalendarOwner = (db: Db, id: string): Promise<CalendarOwner | null> =>
  db.maybe(selectOwner, { id });
