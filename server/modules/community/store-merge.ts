import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";

type People = { readonly from: string; readonly into: string };

const handWords = statement<People, never>(
  "community.hand_over_words",
  (p) => sql`
    with likes as (
      update community.like_changes set author_id = ${p.into}::uuid where author_id = ${p.from}::uuid
    )
    update community.content set author_id = ${p.into}::uuid, idempotency_key = null where author_id = ${p.from}::uuid`,
);
// Content that both like is liked once: the first person's likes of it are deleted and subtracted.
const moveOthersLikes = statement<People, never>(
  "community.hand_over_others",
  (p) => sql`
    with likes as (
      update community.likes as given set person_id = ${p.into}::uuid where person_id = ${p.from}::uuid
        and not exists (select from community.likes as own where own.content_id = given.content_id and own.person_id = ${p.into}::uuid)
    ), mentions as (
      insert into community.mentions (content_id, person_id)
      select content_id, ${p.into}::uuid from community.mentions where person_id = ${p.from}::uuid on conflict do nothing
    ), cases as (update community.cases set person_id = ${p.into}::uuid where person_id = ${p.from}::uuid)
    insert into community.standing as known (person_id, since, strikes, paused_until, likes_received, approves, watched_words)
    select ${p.into}::uuid, since, strikes, paused_until, likes_received, approves, watched_words
    from community.standing where person_id = ${p.from}::uuid
    on conflict (person_id) do update set since = least(known.since, excluded.since), strikes = known.strikes + excluded.strikes,
      paused_until = greatest(known.paused_until, excluded.paused_until), likes_received = known.likes_received + excluded.likes_received,
      watched_words = array(select distinct word from unnest(known.watched_words || excluded.watched_words) as word)`,
);

/** Moves one person's content, likes and moderation history to another; strikes move too. */
export const handOverWords = async (db: Db, people: People): Promise<void> => {
  await db.change(handWords, people);
  await db.change(moveOthersLikes, people);
};
