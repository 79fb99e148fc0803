import type { CaseCause } from "../../../../contract/moderation.ts";
import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { ContentType, Decision } from "./store-cases.ts";
import type { ModerationStatus } from "../store.ts";

/** A case with its content's state, locked until the transaction ends. */
export interface HeldCase {
  readonly id: string;
  readonly contentType: ContentType;
  readonly contentId: string;
  readonly personId: string;
  readonly status: ModerationStatus;
  readonly cause: CaseCause;
  readonly isPassed: boolean;
  readonly decision: Decision | null;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly appealedAt: Date | null;
  readonly before: ModerationSettingsById | null;
}

/** State changed by a decision, as JSON; stored to undo the decision. */
export interface ModerationSettingsById {
  readonly case: Readonly<Record<string, unknown>>;
  readonly content: Readonly<Record<string, unknown>> | null;
  readonly standing: Readonly<Record<string, unknown>> | null;
}

const columns = sql`id, content_type as "contentType", content_id as "contentId", person_id as "personId", status, cause,
  is_passed as "isPassed", decision, decided_by as "decidedBy", decided_at as "decidedAt", appealed_at as "appealedAt", before`;
const lockOne = statement<{ id: string }, HeldCase>(
  "community.lock_case",
  (p) => sql`select ${columns} from community.cases where id = ${p.id}::uuid for update`,
);
const lockOf = statement<{ contentId: string }, HeldCase>(
  "community.lock_case_of",
  (p) => sql`select ${columns} from community.cases where content_id = ${p.contentId}::uuid for update`,
);
const selectModerationSettingsById = statement<{ id: string }, ModerationSettingsById>(
  "community.find_standings",
  (p) => sql`
    select json_build_object('status', cases.status, 'cause', cases.cause, 'isPassed', cases.is_passed, 'decision', cases.decision,
        'reason', cases.reason, 'note', cases.note, 'decidedBy', cases.decided_by, 'decidedAt', cases.decided_at) as case,
      case when content.id is not null then json_build_object('isHeld', content.is_held, 'moderationStatus', content.moderation_status,
        'removedAt', content.removed_at, 'removedReason', content.removed_reason, 'audience', content.audience) end as content,
      case when standing.person_id is not null then json_build_object('strikes', standing.strikes, 'pausedUntil', standing.paused_until) end as standing
    from community.cases left join community.content on content.id = cases.content_id
    left join community.standing on standing.person_id = cases.person_id
    where cases.id = ${p.id}::uuid`,
);
const updateCase = statement<
  {
    id: string;
    decision: string;
    reason: string | null;
    note: string | null;
    by: string;
    now: Date;
    before: string;
  },
  never
