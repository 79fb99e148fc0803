import type { Ctx } from "../../ctx.ts";
import { challengeEnding, challengeStarted } from "./events.ts";
import { listParticipants, takeEndingChallenges, takeStartedChallenges } from "./store-lifecycle.ts";
import type { ParticipantRow } from "./store-lifecycle.ts";

export type { ParticipantRow } from "./store-lifecycle.ts";

/**
 * Publishes which challenges have begun and which end within a day: once each, with any number of workers.
 */
export async function notifyLifecycle(ctx: Ctx): Promise<void> {
  await ctx.transact(async (tx) => {
    const now = tx.clock.now();
    for (const { id } of await takeStartedChallenges(tx.db, now))
      await tx.publish(challengeStarted, { challengeId: id });
    for (const { id } of await takeEndingChallenges(tx.db, now))
      await tx.publish(challengeEnding, { challengeId: id });
  });
}

/**
 * Participants of a challenge by id, keyset-paged.
 * @param after the last of the previous page; null at first
 */
export function participantsOf(
  ctx: Ctx,
  challengeId: string,
  after: string | null,
  first: number,
): Promise<ParticipantRow[]> {
  return listParticipants(ctx.db, {
    challengeId,
    after: after ?? "00000000-0000-0000-0000-000000000000",
    first,
  });
}
