import { setTimeout as rest } from "node:timers/promises";
import { z } from "zod";
import type { Ctx } from "../../ctx.ts";
import { defineJob } from "../../platform/jobs/job.ts";
import { sourcesByReaction } from "./kinds/index.ts";
import { notify } from "./notify.ts";

/** Between two pages: requests get the database and the processor to themselves. Milliseconds. */
const restMs = 25;

const page = z.object({
  /** The event's id. */
  sourceId: z.string(),
  reaction: z.string(),
  payload: z.unknown(),
  after: z.uuid().nullable(),
});
type Page = z.infer<typeof page>;

/** Jobs that the previous release enqueued. */
const earlierPage = z
  .object({
    sourceId: z.string(),
    kind: z.enum(["ChallengeStarting", "ChallengeEnding"]),
    challengeId: z.uuid(),
    after: z.uuid().nullable(),
  })
  .transform(({ sourceId, kind, challengeId, after }): Page => ({
    sourceId,
    reaction: `notifications.tell_challenge_${kind === "ChallengeStarting" ? "started" : "ending"}`,
    payload: { challengeId },
    after,
  }));

/** Notifies one page of the people who hear of an event, then enqueues the next page. */
export const fanOutJob = defineJob<Page>({
  name: "notifications.tell_participants",
  schema: z.union([page, earlierPage]),
  maxAttempts: 12,
  run: notifyPage,
});

async function notifyPage(ctx: Ctx, job: Page, { signal }: { readonly signal: AbortSignal }): Promise<void> {
  const { sourceId, reaction, payload, after } = job;
  if (after !== null) await rest(restMs, undefined, { signal });
  for (const { kind, suffix, deliver } of sourcesByReaction.get(reaction) ?? []) {
    const { deliveries, next } = await deliver(ctx, payload, after);
    await ctx.transact(async (tx) => {
      for (const delivery of deliveries)
        await notify(tx, { sourceId: `${sourceId}${suffix}`, ...delivery, kind, isBulk: true });
      if (next)
        await tx.enqueue(fanOutJob, { ...job, after: next }, { key: `${reaction}:${sourceId}:${next}` });
    });
  }
}
