import { builder } from "../../../platform/graphql/builder.ts";
import { CameraAngle } from "../../media/refs.ts";
import { uploadedAtLoader } from "../../media/index.ts";
import type { OnsetExcerpt } from "../../media/index.ts";
import { thumbnailUrl } from "../images.ts";
import { alignSourceVideo, sourceVideoOnsets, trimClass } from "./alignment.ts";
import { EditedClassType } from "../refs.ts";
import { ClassSourceVideo } from "./graphql.ts";
import { storedUntil, replacedSourceVideos, restoreSourceVideo } from "./replaced-videos.ts";
import { removeSourceVideo, resumeSourceVideo, startSourceVideo } from "./source-videos.ts";
import type { SourceVideoTicket } from "./source-videos.ts";
import type { ReplacedSourceVideo } from "./store-replaced.ts";
import type { SourceVideoRow } from "./store-sources.ts";
import { isSure } from "./stretch.ts";

const SourceVideoState = builder.enumType("SourceVideoState", {
  values: {
    sending: { description: "Its file hasn't come whole, or is being looked at." },
    ready: {},
    refused: { description: "It can't be decoded; send another." },
  },
});
const SourceVideoAlignment = builder.objectRef<SourceVideoRow>("SourceVideoAlignment").implement({
  description: "Where a view lies beside the front one.",
  fields: (t) => ({
    offsetInMs: t.exposeInt("offsetMs", {
      description: "When it starts after the front view; negative: before.",
    }),
    driftInPpm: t.exposeInt("driftPpm", {
      description: "How much faster its clock runs, parts per million.",
    }),
    confidence: t.exposeFloat("confidence", {
      nullable: true,
      description: "0 to 1, of the comparison of their sounds; null if an editor set the offset.",
    }),
    isSure: t.boolean({
      description: "If false, the view is used from its start, and must be as long as the front one.",
      resolve: isSure,
    }),
  }),
});
ClassSourceVideo.implement({
  description: "A file that a class is made of.",
  fields: (t) => ({
    id: t.exposeID("sourceVideoId"),
    angle: t.expose("angle", { type: CameraAngle }),
    fileName: t.exposeString("fileName"),
    sizeInBytes: t.exposeFloat("sizeBytes"),
    state: t.field({ type: SourceVideoState, resolve: ({ state }) => state }),
    durationInMs: t.exposeInt("durationMs", {
      nullable: true,
      description: "Null until its sound was compared.",
    }),
    uploadedAt: t.field({
      type: "DateTime",
      nullable: true,
      resolve: ({ sourceVideoId }, _args, ctx) => uploadedAtLoader(ctx).load(sourceVideoId),
    }),
    alignment: t.field({
      type: SourceVideoAlignment,
      nullable: true,
      description: "Null for the front view, and until it was compared with it.",
      resolve: (view) => (view.alignedTo === null ? null : view),
    }),
    hasAlignmentFailed: t.exposeBoolean("hasAlignmentFailed", {
      description:
        "Comparing its sound with the front view has failed: `alignClassSourceVideo` tries again or sets its start.",
    }),
    errorReason: t.exposeString("refusal", {
      nullable: true,
      description: "Why it was refused, as a word: forbidden_codec, too_long …",
    }),
  }),
});
const ReplacedSourceVideoType = builder.objectRef<ReplacedSourceVideo>("ReplacedSourceVideo").implement({
  description: "A source video that was replaced or removed, and may be used again.",
  fields: (t) => ({
    id: t.exposeID("sourceVideoId"),
    angle: t.expose("angle", { type: CameraAngle }),
    isUpright: t.exposeBoolean("isUpright"),
    fileName: t.exposeString("fileName"),
    sizeInBytes: t.exposeFloat("sizeBytes"),
    durationInMs: t.exposeInt("durationMs", { nullable: true }),
    thumbnailImageUrl: t.string({
      nullable: true,
      description: "The image of the class while it played this video.",
      resolve: ({ picture }, _args, ctx) => (picture ? thumbnailUrl(ctx, picture) : null),
    }),
    uploadedAt: t.field({
      type: "DateTime",
      nullable: true,
      resolve: ({ sourceVideoId }, _args, ctx) => uploadedAtLoader(ctx).load(sourceVideoId),
    }),
    replacedAt: t.expose("replacedAt", { type: "DateTime" }),
    storedUntil: t.field({ type: "DateTime", resolve: ({ replacedAt }) => storedUntil(replacedAt) }),
  }),
});
builder.objectField(EditedClassType, "replacedSourceVideos", (t) =>
  t.field({
    type: [ReplacedSourceVideoType],
    description: "The latest first.",
    resolve: (found, _args, ctx) => replacedSourceVideos(ctx, found),
  }),
);
const SourceVideoOnsets = builder.objectRef<OnsetExcerpt>("SourceVideoOnsets").implement({
  description: "How strongly sounds begin, for drawing two views one below the other.",
  fields: (t) => ({
    fromMs: t.exposeInt("fromMs"),
    valuesPerSecond: t.exposeFloat("valuesPerSecond"),
    values: t.exposeIntList("values", { description: "0 to 255 each." }),
  }),
});
export const SourceVideoTicketType = builder.objectRef<SourceVideoTicket>("ClassFilmTicket").implement({
  description:
    "Send the file by tus to `tusUrl`, with x-auth-token and Upload-Metadata `ticket <base64 of ticket>`.",
  fields: (t) => ({
    class: t.field({ type: EditedClassType, resolve: (ticket) => ticket.class }),
    sourceVideoId: t.exposeID("sourceVideoId"),
    tusUrl: t.exposeString("tusUrl"),
    ticket: t.exposeString("ticket"),
  }),
});

