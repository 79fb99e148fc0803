import { playSources } from "../../../../contract/play-sources.ts";
import type { PlaySource } from "../../../../contract/play-sources.ts";
import { dayIn } from "../../../../contract/formats/time-zones.ts";
import type { Ctx } from "../../../ctx.ts";
import { csvLine } from "../../../platform/csv.ts";
import { BadInput, NotFound } from "../../../platform/errors.ts";
import { decodeCursor, encodeCursor, pageSize } from "../../../platform/graphql/paging.ts";
import { inEnglish } from "../../../platform/i18n/messages.ts";
import { findInstructorClass, instructorScope, listMissedSearches } from "../../catalog/index.ts";
import type { MissedSearch } from "../../catalog/index.ts";
import { permissions } from "../../../../contract/staff.ts";
import { refuseLapsedStaff, requireViewer } from "../../identity/index.ts";
import { layOver, leastPeople } from "../mastery/heatmap.ts";
import type { HeatmapCell } from "../mastery/heatmap.ts";
import { listLooped } from "../mastery/store.ts";
import {
  listClassSources,
  listClassUse,
  listFigures,
  listInstructorShares,
  listPlayedEdges,
  sumClass,
} from "./store.ts";
import type { InstructorShare, ListedClass } from "./store.ts";

const dayMs = 86_400_000;
const maxDays = 3660;

/** The beginning of a period of days up to now, as a moment and as a day in the studio's time zone. Null days: since ever. */
function periodOf(ctx: Ctx, days: number | null): { since: Date; day: string } {
  if (days === null) return { since: new Date(0), day: "1970-01-01" };
  if (days < 1 || days > maxDays) throw new BadInput("days", inEnglish(`Ask for 1 to ${maxDays} days.`));
  const since = new Date(ctx.clock.now().getTime() - days * dayMs);
  return { since, day: dayIn(since, ctx.studio.timeZone) };
}
const monthOf = (day: string): string => `${day.slice(0, 8)}01`;

/** What figures of the library cover: the last days, or a calendar month in the studio's time zone, `YYYY-MM`. Neither: all time. */
export interface LibraryPeriod {
  readonly days: number | null;
  readonly month: string | null;
}

/** The first day, and the day after the last one; null: until now. @throws BadInput */
function daysOfPeriod(ctx: Ctx, { days, month }: LibraryPeriod): { day: string; before: string | null } {
  if (month === null) return { day: periodOf(ctx, days).day, before: null };
  if (days !== null) throw new BadInput("month", inEnglish("Ask for days or for a month."));
  if (!/^(19|20)\d\d-(0[1-9]|1[0-2])$/.test(month))
    throw new BadInput("month", inEnglish("Must be a month, such as 2026-11."));
  const day = `${month}-01`;
  return { day, before: Temporal.PlainDate.from(day).add({ months: 1 }).toString() };
}

/** A share of the time danced, 0 to 1. */
export interface TempoShare {
  /** Percent of the class's own. */
  readonly tempo: number;
  readonly share: number;
}
export interface ViewShare {
  readonly angle: string;
  readonly isMirrored: boolean;
  readonly share: number;
}

export interface SourceShare {
  readonly source: PlaySource;
  readonly plays: number;
  /** Of the plays whose source is known. */
  readonly share: number;
}

/** How many people found a class too easy, right and too hard. */
export interface DifficultyRatings {
  readonly tooEasy: number;
  readonly foundRight: number;
  readonly tooHard: number;
}

/** How a class is danced. Everything is 0 or empty while `isHidden`: fewer people could be recognized. */
export interface ClassFigures {
  readonly isHidden: boolean;
  readonly leastPeople: number;
  readonly dancers: number;
  readonly plays: number;
  readonly finished: number;
  readonly saved: number;
  readonly dancedMs: number;
  /** Along the class: how many people danced a stretch, by their credited practice. */
  readonly dancing: readonly HeatmapCell[];
  /** Along the class: how many looped a stretch, in all time. Empty while they are too few. */
  readonly looped: readonly HeatmapCell[];
  readonly loopers: number;
  /** Null while too few people rated the difficulty. */
  readonly ratings: DifficultyRatings | null;
  /** How many would dance it again; 0 while they are too few. */
  readonly loved: number;
  readonly tempos: readonly TempoShare[];
  readonly views: readonly ViewShare[];
  /** What plays came from, the most first. */
  readonly sources: readonly SourceShare[];
}

