import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { isChildSql, timeZoneSql } from "../../identity/index.ts";

/** A certificate. Its texts are those of the day on which the course was completed. */
export interface CertificateRow {
  readonly id: string;
  readonly personId: string;
  /** The course, if it is published; else null. */
  readonly courseSlug: string | null;
  readonly title: string;
  readonly instructors: readonly string[];
  readonly classCount: number;
  readonly durationMs: number;
  readonly completedAt: Date;
  /** YYYY-MM-DD in the person's time zone. */
  readonly completedOn: string;
  readonly isShared: boolean;
}
const columns = sql`
  certificates.id, certificates.person_id as "personId", (
    select slug from courses.courses where id = certificates.course_id and published_at is not null) as "courseSlug",
  certificates.title, certificates.instructors, certificates.class_count as "classCount", certificates.duration_ms as "durationMs",
  certificates.completed_at as "completedAt", certificates.completed_on::text as "completedOn",
  certificates.shared_at is not null as "isShared"`;

interface Page {
  readonly personId: string;
  readonly first: number;
  readonly beforeAt: Date | null;
  readonly beforeId: string | null;
}
const selectPage = statement<Page, CertificateRow>(
  "courses.list_certificates",
  (p) => sql`
    select ${columns} from courses.certificates
    where person_id = ${p.personId}::uuid and (${p.beforeAt}::timestamptz is null
      or (completed_at, id) < (${p.beforeAt}::timestamptz, ${p.beforeId}::uuid))
    order by completed_at desc, id desc limit ${p.first}::int`,
);
const selectVisible = statement<{ id: string; personId: string | null }, CertificateRow>(
  "courses.find_certificate",
  (p) => sql`
    select ${columns} from courses.certificates
    where id = ${p.id}::uuid and (person_id = ${p.personId}::uuid
      or shared_at is not null and not ${isChildSql(sql`person_id`)})`,
);
const selectIds = statement<
  { personId: string; courseIds: readonly string[] },
  { id: string; courseId: string | null }
>(
  "courses.list_certificate_ids",
  (p) => sql`
    select id, course_id as "courseId" from courses.certificates
    where person_id = ${p.personId}::uuid and course_id = any (${p.courseIds}::uuid[])`,
);
/** A completion without a certificate. */
export interface Uncertified {
  readonly courseId: string;
  readonly personId: string;
  readonly completedAt: Date;
}
const selectUncertified = statement<
  { first: number },
  { [Key in keyof Uncertified]: Uncertified[Key] | null }
>(
  "courses.list_uncertified",
  (p) => sql`
    select course_id as "courseId", person_id as "personId", completed_at as "completedAt" from courses.enrollments
    where completed_at is not null and certified_at is null order by completed_at limit ${p.first}::int`,
);
type NewCertificate = Uncertified &
  Pick<CertificateRow, "title" | "instructors" | "classCount" | "durationMs"> & { readonly now: Date };
const insertRow = statement<NewCertificate, never>(
  "courses.insert_certificate",
  (p) => sql`
    with made as (
      insert into courses.certificates
        (person_id, course_id, title, instructors, class_count, duration_ms, completed_at, completed_on)
      values (${p.personId}::uuid, ${p.courseId}::uuid, ${p.title}, ${p.instructors}::text[], ${p.classCount}::smallint,
        ${p.durationMs}::int, ${p.completedAt}::timestamptz,
        (${p.completedAt}::timestamptz at time zone ${timeZoneSql(sql`${p.personId}::uuid`)})::date)
      on conflict (person_id, course_id) do nothing
    )
    update courses.enrollments set certified_at = ${p.now}::timestamptz
    where course_id = ${p.courseId}::uuid and person_id = ${p.personId}::uuid and certified_at is null`,
);
const updateShared = statement<
  { id: string; personId: string; isShared: boolean; now: Date },
  { id: string }
>(
  "courses.share_certificate",
  (p) => sql`
    update courses.certificates
    set shared_at = case when ${p.isShared}::boolean then coalesce(shared_at, ${p.now}::timestamptz) end
    where id = ${p.id}::uuid and person_id = ${p.personId}::uuid returning id`,
);
const clearShared = statement<{ personIds: readonly string[] }, never>(
  "courses.close_certificates",
  (p) => sql`
    update courses.certificates set shared_at = null
    where person_id = any (${p.personIds}::uuid[]) and shared_at is not null`,
);
const moveRows = statement<{ from: string; into: string }, never>(
  "courses.merge_certificates",
  (p) => sql`
    update courses.certificates as moved set person_id = ${p.into}::uuid
    where person_id = ${p.from}::uuid and not exists (
      select from courses.certificates as known
      where known.person_id = ${p.into}::uuid and known.course_id = moved.course_id)`,
);

/** A person's certificates, the latest first. */
export const listCertificates = (db: Db, page: Page): Promise<CertificateRow[]> => db.many(selectPage, page);
/** A certificate that a person may see: their own, or a shared one of an adult. */
export const findVisibleCertificate = (
  db: Db,
  of: { id: string; personId: string | null },
): Promise<CertificateRow | null> => db.maybe(selectVisible, of);
/** Ids of a person's certificates of some courses. */
export const listCertificateIds = (
  db: Db,
  of: { personId: string; courseIds: readonly string[] },
): Promise<{ id: string; courseId: string | null }[]> => db.many(selectIds, of);
/** Completions that have no certificate, the oldest first. */
export const listUncertified = async (db: Db, first: number): Promise<Uncertified[]> =>
  (await db.many(selectUncertified, { first })) as Uncertified[];
/** Stores a certificate, unless the person has one of the course. */
export const insertCertificate = async (db: Db, row: NewCertificate): Promise<void> => {
  await db.change(insertRow, row);
};
/** @returns whether the certificate is theirs */
export const updateCertificateShared = async (
  db: Db,
  of: { id: string; personId: string; isShared: boolean; now: Date },
): Promise<boolean> => (await db.maybe(updateShared, of)) !== null;
export const clearCertificateShares = async (db: Db, personIds: readonly string[]): Promise<void> => {
  await db.change(clearShared, { personIds });
};
/** Transfers certificates to another person, who keeps their own of the same course. */
export const mergeCertificateRows = async (db: Db, people: { from: string; into: string }): Promise<void> => {
  await db.change(moveRows, people);
};
