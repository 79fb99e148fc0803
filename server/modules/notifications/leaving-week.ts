import { z } from "zod";
import { localeOf } from "../../../contract/locales.ts";
import { paths } from "../../../contract/urls.ts";
import type { Ctx } from "../../ctx.ts";
import { defineJob } from "../../platform/jobs/job.ts";
import {
  classLoader,
  classTitles,
  followerClasses,
  leavingClasses,
  thumbnailPath,
} from "../catalog/index.ts";
import type { ClassRow, FollowerClasses, FollowerPage } from "../catalog/index.ts";
import { savedOrStarted } from "../practice/index.ts";
import { notify } from "./notify.ts";
import { localTime, zonesOfTheWorld } from "./weekly.ts";

const dayMs = 24 * 3_600_000;
/** On Monday in local time, from the morning to the evening of an outage. */
const moment = { weekday: 1, fromHour: 9, toHour: 18 } as const;
const pageSize = 200;

/**
 * Notifies those who follow a style or category of the classes of it that leave within a week: of all at once, on their Monday. Styles
 * lose classes every week, so that each by itself would be too many.
 */
export const leavingWeekJob = defineJob({
  name: "notifications.send_leaving_week",
  schema: z.object({}),
  maxAttempts: 3,
  run: (ctx) => sendLeavingWeek(ctx),
});

async function sendLeavingWeek(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  if (!zonesOfTheWorld.some((zone) => localTime(now, zone).dayOfWeek === moment.weekday)) return;
  const leaving = await leavingClasses(ctx, new Date(now.getTime() + 7 * dayMs));
  if (leaving.length === 0) return;
  const classIds = leaving.map(({ id }) => id);
  const rows = await classLoader(ctx).loadMany(classIds);
  const classes = new Map(rows.flatMap((row) => (!row || row instanceof Error ? [] : [[row.id, row]])));
  let after: string | null = null;
  do {
    const page: FollowerPage = await followerClasses(ctx, "leaving", classIds, {
      ...moment,
      now,
      after,
      first: pageSize,
    });
    await notifyPage(ctx, page.people, classes, now);
    after = page.next;
  } while (after);
}

async function notifyPage(
  ctx: Ctx,
  people: readonly FollowerClasses[],
  classes: ReadonlyMap<string, ClassRow>,
  now: Date,
): Promise<void> {
  const records = await savedOrStarted(
    ctx,
    people.map(({ personId }) => personId),
    [...classes.keys()],
  );
  const of = Map.groupBy(records, ({ personId }) => personId);
  /** People who hear of the same classes in the same language, on the same day. */
  const groups = Map.groupBy(people, (person) => {
    const known = new Map(of.get(person.personId)?.map((record) => [record.classId, record]));
    const ids = person.classIds
      // Who saved a class hears of it by itself.
      .filter((id) => classes.has(id) && !known.get(id)?.isSaved)
      .toSorted((a, b) => Number(known.has(b)) - Number(known.has(a)));
    const day = localTime(now, person.timeZone).toPlainDate().toString();
    return [localeOf(person.locale), day, ...ids].join(" ");
  });
  for (const [key, readers] of groups) {
    const [locale, day, ...ids] = key.split(" ");
    const found = ids.map((id) => classes.get(id)!);
    const [first] = found;
    if (!first) continue;
    const title = (await classTitles(ctx, [first], localeOf(locale))).get(first.id) ?? first.title;
    const last = Math.max(...found.map(({ leavesAt }) => leavesAt?.getTime() ?? 0));
    await ctx.transact((tx) =>
      notify(tx, {
        sourceId: `leaving-week:${day}`,
        kind: "ClassLeaving",
        people: readers.map(({ personId }) => personId),
        groupKey: "classes-leaving-week",
        facts: { title, leavesAt: new Date(last).toISOString(), count: found.length },
        path: found.length === 1 ? paths.studioClass(first.slug) : paths.library(),
        groupPath: paths.library(),
        imagePath: thumbnailPath(first.picture),
        isBulk: true,
      }),
    );
  }
}
