import { z } from "zod";
import type { Tx } from "../../../ctx.ts";
import { defineJob, isOurOutage, JobFailed } from "../../../platform/jobs/job.ts";
import type { Job } from "../../../platform/jobs/job.ts";
import { checkPage } from "./dry-run.ts";
import type { CheckPage } from "./dry-run.ts";
import { forgetMemberImports, invitePage } from "./inviting.ts";
import type { ImportPage } from "./inviting.ts";
import { takeOver } from "./taking-over.ts";
import type { RowTakeover } from "./taking-over.ts";

/** Imports run one after another: no two of them invite the same address. */
const options = { queue: "studio.member_import" } as const;

/** Invites the people of a page of an import, and enqueues itself for the next one. */
function importJobOf(name: string): Job<ImportPage> {
  const job: Job<ImportPage> = defineJob({
    name,
    schema: z.object({ importId: z.uuid(), staffId: z.uuid(), after: z.number().int() }),
    maxAttempts: 10,
    run: (ctx, page, run) =>
      invitePage(ctx, page, run, {
        next: (tx, after) => tx.enqueue(job, { ...page, after }, options),
        // Rows of a queue follow one another, so that few requests are under way at once.
        takeOver: (tx, row) =>
          tx.enqueue(takeOverJob, row, { queue: `studio.take_over ${row.line % takeoverQueues}` }),
      }),
  });
  return job;
}

export const runMemberImportJob = importJobOf("studio.run_member_import");
/** Of lists with subscriptions to take over: workers of an older version don't know this name, and leave such lists to newer ones. */
export const runTakeoverImportJob = importJobOf("studio.run_takeover_import");

const takeoverQueues = 4;

/** Between attempts of a takeover, at most: it goes on soon after the provider answers, or its renewal is paid. In milliseconds. */
const maxWaitMs = 5 * 60_000;

/** Takes over the subscription of a row whose account was made. Its last attempt comes after a day: then it is a failed job. */
export const takeOverJob: Job<RowTakeover> = defineJob({
  name: "studio.take_over_subscription",
  schema: z.object({
    importId: z.uuid(),
    line: z.number().int(),
    subscriptionId: z.uuid(),
    accountId: z.uuid(),
    staffId: z.uuid(),
  }),
  maxAttempts: 290,
  run: async (ctx, row, { attempt, isLastAttempt }) => {
    try {
      await takeOver(ctx, row);
    } catch (error) {
      if (isOurOutage(error)) throw error;
      throw new JobFailed(
        error,
        isLastAttempt ? null : Math.min(Math.round(1000 * Math.exp(attempt)), maxWaitMs),
      );
    }
  },
});

/** Asks the payment provider about a page of a draft, and enqueues itself for the next one. */
export const checkMemberImportJob: Job<CheckPage> = defineJob({
  name: "studio.check_member_import",
  schema: z.object({ importId: z.uuid(), after: z.number().int() }),
  maxAttempts: 6,
  run: (ctx, page, run) =>
    checkPage(ctx, page, run, (tx, after) => tx.enqueue(checkMemberImportJob, { ...page, after })),
});

/** Asks the payment provider about a draft's subscriptions, in the caller's transaction. */
export const enqueueMemberImportCheck = (tx: Tx, importId: string): Promise<void> =>
  tx.enqueue(checkMemberImportJob, { importId, after: 0 }, { key: `studio.check_member_import ${importId}` });

/** Starts an import in the caller's transaction. */
export const enqueueMemberImport = (
  tx: Tx,
  { hasTakeovers, ...order }: Omit<ImportPage, "after"> & { readonly hasTakeovers: boolean },
): Promise<void> =>
  tx.enqueue(hasTakeovers ? runTakeoverImportJob : runMemberImportJob, { ...order, after: 0 }, options);

/** Deletes imports whose time is over. */
export const memberImportUpkeepJob = defineJob({
  name: "studio.member_import_upkeep",
  schema: z.object({}),
  maxAttempts: 3,
  run: (ctx) => forgetMemberImports(ctx),
});
