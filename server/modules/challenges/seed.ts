import type { Tx } from "../../ctx.ts";
import type { TriggerType } from "./progress.ts";
import { insertChallenge, insertParticipants } from "./store-seed.ts";

/** A challenge as a studio announces it. */
export interface NewChallenge {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly triggerType: TriggerType;
  readonly requiredClassIds: readonly string[];
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly goalHeader: string;
  readonly subtitleHeader: string;
  readonly earnedByHeader: string;
  readonly badges: readonly {
    readonly slug: string;
    readonly name: string;
    readonly description: string;
    readonly amountToEarn: number;
  }[];
}

/** Announces challenges, and puts people into them who joined when they began. One whose slug is known is left as it is. */
export async function seedChallenges(
  tx: Tx,
  challenges: readonly NewChallenge[],
  participants: readonly string[],
): Promise<void> {
  for (const challenge of challenges) {
    const achievementId = await insertChallenge(tx.db, challenge);
    if (achievementId) await insertParticipants(tx.db, achievementId, participants, challenge.startsAt);
  }
}
