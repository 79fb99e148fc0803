import type { Ctx, Tx } from "../../../ctx.ts";
import { isForeignKeyViolation } from "../../../platform/db.ts";
import { NotFound } from "../../../platform/errors.ts";
import { decodeCursor, encodeCursor, pageSize } from "../../../platform/graphql/paging.ts";
import { translate } from "../../../platform/i18n/messages.ts";
import { defineLoader } from "../../../platform/loader.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { classLoader } from "../../catalog/index.ts";
import type { ClassRow } from "../../catalog/index.ts";
import { personLoader, readerOf, requireHolder } from "../../identity/index.ts";
import { completedClassIds } from "../../practice/index.ts";
import { findCourseRow } from "../store.ts";
import type { CourseRow } from "../store.ts";
import { courseTitle } from "../translations.ts";
import {
  clearCertificateShares,
  findVisibleCertificate,
  insertCertificate,
  listCertificateIds,
  listCertificates,
  listUncertified,
  updateCertificateShared,
} from "./store.ts";
import type { CertificateRow, Uncertified } from "./store.ts";

export type { CertificateRow } from "./store.ts";

/** Issues the certificate of a completed course, as the course is now. Idempotent: a person has one of a course. */
export async function issueCertificate(ctx: Ctx, completion: Uncertified): Promise<void> {
  const { courseId, personId } = completion;
  const course = await findCourseRow(ctx.db, courseId);
  if (!course) return;
  const [completed, reader] = await Promise.all([
    completedClassIds(
      ctx,
      personId,
      course.classes.map(({ classId }) => classId),
    ),
    readerOf(ctx.db, personId, ctx.studio.locale),
  ]);
  const rows = await classLoader(ctx).loadMany(
    course.classes.map(({ classId }) => classId).filter((id) => completed.has(id)),
  );
  const classes = rows.filter((row): row is ClassRow => row !== null && !(row instanceof Error));
  try {
    await insertCertificate(ctx.db, {
      ...completion,
      title: translate(courseTitle(ctx.studio, course), reader.locale),
      instructors: [
        ...new Map(
          classes.map(({ instructorSlug, instructorName }) => [instructorSlug, instructorName]),
        ).values(),
      ],
      classCount: classes.length,
      durationMs: classes.reduce((sum, { durationMs }) => sum + durationMs, 0),
      now: ctx.clock.now(),
    });
  } catch (error) {
    // The person or the course was deleted in the meantime.
    if (!isForeignKeyViolation(error)) throw error;
  }
}

/** Completions that one run of the job looks at. */
const maxIssued = 500;

/** Issues certificates for completions without one, which earlier releases saved. @returns whether there may be more */
export async function issueMissingCertificates(ctx: Ctx, first = maxIssued): Promise<boolean> {
  const missing = await listUncertified(ctx.db, first);
  for (const completion of missing) await issueCertificate(ctx, completion);
  return missing.length === first;
}

/** A page of certificates. */
export interface CertificatePage {
  readonly items: readonly CertificateRow[];
  readonly nextCursor: string | null;
}

/** The viewer's certificates, the latest first; none without a viewer. @throws BadInput */
export async function myCertificates(
  ctx: Ctx,
  request: { first?: number | null | undefined; after?: string | null | undefined } | null | undefined,
): Promise<CertificatePage> {
  const first = pageSize(request?.first);
  if (!ctx.viewer) return { items: [], nextCursor: null };
  const { personId } = ctx.viewer;
  const cursor = decodeCursor(request?.after, ["time", "uuid"]);
  const rows = await listCertificates(ctx.db, {
    personId,
    first: first + 1,
    beforeAt: cursor && cursor[0],
    beforeId: cursor && cursor[1],
  });
  const items = rows.slice(0, first);
  const last = rows.length > first ? items.at(-1) : undefined;
  return { items, nextCursor: last ? encodeCursor([last.completedAt.getTime(), last.id]) : null };
}

/** A certificate of the viewer, or one that its owner shares; null for any other. @param id as in addresses: any text */
export const findCertificate = async (ctx: Ctx, id: string): Promise<CertificateRow | null> =>
  isUuid(id) ? findVisibleCertificate(ctx.db, { id, personId: ctx.viewer?.personId ?? null }) : null;

/** The present name of a certificate's owner; null for a guest. */
export async function nameOnCertificate(ctx: Ctx, { personId }: CertificateRow): Promise<string | null> {
  const person = await personLoader(ctx).load(personId);
  return person && !person.isAnonymous && person.name !== "" ? person.name : null;
}

/** Whether a certificate is the viewer's. */
export const isOwnCertificate = (ctx: Ctx, { personId }: CertificateRow): boolean =>
  ctx.viewer?.personId === personId;

/**
 * Shows a certificate of the viewer to everyone who has its address, or hides it again. Idempotent. Children share nothing.
 * @throws Forbidden, NotFound, RegistrationRequired, Unauthenticated
 */
export async function shareCertificate(ctx: Ctx, id: string, isShared: boolean): Promise<CertificateRow> {
  const { personId } = requireHolder(ctx);
  const isOwn =
    isUuid(id) && (await updateCertificateShared(ctx.db, { id, personId, isShared, now: ctx.clock.now() }));
  const found = isOwn ? await findCertificate(ctx, id) : null;
  if (!found) throw new NotFound("certificate");
  return found;
}

/** Hides the certificates of these people from others. */
export const closeCertificates = (tx: Tx, personIds: readonly string[]): Promise<void> =>
  clearCertificateShares(tx.db, personIds);

const idLoader = defineLoader<string, string>(async (ctx, courseIds) => {
  if (!ctx.viewer) return new Map();
  const rows = await listCertificateIds(ctx.db, { personId: ctx.viewer.personId, courseIds });
  return new Map(rows.flatMap(({ id, courseId }) => (courseId === null ? [] : [[courseId, id]])));
});
/** The id of the viewer's certificate of a course; null without one. */
export const certificateIdOf = (ctx: Ctx, { id }: CourseRow): Promise<string | null> =>
  idLoader(ctx).load(id);
