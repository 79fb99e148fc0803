import { builder } from "../../../platform/graphql/builder.ts";
import { thumbnailUrl } from "../images.ts";
import { Instructor, instructorOfRow } from "../instructors/graphql.ts";
import { ClassStyle } from "../refs.ts";
import { classText } from "../translations.ts";
import { calendarPath } from "./calendar.ts";
import { upcomingClasses } from "./upcoming.ts";
import type { UpcomingRow } from "./upcoming.ts";

const UpcomingClass = builder.objectRef<UpcomingRow>("UpcomingClass").implement({
  description: "A class that enters the library on a date.",
  fields: (t) => ({
    id: t.exposeID("id"),
    title: t.string({ resolve: (found, _args, ctx) => classText(ctx, found, "title") }),
    publishAt: t.expose("publishAt", { type: "DateTime" }),
    durationInMs: t.exposeInt("durationMs", {
      nullable: true,
      description: "Null until its video is processed.",
    }),
    thumbnailImageUrl: t.string({
      nullable: true,
      description: "As `StudioClass.thumbnailImageUrl`; null until its video is processed.",
      resolve: ({ picture }, _args, ctx) => (picture ? thumbnailUrl(ctx, picture) : null),
    }),
    styleV2: t.field({
      type: ClassStyle,
      resolve: (found) => ({ slug: found.styleSlug, name: found.styleName }),
    }),
    instructor: t.field({ type: Instructor, resolve: instructorOfRow }),
    isFollowed: t.exposeBoolean("isFollowed", {
      description: "The viewer follows its instructor, its style, or one of its categories or courses.",
    }),
    calendarUrl: t.string({
      description: "The moment as an iCalendar file.",
      resolve: ({ id }, _args, ctx) => ctx.publicUrl + calendarPath(id),
    }),
  }),
});

builder.queryField("upcomingClasses", (t) =>
  t.field({
    type: [UpcomingClass],
    description: "Classes that enter the library within two weeks, the next first.",
    args: {
      first: t.arg.int(),
      following: t.arg.boolean({ description: "Only those of what the viewer follows." }),
    },
    resolve: (_root, { first, following }, ctx) =>
      upcomingClasses(ctx, { first: first ?? null, following: following ?? false }),
  }),
);
