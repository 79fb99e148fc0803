import { dayIn } from "../../../../contract/formats/time-zones.ts";
import { permissions } from "../../../../contract/staff.ts";
import type { Ctx } from "../../../ctx.ts";
import { csvLine } from "../../../platform/csv.ts";
import { requireStaff } from "../../identity/index.ts";
import { quartersUntil, readQuarter } from "./quarters.ts";
import type { Quarter } from "./quarters.ts";
import { listSongUses, sumSongUses } from "./store.ts";
import type { SongUse } from "./store.ts";

export type { SongUse } from "./store.ts";

const offeredQuarters = 8;
const maxListed = 100;

/** The use of songs in a quarter, as collecting societies ask for it. */
export interface RoyaltyReport {
  readonly quarter: Quarter;
  readonly isOver: boolean;
  /** Names of the quarters that can be asked for, the newest first. */
  readonly quarters: readonly string[];
  readonly plays: number;
  readonly dancedMs: number;
  /** Of `dancedMs`, with a song. */
  readonly soundedMs: number;
  readonly songCount: number;
  readonly withoutIsrcCount: number;
  /** The longest first, 100 at most. */
  readonly songs: readonly SongUse[];
  /** Songs that the report can't identify by a code, the longest first, 100 at most. */
  readonly withoutIsrc: readonly SongUse[];
}

/** @throws NotFound for others than editors and finance, Unauthenticated */
const requireReporter = (ctx: Ctx) => requireStaff(ctx, ...permissions.reportRoyalties);
const todayOf = (ctx: Ctx): string => dayIn(ctx.clock.now(), ctx.studio.timeZone);

/**
 * How songs were used in a quarter of the studio's time zone. A play of a class is a performance of each of its songs. The time that the
 * class was danced, by the clock, is divided among its songs by how long each sounds in it: loops count each time, a slow tempo counts
 * as long as it takes, and no second counts for two songs.
 * @param name such as 2026-Q3; null: the quarter of today
 * @throws BadInput, NotFound for others than editors and finance, Unauthenticated
 */
export async function royaltyReport(ctx: Ctx, name: string | null): Promise<RoyaltyReport> {
  requireReporter(ctx);
  const today = todayOf(ctx);
  const offered = quartersUntil(today, offeredQuarters);
  const quarter = name === null ? offered[0]! : readQuarter(name, today);
  const period = { from: quarter.firstDay, to: quarter.nextDay };
  const page = { ...period, afterMs: null, afterId: null, first: maxListed };
  const [sums, songs, withoutIsrc] = await Promise.all([
    sumSongUses(ctx.db, period),
    listSongUses(ctx.db, { ...page, lacksIsrc: false }),
    listSongUses(ctx.db, { ...page, lacksIsrc: true }),
  ]);
  return {
    quarter,
    isOver: quarter.nextDay <= today,
    quarters: offered.map((one) => one.name),
    plays: sums.plays,
    dancedMs: sums.dancedMs,
    soundedMs: sums.soundedMs,
    songCount: sums.songs,
    withoutIsrcCount: sums.withoutIsrc,
    songs,
    withoutIsrc,
  };
}

const pageOfCsv = 500;
const columns = [
  "isrc",
  "work_title",
  "performer",
  "label",
  "rights",
  "performances",
  "total_seconds",
  "classes",
  "territory",
  "period_start",
  "period_end",
  "writers",
  "iswc",
];

/** The whole report as CSV, page by page. Seconds are rounded down; the territory isn't known, since no people are stored. @throws as `royaltyReport` */
export async function royaltyCsv(ctx: Ctx, name: string): Promise<AsyncGenerator<string>> {
  requireReporter(ctx);
  const { firstDay, lastDay, nextDay } = readQuarter(name, todayOf(ctx));
  return (async function* lines() {
    yield csvLine(columns);
    let last: SongUse | undefined;
    for (;;) {
      const rows: SongUse[] = await listSongUses(ctx.db, {
        from: firstDay,
        to: nextDay,
        afterMs: last?.soundedMs ?? null,
        afterId: last?.id ?? null,
        lacksIsrc: false,
        first: pageOfCsv,
      });
      for (const {
        isrc,
        title,
        artist,
        writers,
        iswc,
        rightsHolder,
        rights,
        plays,
        soundedMs,
        classes,
      } of rows)
        yield csvLine([
          isrc,
          title,
          artist,
          rightsHolder,
          rights,
          plays,
          Math.floor(soundedMs / 1000),
          classes,
          null,
          firstDay,
          lastDay,
          writers,
          iswc,
        ]);
      last = rows.at(-1);
      if (rows.length < pageOfCsv) return;
    }
  })();
}
