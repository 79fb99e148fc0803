import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";

const insertPeople = statement<{ achievementId: string; people: readonly string[]; joinedAt: Date }, never>(
  "challenges.insert_participants",
  (p) => sql`
    insert into challenges.progress (achievement_id, person_id, joined_at, reached_at)
    select ${p.achievementId}::uuid, person, ${p.joinedAt}::timestamptz, ${p.joinedAt}::timestamptz from unnest(${p.people}::uuid[]) as person
    on conflict do nothing`,
);

export const insertParticipants = async (
  db: Db,
  achievementId: string,
  people: readonly string[],
  joinedAt: Date,
): Promise<void> => {
  await db.change(insertPeople, { achievementId, people, joinedAt });
};
