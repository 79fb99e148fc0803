import { z } from "zod";
import type { Ctx, Tx } from "../../ctx.ts";
import { defineJob } from "../../platform/jobs/job.ts";
import { issueMissingCertificates } from "./certificates/certificates.ts";
import { completeCourse } from "./completion.ts";
import { notifyStarts } from "./starts/notify.ts";

/** Completes a course for one page of the people who joined it, then enqueues the next page. */
export const completeJob = defineJob({
  name: "courses.complete_enrollments",
  schema: z.object({ courseId: z.uuid(), after: z.uuid().nullable() }),
  maxAttempts: 8,
  run: async (ctx, page) => {
    const after = await completeCourse(ctx, page);
    if (after !== null) await ctx.transact((tx) => enqueuePage(tx, { ...page, after }));
  },
});
const enqueuePage = (
  tx: Tx,
  page: { readonly courseId: string; readonly after: string | null },
): Promise<void> =>
  tx.enqueue(completeJob, page, { key: `${completeJob.name}:${page.courseId}:${page.after}`, priority: 5 });

/** Looks who has completed what is left of courses, in a job for each. */
export const lookForCompletions = (ctx: Ctx, courseIds: readonly string[]): Promise<void> =>
  ctx.transact(async (tx) => {
    for (const courseId of courseIds) await enqueuePage(tx, { courseId, after: null });
  });

/** Issues certificates for completions without one: a server of an earlier release saved them. */
export const certifyJob = defineJob({
  name: "courses.issue_missing_certificates",
  schema: z.object({}),
  maxAttempts: 5,
  run: async (ctx) => {
    if (await issueMissingCertificates(ctx))
      await ctx.transact((tx) => tx.enqueue(certifyJob, {}, { key: `${certifyJob.name}:more`, priority: 5 }));
  },
});

/** Publishes events for courses whose first day has begun. */
export const startJob = defineJob({
  name: "courses.notify_starts",
  schema: z.object({}),
  maxAttempts: 5,
  run: (ctx) => notifyStarts(ctx),
});
