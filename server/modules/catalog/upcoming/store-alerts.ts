import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { readersSql } from "../../identity/index.ts";

/** SQL for whether a person asked to be notified of a class. */
export const hasAlertSql = (classId: RawBuilder<unknown>, personId: unknown): RawBuilder<unknown> => sql`
  exists (select from catalog.release_alerts where class_id = ${classId} and person_id = ${personId}::uuid)`;

interface Alert {
  readonly classId: string;
  readonly personId: string;
}
// The lock waits for a publication that has begun: its alerts are released already.
const insertOne = statement<Alert & { now: Date }, never>(
  "catalog.insert_release_alert",
  (p) => sql`
    insert into catalog.release_alerts (class_id, person_id, created_at)
    select id, ${p.personId}::uuid, ${p.now}::timestamptz from catalog.classes
    where id = ${p.classId}::uuid and published_at is null for share on conflict do nothing`,
);
const deleteOne = statement<Alert, never>(
  "catalog.delete_release_alert",
  (p) => sql`
    delete from catalog.release_alerts where class_id = ${p.classId}::uuid and person_id = ${p.personId}::uuid`,
);
const deleteOfClass = statement<{ classId: string; isWaiting: boolean }, never>(
  "catalog.delete_release_alerts",
  (p) => sql`
    delete from catalog.release_alerts
    where class_id = ${p.classId}::uuid and (not ${p.isWaiting}::boolean or released_at is null)`,
);
const releaseOfClass = statement<{ classId: string; now: Date }, { people: number }>(
  "catalog.release_alerts",
  (p) => sql`
    with released as (
      update catalog.release_alerts set released_at = ${p.now}::timestamptz
      where class_id = ${p.classId}::uuid and released_at is null returning person_id)
    select count(*)::int as people from released`,
);
const deleteOld = statement<{ before: Date }, never>(
  "catalog.forget_release_alerts",
  (p) => sql`delete from catalog.release_alerts where released_at < ${p.before}::timestamptz`,
);
interface AlertedRow {
  readonly personId: string;
  readonly locale: string | null;
  readonly isNotified: boolean;
}
const selectPage = statement<{ classId: string; after: string; first: number }, AlertedRow>(
  "catalog.list_release_alerts",
  (p) => sql`
    select person.id as "personId", person.locale,
      not (classes.is_explicit and person."hidesExplicit") and not person."isChild" as "isNotified"
    from (${readersSql(sql`
      select person_id from catalog.release_alerts
      where class_id = ${p.classId}::uuid and released_at is not null and person_id > ${p.after}::uuid order by person_id limit ${p.first}::int`)}) as person
    join catalog.classes on classes.id = ${p.classId}::uuid
    order by person.id`,
);
const selectAlerted = statement<{ classId: string; personIds: readonly string[] }, { personId: string }>(
  "catalog.find_release_alerts",
  (p) => sql`
    select person_id as "personId" from catalog.release_alerts
    where class_id = ${p.classId}::uuid and person_id = any(${p.personIds}::uuid[]) and released_at is not null`,
);
const moveAll = statement<{ from: string; into: string }, never>(
  "catalog.merge_release_alerts",
  (p) => sql`
    with moved as (
      delete from catalog.release_alerts where person_id = ${p.from}::uuid returning class_id, created_at, released_at)
    insert into catalog.release_alerts (class_id, person_id, created_at, released_at)
    select class_id, ${p.into}::uuid, created_at, released_at from moved on conflict do nothing`,
);

/** Idempotent. Does nothing for a published class. */
export const insertAlert = async (db: Db, alert: Alert & { now: Date }): Promise<void> => {
  await db.change(insertOne, alert);
};
export const deleteAlert = async (db: Db, alert: Alert): Promise<void> => {
  await db.change(deleteOne, alert);
};
export const deleteAlerts = async (db: Db, classId: string): Promise<void> => {
  await db.change(deleteOfClass, { classId, isWaiting: false });
};
/** Deletes those of a class that isn't published. */
export const deleteWaitingAlerts = async (db: Db, classId: string): Promise<void> => {
  await db.change(deleteOfClass, { classId, isWaiting: true });
};
/** Lets people who asked for it be notified of a class that is published now. @returns how many */
export const releaseAlerts = async (db: Db, classId: string, now: Date): Promise<number> =>
  (await db.one(releaseOfClass, { classId, now })).people;
/** Those of some people who asked to be notified of a class that is published. */
export const findAlerted = async (db: Db, classId: string, personIds: readonly string[]): Promise<string[]> =>
  (await db.many(selectAlerted, { classId, personIds })).map(({ personId }) => personId);
/** People who asked to be notified of a class that is published, in the order of their ids; `after` is the last of the previous page. */
export const listAlerted = (
  db: Db,
  page: { classId: string; after: string; first: number },
): Promise<AlertedRow[]> => db.many(selectPage, page);
/** Deletes those of classes that were published before then. */
export const deleteOldAlerts = async (db: Db, before: Date): Promise<void> => {
  await db.change(deleteOld, { before });
};
/** Moves them to another person. @returns the number added */
export const mergeAlertRows = (db: Db, people: { from: string; into: string }): Promise<number> =>
  db.change(moveAll, people);
