import { z } from "zod";
import { dayIn } from "../../../../contract/formats/time-zones.ts";
import type { Ctx } from "../../../ctx.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { defineLoader } from "../../../platform/loader.ts";
import { saveRanks } from "../../catalog/index.ts";
import { leastPeople } from "../mastery/heatmap.ts";
import { countClasses, listDueClassIds, listSummaries } from "./store.ts";
import type { ClassSummary } from "./store.ts";

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** Days whose plays make a class popular. */
const playDays = 28;
/** Classes of one run. Others follow a quarter of an hour later: 100,000 classes take a day. */
const maxPerRun = 2_000;
const perStatement = 100;

/** Counts classes over all people. */
export const countClassesJob = defineJob({
  name: "practice.count_classes",
  schema: z.object({}),
  maxAttempts: 3,
  run: (ctx, _payload, { signal }) => countDueClasses(ctx, signal),
});

/** Counts the classes that are due, some at a time, and saves what lists are sorted by. */
export async function countDueClasses(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  const now = ctx.clock.now();
  const dayBefore = (days: number) => dayIn(new Date(now.getTime() - days * dayMs), ctx.studio.timeZone);
  const due = await listDueClassIds(ctx.db, {
    dayBefore: new Date(now.getTime() - dayMs),
    hourBefore: new Date(now.getTime() - hourMs),
    day: dayBefore(1),
    first: maxPerRun,
  });
  for (let at = 0; at < due.length && !signal?.aborted; at += perStatement)
    await ctx.transact(async (tx) => {
      const classIds = due.slice(at, at + perStatement);
      const counted = await countClasses(tx.db, { classIds, since: dayBefore(playDays), now, leastPeople });
      await saveRanks(tx.db, counted.map(rankOf));
    });
}

/** Dancers who didn't finish, added to those of each class: without them, a class that five people finished would come first. */
const addedDancers = 10;

/** What a class is sorted by. Classes of too few dancers have no share of those who finished. */
const rankOf = ({ classId, plays, dancers, finished }: ClassSummary) => ({
  classId,
  playsLately: plays,
  finishedScore:
    dancers < leastPeople ? 0 : Math.round((1000 * Math.min(finished, dancers)) / (dancers + addedDancers)),
});

const summaryLoader = defineLoader<string, ClassSummary>(async (ctx, classIds) => {
  const rows = await listSummaries(ctx.db, classIds);
  return new Map(rows.map((row) => [row.classId, row]));
});

/** Percent of the people who rated a class's difficulty and found it right; null while they are too few. */
export async function foundRightPercent(ctx: Ctx, classId: string): Promise<number | null> {
  const summary = await summaryLoader(ctx).load(classId);
  if (!summary) return null;
  const { tooEasy, foundRight, tooHard } = summary;
  const people = tooEasy + foundRight + tooHard;
  return people < leastPeople ? null : Math.round((foundRight / people) * 100);
}

/** How a class is danced, in short, as the job last counted it. */
export interface ManagedFigures {
  readonly dancers: number;
  readonly finishedPercent: number;
  readonly saved: number;
  readonly stopsAtMs: number | null;
}

/** Figures of a class for the studio's list of them; null while too few people danced it. */
export async function managedFigures(ctx: Ctx, classId: string): Promise<ManagedFigures | null> {
  const summary = await summaryLoader(ctx).load(classId);
  if (!summary || summary.dancers < leastPeople) return null;
  const { dancers, finished, saved, stopsAtMs } = summary;
  return {
    dancers,
    finishedPercent: Math.round((Math.min(finished, dancers) / dancers) * 100),
    saved,
    stopsAtMs,
  };
}
