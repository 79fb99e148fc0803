import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { ReleaseAudience } from "../following/audience.ts";
import { followSales } from "../store-own-prices.ts";
import { deleteAlerts, deleteWaitingAlerts } from "../upcoming/store-alerts.ts";
import type { ClassSchedule } from "./store.ts";

const updatePublished = statement<{ id: string; now: Date | null }, never>(
  "catalog.update_published",
  (p) => sql`
    update catalog.classes set revision = revision + 1, publish_at = null,
      leaves_at = case when ${p.now}::timestamptz is null then null else leaves_at end,
      -- Links from before it was published don't show it whole once it has left the library.
      draft_links = draft_links + case when ${p.now}::timestamptz is null and published_at is not null then 1 else 0 end,
      published_at = case when ${p.now}::timestamptz is null then null else coalesce(first_published_at, ${p.now}::timestamptz) end,
      first_published_at = coalesce(first_published_at, ${p.now}::timestamptz)
    where id = ${p.id}::uuid`,
);
const updateSchedule = statement<{ id: string; noticeUntil: Date } & ClassSchedule, never>(
  "catalog.update_schedule",
  (p) => sql`
    update catalog.classes set revision = revision + 1, publish_at = ${p.publishAt}::timestamptz, leaves_at = ${p.leavesAt}::timestamptz,
      -- Another date is told again; one that only moves within the days of notice isn't.
      leaving_notified_at = case when ${p.leavesAt}::timestamptz > ${p.noticeUntil}::timestamptz then null else leaving_notified_at end
    where id = ${p.id}::uuid`,
);
const selectScheduled = statement<{ now: Date; max: number }, { id: string }>(
  "catalog.list_scheduled",
  (p) => sql`
    (select id from catalog.classes where publish_at <= ${p.now}::timestamptz order by publish_at limit ${p.max}::int)
    union
    (select id from catalog.classes where leaves_at <= ${p.now}::timestamptz order by leaves_at limit ${p.max}::int)`,
);
const selectSoonReleased = statement<{ now: Date; until: Date; max: number }, { id: string }>(
  "catalog.list_soon_released",
  (p) => sql`
    select id from catalog.classes
    where publish_at > ${p.now}::timestamptz and publish_at <= ${p.until}::timestamptz
      and release_warned_for is distinct from publish_at
    order by publish_at limit ${p.max}::int`,
);
const updateWarned = statement<{ id: string; isMissed: boolean }, { id: string }>(
  "catalog.take_release_warning",
  (p) => sql`
    update catalog.classes set
      release_warned_for = publish_at,
      release_missed_for = case when ${p.isMissed}::boolean then publish_at else release_missed_for end
    where id = ${p.id}::uuid
      and case when ${p.isMissed}::boolean then release_missed_for else release_warned_for end is distinct from publish_at
    returning id`,
);
const selectInLibrary = statement<{ id: string; at: Date }, { id: string }>(
  "catalog.find_in_library",
  (p) => sql`
    select id from catalog.classes
    where id = ${p.id}::uuid and (published_at is not null or publish_at < ${p.at}::timestamptz)
      and (leaves_at is null or leaves_at > ${p.at}::timestamptz)`,
);
const updateAudience = statement<{ id: string; audience: ReleaseAudience }, never>(
  "catalog.update_release_audience",
  (p) => sql`
    update catalog.classes set revision = revision + 1, release_audience = ${p.audience} where id = ${p.id}::uuid`,
);
type Leaving = {
  readonly now: Date;
  readonly until: Date;
  readonly publishedBefore: Date;
  readonly max: number;
};
const updateLeaving = statement<Leaving, { id: string; leavesAt: Date }>(
  "catalog.take_leaving",
  (p) => sql`
    update catalog.classes set leaving_notified_at = ${p.now}::timestamptz
    where id in (
        select id from catalog.classes
        where leaves_at > ${p.now}::timestamptz and leaves_at <= ${p.until}::timestamptz and leaving_notified_at is null
          and published_at < ${p.publishedBefore}::timestamptz
        order by leaves_at limit ${p.max}::int for update)
    returning id, leaves_at as "leavesAt"`,
);
/** A class with a release date. */
export interface Release {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly publishAt: Date;
}
const selectReleases = statement<{ first: number }, Release>(
  "catalog.list_releases",
  (p) => sql`
    select id, slug, title, publish_at as "publishAt" from catalog.classes
    where publish_at is not null order by publish_at, id limit ${p.first}::int`,
);

/**
 * Publishes a class. What isn't published isn't sold.
 * @param now null unpublishes it
 */
export const savePublished = async (db: Db, id: string, now: Date | null): Promise<void> => {
  await db.change(updatePublished, { id, now });
  await followSales(db, [id]);
  if (now === null) await deleteAlerts(db, id);
};
/** @param schedule.noticeUntil members are told of a class that leaves before then */
export const saveSchedule = async (
  db: Db,
  id: string,
  schedule: ClassSchedule & { noticeUntil: Date },
): Promise<void> => {
  await db.change(updateSchedule, { id, ...schedule });
  if (schedule.publishAt === null) await deleteWaitingAlerts(db, id);
};
export const saveReleaseAudience = async (db: Db, id: string, audience: ReleaseAudience): Promise<void> => {
  await db.change(updateAudience, { id, audience });
};
/** Claims published classes that leave until then and weren't announced; each is claimed once. */
export const takeLeaving = (db: Db, of: Leaving): Promise<{ id: string; leavesAt: Date }[]> =>
  db.many(updateLeaving, of);
/** Classes with a release date until then whose editors weren't warned of it. */
export const listSoonReleased = async (db: Db, of: { now: Date; until: Date; max: number }) =>
  (await db.many(selectSoonReleased, of)).map(({ id }) => id);
/** Claims the warning that a class misses its release date, or may miss it. @returns whether it was the first of that date */
export const takeReleaseWarning = async (db: Db, id: string, isMissed: boolean): Promise<boolean> =>
  (await db.maybe(updateWarned, { id, isMissed })) !== null;
export const findInLibrary = async (db: Db, of: { id: string; at: Date }): Promise<boolean> =>
  (await db.maybe(selectInLibrary, of)) !== null;
/** Classes with a release date, the next first. */
export const listReleases = (db: Db, first: number): Promise<Release[]> => db.many(selectReleases, { first });
/** Classes whose time to enter or leave the library has come. @param max of each */
export const listScheduled = async (db: Db, now: Date, max: number): Promise<string[]> =>
  (await db.many(selectScheduled, { now, max })).map(({ id }) => id);
