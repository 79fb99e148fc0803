import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import { defineCountingJob, firstPending } from "../../platform/jobs/pending-counts.ts";

/** Participants of a row of `challenges.challenges`, with those that the job hasn't added up. */
export const participantsSql = sql`(challenges.participants + coalesce((
  select sum(change) from challenges.participant_changes where achievement_id = challenges.achievement_id), 0))::int`;

const addUp = statement<object, { taken: number }>(
  "challenges.add_up_participants",
  () => sql`
    with taken as (
      delete from challenges.participant_changes where ${firstPending("challenges.participant_changes")}
      returning achievement_id, change
    ), counted as (
      update challenges.challenges set participants = participants + people.change
      from (select achievement_id, sum(change)::int as change from taken group by achievement_id) as people
      where challenges.achievement_id = people.achievement_id
    )
    select count(*)::int as taken from taken`,
);

/** Adds up who joined and left. */
export const addUpParticipantsJob = defineCountingJob({
  name: "challenges.add_up_participants",
  batch: addUp,
});
