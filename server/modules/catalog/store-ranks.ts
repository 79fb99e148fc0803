import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";

/** What lists of classes are sorted by, as counted by the practice module. */
export interface ClassRank {
  readonly classId: string;
  /** In the last 28 days. */
  readonly playsLately: number;
  /** How many of its dancers finish it, 0 to 1000. */
  readonly finishedScore: number;
}

const updateRanks = statement<
  { classIds: readonly string[]; plays: readonly number[]; scores: readonly number[] },
  never
>(
  "catalog.save_ranks",
  (p) => sql`
    update catalog.classes set plays_lately = ranks.plays, finished_score = ranks.score
    from unnest(${p.classIds}::uuid[], ${p.plays}::int[], ${p.scores}::int[]) as ranks (class_id, plays, score)
    where classes.id = ranks.class_id and (classes.plays_lately <> ranks.plays or classes.finished_score <> ranks.score)`,
);

/** Saves the ranks of classes; writes only those that changed. */
export const saveRanks = async (db: Db, ranks: readonly ClassRank[]): Promise<void> => {
  await db.change(updateRanks, {
    classIds: ranks.map(({ classId }) => classId),
    plays: ranks.map(({ playsLately }) => playsLately),
    scores: ranks.map(({ finishedScore }) => finishedScore),
  });
};
