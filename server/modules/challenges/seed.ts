import type { Tx } from "../../ctx.ts";
import { insertChallenge } from "./editing/store.ts";
import type { NewChallenge } from "./editing/store.ts";
import { insertParticipants } from "./store-seed.ts";

export type { NewChallenge } from "./editing/store.ts";

/** Seeds challenges, with participants who joined at the start. Skips slugs that exist. @returns ids of the new ones by slug */
export async function seedChallenges(
  tx: Tx,
  challenges: readonly NewChallenge[],
  participants: readonly string[],
): Promise<Map<string, string>> {
  const idsBySlug = new Map<string, string>();
  for (const challenge of challenges) {
    const announced = await insertChallenge(tx.db, challenge);
    if (!announced) continue;
    idsBySlug.set(challenge.slug, announced.id);
    await insertParticipants(tx.db, announced.achievementId, participants, challenge.startsAt);
  }
  return idsBySlug;
}
