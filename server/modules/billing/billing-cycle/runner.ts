import { z } from "zod";
import type { Ctx } from "../../../ctx.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { billingNow } from "../clock.ts";
import { IllegalTransition, InProgress, ProviderUnavailable } from "../errors.ts";
import { claimDue, countDue, postpone } from "../subscriptions/store-due.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { postponeMs, processSubscription } from "./steps.ts";

/** Subscriptions that a worker claims at once, its concurrency, and how long a claim lasts. */
const batch = 64;
const concurrency = 8;
const claimMs = 120_000;
/** How long a job runs before it makes room for others, in milliseconds. */
const shiftMs = 50_000;
const perJob = 400;
const maxJobs = 8;
/** First in the queue's index: found without reading the emails that a wave of renewals queues. */
const priority = -5;

/**
 * Processes due subscriptions until none are left or the shift is over. Safe to run concurrently: each worker
 * claims rows that no other worker has claimed.
 * @returns whether something may be left
 */
export async function runDue(ctx: Ctx, shift: { untilMs: number; signal?: AbortSignal }): Promise<boolean> {
  const end = performance.now() + shift.untilMs;
  for (;;) {
    if (shift.signal?.aborted || performance.now() > end) return true;
    const now = await billingNow(ctx);
    const claimed = await claimDue(ctx.db, { now, most: batch, forMs: claimMs });
    if (claimed.length === 0) return false;
    await Promise.all(
      Array.from({ length: concurrency }, async () => {
        for (let found = claimed.pop(); found; found = claimed.pop()) await processSafely(ctx, found, now);
      }),
    );
  }
}

/** Processes one subscription. Its failure does not stop the others. */
async function processSafely(ctx: Ctx, found: SubscriptionRow, now: Date): Promise<void> {
  const { id } = found;
  try {
    await processSubscription(ctx, found, now);
  } catch (error) {
    // Another worker or the person is changing this subscription. The next run finds it again.
    const isRace = error instanceof InProgress || error instanceof IllegalTransition;
    if (!isRace)
      ctx.log[error instanceof ProviderUnavailable ? "warn" : "error"](
        { err: error, subscriptionId: id },
        "A subscription's due step failed",
      );
    await postpone(ctx.db, id, isRace ? 1_000 : postponeMs);
  }
}

/** Processes due subscriptions. */
export const workDueJob = defineJob({
  name: "billing.work_due",
  schema: z.object({ place: z.number().int() }),
  maxAttempts: 3,
  pool: "renewals",
  run: async (ctx, { place }, run) => {
    const isMore = await runDue(ctx, { untilMs: shiftMs, signal: run.signal });
    if (isMore && !run.signal.aborted)
      await ctx.transact((tx) => tx.enqueue(workDueJob, { place }, { priority }));
  },
});

/** Checks every minute for due subscriptions, and enqueues as many workers as they need. */
export const findDueJob = defineJob({
  name: "billing.find_due",
  schema: z.object({}),
  maxAttempts: 3,
  run: async (ctx) => {
    const due = await countDue(ctx.db, await billingNow(ctx), perJob * maxJobs);
    if (due === 0) return;
    await ctx.transact(async (tx) => {
      for (let place = 0; place < Math.ceil(due / perJob); place += 1)
        await tx.enqueue(workDueJob, { place }, { key: `billing-due-${place}`, priority });
    });
  },
});
