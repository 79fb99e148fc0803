import { defineKind } from "./kind.ts";

export const classes = {
  /** Sent in the person's morning by `planNotificationsJob`. */
  PlanOfTheDay: defineKind<{ title: string }>({
    title: "The class of the day in your plan",
    icon: "calendar",
    channels: { inbox: false, push: true, email: "off" },
    text: ({ facts }) => `Today’s class: ${facts.title}.`,
    sources: [],
  }),
};
