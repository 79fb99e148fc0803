import { z } from "zod";
import { paths } from "../../../contract/urls.ts";
import type { Ctx } from "../../ctx.ts";
import { defineJob } from "../../platform/jobs/job.ts";
import { challengeOf, participantsOf } from "../challenges/index.ts";
import { notify } from "./notify.ts";

/** People notified per transaction. */
const pageSize = 500;

/** Notifies one page of participants that a challenge has begun or ends soon, then enqueues the next page. */
export const challengeNotificationsJob = defineJob({
  name: "notifications.tell_participants",
  schema: z.object({
    sourceId: z.string(),
    kind: z.enum(["ChallengeStarting", "ChallengeEnding"]),
    challengeId: z.uuid(),
    after: z.uuid().nullable(),
  }),
  maxAttempts: 12,
  run: notifyParticipants,
});

type Page = {
  sourceId: string;
  kind: "ChallengeStarting" | "ChallengeEnding";
  challengeId: string;
  after: string | null;
};

async function notifyParticipants(ctx: Ctx, page: Page): Promise<void> {
  const { sourceId, kind, challengeId, after } = page;
  const challenge = await challengeOf(ctx, challengeId);
  if (!challenge) return;
  const people = await participantsOf(ctx, challengeId, after, pageSize);
  const goal = challenge.badges.at(-1)?.badge.amountToEarn ?? 0;
  // Leaves out people who joined the challenge while it ran, and people who have earned every badge.
  const recipients = people.filter(({ joinedAt, amount }) =>
    kind === "ChallengeStarting" ? joinedAt < challenge.startsAt : amount < goal,
  );
  const byAmount = Map.groupBy(recipients, ({ amount }) => (kind === "ChallengeEnding" ? amount : 0));
  await ctx.transact(async (tx) => {
    for (const [amount, same] of byAmount)
      await notify(tx, {
        sourceId,
        people: same.map(({ personId }) => personId),
        kind,
        groupKey: `challenge:${challengeId}`,
        facts: { title: challenge.title, amount, goal },
        path: paths.challenge(challenge.slug),
      });
    const last = people.at(-1);
    if (people.length === pageSize && last)
      await tx.enqueue(
        challengeNotificationsJob,
        { ...page, after: last.personId },
        { key: `notifications.tell_participants:${sourceId}:${last.personId}` },
      );
  });
}
