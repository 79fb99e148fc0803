import { msg } from "../../../platform/i18n/messages.ts";
import { defineKind } from "./kind.ts";

export const classes = {
  /** Sent in the person's morning by `planNotificationsJob`. */
  PlanOfTheDay: defineKind<{ title: string }>({
    title: msg("Today’s class"),
    icon: "calendar",
    channels: { inbox: false, push: true, email: "off" },
    text: ({ facts: { title } }) => msg("Today’s class: {title}.", { title }),
    sources: [],
  }),
};
