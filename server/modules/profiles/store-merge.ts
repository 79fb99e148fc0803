import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";

// The first person's rows are deleted with that person.
const copyAll = statement<{ from: string; into: string }, never>(
  "profiles.merge_people",
  (p) => sql`
    with settings as (
      insert into profiles.settings
      select ${p.into}::uuid, name_audience, bio_audience, links_audience, badges_audience, likes_audience, uploads_audience
      from profiles.settings where person_id = ${p.from}::uuid on conflict do nothing
    ), follows as (
      insert into profiles.follows (follower_id, followed_id, followed_at)
      select ${p.into}::uuid, followed_id, followed_at from profiles.follows
      where follower_id = ${p.from}::uuid and followed_id <> ${p.into}::uuid
      union all select follower_id, ${p.into}::uuid, followed_at from profiles.follows
      where followed_id = ${p.from}::uuid and follower_id <> ${p.into}::uuid
      on conflict do nothing
    )
    insert into profiles.unseen as known (person_id, other_id, has_blocked, is_blocked, has_muted, since)
    select ${p.into}::uuid, other_id, has_blocked, is_blocked, has_muted, since from profiles.unseen
    where person_id = ${p.from}::uuid and other_id <> ${p.into}::uuid
    union all select person_id, ${p.into}::uuid, has_blocked, is_blocked, has_muted, since from profiles.unseen
    where other_id = ${p.from}::uuid and person_id <> ${p.into}::uuid
    on conflict (person_id, other_id) do update set has_blocked = known.has_blocked or excluded.has_blocked,
      is_blocked = known.is_blocked or excluded.is_blocked, has_muted = known.has_muted or excluded.has_muted`,
);

export const mergeFollowsAndDistance = async (
  db: Db,
  people: { from: string; into: string },
): Promise<void> => {
  await db.change(copyAll, people);
};
