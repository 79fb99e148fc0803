import { msg, verbatim } from "../../../platform/i18n/messages.ts";
import { defineKind } from "./kind.ts";
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
/** Kinds that the studio writes itself. */
export type MessageKind = keyof typeof studio;
export const messageKinds = Object.keys(studio) as readonly MessageKind[];
