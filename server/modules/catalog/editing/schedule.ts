import { z } from "zod";
import type { Ctx, Tx } from "../../../ctx.ts";
import { BadInput, DomainError } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { momentOf } from "../../../platform/local-time.ts";
import { recordAuditEntry } from "../../identity/index.ts";
import { releaseEndangered } from "../events.ts";
import { change, changeLocked, editedClass, lacksOf, NotReady, requireEditor } from "./classes.ts";
import type { ClassLack } from "./classes.ts";
import { noticeUntil } from "./leaving.ts";
import { release, withdraw } from "./publication.ts";
import {
  findInLibrary,
  listReleases,
  listScheduled,
  listSoonReleased,
  saveSchedule,
  takeReleaseWarning,
} from "./store-publication.ts";
import type { ClassSchedule, EditedClass } from "./store.ts";
import type { Release } from "./store-publication.ts";

/** The furthest day that can be planned. */
const maxDaysAhead = 366;
/** Classes of one run of the job. Others follow a minute later. */
const maxPerRun = 100;
const dayMs = 24 * 60 * 60 * 1000;
/** How long before its release editors learn what a class lacks. */
const warningMs = 60 * 60 * 1000;

/** Publishes and unpublishes the classes whose time has come, and tells editors of those that aren't ready. */
export const applySchedulesJob = defineJob({
  name: "catalog.apply_schedules",
  schema: z.object({}),
  maxAttempts: 3,
  run: applySchedules,
});

/** Local times in the studio's time zone, to the minute; null for none. */
export interface GivenSchedule {
  readonly publishAt: string | null;
  readonly leavesAt: string | null;
}

/**
 * Sets when a class enters and leaves the library by itself. Idempotent. A video that is still being processed doesn't
 * prevent it: the class is published as soon as it is ready.
 * @throws BadInput, DomainError, NotReady, NotFound, Unauthenticated
 */
export async function scheduleClass(ctx: Ctx, classId: string, given: GivenSchedule): Promise<EditedClass> {
  requireEditor(ctx);
  const { id } = await editedClass(ctx, classId);
  const schedule = readSchedule(ctx, given);
  await change(ctx, id, async (tx, found) => {
    const { publishAt } = schedule;
    if (publishAt && found.publishedAt)
      throw new DomainError("ALREADY_PUBLISHED", msg("This class is already published."), { status: 409 });
    const lack = publishAt && schedulingLackOf(found);
    if (lack) throw new NotReady(lack);
    if (!hasSchedule(found, schedule)) await scheduleFound(tx, found, schedule);
  });
  return editedClass(ctx, id);
}

/** Reads when a class shall enter and leave the library. @throws BadInput */
export function readSchedule(ctx: Ctx, given: GivenSchedule): ClassSchedule {
  const { timeZone } = ctx.studio;
  const publishAt = momentOf(given.publishAt, "publishAt", timeZone);
  const leavesAt = momentOf(given.leavesAt, "leavesAt", timeZone);
  const now = ctx.clock.now();
  for (const [field, moment] of Object.entries({ publishAt, leavesAt })) {
    if (!moment) continue;
    if (moment <= now) throw new BadInput(field, msg("Choose a time in the future."));
    if (moment.getTime() > now.getTime() + maxDaysAhead * dayMs)
      throw new BadInput(field, msg("Choose a day within a year."));
  }
  if (publishAt && leavesAt && leavesAt <= publishAt)
    throw new BadInput("leavesAt", msg("Choose a time after the class is published."));
  return { publishAt, leavesAt };
}

/** What a class lacks for a date of release. A video may still be in the making. */
export const schedulingLackOf = (found: EditedClass): ClassLack | undefined =>
  lacksOf(found).find((one) => one !== "transcode");

export const hasSchedule = (found: EditedClass, { publishAt, leavesAt }: ClassSchedule): boolean =>
  publishAt?.getTime() === found.publishAt?.getTime() && leavesAt?.getTime() === found.leavesAt?.getTime();

/** Saves when a class enters and leaves the library, as an editor. */
export async function scheduleFound(
  tx: Tx,
  { id }: EditedClass,
  { publishAt, leavesAt }: ClassSchedule,
): Promise<void> {
  await saveSchedule(tx.db, id, { publishAt, leavesAt, noticeUntil: noticeUntil(tx.clock.now()) });
  await recordAuditEntry(tx, {
    action: "catalog.class_scheduled",
    subject: `class:${id}`,
    details: { publishAt: publishAt?.toISOString() ?? null, leavesAt: leavesAt?.toISOString() ?? null },
  });
  for (const runAt of [publishAt, leavesAt]) if (runAt) await tx.enqueue(applySchedulesJob, {}, { runAt });
}

async function applySchedules(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  for (const id of await listScheduled(ctx.db, now, maxPerRun))
    await changeLocked(ctx, id, async (tx, found) => {
      const { publishAt, leavesAt } = found;
      if (leavesAt && leavesAt <= now) await withdraw(tx, id);
      // A class that isn't ready keeps its time, and is published as soon as it is.
      else if (publishAt && publishAt <= now) {
        if (lacksOf(found).length === 0) await release(tx, found);
        else await warn(tx, found, publishAt);
      }
    });
  const until = new Date(now.getTime() + warningMs);
  for (const id of await listSoonReleased(ctx.db, { now, until, max: maxPerRun }))
    await changeLocked(ctx, id, async (tx, found) => {
      const { publishAt } = found;
      if (publishAt && publishAt > now && lacksOf(found).length > 0) await warn(tx, found, publishAt);
    });
}

/** Tells editors what a class lacks for its release: once before its time, and once when it has come. */
async function warn(tx: Tx, found: EditedClass, publishAt: Date): Promise<void> {
  const { id, title } = found;
  const [lack] = lacksOf(found);
  const isMissed = publishAt <= tx.clock.now();
  if (lack && (await takeReleaseWarning(tx.db, id, isMissed)))
    await tx.publish(releaseEndangered, {
      classId: id,
      title,
      publishAt: publishAt.toISOString(),
      lack,
      isMissed,
    });
}

/** Whether a class is in the library at a moment from now on, by its schedule. One that is published at that very moment isn't yet. */
export const isInLibraryAt = (ctx: Ctx, id: string, at: Date): Promise<boolean> =>
  findInLibrary(ctx.db, { id, at });

/** The next five classes with a release date. For editors. @throws NotFound, Unauthenticated */
export async function nextReleases(ctx: Ctx): Promise<Release[]> {
  requireEditor(ctx);
  return listReleases(ctx.db, 5);
}
