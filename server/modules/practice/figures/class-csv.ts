import type { Ctx } from "../../../ctx.ts";
import { csvLine } from "../../../platform/csv.ts";
import { NotFound } from "../../../platform/errors.ts";
import { findInstructorClass } from "../../catalog/index.ts";
import type { HeatmapCell } from "../mastery/heatmap.ts";
import { classFigures } from "./figures.ts";
import type { ClassFigures } from "./figures.ts";

const peopleAt = (cells: readonly HeatmapCell[], at: number): number =>
  cells.find(({ fromMs, toMs }) => fromMs <= at && at < toMs)?.people ?? 0;

/** A class with figures that may be shown. @throws as `classFigures`, NotFound while hidden */
async function shownFigures(ctx: Ctx, classId: string, days: number | null) {
  const found = await findInstructorClass(ctx, classId);
  const figures = await classFigures(ctx, classId, days);
  if (figures.isHidden) throw new NotFound("figures");
  return { found, figures, seconds: Math.ceil(found.durationMs / 1000) };
}

/**
 * A class's figures by the second, as CSV: how many people danced and looped it.
 * @param other another class beside it, second by second
 * @throws as `classFigures`, NotFound while one is hidden
 */
export async function classFiguresCsv(
  ctx: Ctx,
  classId: string,
  days: number | null,
  other: string | null,
): Promise<string[]> {
  const { found, figures, seconds } = await shownFigures(ctx, classId, days);
  const compared = other === null ? null : await shownFigures(ctx, other, days);
  const counts = (of: ClassFigures, at: number) => [peopleAt(of.dancing, at), peopleAt(of.looped, at)];
  const nameOf = (title: string, what: string) => `${title}: ${what}`;
  return [
    csvLine([
      "second",
      "part",
      "dancing",
      "looped",
      ...(compared ? [nameOf(compared.found.title, "dancing"), nameOf(compared.found.title, "looped")] : []),
    ]),
    ...Array.from({ length: Math.max(seconds, compared?.seconds ?? 0) }, (_, second) => {
      const at = second * 1000;
      const part = found.parts?.find(({ startMs, endMs }) => startMs <= at && at < endMs);
      return csvLine([
        second,
        part ? `${part.index} ${part.title}` : null,
        ...(second < seconds ? counts(figures, at) : [null, null]),
        ...(compared ? (second < compared.seconds ? counts(compared.figures, at) : [null, null]) : []),
      ]);
    }),
  ];
}

/** What plays of a class came from, as CSV. @throws as `classFigures`, NotFound while hidden */
export async function classSourcesCsv(ctx: Ctx, classId: string, days: number | null): Promise<string[]> {
  const { figures } = await shownFigures(ctx, classId, days);
  return [
    csvLine(["source", "plays", "share"]),
    ...figures.sources.map(({ source, plays, share }) =>
      csvLine([source, plays, Math.round(share * 10_000) / 10_000]),
    ),
  ];
}
