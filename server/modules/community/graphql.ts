import { builder } from "../../platform/graphql/builder.ts";
import { Pagination } from "../../platform/graphql/paging.ts";
import { classLoader } from "../catalog/index.ts";
import { StudioClass } from "../catalog/refs.ts";
import { LeaderboardUser, User } from "../identity/refs.ts";
import { mayViewPart } from "../profiles/index.ts";
import { setLike } from "./likes.ts";
import { likesReceivedLoader, deletedPerson } from "./people.ts";
import { createPost, deletePost, editPost, pageOfPosts, post, revisionsOf } from "./posts.ts";
import { ContentTypeEnum, Post, PostPage, ReportReasonEnum, Revision, VideoUpload } from "./refs.ts";
import { report } from "./moderation/reports.ts";

Revision.implement({
  fields: (t) => ({
    text: t.exposeString("text", { description: "Markdown." }),
    replacedAt: t.expose("replacedAt", { type: "DateTime" }),
  }),
});

Post.implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    text: t.exposeString("text", { description: "Markdown; HTML in it is text." }),
    author: t.field({ type: LeaderboardUser, resolve: ({ author }) => author ?? deletedPerson }),
    createdAt: t.field({ type: "DateTime", resolve: ({ createdAt }) => new Date(createdAt) }),
    editedAt: t.field({
      type: "DateTime",
      nullable: true,
      resolve: ({ editedAt }) => (editedAt ? new Date(editedAt) : null),
    }),
    revisions: t.field({
      type: [Revision],
      description: "What it said before each edit, the last first.",
      resolve: (row, _args, ctx) => revisionsOf(ctx, row),
    }),
    likesCount: t.exposeInt("likesCount"),
    likedByMe: t.exposeBoolean("likedByMe"),
    reportedByMe: t.exposeBoolean("reportedByMe"),
    commentsCount: t.exposeInt("commentsCount", { description: "With replies." }),
    isHeld: t.exposeBoolean("isHeld", {
      description: "Seen by its author alone until a moderator has looked.",
    }),
    removedReason: t.string({
      nullable: true,
      description: "Why a moderator took it down; its author alone reads it.",
      resolve: ({ removedAt, removedReason }) => (removedAt ? removedReason : null),
    }),
    style: t.exposeString("styleSlug", { nullable: true }),
    atMs: t.exposeInt("atMs", { nullable: true, description: "The moment of the class that it begins at." }),
    videoUpload: t.expose("videoUpload", { type: VideoUpload, nullable: true }),
    studioClass: t.field({
      type: StudioClass,
      nullable: true,
      resolve: ({ classId }, _args, ctx) => (classId ? classLoader(ctx).load(classId) : null),
    }),
  }),
});
PostPage.implement({
  fields: (t) => ({
    items: t.field({ type: [Post], resolve: ({ items }) => [...items] }),
    nextCursor: t.exposeString("nextCursor", { nullable: true }),
  }),
});

builder.objectField(User, "totalLikesCount", (t) =>
  t.int({
    description: "Likes of all that the person said and showed; 0 for those who may not see it.",
    resolve: async ({ id }, _args, ctx) =>
      (await mayViewPart(ctx, id, "likes")) ? ((await likesReceivedLoader(ctx).load(id)) ?? 0) : 0,
  }),
);

const PostFilterInput = builder.inputType("PostFilter", {
  description: "One of them at most.",
  fields: (t) => ({ following: t.boolean(), style: t.string(), username: t.string() }),
});
builder.queryFields((t) => ({
  post: t.field({
    type: Post,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => post(ctx, id),
  }),
  posts: t.field({
    type: PostPage,
    description: "The newest first.",
    args: { pagination: t.arg({ type: Pagination }), filter: t.arg({ type: PostFilterInput }) },
    resolve: (_root, { pagination, filter }, ctx) => pageOfPosts(ctx, filter ?? {}, pagination),
  }),
}));

builder.mutationFields((t) => ({
  createPost: t.field({
    type: Post,
    args: {
      text: t.arg.string({ required: true }),
      videoUploadId: t.arg.id(),
      classId: t.arg.id(),
      atMs: t.arg.int({ description: "The moment of the class, milliseconds." }),
      style: t.arg.string(),
      idempotencyKey: t.arg.string({ required: true }),
    },
    resolve: (_root, args, ctx) => createPost(ctx, args),
  }),
  editPost: t.field({
    type: Post,
    args: { id: t.arg.id({ required: true }), text: t.arg.string({ required: true }) },
    resolve: (_root, { id, text }, ctx) => editPost(ctx, id, text),
  }),
  deletePost: t.boolean({
    description: "Whether there was one of the viewer's to delete; another's is left alone.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => deletePost(ctx, id),
  }),
  setLike: t.int({
    description: "How many like it now.",
    args: {
      contentType: t.arg({ type: ContentTypeEnum, required: true }),
      id: t.arg.id({ required: true }),
      liked: t.arg.boolean({ required: true }),
    },
    resolve: (_root, { contentType, id, liked }, ctx) => setLike(ctx, contentType, id, liked),
  }),
  report: t.boolean({
    args: {
      contentType: t.arg({ type: ContentTypeEnum, required: true }),
      id: t.arg.id({ required: true }),
      reason: t.arg({ type: ReportReasonEnum, required: true }),
      details: t.arg.string(),
    },
    resolve: async (_root, args, ctx) => {
      await report(ctx, args);
      return true;
    },
  }),
}));