/** Shares of the sum by a key, in the order of the first appearance. */
function sharesBy<Row extends { readonly ms: number }, Key extends string | number>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): Map<Key, number> {
  const total = rows.reduce((sum, { ms }) => sum + ms, 0);
  const shares = new Map<Key, number>();
  for (const row of rows) shares.set(keyOf(row), (shares.get(keyOf(row)) ?? 0) + row.ms / total);
  return shares;
}

/** The number of people between two changes of it: ascending, without stretches of no one. */
export function stretchesOf(
  edges: readonly { readonly atMs: number; readonly change: number }[],
): HeatmapCell[] {
  const cells: HeatmapCell[] = [];
  let people = 0;
  for (const [index, { atMs, change }] of edges.entries()) {
    people += change;
    const toMs = edges[index + 1]?.atMs;
    if (people > 0 && toMs !== undefined) cells.push({ fromMs: atMs, toMs, people });
  }
  return cells;
}

/**
 * How a class was danced in the last days, for its instructor and the studio's editors.
 * @param days null: since the class exists
 * @throws BadInput, NotFound for everyone else, Unauthenticated
 */
export async function classFigures(ctx: Ctx, classId: string, days: number | null): Promise<ClassFigures> {
  const found = await findInstructorClass(ctx, classId);
  const { since, day } = periodOf(ctx, days);
  const sums = await sumClass(ctx.db, { classId: found.id, since, day });
  if (sums.dancers < leastPeople)
    return {
      isHidden: true,
      leastPeople,
      dancers: 0,
      plays: 0,
      finished: 0,
      saved: 0,
      dancedMs: 0,
      dancing: [],
      looped: [],
      loopers: 0,
      ratings: null,
      loved: 0,
      tempos: [],
      views: [],
      sources: [],
    };
  const [edges, looped, use, sources] = await Promise.all([
    listPlayedEdges(ctx.db, { classId: found.id, since }),
    sums.loopers < leastPeople ? [] : listLooped(ctx.db, found.id),
    listClassUse(ctx.db, { classId: found.id, month: monthOf(day) }),
    listClassSources(ctx.db, { classId: found.id, month: monthOf(day) }),
  ]);
  const views = sharesBy(use, ({ angle, isMirrored }) => `${angle} ${isMirrored}`);
  const { tooEasy, foundRight, tooHard, loved, ...others } = sums;
  return {
    isHidden: false,
    leastPeople,
    ...others,
    ratings: tooEasy + foundRight + tooHard < leastPeople ? null : { tooEasy, foundRight, tooHard },
    loved: loved < leastPeople ? 0 : loved,
    loopers: sums.loopers < leastPeople ? 0 : sums.loopers,
    dancing: stretchesOf(edges),
    looped: layOver(looped),
    tempos: [...sharesBy(use, ({ tempo }) => tempo)]
      .map(([tempo, share]) => ({ tempo, share }))
      .toSorted((a, b) => a.tempo - b.tempo),
    views: [...views]
      .map(([view, share]) => {
        const [angle = "", isMirrored] = view.split(" ");
        return { angle, isMirrored: isMirrored === "true", share };
      })
      .toSorted((a, b) => b.share - a.share),
    sources: sourceShares(sources),
  };
}

/** Shares of plays by their source, the most first. Sources of few plays, and unknown ones, are joined to "other"; none while all are few. */
export function sourceShares(
  rows: readonly { readonly source: string; readonly plays: number }[],
): SourceShare[] {
  const total = rows.reduce((sum, { plays }) => sum + plays, 0);
  if (total < leastPeople) return [];
  const joined = new Map<PlaySource, number>();
  for (const { source, plays } of rows) {
    const shown = plays < leastPeople ? "other" : (playSources.find((one) => one === source) ?? "other");
    joined.set(shown, (joined.get(shown) ?? 0) + plays);
  }
  return [...joined]
    .map(([source, plays]) => ({ source, plays, share: plays / total }))
    .toSorted((a, b) => b.plays - a.plays);
}

/** The library's figures in a period. */
export interface LibraryFigures {
  readonly leastPeople: number;
  /** Of all instructors. */
  readonly dancedMs: number;
  /** All, or the viewer's own. Most danced first. */
  readonly instructors: readonly InstructorShare[];
  /** By at least `leastPeople` people. Empty for those who don't edit the library. */
  readonly missedSearches: readonly MissedSearch[];
}

