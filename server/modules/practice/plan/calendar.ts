import ical from "ical-generator";
import { isTimeZone } from "../../../../contract/formats/time-zones.ts";
import { localeOf } from "../../../../contract/locales.ts";
import { paths } from "../../../../contract/urls.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import { BadInput, NotFound } from "../../../platform/errors.ts";
import { isSameText, keyedHash } from "../../../platform/signature.ts";
import { classTitles, styleName } from "../../catalog/index.ts";
import { readerOf, requireViewer } from "../../identity/index.ts";
import { whileThere } from "../records.ts";
import { addDays, dayOf, noonOf } from "./days.ts";
import { sentenceOf } from "./reasons.ts";
import {
  deleteCalendarLinks,
  findCalendarLink,
  findCalendarOwner,
  insertCalendarLink,
} from "./store-calendar.ts";
import { showWeek, workOutWeek } from "./week.ts";
import { inEnglish, msg, sentences, translate } from "../../../platform/i18n/messages.ts";

const weeksAhead = 3;
const minute = 60_000;

/** Signs an id, so that a leaked database gives no access to calendars. */
const signatureOf = (ctx: Ctx, id: string) => keyedHash(ctx.config.authSecret, `calendar ${id}`);

const addressOf = (ctx: Ctx, id: string) => `${ctx.publicUrl}/calendar/${id}.${signatureOf(ctx, id)}.ics`;

/** The secret URL of the viewer's calendar; null if there is none. */
export async function calendarAddress(ctx: Ctx): Promise<string | null> {
  const link = await findCalendarLink(ctx.db, requireViewer(ctx).personId);
  return link && addressOf(ctx, link.id);
}

/**
 * Creates the secret URL of the viewer's calendar. Idempotent.
 * @throws BadInput, Unauthenticated
 */
export async function openCalendar(ctx: Ctx, timeZone: string | null): Promise<string> {
  const { personId } = requireViewer(ctx);
  if (timeZone !== null && !isTimeZone(timeZone))
    throw new BadInput("timeZone", inEnglish("Must be an IANA time zone, such as Europe/Zurich."));
  const { id } = await whileThere(() =>
    insertCalendarLink(ctx.db, { personId, timeZone: timeZone ?? "UTC", now: ctx.clock.now() }),
  );
  return addressOf(ctx, id);
}

/** Revokes the viewer's calendar URL. A later one is different. */
export async function closeCalendar(ctx: Ctx): Promise<void> {
  await deleteCalendarLinks(ctx.db, [requireViewer(ctx).personId]);
}

/** Revokes the calendar URLs of these people. */
export const closeCalendars = (tx: Tx, personIds: readonly string[]): Promise<void> =>
  deleteCalendarLinks(tx.db, personIds);

/**
 * A person's next weeks as iCalendar.
 * @param secret `<id>.<signature>`
 * @throws NotFound for a URL that never existed or was revoked
 */
export async function calendarOf(ctx: Ctx, secret: string): Promise<string> {
  const [, id = "", signature = ""] = /^([0-9a-f-]{36})\.([\w-]{43})$/.exec(secret) ?? [];
  const link = isSameText(signature, signatureOf(ctx, id)) ? await findCalendarOwner(ctx.db, id) : null;
  if (!link) throw new NotFound("calendar");
  const { timeZone, ...owner } = link;
  // Calendar apps fetch it without cookies: the language is the owner's.
  const locale = localeOf((await readerOf(ctx.db, owner.personId)).locale);
  const calendar = ical({
    name: ctx.studio.name,
    description: translate(msg("Your week’s dance classes"), locale),
    prodId: { company: ctx.studio.name, product: "plan", language: locale.toUpperCase() },
    ttl: 60 * 60,
  });
  const first = await showWeek(ctx, await workOutWeek(ctx, owner, { weekStart: null, timeZone }));
  const later = await Promise.all(
    Array.from({ length: weeksAhead - 1 }, async (_unused, place) => {
      const weekStart = noonOf(addDays(first.monday, 7 * (place + 1)));
      return showWeek(ctx, await workOutWeek(ctx, owner, { weekStart, timeZone }));
    }),
  );
  const weeks = [first, ...later];
  const titles = await classTitles(
    ctx,
    weeks.flatMap(({ classes }) => classes.map(({ studioClass }) => studioClass)),
    locale,
  );
  for (const { classes, settings } of weeks) {
    for (const { id: session, date, studioClass, reason, done } of classes) {
      const day = dayOf(date);
      const start = settings.startsAt ? new Date(`${day}T${settings.startsAt}:00Z`) : date;
      const minutes = Math.max(1, Math.round(studioClass.durationMs / minute));
      const classTitle = titles.get(studioClass.id)!;
      calendar.createEvent({
        id: `${session}@${new URL(ctx.publicUrl).hostname}`,
        start,
        ...(settings.startsAt
          ? // Floating time: half past six in the dancer's time zone.
            { end: new Date(start.getTime() + minutes * minute), floating: true }
          : { allDay: true }),
        summary: translate(
          done ? msg("Danced: {classTitle}", { classTitle }) : msg("Dance: {classTitle}", { classTitle }),
          locale,
        ),
        description: translate(
          sentences(
            msg("{minutes} min, {style}, {instructor}.", {
              minutes,
              style: styleName({ studio: ctx.studio, locale }, studioClass.styleSlug, studioClass.styleName),
              instructor: studioClass.instructorName,
            }),
            sentenceOf(ctx.studio, reason),
          ),
          locale,
        ),
        url: ctx.publicUrl + paths.studioClass(studioClass.slug),
        stamp: ctx.clock.now(),
      });
    }
  }
  return calendar.toString();
}
