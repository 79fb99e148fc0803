import { sql } from "kysely";
import { statementByShape } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { faceSql } from "../images.ts";
import { followsClassSql } from "../following/followers.ts";
import { offeredToChildSql } from "../store-classes.ts";
import { hasAlertSql } from "./store-alerts.ts";

/** A class that enters the library on a date. */
export interface UpcomingRow {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  /** Null until a source video was transcoded. */
  readonly durationMs: number | null;
  /** Path below /pictures/, without size and suffix; empty until a source video was transcoded. */
  readonly picture: string;
  readonly publishAt: Date;
  readonly styleSlug: string;
  readonly styleName: string;
  readonly instructorSlug: string;
  readonly instructorName: string;
  readonly instructorFace: string | null;
  readonly instructorPersonId: string | null;
  readonly isFollowed: boolean;
  readonly hasAlert: boolean;
}

/** Who looks at upcoming classes, and which ones they ask for. */
export interface UpcomingParams {
  readonly personId: string | null;
  /** Of one class; null: all. */
  readonly id: string | null;
  /** Of one class; null: all. */
  readonly slug: string | null;
  readonly until: Date;
  readonly hidesExplicit: boolean;
  /** A child's access rank; null for others. */
  readonly childRank: number | null;
  /** When the class that the page follows is published, and its id; null for the first page. */
  readonly afterAt: Date | null;
  readonly afterId: string | null;
  readonly first: number;
}

/** `following`: only what the person follows. Compiled on first use: modules above the catalog declare what can be followed. */
const selectUpcoming = statementByShape<{ following: boolean }, UpcomingParams, UpcomingRow>(
  "catalog.list_upcoming",
  ({ following }, p) => sql`
    select * from (
      select classes.id, classes.slug, classes.title, classes.description, classes.duration_ms as "durationMs", classes.picture,
        classes.publish_at as "publishAt", styles.slug as "styleSlug", styles.name as "styleName",
        instructors.slug as "instructorSlug", instructors.name as "instructorName", ${faceSql} as "instructorFace",
        instructors.person_id as "instructorPersonId",
        ${followsClassSql(sql`classes.id`, p.personId)} as "isFollowed",
        ${hasAlertSql(sql`classes.id`, p.personId)} as "hasAlert"
      from catalog.classes join catalog.styles on styles.id = classes.style_id
      join catalog.instructors on instructors.id = classes.instructor_id
      -- One that isn't ready at its time enters the library as soon as it is.
      where classes.publish_at is not null and classes.published_at is null
        and ((classes.publish_at <= ${p.until}::timestamptz and classes.release_audience <> 'no_one')
          or ${hasAlertSql(sql`classes.id`, p.personId)})
        and (${p.id}::uuid is null or classes.id = ${p.id}::uuid) and (${p.slug}::text is null or classes.slug = ${p.slug}::text)
        and not (classes.is_explicit and ${p.hidesExplicit}::boolean)
        and ${offeredToChildSql("classes", p)}
    ) as upcoming
    where ${following ? sql`"isFollowed"` : sql`true`} and (${p.afterAt}::timestamptz is null
      or ("publishAt", id) > (${p.afterAt}::timestamptz, ${p.afterId}::uuid))
    order by "publishAt", id limit ${p.first}::int`,
);

/** Upcoming classes, the next first. @param following only those of what the person follows */
export const listUpcoming = (db: Db, following: boolean, params: UpcomingParams): Promise<UpcomingRow[]> =>
  db.many(selectUpcoming({ following }), params);
