import { formatDate } from "../../../../contract/formats/dates.ts";
import { paths } from "../../../../contract/urls.ts";
import { msg, verbatim } from "../../../platform/i18n/messages.ts";
import { releaseEndangered } from "../../catalog/events.ts";
import { staffWith } from "../../identity/index.ts";
import { defineKind, on } from "./kind.ts";
import type { NotificationKind } from "./kind.ts";

type MessageFacts = { subject: string };

/** What staff write to members: the subject is its sentence. Emails need consent, so they are off by default. */
const message = (title: NotificationKind["title"]): NotificationKind<MessageFacts> =>
  defineKind<MessageFacts>({
    title,
    icon: "announcement",
    channels: { inbox: true, push: false, email: "off" },
    hasOwnEmail: true,
    text: ({ facts: { subject } }) => verbatim(subject),
    sources: [],
  });

export const studio = {
  StudioAnnouncement: message(msg("News from the studio")),
};
/** `lack`: what a class needs first; `isMissed`: 1 once its minute has come. */
type Endangered = { title: string; publishAt: string; lack: string; isMissed: number };
const editing = "editLibrary";

export const staff = {
  ReleaseEndangered: defineKind<Endangered>({
    title: msg("Scheduled classes that aren’t ready"),
    icon: "calendar",
    channels: { inbox: true, push: true, email: "at_once" },
    permission: editing,
    text: ({ facts: { title, publishAt, lack, isMissed }, reader }) => {
      const values = { title, lack, time: formatDate(new Date(publishAt), "weekdayTime", reader) };
      return isMissed
        ? msg(
            "“{title}” was due {time}, but {lack, select, film {its video is missing} transcode {its video isn’t processed} parts {its parts are missing} other {its counts aren’t confirmed}}. It enters the library once it’s ready.",
            values,
          )
        : msg(
            "“{title}” is due {time}, but {lack, select, film {its video is missing} transcode {its video isn’t processed} parts {its parts are missing} other {its counts aren’t confirmed}}.",
            values,
          );
    },
    sources: [
      on("notifications.notify_release_endangered", releaseEndangered, async (ctx, payload) => {
        const { classId, title, publishAt, lack, isMissed } = payload;
        return {
          people: await staffWith(ctx, editing),
          groupKey: `release-endangered:${classId}:${publishAt}`,
          facts: { title, publishAt, lack, isMissed: isMissed ? 1 : 0 },
          path: paths.editClass(classId),
        };
      }),
    ],
  }),
};
/** Kinds that the studio writes itself. */
export type MessageKind = keyof typeof studio;
export const messageKinds = Object.keys(studio) as readonly MessageKind[];