/** @throws NotFound for who neither edits nor teaches, Unauthenticated */
async function requireScope(ctx: Ctx): Promise<{ readonly instructor: string | undefined }> {
  requireViewer(ctx);
  refuseLapsedStaff(ctx, ...permissions.draftClasses);
  const scope = await instructorScope(ctx);
  if (!scope) throw new NotFound("page");
  return scope;
}

/**
 * How the whole library was danced in a period, for editors; for an instructor their own share of it.
 * @throws BadInput, NotFound for everyone else, Unauthenticated
 */
export async function libraryFigures(ctx: Ctx, period: LibraryPeriod): Promise<LibraryFigures> {
  const { instructor } = await requireScope(ctx);
  const { day, before } = daysOfPeriod(ctx, period);
  const shares = await listInstructorShares(ctx.db, { day, before });
  return {
    leastPeople,
    dancedMs: shares.reduce((sum, { dancedMs }) => sum + dancedMs, 0),
    instructors: instructor === undefined ? shares : shares.filter(({ slug }) => slug === instructor),
    missedSearches:
      instructor === undefined
        ? await listMissedSearches(ctx.db, { month: monthOf(day), before, leastPeople })
        : [],
  };
}

/** A page of classes with their figures; null where too few people danced. */
export interface FiguresPage {
  readonly items: readonly FiguresRow[];
  readonly nextCursor: string | null;
}
export interface FiguresRow {
  readonly classId: string;
  readonly title: string;
  readonly instructor: string;
  readonly plays: number | null;
  readonly dancedMs: number | null;
}
const rowOf = ({ hasEnough, ...row }: ListedClass): FiguresRow =>
  hasEnough ? row : { ...row, plays: null, dancedMs: null };

/**
 * Classes that the viewer may manage, the most danced of the period first.
 * @throws BadInput, NotFound for who neither edits nor teaches, Unauthenticated
 */
export async function figuresPage(
  ctx: Ctx,
  { period, first, after }: { period: LibraryPeriod; first: number | null; after: string | null },
): Promise<FiguresPage> {
  const { instructor = null } = await requireScope(ctx);
  const size = pageSize(first);
  const cursor = decodeCursor(after, ["string", "uuid"]);
  if (cursor && !/^\d{1,16}$/.test(cursor[0]))
    throw new BadInput("pagination.after", inEnglish("Start again without a cursor."));
  const rows = await listFigures(ctx.db, {
    ...daysOfPeriod(ctx, period),
    instructor,
    leastPeople,
    afterMs: cursor ? Number(cursor[0]) : null,
    afterId: cursor?.[1] ?? null,
    first: size + 1,
  });
  const items = rows.slice(0, size);
  const last = rows.length > size ? items.at(-1) : undefined;
  return {
    items: items.map(rowOf),
    nextCursor: last ? encodeCursor([String(last.dancedMs), last.classId]) : null,
  };
}

const pageOfCsv = 500;

/** All classes with their figures as CSV, page by page. Minutes are rounded down. @throws as `figuresPage` */
export async function figuresCsv(ctx: Ctx, period: LibraryPeriod): Promise<AsyncGenerator<string>> {
  const { instructor = null } = await requireScope(ctx);
  const span = daysOfPeriod(ctx, period);
  return (async function* lines() {
    yield csvLine(["class", "title", "instructor", "plays", "minutes"]);
    let last: ListedClass | undefined;
    for (;;) {
      const rows: ListedClass[] = await listFigures(ctx.db, {
        ...span,
        instructor,
        leastPeople,
        afterMs: last?.dancedMs ?? null,
        afterId: last?.classId ?? null,
        first: pageOfCsv,
      });
      for (const { classId, title, instructor: name, plays, dancedMs } of rows.map(rowOf))
        yield csvLine([
          classId,
          title,
          name,
          plays,
          dancedMs === null ? null : Math.floor(dancedMs / 60_000),
        ]);
      last = rows.at(-1);
      if (rows.length < pageOfCsv) return;
    }
  })();
}

/** Each instructor's share of the minutes as CSV, for their pay. @throws as `libraryFigures` */
export async function sharesCsv(ctx: Ctx, period: LibraryPeriod): Promise<string[]> {
  const { instructors, dancedMs } = await libraryFigures(ctx, period);
  return [
    csvLine(["instructor", "classes", "plays", "minutes", "share"]),
    ...instructors.map((one) =>
      csvLine([
        one.name,
        one.classes,
        one.plays,
        Math.floor(one.dancedMs / 60_000),
        dancedMs > 0 ? Math.round((one.dancedMs / dancedMs) * 10_000) / 10_000 : 0,
      ]),
    ),
  ];
}
