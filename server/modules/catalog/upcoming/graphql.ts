import { builder } from "../../../platform/graphql/builder.ts";
import { thumbnailUrl } from "../images.ts";
import { Instructor, instructorOfRow } from "../instructors/graphql.ts";
import { ClassStyle } from "../refs.ts";
import { classText } from "../translations.ts";
import { calendarPath } from "./calendar.ts";
import { setReleaseAlert } from "./alerts.ts";
import { cursorOfUpcoming, findUpcomingClass, upcomingClasses } from "./upcoming.ts";
import type { UpcomingRow } from "./upcoming.ts";

const UpcomingClass = builder.objectRef<UpcomingRow>("UpcomingClass").implement({
  description: "A class that enters the library on a date.",
  fields: (t) => ({
    id: t.exposeID("id"),
    classId: t.exposeID("slug"),
    title: t.string({ resolve: (found, _args, ctx) => classText(ctx, found, "title") }),
    publishAt: t.expose("publishAt", { type: "DateTime" }),
    isLate: t.boolean({
      description: "Its time has come, but it isn't ready: it enters the library as soon as it is.",
      resolve: ({ publishAt }, _args, ctx) => publishAt <= ctx.clock.now(),
    }),
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
    hasAlert: t.exposeBoolean("hasAlert", {
      description: "The viewer is notified once when it is published: see `setReleaseAlert`.",
    }),
    description: t.string({ resolve: (found, _args, ctx) => classText(ctx, found, "description") }),
    cursor: t.string({
      description: "What the next page of `upcomingClasses` follows.",
      resolve: cursorOfUpcoming,
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
    description:
      "Classes that enter the library within two weeks, the next first, and later ones that the viewer has an alert for.",
    args: {
      first: t.arg.int(),
      after: t.arg.string({ description: "The `cursor` of the last class of the page before." }),
      following: t.arg.boolean({ description: "Only those of what the viewer follows." }),
    },
    resolve: (_root, { first, after, following }, ctx) =>
      upcomingClasses(ctx, { first: first ?? null, after: after ?? null, following: following ?? false }),
  }),
);
builder.queryField("upcomingClass", (t) =>
  t.field({
    type: UpcomingClass,
    nullable: true,
    description: "One of `upcomingClasses`, by `id` or `classId`.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => findUpcomingClass(ctx, id),
  }),
);
builder.mutationField("setReleaseAlert", (t) =>
  t.field({
    type: UpcomingClass,
    description:
      "Notifies the viewer once when an upcoming class is published, or not. For accounts, not for child profiles. It survives another date, and ends when the date is taken back.",
    args: { classId: t.arg.id({ required: true }), isOn: t.arg.boolean({ required: true }) },
    resolve: (_root, { classId, isOn }, ctx) => setReleaseAlert(ctx, classId, isOn),
  }),
);
