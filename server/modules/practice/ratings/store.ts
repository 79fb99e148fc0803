import { sql } from "kysely";
import type { Difficulty } from "../../../../contract/ratings.ts";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** A person's rating of a class; without difficulty and heart it is none. */
export interface GivenRating {
  readonly personId: string;
  readonly classId: string;
  readonly difficulty: Difficulty | null;
  readonly isLoved: boolean;
}

const updateRating = statement<
  GivenRating & { isAny: boolean; minPlayedMs: number; now: Date },
  { classId: string }
>(
  "practice.rate_class",
  (p) => sql`
    update practice.records set difficulty = ${p.difficulty}::text,
      loved_at = case when ${p.isLoved}::boolean then coalesce(loved_at, ${p.now}::timestamptz) end,
      rated_at = case when not ${p.isAny}::boolean then null
        when difficulty is not distinct from ${p.difficulty}::text and (loved_at is not null) = ${p.isLoved}::boolean then rated_at
        else ${p.now}::timestamptz end
    where person_id = ${p.personId}::uuid and class_id = ${p.classId}::uuid
      and (completed_at is not null or played_ms >= ${p.minPlayedMs}::int or not ${p.isAny}::boolean)
    returning class_id as "classId"`,
);

/**
 * Replaces a person's rating of a class that they have practiced for so long.
 * @param minPlayedMs distinct practice in milliseconds; a withdrawal needs none
 * @returns whether they had
 */
export const saveRating = async (
  db: Db,
  rating: GivenRating & { readonly minPlayedMs: number; readonly now: Date },
): Promise<boolean> => {
  const isAny = rating.difficulty !== null || rating.isLoved;
  return (await db.maybe(updateRating, { ...rating, isAny })) !== null || !isAny;
};

/** A class that a person danced whole at a time, and perhaps rated then. */
export type SeededRating = GivenRating & { readonly durationMs: number; readonly at: Date };
const insertRow = statement<SeededRating, never>(
  "practice.seed_rating",
  (p) => sql`
    insert into practice.records
      (person_id, class_id, played, played_ms, granted_at, viewed_at, completed_at, difficulty, loved_at, rated_at)
    values (${p.personId}::uuid, ${p.classId}::uuid, int4multirange(int4range(0, ${p.durationMs}::int)), ${p.durationMs}::int,
      ${p.at}::timestamptz, ${p.at}::timestamptz, ${p.at}::timestamptz, ${p.difficulty}::text,
      case when ${p.isLoved}::boolean then ${p.at}::timestamptz end,
      case when ${p.isLoved}::boolean or ${p.difficulty}::text is not null then ${p.at}::timestamptz end)
    on conflict do nothing`,
);
export const insertRated = async (db: Db, rating: SeededRating): Promise<void> => {
  await db.change(insertRow, rating);
};
