import type { Tx } from "../../ctx.ts";
import { insertChallenge } from "./editing/store.ts";
import type { NewChallenge } from "./editing/store.ts";
import { insertParticipants } from "./store-seed.ts";

export type { NewChallenge } from "./editing/store.ts";

/** Seeds challenges, with participants who joined at the start. Skips slugs that exist. */
export async function seedChallenges(
  tx: Tx,
  challenges: readonly NewChallenge[],
  participants: readonly string[],
): Promise<void> {
  for (const challenge of challenges) {
    const announced = await insertChallenge(tx.db, challenge);
    if (announced) await insertParticipants(tx.db, announced.achievementId, participants, challenge.startsAt);
  }
}
