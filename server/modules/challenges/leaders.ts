import type { Ctx } from "../../ctx.ts";
import { BadInput } from "../../platform/errors.ts";
import { largestPage } from "../../platform/graphql/paging.ts";
import { listLeaders } from "./store.ts";
import type { ChallengeRow, LeaderRow } from "./store.ts";

const usualLeaders = 10;

/** Who is ahead: by amount, then by who reached it first. Without the anonymous and those who opted out. */
export function leadersOf(ctx: Ctx, challenge: ChallengeRow, first: number | null): Promise<LeaderRow[]> {
  const count = first ?? usualLeaders;
  if (count < 1 || count > largestPage)
    throw new BadInput("first", `Ask for 1 to ${largestPage} people at a time.`);
  return listLeaders(ctx.db, challenge.achievement.id, count);
}
