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
        /** The previous start day whose people move to this one. */
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
 * Moves the people of changed start days that are still to come, and notifies them. Without any start day, they start at once. People
 * of days that have begun keep theirs, and so do people who completed the course. Call it before the days are saved, with the course
 * locked.
 * @throws BadInput for a removed day that people joined, and for a move to a day whose own people stay
 */
export async function moveParticipants(
  tx: Tx,
  { id, startDays }: Pick<CourseRow, "id" | "startDays">,
  { days, moves }: ReadStarts,
): Promise<void> {
  // From now on, no enrollment follows the first day.
  await storeStartDays(tx.db, id);
  const today = studioDay(tx);
  const counts = await countByStart(tx.db, [id]);
  const joined = new Set(counts.flatMap(({ startsOn, ongoing }) => (ongoing > 0 ? [startsOn] : [])));
  const upcoming = startDays.filter((day) => day >= today && joined.has(day));
  const staying = new Set([...days, ...moves.map(({ from }) => from)]);
  const removed = upcoming.filter((day) => !staying.has(day));
  if (days.length > 0 && removed.length > 0)
    throw new BadInput("starts", msg("Dancers joined a start that you removed. Move it to another day."));
  const moved = moves.filter(({ from }) => upcoming.includes(from));
  const left = new Set(moved.map(({ from }) => from));
  // The people of that day would be told of a move that isn't theirs.
  if (moved.some(({ into }) => joined.has(into) && !left.has(into)))
    throw new BadInput(
      "starts",
      msg("Dancers already joined on a day that you moved another start day to. Choose a different day."),
    );
  const all = [...moved, ...removed.map((from) => ({ from, into: null }))];
  if (all.length === 0) return;
  await moveStartDays(tx.db, {
    courseId: id,
    from: all.map(({ from }) => from),
    into: all.map(({ into }) => into),
    now: tx.clock.now(),
  });
  for (const { into } of moved) await tx.publish(courseStartMoved, { courseId: id, startsOn: into });
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
