import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";

/** Challenges of this many hours or less get no notification that they end soon. */
const minHours = 48;
const noticeHours = 24;

const takeStarted = statement<{ now: Date }, { id: string }>(
  "challenges.take_started",
  (p) => sql`
    update challenges.challenges set start_told_at = ${p.now}::timestamptz
    where start_told_at is null and starts_at <= ${p.now}::timestamptz and ends_at > ${p.now}::timestamptz returning id`,
);
const takeEnding = statement<{ now: Date }, { id: string }>(
  "challenges.take_ending",
  (p) => sql`
    update challenges.challenges set end_told_at = ${p.now}::timestamptz
    where end_told_at is null and ends_at > ${p.now}::timestamptz
      and ends_at <= ${p.now}::timestamptz + ${sql.lit(noticeHours)}::int * interval '1 hour'
      and ends_at - starts_at > ${sql.lit(minHours)}::int * interval '1 hour' returning id`,
);

/** A participant of a challenge. */
export interface ParticipantRow {
  readonly personId: string;
  readonly joinedAt: Date;
  readonly amount: number;
}
const selectParticipants = statement<{ challengeId: string; after: string; first: number }, ParticipantRow>(
  "challenges.list_participants",
  (p) => sql`
    select person_id as "personId", joined_at as "joinedAt", amount from challenges.progress
    where achievement_id = (select achievement_id from challenges.challenges where id = ${p.challengeId}::uuid)
      and person_id > ${p.after}::uuid
    order by person_id limit ${p.first}::int`,
);

/** Claims challenges that have begun without a notification; each is claimed once. */
export const takeStartedChallenges = (db: Db, now: Date): Promise<{ id: string }[]> =>
  db.many(takeStarted, { now });
/** Claims challenges that end within a day without a notification; each is claimed once. */
export const takeEndingChallenges = (db: Db, now: Date): Promise<{ id: string }[]> =>
  db.many(takeEnding, { now });
/** Ordered by id; `after` is the last of the previous page. */
export const listParticipants = (
  db: Db,
  page: { challengeId: string; after: string; first: number },
): Promise<ParticipantRow[]> => db.many(selectParticipants, page);
