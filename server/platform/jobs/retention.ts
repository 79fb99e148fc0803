import { z } from "zod";
import type { Statement } from "../db.ts";
import { defineJob } from "./job.ts";

/**
 * A job that deletes rows older than a retention time, in batches.
 * @param job.deleteBatch deletes at most `batchSize` rows from before a moment, and returns them
 */
export const defineRetentionJob = (job: {
  readonly name: string;
  readonly retentionMs: number;
  readonly batchSize: number;
  readonly deleteBatch: Statement<{ before: Date }, { id: string }>;
}) =>
  defineJob({
    name: job.name,
    schema: z.object({}),
    maxAttempts: 3,
    run: async (ctx, _payload, { signal }) => {
      const before = new Date(ctx.clock.now().getTime() - job.retentionMs);
      let deleted = job.batchSize;
      while (deleted === job.batchSize) {
        signal.throwIfAborted();
        deleted = (await ctx.db.many(job.deleteBatch, { before })).length;
      }
    },
  });
