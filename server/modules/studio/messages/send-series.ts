import { z } from "zod";
import type { Ctx } from "../../../ctx.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { contentOf, notifyRecipients, renderFor } from "./notify-recipients.ts";
import { listBegun } from "./series-people.ts";
import { findStep, listRunningSteps, lockSeries } from "./store-series.ts";
import { addNotified } from "./store.ts";

/** Beginnings that are looked at per transaction. */
const pageSize = 200;
/** Behind emails, as the pages of announcements. */
const priority = 6;
const queue = "studio.series";

const page = z.object({
  id: z.uuid(),
  /** When the run began: what is due then. */
  at: z.iso.datetime(),
  /** The last beginning of the page before. */
  after: z.object({ position: z.string(), id: z.uuid() }).nullable(),
});
type Page = z.infer<typeof page>;

/** Sends one page of a step of a series, then enqueues the next page. */
export const sendStepJob = defineJob<Page>({
  name: "studio.send_series_step",
  schema: page,
  maxAttempts: 12,
  run: sendStepPage,
});

async function sendStepPage(ctx: Ctx, { id, at, after }: Page): Promise<void> {
  await ctx.transact(async (tx) => {
    // One page at a time, on all servers: no one gets two steps within a day.
    const all = await lockSeries(tx.db);
    const step = await findStep(tx.db, id);
    const series = all.find((one) => one.id === step?.series && one.switchedOnAt);
    if (!step || !series) return;
    const begun = await listBegun(
      tx.db,
      { id, delay: step.delay, series },
      { now: new Date(at), after, first: pageSize },
    );
    // An account that danced in two classes at once is there twice.
    const due = new Map(begun.filter(({ isDue }) => isDue).map((one) => [one.id, one]));
    const recipients = [...due.values()];
    const rendered = await renderFor(ctx, contentOf(step), recipients);
    const notified = await notifyRecipients(tx, { messageId: id, recipients, rendered });
    if (notified > 0) await addNotified(tx.db, { id, notified, sentAt: null });
    const last = begun.length === pageSize ? begun.at(-1)! : null;
    if (last)
      await tx.enqueue(
        sendStepJob,
        { id, at, after: { position: last.position, id: last.id } },
        { key: `studio.send_series_step:${id}:next`, priority, queue },
      );
  });
}

/** Begins to send what is due of every series that is on. Idempotent. */
export const runSeriesJob = defineJob({
  name: "studio.run_series",
  schema: z.object({}),
  maxAttempts: 3,
  run: async (ctx) => {
    const at = ctx.clock.now().toISOString();
    const ids = await listRunningSteps(ctx.db);
    await ctx.transact(async (tx) => {
      for (const id of ids)
        await tx.enqueue(
          sendStepJob,
          { id, at, after: null },
          { key: `studio.send_series_step:${id}`, priority, queue },
        );
    });
  },
});
