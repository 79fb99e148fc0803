import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Ctx } from "../../ctx.ts";
import { statement } from "../../platform/db.ts";
import { deleteInBatches, oldest } from "../../platform/jobs/retention.ts";
import type { EventContext } from "../../platform/events.ts";

/** Longer than an event may be retried. */
export const moveDays = 31;
/** Moves part numbers out of the way of each other. More than a class can have parts. */
const aside = 10_000;

/** The video of a class starts elsewhere. */
export interface MovedClass {
  readonly classId: string;
  /** What was at 0 is now there, milliseconds. */
  readonly byMs: number;
  /** Of the class, milliseconds. */
  readonly durationMs: number;
  /** Parts at the start that no longer exist; none but in an event of the previous release. */
  readonly removedParts: number;
}
type Moved = Omit<MovedClass, "removedParts">;

const insertMove = statement<{ eventId: string; now: Date }, { eventId: string }>(
  "practice.insert_move",
  (p) => sql`
    insert into practice.moves (event_id, moved_at) values (${p.eventId}::uuid, ${p.now}::timestamptz)
    on conflict do nothing returning event_id as "eventId"`,
);
const deleteMoves = statement<{ before: Date }, never>(
  "practice.delete_moves",
  (p) => sql`delete from practice.moves where ${oldest("practice.moves", "moved_at", p.before)}`,
);
/** Ranges of a class, moved, with those that lie outside of its video. */
const movedRanges = (inside: RawBuilder<unknown>, outside: RawBuilder<unknown>, byMs: unknown) => sql`
  (select coalesce(range_agg(int4range(lower(part) + ${byMs}::int, upper(part) + ${byMs}::int)), '{}')
    from unnest(${inside} + coalesce(${outside}, '{}')) as part)`;
const video = (durationMs: unknown) => sql`int4multirange(int4range(0, ${durationMs}::int))`;
/** Locks what is moved: a row that changed while its update waited would be moved as it was before. */
const lockMoved = statement<{ classId: string }, { rows: number }>(
  "practice.lock_moved",
  (p) => sql`
    select (select count(*) from (
        select from practice.records where class_id = ${p.classId}::uuid and viewed_at is not null for update) as locked)::int
      + (select count(*) from (select from practice.notes where class_id = ${p.classId}::uuid for update) as locked)::int
      + (select count(*) from (select from practice.loops where class_id = ${p.classId}::uuid for update) as locked)::int as rows`,
);
const moveRecords = statement<Moved, never>(
  "practice.move_records",
  (p) => sql`
    update practice.records set played = moved.ranges * ${video(p.durationMs)},
      played_outside = nullif(moved.ranges - ${video(p.durationMs)}, '{}'),
      played_ms = (select coalesce(sum(upper(part) - lower(part)), 0)::int
        from unnest(moved.ranges * ${video(p.durationMs)}) as part),
      position_ms = case when records.position_ms = 0 then 0
        else least(${p.durationMs}::int, greatest(0, records.position_ms + ${p.byMs}::int)) end
    from (
      select person_id, ${movedRanges(sql`played`, sql`played_outside`, p.byMs)} as ranges
      from practice.records where class_id = ${p.classId}::uuid and viewed_at is not null
    ) as moved
    where records.class_id = ${p.classId}::uuid and records.person_id = moved.person_id`,
);
const moveNotes = statement<Moved, never>(
  "practice.move_notes",
  (p) => sql`
    update practice.notes set at_ms = least(${p.durationMs}::int, greatest(0, moved.at)),
      outside_ms = case when moved.at not between 0 and ${p.durationMs}::int then moved.at end
    from (select id, coalesce(outside_ms, at_ms) + ${p.byMs}::int as at from practice.notes
      where class_id = ${p.classId}::uuid) as moved
    where notes.id = moved.id`,
);
const moveLoops = statement<Moved, never>(
  "practice.move_loops",
  (p) => sql`
    update practice.loops set looped = moved.ranges * ${video(p.durationMs)},
      looped_outside = nullif(moved.ranges - ${video(p.durationMs)}, '{}')
    from (select person_id, ${movedRanges(sql`looped`, sql`looped_outside`, p.byMs)} as ranges from practice.loops
      where class_id = ${p.classId}::uuid) as moved
    where loops.class_id = ${p.classId}::uuid and loops.person_id = moved.person_id`,
);
const deleteMastery = statement<{ classId: string; removedParts: number }, never>(
  "practice.delete_mastery_of_parts",
  (p) => sql`
    delete from practice.mastery where class_id = ${p.classId}::uuid and part_index <= ${p.removedParts}::int`,
);
const shiftMastery = statement<{ classId: string; by: number }, never>(
  "practice.shift_mastery",
  (p) => sql`
    update practice.mastery set part_index = part_index + ${p.by}::int where class_id = ${p.classId}::uuid`,
);

/**
 * Moves what people practiced, noted and looped in a class to the same moments of its new video. What lies outside of it is kept, and
 * comes back with a video that has it. Each event takes effect once.
 */
export async function moveClass(
  ctx: Ctx,
  moved: MovedClass,
  { id }: Pick<EventContext, "id">,
): Promise<void> {
  const { removedParts, ...by } = moved;
  const { classId } = by;
  await ctx.transact(async (tx) => {
    if (!(await tx.db.maybe(insertMove, { eventId: id, now: tx.clock.now() }))) return;
    await tx.db.one(lockMoved, { classId });
    for (const one of [moveRecords, moveNotes, moveLoops]) await tx.db.change(one, by);
    if (removedParts === 0) return;
    await tx.db.change(deleteMastery, { classId, removedParts });
    // In two steps: a part may not take the number of one that still has it.
    await tx.db.change(shiftMastery, { classId, by: aside });
    await tx.db.change(shiftMastery, { classId, by: -aside - removedParts });
  });
}

/** Deletes what is known of events that can't be retried any more. */
export const forgetMoves = (ctx: Ctx): Promise<void> =>
  deleteInBatches(ctx.db, deleteMoves, {
    before: new Date(ctx.clock.now().getTime() - moveDays * 24 * 60 * 60 * 1000),
  });
