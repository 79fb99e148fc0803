import { dayIn } from "../../../../contract/formats/time-zones.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import { BadInput } from "../../../platform/errors.ts";
import { inEnglish, msg } from "../../../platform/i18n/messages.ts";
import { defineLoader } from "../../../platform/loader.ts";
import { courseStartMoved } from "../events.ts";
import { countByStart, moveStartDays, storeStartDays } from "../starts/store.ts";
import type { StartCount } from "../starts/store.ts";
import type { CourseRow } from "../store.ts";

/** Maximum number of start days. */
const maxStarts = 24;

/** The start days that an editor sends. */
export interface GivenStarts {
  /** The only start day, or the first of several, which stay. Null: each person starts on joining. */
  readonly startsOn?: string | null | undefined;
  /** All start days; left out, `startsOn` counts. */
  readonly starts?:
    | readonly {
        readonly startsOn: string;
        /** The start day whose people move to this one. */
        readonly movedFrom?: string | null | undefined;
      }[]
    | null
    | undefined;
}
/** Start days of a course, in order, and which of the previous ones were moved. */
export interface ReadStarts {
  readonly days: readonly string[];
  readonly moves: readonly { readonly from: string; readonly into: string }[];
}

/** Validates start days. @param known those before, in order @throws BadInput */
export function readStarts({ startsOn, starts }: GivenStarts, known: readonly string[]): ReadStarts {
  const [first, ...later] = known;
  const given =
    starts ??
    (startsOn == null
      ? []
      : [{ startsOn, movedFrom: first }, ...later.map((day) => ({ startsOn: day, movedFrom: null }))]);
  const field = starts ? "starts" : "startsOn";
  if (given.length > maxStarts)
    throw new BadInput(field, msg("Choose up to {maxStarts} start days.", { maxStarts }));
  const days = given.map((start) => readDay(start.startsOn, field));
  if (new Set(days).size < days.length) throw new BadInput(field, msg("Choose each start day once."));
  const moves = given.flatMap(({ movedFrom }, index) =>
    movedFrom != null && movedFrom !== days[index] && known.includes(movedFrom)
      ? [{ from: movedFrom, into: days[index]! }]
      : [],
  );
  if (new Set(moves.map(({ from }) => from)).size < moves.length)
    throw new BadInput(field, inEnglish("Move the people of a start day to one other day."));
  return { days: days.toSorted(), moves };
}

function readDay(day: string, field: string): string {
  try {
    if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw new RangeError("Not a day.");
    return Temporal.PlainDate.from(day, { overflow: "reject" }).toString();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new BadInput(field, msg("Choose a day."));
  }
}

/** The studio's day. */
export const studioDay = (ctx: Ctx | Tx): string => dayIn(ctx.clock.now(), ctx.studio.timeZone);

/**
 * Moves the people of changed start days, and notifies those whose start is still to come. Without any start day, who waits starts at
 * once. People of days that have begun keep theirs. Call it before the days are saved, with the course locked.
 * @throws BadInput for a removed day that people joined
 */
export async function moveParticipants(
  tx: Tx,
  { id, startDays }: Pick<CourseRow, "id" | "startDays">,
  { days, moves }: ReadStarts,
): Promise<void> {
  // From now on, no enrollment follows the first day.
  await storeStartDays(tx.db, id);
  const today = studioDay(tx);
  const counts = new Map(
    (await countByStart(tx.db, [id])).map(({ startsOn, participants }) => [startsOn, participants]),
  );
  const joined = startDays.filter((day) => counts.has(day));
  const staying = new Set([...days, ...moves.map(({ from }) => from)]);
  const removed = joined.filter((day) => day >= today && !staying.has(day));
  if (days.length > 0 && removed.length > 0)
    throw new BadInput("starts", msg("Dancers joined a start that you removed. Move it to another day."));
  const moved = [
    ...moves.filter(({ from }) => joined.includes(from)),
    ...removed.map((from) => ({ from, into: null })),
  ];
  if (moved.length === 0) return;
  await moveStartDays(tx.db, {
    courseId: id,
    from: moved.map(({ from }) => from),
    into: moved.map(({ into }) => into),
  });
  for (const { from, into } of moved)
    if (into !== null && (from >= today || into >= today))
      await tx.publish(courseStartMoved, { courseId: id, startsOn: into });
}

/** How many people joined each start of a course, by course. */
const startCountLoader = defineLoader<string, readonly StartCount[]>(async (ctx, courseIds) => {
  const counts = Map.groupBy(await countByStart(ctx.db, courseIds), ({ courseId }) => courseId);
  return new Map(courseIds.map((courseId) => [courseId, counts.get(courseId) ?? []]));
});

/** The start days of a course, with how many people joined each. */
export async function startsOf(
  ctx: Ctx,
  { id, startDays }: Pick<CourseRow, "id" | "startDays">,
): Promise<{ startsOn: string; participants: number }[]> {
  if (startDays.length === 0) return [];
  const counts = await startCountLoader(ctx).load(id);
  return startDays.map((startsOn) => ({
    startsOn,
    participants: counts?.find((count) => count.startsOn === startsOn)?.participants ?? 0,
  }));
}
