import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { statement } from "../../platform/db.ts";
import { defineCountingJob, firstPending } from "../../platform/jobs/pending-counts.ts";

/** Likes of content, with those that the job hasn't added up. @param c the content's row */
export const likesCountSql = (c: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${c}.likes_count + coalesce((select sum(change) from community.like_changes where content_id = ${c}.id), 0))::int`;

/** Likes that the person of a row of `community.standing` received, with those that the job hasn't added up. */
export const likesReceivedSql = sql`(standing.likes_received + coalesce((
  select sum(change) from community.like_changes where author_id = standing.person_id), 0))::int`;

const addUp = statement<object, { taken: number }>(
  "community.add_up_likes",
  () => sql`
    with taken as (
      delete from community.like_changes where ${firstPending("community.like_changes")} returning content_id, change
    ), counted as (
      update community.content set likes_count = likes_count + likes.change
      from (select content_id, sum(change)::int as change from taken group by content_id) as likes
      where content.id = likes.content_id and likes.change <> 0 returning author_id, likes.change
    ), received as (
      update community.standing set likes_received = likes_received + likes.change
      from (select author_id, sum(change)::int as change from counted group by author_id) as likes
      where standing.person_id = likes.author_id
    )
    select count(*)::int as taken from taken`,
);

/** Adds likes up, for their content and its author. */
export const addUpLikesJob = defineCountingJob({ name: "community.add_up_likes", batch: addUp });
