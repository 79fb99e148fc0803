import { defineKind } from "./kind.ts";

export const classes = {
  /** Sent in the person's morning by `planNotificationsJob`. */
  PlanOfTheDay: defineKind<{ title: string }>({
    title: "Today’s class",
    icon: "calendar",
    channels: { inbox: false, push: true, email: "off" },
    text: ({ facts }) => `Today’s class: ${facts.title}.`,
    sources: [],
  }),
};