>(
  "community.decide_case",
  (p) => sql`
    update community.cases set status = 'reviewed', decision = ${p.decision}, reason = ${p.reason}, note = ${p.note},
      decided_by = ${p.by}::uuid, decided_at = ${p.now}::timestamptz, before = ${p.before}::jsonb, is_passed = false
    where id = ${p.id}::uuid`,
);
const keep = statement<{ id: string }, never>(
  "community.keep_content",
  (p) => sql`
    update community.content set is_held = false, moderation_status = 'reviewed', removed_at = null, removed_reason = null
    where id = ${p.id}::uuid`,
);
const remove = statement<{ id: string; now: Date; reason: string }, never>(
  "community.remove_content",
  (p) => sql`
    update community.content set is_held = false, moderation_status = 'reviewed', removed_at = ${p.now}::timestamptz,
      removed_reason = ${p.reason} where id = ${p.id}::uuid`,
);
const limit = statement<{ id: string }, never>(
  "community.limit_content",
  (p) => sql`
    update community.content set is_held = false, moderation_status = 'reviewed', removed_at = null, removed_reason = null,
      audience = case when audience = 'me' then 'me' else 'crew' end where id = ${p.id}::uuid`,
);
const strike = statement<{ personId: string; by: number; pausedUntil: Date | null; now: Date }, never>(
  "community.strike",
  (p) => sql`
    insert into community.standing as standing (person_id, since, strikes, paused_until)
    values (${p.personId}::uuid, ${p.now}::timestamptz, greatest(0, ${p.by}::int), ${p.pausedUntil}::timestamptz)
    on conflict (person_id) do update set strikes = greatest(0, standing.strikes + ${p.by}::int), paused_until = ${p.pausedUntil}::timestamptz`,
);
const restore = statement<{ id: string; before: string }, never>(
  "community.undo_decision",
  (p) => sql`
    with was as (select ${p.before}::jsonb as "all"), thing as (
      update community.content set is_held = (was."all"->'content'->>'isHeld')::boolean,
        moderation_status = was."all"->'content'->>'moderationStatus',
        removed_at = (was."all"->'content'->>'removedAt')::timestamptz, removed_reason = was."all"->'content'->>'removedReason',
        audience = was."all"->'content'->>'audience'
      from was, community.cases where cases.id = ${p.id}::uuid and content.id = cases.content_id and was."all"->>'content' is not null
    ), person as (
      update community.standing set strikes = (was."all"->'standing'->>'strikes')::int,
        paused_until = (was."all"->'standing'->>'pausedUntil')::timestamptz
      from was, community.cases where cases.id = ${p.id}::uuid and standing.person_id = cases.person_id and was."all"->>'standing' is not null
    )
    update community.cases set status = was."all"->'case'->>'status', cause = was."all"->'case'->>'cause',
      is_passed = (was."all"->'case'->>'isPassed')::boolean, decision = was."all"->'case'->>'decision', reason = was."all"->'case'->>'reason',
      note = was."all"->'case'->>'note', decided_by = (was."all"->'case'->>'decidedBy')::uuid,
      decided_at = (was."all"->'case'->>'decidedAt')::timestamptz, before = null
    from was where cases.id = ${p.id}::uuid`,
);
const pass = statement<{ id: string }, never>(
  "community.pass_case",
  (p) => sql`update community.cases set is_passed = true where id = ${p.id}::uuid`,
);
const appealed = statement<{ id: string; text: string; now: Date }, never>(
  "community.appeal",
  (p) => sql`
    update community.cases set status = 'reported', cause = 'appeal', appeal = ${p.text}, appealed_at = ${p.now}::timestamptz,
      opened_at = ${p.now}::timestamptz, is_passed = false where id = ${p.id}::uuid`,
);

export const lockCase = (db: Db, id: string): Promise<HeldCase | null> => db.maybe(lockOne, { id });
export const lockCaseOf = (db: Db, contentId: string): Promise<HeldCase | null> =>
  db.maybe(lockOf, { contentId });
export const findModerationSettingsById = (db: Db, id: string): Promise<ModerationSettingsById> =>
  db.one(selectModerationSettingsById, { id });
export const saveDecision = async (
  db: Db,
  made: {
    id: string;
    decision: Decision;
    reason: string | null;
    note: string | null;
    by: string;
    now: Date;
    before: ModerationSettingsById;
  },
): Promise<void> => {
  await db.change(updateCase, { ...made, before: JSON.stringify(made.before) });
};
/** Makes content visible again, whether it was held or removed. */
export const keepContent = async (db: Db, id: string): Promise<void> => {
  await db.change(keep, { id });
};
export const removeContent = async (db: Db, id: string, now: Date, reason: string): Promise<void> => {
  await db.change(remove, { id, now, reason });
};
/** Limits content to its author's crew. */
export const limitContent = async (db: Db, id: string): Promise<void> => {
  await db.change(limit, { id });
};
/** Adds a strike, or removes one. */
export const saveStrike = async (
  db: Db,
  struck: { personId: string; by: 1 | -1; pausedUntil: Date | null; now: Date },
): Promise<void> => {
  await db.change(strike, struck);
};
/** Restores the state from before a decision. */
export const undoDecision = async (db: Db, id: string, before: ModerationSettingsById): Promise<void> => {
  await db.change(restore, { id, before: JSON.stringify(before) });
};
export const passOn = async (db: Db, id: string): Promise<void> => {
  await db.change(pass, { id });
};
export const saveAppeal = async (db: Db, id: string, text: string, now: Date): Promise<void> => {
  await db.change(appealed, { id, text, now });
};
