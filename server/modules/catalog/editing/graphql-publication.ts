import { builder } from "../../../platform/graphql/builder.ts";
import { localTimeOf } from "../../../platform/local-time.ts";
import { releaseAudiences } from "../following/audience.ts";
import { countFollowers } from "../following/followers.ts";
import type { EditedClass } from "./classes.ts";
import { EditedClassType } from "../refs.ts";
import { publishClass, setReleaseAudience, unpublishClass } from "./publication.ts";
import { scheduleClass } from "./schedule.ts";

const Schedule = builder.objectRef<EditedClass>("ClassSchedule").implement({
  description: "When a class enters and leaves the library by itself.",
  fields: (t) => ({
    publishAt: t.expose("publishAt", { type: "DateTime", nullable: true }),
    leavesAt: t.expose("leavesAt", { type: "DateTime", nullable: true }),
    localPublishAt: t.string({
      nullable: true,
      description: "In the studio's time zone, to the minute: 2026-03-29T18:00.",
      resolve: ({ publishAt }, _args, ctx) => publishAt && localTimeOf(publishAt, ctx.studio.timeZone),
    }),
    localLeavesAt: t.string({
      nullable: true,
      description: "In the studio's time zone, to the minute: 2026-03-29T18:00.",
      resolve: ({ leavesAt }, _args, ctx) => leavesAt && localTimeOf(leavesAt, ctx.studio.timeZone),
    }),
    timeZone: t.string({
      description: "The studio's, as an IANA name.",
      resolve: (_found, _args, ctx) => ctx.studio.timeZone,
    }),
  }),
});
builder.objectField(EditedClassType, "schedule", (t) =>
  t.field({ type: Schedule, resolve: (found) => found }),
);

const ReleaseAudienceType = builder.enumType("ReleaseAudience", {
  description:
    "Whom publishing a class tells, the first time: followers of its instructor, style, categories and courses, or everyone who can open it and followers.",
  values: releaseAudiences,
});
builder.objectField(EditedClassType, "releaseAudience", (t) =>
  t.field({ type: ReleaseAudienceType, resolve: ({ releaseAudience }) => releaseAudience }),
);
builder.objectField(EditedClassType, "followerCount", (t) =>
  t.int({
    description: "People who follow its instructor, style, or one of its categories or courses.",
    resolve: ({ id }, _args, ctx) => countFollowers(ctx, id),
  }),
);

builder.mutationFields((t) => {
  const classId = t.arg.id({ required: true });
  return {
    publishClass: t.field({
      type: EditedClassType,
      args: { classId },
      resolve: (_root, args, ctx) => publishClass(ctx, args.classId),
    }),
    unpublishClass: t.field({
      type: EditedClassType,
      args: { classId },
      resolve: (_root, args, ctx) => unpublishClass(ctx, args.classId),
    }),
    setReleaseAudience: t.field({
      type: EditedClassType,
      description: "Whom publishing the class tells, also when it is published on schedule.",
      args: { classId, audience: t.arg({ type: ReleaseAudienceType, required: true }) },
      resolve: (_root, { audience, ...args }, ctx) => setReleaseAudience(ctx, args.classId, audience),
    }),
    scheduleClass: t.field({
      type: EditedClassType,
      description:
        "Sets when a class enters and leaves the library by itself, in the studio's time zone to the minute: 2026-03-29T18:00. Null unsets.",
      args: { classId, publishAt: t.arg.string(), leavesAt: t.arg.string() },
      resolve: (_root, { publishAt, leavesAt, ...args }, ctx) =>
        scheduleClass(ctx, args.classId, { publishAt: publishAt ?? null, leavesAt: leavesAt ?? null }),
    }),
  };
});
