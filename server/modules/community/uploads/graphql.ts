import { builder } from "../../../platform/graphql/builder.ts";
import { Pagination } from "../../../platform/graphql/paging.ts";
import { LeaderboardUser, User } from "../../identity/refs.ts";
import { imageUrlOf, playbackOf } from "../../media/index.ts";
import { Playback } from "../../media/refs.ts";
import { videoPageOf } from "../../profiles/index.ts";
import { AudienceEnum } from "../../profiles/refs.ts";
import type { Page } from "../pages.ts";
import { deletedPerson } from "../people.ts";
import { ModerationStatusEnum, VideoUpload } from "../refs.ts";
import {
  changeUpload,
  createUpload,
  deleteUpload,
  pageOfUploads,
  ticketOf,
  upload,
  uploadCountLoader,
} from "./uploads.ts";
import type { UploadRow, UploadTicket } from "./uploads.ts";

const AvailabilityEnum = builder.enumType("VideoUploadAvailability", {
  values: ["available", "error", "requested", "uploaded"] as const,
});

VideoUpload.implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    description: t.string({ nullable: true, resolve: ({ text }) => text || null }),
    author: t.field({ type: LeaderboardUser, resolve: ({ author }) => author ?? deletedPerson }),
    audience: t.expose("audience", { type: AudienceEnum }),
    thumbnailUrl: t.string({
      nullable: true,
      resolve: ({ asset }, _args, ctx) => (asset?.thumbnail ? imageUrlOf(ctx, asset.thumbnail) : null),
    }),
    encodingStatus: t.string({
      description: "queued, running, available or error",
      resolve: ({ asset }) => {
        if (asset?.availability === "available" || asset?.availability === "error") return asset.availability;
        return asset && asset.percent > 0 ? "running" : "queued";
      },
    }),
    encodingPercent: t.int({
      resolve: ({ asset }) => (asset?.availability === "available" ? 100 : (asset?.percent ?? 0)),
    }),
    availability: t.field({
      type: AvailabilityEnum,
      resolve: ({ asset }) => asset?.availability ?? "requested",
    }),
    errorReason: t.string({
      nullable: true,
      description: "Why it can't be had, as a word: too_long, forbidden_codec …",
      resolve: ({ asset }) => (asset?.availability === "error" ? asset.errorReason : null),
    }),
    durationInMs: t.int({ nullable: true, resolve: ({ asset }) => asset?.durationMs ?? null }),
    width: t.int({ nullable: true, resolve: ({ asset }) => asset?.width ?? null }),
    height: t.int({ nullable: true, resolve: ({ asset }) => asset?.height ?? null }),
    playback: t.field({
      type: Playback,
      nullable: true,
      description: "Null until it is available, and while no one is signed in.",
      resolve: ({ id }, _args, ctx) =>
        ctx.viewer ? playbackOf(ctx, { assetId: id, personId: ctx.viewer.personId, scope: "clip" }) : null,
    }),
    moderationStatus: t.expose("moderationStatus", { type: ModerationStatusEnum }),
    isHeld: t.exposeBoolean("isHeld", {
      description: "Seen by its author alone until a moderator has looked.",
    }),
    removedReason: t.string({
      nullable: true,
      resolve: ({ removedAt, removedReason }) => (removedAt ? removedReason : null),
    }),
    likesCount: t.exposeInt("likesCount"),
    commentsCount: t.exposeInt("commentsCount", { description: "With replies." }),
    likedByMe: t.exposeBoolean("likedByMe"),
    reportedByMe: t.exposeBoolean("reportedByMe"),
    createdAt: t.field({ type: "DateTime", resolve: ({ createdAt }) => new Date(createdAt) }),
  }),
});

const VideoUploadPage = builder
  .objectRef<Page<UploadRow> & { readonly personId: string }>("VideoUploadPage")
  .implement({
    fields: (t) => ({
      items: t.field({ type: [VideoUpload], resolve: ({ items }) => [...items] }),
      total: t.int({
        description: "Counted up to 10,000.",
        resolve: async ({ personId }, _args, ctx) => (await uploadCountLoader(ctx).load(personId)) ?? 0,
      }),
      nextCursor: t.exposeString("nextCursor", { nullable: true }),
    }),
  });
builder.objectField(User, "videoUploads", (t) =>
  t.field({
    type: VideoUploadPage,
    description: "The newest first.",
    args: { pagination: t.arg({ type: Pagination }) },
    resolve: async ({ id }, { pagination }, ctx) => ({
      ...(await pageOfUploads(ctx, id, pagination ?? videoPageOf(ctx))),
      personId: id,
    }),
  }),
);

builder.queryField("videoUpload", (t) =>
  t.field({
    type: VideoUpload,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => upload(ctx, id),
  }),
);

const VideoUploadTicket = builder.objectRef<UploadTicket>("VideoUploadTicket").implement({
  description:
    "Send the file by tus to `tusUrl`, with x-auth-token and Upload-Metadata `ticket <base64 of ticket>`.",
  fields: (t) => ({
    videoUpload: t.expose("videoUpload", { type: VideoUpload }),
    tusUrl: t.exposeString("tusUrl"),
    ticket: t.exposeString("ticket"),
  }),
});
builder.mutationFields((t) => ({
  createVideoUpload: t.field({
    type: VideoUploadTicket,
    args: {
      description: t.arg.string(),
      fileName: t.arg.string({ required: true }),
      sizeInBytes: t.arg.float({ required: true }),
      audience: t.arg({ type: AudienceEnum }),
      trimStartMs: t.arg.int({
        description: "What to keep of it, and where its cover is taken, in the file.",
      }),
      trimEndMs: t.arg.int(),
      coverAtMs: t.arg.int(),
    },
    resolve: (_root, args, ctx) => createUpload(ctx, args),
  }),
  resumeVideoUpload: t.field({
    type: VideoUploadTicket,
    description: "The ticket of a video whose file hasn't come whole.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => ticketOf(ctx, id),
  }),
  changeVideoUpload: t.field({
    type: VideoUpload,
    description: "What is left out stays.",
    args: {
      id: t.arg.id({ required: true }),
      description: t.arg.string(),
      audience: t.arg({ type: AudienceEnum }),
    },
    resolve: (_root, { id, ...change }, ctx) => changeUpload(ctx, id, change),
  }),
  deleteVideoUpload: t.boolean({
    description: "Whether there was one of the viewer's to delete; another's is left alone.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => deleteUpload(ctx, id),
  }),
}));
