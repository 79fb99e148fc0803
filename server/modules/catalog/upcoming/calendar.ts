import ical from "ical-generator";
import { paths } from "../../../../contract/urls.ts";
import type { Ctx } from "../../../ctx.ts";
import { msg, translate } from "../../../platform/i18n/messages.ts";
import { classText, styleName } from "../translations.ts";
import { upcomingClass } from "./upcoming.ts";

const minuteMs = 60_000;
/** Of a class whose video isn't ready. */
const usualMinutes = 30;

/** Path of the calendar entry of an upcoming class. */
export const calendarPath = (id: string): string => `/coming-up/${id}.ics`;

/** The moment at which a class enters the library as iCalendar, in the reader's language. @throws NotFound */
export async function calendarEntryOf(ctx: Ctx, id: string): Promise<string> {
  const found = await upcomingClass(ctx, id);
  const { locale } = ctx;
  const minutes = found.durationMs === null ? usualMinutes : Math.ceil(found.durationMs / minuteMs);
  const title = await classText(ctx, found, "title");
  const calendar = ical({
    name: ctx.studio.name,
    prodId: { company: ctx.studio.name, product: "coming-up", language: locale.toUpperCase() },
  });
  calendar.createEvent({
    id: `${found.id}@${new URL(ctx.publicUrl).hostname}`,
    start: found.publishAt,
    end: new Date(found.publishAt.getTime() + minutes * minuteMs),
    summary: translate(msg("New class: {title}", { title }), locale),
    description: translate(
      msg("{style} with {instructor}.", {
        style: styleName(ctx, found.styleSlug, found.styleName),
        instructor: found.instructorName,
      }),
      locale,
    ),
    url: ctx.publicUrl + paths.studioClass(found.slug),
    stamp: ctx.clock.now(),
  });
  return calendar.toString();
}