builder.queryField("sourceVideoOnsets", (t) =>
  t.field({
    type: SourceVideoOnsets,
    nullable: true,
    description: "For the studio's editors; null if the sound was never decoded.",
    args: {
      classId: t.arg.id({ required: true }),
      sourceVideoId: t.arg.id({ required: true }),
      fromMs: t.arg.int({ required: true, description: "From the start of the source video." }),
      lengthInMs: t.arg.int({ required: true, description: "At most 20000." }),
    },
    resolve: (_root, { classId, sourceVideoId, fromMs, lengthInMs }, ctx) =>
      sourceVideoOnsets(ctx, classId, { sourceVideoId, fromMs, lengthMs: lengthInMs }),
  }),
);
builder.mutationFields((t) => {
  const classId = t.arg.id({ required: true });
  const isUpright = t.arg.boolean({ description: "True for the upright version of the angle." });
  return {
    startClassSourceVideo: t.field({
      type: SourceVideoTicketType,
      args: {
        classId,
        angle: t.arg({ type: CameraAngle, required: true }),
        isUpright,
        fileName: t.arg.string({ required: true }),
        sizeInBytes: t.arg.float({ required: true }),
      },
      resolve: (_root, args, ctx) => startSourceVideo(ctx, { ...args, isUpright: args.isUpright ?? false }),
    }),
    resumeClassSourceVideo: t.field({
      type: SourceVideoTicketType,
      args: { classId, sourceVideoId: t.arg.id({ required: true }) },
      resolve: (_root, args, ctx) => resumeSourceVideo(ctx, args.classId, args.sourceVideoId),
    }),
    removeClassSourceVideo: t.field({
      type: EditedClassType,
      description:
        "Removes an angle and its upright version, or with `isUpright` only the latter. The first angle can't be removed: it carries the sound.",
      args: { classId, angle: t.arg({ type: CameraAngle, required: true }), isUpright },
      resolve: (_root, { classId: id, angle, isUpright: isOnlyUpright }, ctx) =>
        removeSourceVideo(ctx, id, { angle, isUpright: isOnlyUpright ?? false }),
    }),
    restoreClassSourceVideo: t.field({
      type: EditedClassType,
      description: "Uses a replaced or removed source video again.",
      args: { classId, sourceVideoId: t.arg.id({ required: true }) },
      resolve: (_root, args, ctx) => restoreSourceVideo(ctx, args.classId, args.sourceVideoId),
    }),
    alignClassSourceVideo: t.field({
      type: EditedClassType,
      description: "Sets when a view starts beside the front one, and transcodes the class again.",
      args: {
        classId,
        angle: t.arg({ type: CameraAngle, required: true }),
        isUpright,
        offsetInMs: t.arg.int({ description: "Null: as their sounds say." }),
      },
      resolve: (_root, { classId: id, angle, isUpright: isOfUpright, offsetInMs }, ctx) =>
        alignSourceVideo(ctx, id, { angle, isUpright: isOfUpright ?? false, offsetMs: offsetInMs ?? null }),
    }),
    trimClass: t.field({
      type: EditedClassType,
      description:
        "Sets which stretch of the front source video the class plays, and transcodes it again. Parts and counts move along.",
      args: {
        classId,
        fromMs: t.arg.int({ description: "Null: its start." }),
        toMs: t.arg.int({ description: "Null: its end." }),
      },
      resolve: (_root, { classId: id, fromMs, toMs }, ctx) =>
        trimClass(ctx, id, { fromMs: fromMs ?? null, toMs: toMs ?? null }),
    }),
  };
});
