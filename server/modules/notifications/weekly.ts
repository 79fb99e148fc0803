import { z } from "zod";
import { localeOf } from "../../../contract/locales.ts";
import { pathIn } from "../../../contract/play-sources.ts";
import { paths } from "../../../contract/urls.ts";
import type { Ctx } from "../../ctx.ts";
import { lines, msg, verbatim } from "../../platform/i18n/messages.ts";
import { defineJob } from "../../platform/jobs/job.ts";
import { defineEmail } from "../../platform/mail/template.ts";
import { classLoader, classTitles, followerClasses, newClasses, styleName } from "../catalog/index.ts";
import type { FollowerClasses, FollowerPage } from "../catalog/index.ts";
import { mailPerson } from "../identity/index.ts";
import { endOfQuiet } from "./quiet.ts";
import { claimDelivery, listReaders } from "./store-weekly.ts";
import { unsubscribePath } from "./unsubscribe.ts";

const hourMs = 3_600_000;
/**
 * When the email may be sent, in local time: on Saturday, since most studios release classes on Fridays; in the morning, or later
 * that day after quiet hours or an outage.
 */
const moment = { weekday: 6, fromHour: 9, toHour: 18 } as const;
/** From the earliest moment of one week to the latest of the next, in the week that clocks go back. */
const maxWeekMs = (7 * 24 + moment.toHour - moment.fromHour + 1) * hourMs;
const pageSize = 200;

interface NewClass {
  readonly title: string;
  readonly instructor: string;
  readonly style: string;
}

/** The new classes of a week; `path` leads to the only one, or to all. */
const weeklyEmail = defineEmail<{
  classes: readonly NewClass[];
  path: string;
  unsubscribePath: string;
}>({
  name: "notifications.weekly",
  previews: {
    usual: {
      classes: [
        { title: "Demo: house in eight", instructor: "Demo Kofi", style: "House" },
        { title: "Demo: first bounce", instructor: "Demo Ana", style: "Hip-hop" },
      ],
      path: paths.library(),
      unsubscribePath: "/unsubscribe/demo",
    },
    one: {
      classes: [{ title: "Demo: house in eight", instructor: "Demo Kofi", style: "House" }],
      path: paths.studioClass("demo"),
      unsubscribePath: "/unsubscribe/demo",
    },
  },
  isOfOthers: true,
  write: ({ classes, path, ...unsubscribe }) => {
    const count = classes.length;
    const subject = msg("{count, plural, one {# new class for you} other {# new classes for you}}", {
      count,
    });
    return {
      subject,
      preheader: verbatim(
        classes
          .map(({ title }) => title)
          .join(", ")
          .slice(0, 200),
      ),
      heading: subject,
      paragraphs: [
        msg("New this week, from what you follow."),
        lines(
          ...classes.map(({ title, instructor, style }) =>
            msg("“{title}” with {instructor}, {style}", { title, instructor, style }),
          ),
        ),
      ],
      action: {
        label: msg("{count, plural, one {Open class} other {Open the library}}", { count }),
        path,
      },
      footnote: msg("You get this once a week, and only when there are new classes of what you follow."),
      ...unsubscribe,
    };
  },
});

/** Emails followers the new classes of the week, in the morning of their Saturday. Each person gets one a week. */
export const weeklyJob = defineJob({
  name: "notifications.send_weekly",
  schema: z.object({}),
  maxAttempts: 3,
  run: (ctx) => sendWeekly(ctx),
});

/** A moment on a person's calendar. @param timeZone IANA name */
export const localTime = (at: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);

/** The first time zone of the world, one between, and the last. */
export const zonesOfTheWorld = ["Pacific/Kiritimati", "UTC", "Pacific/Niue"];

async function sendWeekly(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  if (!zonesOfTheWorld.some((zone) => localTime(now, zone).dayOfWeek === moment.weekday)) return;
  const since = new Date(now.getTime() - maxWeekMs);
  // One that is published while this runs is for the next week's email.
  const published = (await newClasses(ctx, since)).filter((found) => found.publishedAt <= now);
  const publishedAt = new Map(published.map((found) => [found.id, found.publishedAt]));
  const newIds = [...publishedAt.keys()];
  if (newIds.length === 0) return;
  let after: string | null = null;
  do {
    const page: FollowerPage = await followerClasses(ctx, "new", newIds, {
      ...moment,
      now,
      after,
      first: pageSize,
    });
    const followers = new Map(page.people.map((person) => [person.personId, person]));
    const readers = await listReaders(ctx.db, { personIds: [...followers.keys()], kind: "NewForYou", since });
    for (const { personId, fromMinute, toMinute, heardAt } of readers) {
      const person = followers.get(personId)!;
      const quiet = fromMinute === null || toMinute === null ? null : { fromMinute, toMinute };
      if (endOfQuiet(now, quiet, person.timeZone)) continue;
      // The email before may have been late: it named what was published until then.
      const classIds = person.classIds.filter((id) => publishedAt.get(id)! > (heardAt ?? since));
      await sendTo(ctx, { ...person, classIds }, now);
    }
    after = page.next;
  } while (after);
}

async function sendTo(ctx: Ctx, person: FollowerClasses, now: Date): Promise<void> {
  const { personId, classIds, timeZone } = person;
  const locale = localeOf(person.locale);
  const rows = (await classLoader(ctx).loadMany([...classIds])).flatMap((row) =>
    !row || row instanceof Error ? [] : [row],
  );
  const [first] = rows;
  if (!first) return;
  const titles = await classTitles(ctx, rows, locale);
  const sourceId = `weekly:${localTime(now, timeZone).toPlainDate().toString()}`;
  await ctx.transact(async (tx) => {
    if (!(await claimDelivery(tx.db, { sourceId, personId, now }))) return;
    await mailPerson(tx, {
      personId,
      isBulk: true,
      email: weeklyEmail({
        classes: rows.map(({ id, title, instructorName, ...row }) => ({
          title: titles.get(id) ?? title,
          instructor: instructorName,
          style: styleName({ studio: ctx.studio, locale }, row.styleSlug, row.styleName),
        })),
        path: rows.length === 1 ? pathIn("email", paths.studioClass(first.slug)) : paths.library(),
        unsubscribePath: unsubscribePath(ctx.config.authSecret, { personId, kind: "NewForYou" }),
      }),
    });
  });
}
