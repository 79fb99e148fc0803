import { builder } from "../../platform/graphql/builder.ts";
import { Pagination } from "../../platform/graphql/paging.ts";
import { selectedPaths } from "../../platform/graphql/selection.ts";
import { classLoader } from "../catalog/index.ts";
import { StudioClass } from "../catalog/refs.ts";
import { LeaderboardUser, User } from "../identity/refs.ts";
import { mayViewPart } from "../profiles/index.ts";
import {
  approveComment,
  comment,
  commentCountLoader,
  commentOnClass,
  commentOnPost,
  deleteComment,
  editComment,
  firstRepliesOf,
  pageOfComments,
  pageOfReplies,
} from "./comments.ts";
import { approvals, careOf, changeCare } from "./care.ts";
import type { Care } from "./care.ts";
import { setLike } from "./likes.ts";
import { likesReceivedLoader, nobody } from "./people.ts";
import { createPost, deletePost, editPost, pageOfPosts, post, postChanges, revisionsOf } from "./posts.ts";
import {
  Comment,
  CommentPage,
  ContentTypeEnum,
  Post,
  PostPage,
  ReportReasonEnum,
  VideoUpload,
} from "./refs.ts";
import { report } from "./reports.ts";

const Revision = builder.objectRef<{ text: string; replacedAt: Date }>("Revision").implement({
  fields: (t) => ({
    text: t.exposeString("text", { description: "Markdown." }),
    replacedAt: t.expose("replacedAt", { type: "DateTime" }),
  }),
});

Post.implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    text: t.exposeString("text", { description: "Markdown; HTML in it is text." }),
    author: t.field({ type: LeaderboardUser, resolve: ({ author }) => author ?? nobody }),
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
    comments: t.field({
      type: [Comment],
      description: "The newest first; `discussion` says how to go on.",
      args: { pagination: t.arg({ type: Pagination }) },
      resolve: async ({ id }, { pagination }, ctx, info) => [
        ...(await pageOfComments(ctx, id, pagination, selectedPaths(info).has("replies"))).items,
      ],
    }),
    discussion: t.field({
      type: CommentPage,
      description: "The newest first.",
      args: { pagination: t.arg({ type: Pagination }) },
      resolve: ({ id }, { pagination }, ctx, info) =>
        pageOfComments(ctx, id, pagination, selectedPaths(info).has("items.replies")),
    }),
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

Comment.implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    text: t.exposeString("text", { description: "Markdown; HTML in it is text. Empty where it is gone." }),
    author: t.field({ type: LeaderboardUser, resolve: ({ author }) => author ?? nobody }),
    createdAt: t.field({ type: "DateTime", resolve: ({ createdAt }) => new Date(createdAt) }),
    editedAt: t.field({
      type: "DateTime",
      nullable: true,
      resolve: ({ editedAt }) => (editedAt ? new Date(editedAt) : null),
    }),
    revisions: t.field({ type: [Revision], resolve: (row, _args, ctx) => revisionsOf(ctx, row) }),
    likesCount: t.exposeInt("likesCount"),
    likedByMe: t.exposeBoolean("likedByMe"),
    reportedByMe: t.exposeBoolean("reportedByMe"),
    atMs: t.exposeInt("atMs", { nullable: true, description: "The moment of the video that it is about." }),
    isGone: t.exposeBoolean("isGone", { description: "Deleted; its replies still stand." }),
    isWaiting: t.exposeBoolean("isWaiting", { description: "Until the owner of the post approves it." }),
    isHeld: t.exposeBoolean("isHeld"),
    replyToId: t.exposeID("replyToId", { nullable: true }),
    repliesCount: t.exposeInt("commentsCount"),
    replies: t.field({
      type: [Comment],
      description: "The first ones, the oldest first.",
      resolve: async (row, _args, ctx) => [...(await firstRepliesOf(ctx, row))],
    }),
    replyPage: t.field({
      type: CommentPage,
      args: { pagination: t.arg({ type: Pagination }) },
      resolve: ({ id }, { pagination }, ctx) => pageOfReplies(ctx, id, pagination),
    }),
  }),
});
CommentPage.implement({
  fields: (t) => ({
    items: t.field({ type: [Comment], resolve: ({ items }) => [...items] }),
    nextCursor: t.exposeString("nextCursor", { nullable: true }),
  }),
});

builder.objectFields(StudioClass, (t) => ({
  discussion: t.field({
    type: CommentPage,
    description: "What was said about the class, the newest first.",
    args: { pagination: t.arg({ type: Pagination }) },
    resolve: ({ id }, { pagination }, ctx, info) =>
      pageOfComments(ctx, id, pagination, selectedPaths(info).has("items.replies")),
  }),
  commentsCount: t.int({
    description: "Counted up to 10,000.",
    resolve: async ({ id }, _args, ctx) => (await commentCountLoader(ctx).load(id)) ?? 0,
  }),
}));
builder.objectField(User, "totalLikesCount", (t) =>
  t.int({
    description: "Likes of all that the person said and showed; 0 for those who may not see it.",
    resolve: async ({ id }, _args, ctx) =>
      (await mayViewPart(ctx, id, "likes")) ? ((await likesReceivedLoader(ctx).load(id)) ?? 0) : 0,
  }),
);

const ApprovalEnum = builder.enumType("CommentApproval", {
  description:
    "Whose comments on one's posts wait until one has approved them. Strangers: whom one doesn't follow.",
  values: approvals,
});
const CareType = builder.objectRef<Care>("CommunityCare").implement({
  description: "How somebody looks after what is said under their posts.",
  fields: (t) => ({
    approves: t.expose("approves", { type: ApprovalEnum }),
    watchedWords: t.stringList({
      description: "Comments that hold one of them wait too; lower case.",
      resolve: ({ watchedWords }) => [...watchedWords],
    }),
  }),
});
builder.objectField(User, "care", (t) =>
  t.field({
    type: CareType,
    nullable: true,
    description: "The viewer's own; null on everybody else's page.",
    resolve: ({ id }, _args, ctx) => careOf(ctx, id),
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
  comment: t.field({
    type: Comment,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => comment(ctx, id),
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
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, ctx) => {
      await deletePost(ctx, id);
      return true;
    },
  }),
  createComment: t.field({
    type: Comment,
    args: {
      postId: t.arg.id({ required: true }),
      replyToId: t.arg.id(),
      text: t.arg.string({ required: true }),
      atMs: t.arg.int(),
      idempotencyKey: t.arg.string({ required: true }),
    },
    resolve: (_root, { postId, ...given }, ctx) => commentOnPost(ctx, postId, given),
  }),
  createClassComment: t.field({
    type: Comment,
    args: {
      classId: t.arg.id({ required: true }),
      replyToId: t.arg.id(),
      text: t.arg.string({ required: true }),
      atMs: t.arg.int(),
      idempotencyKey: t.arg.string({ required: true }),
    },
    resolve: (_root, { classId, ...given }, ctx) => commentOnClass(ctx, classId, given),
  }),
  editComment: t.field({
    type: Comment,
    args: { id: t.arg.id({ required: true }), text: t.arg.string({ required: true }) },
    resolve: (_root, { id, text }, ctx) => editComment(ctx, id, text),
  }),
  deleteComment: t.boolean({
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, ctx) => {
      await deleteComment(ctx, id);
      return true;
    },
  }),
  approveComment: t.field({
    type: Comment,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => approveComment(ctx, id),
  }),
  changeCare: t.field({
    type: CareType,
    description: "What is left out stays.",
    args: { approves: t.arg({ type: ApprovalEnum }), watchedWords: t.arg.stringList() },
    resolve: (_root, args, ctx) => changeCare(ctx, args),
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

builder.subscriptionFields((t) => ({
  postChanged: t.field({
    type: Post,
    nullable: true,
    description: "The post now, and again whenever it, or what is said about it, has changed.",
    args: { id: t.arg.id({ required: true }) },
    subscribe: (_root, { id }, ctx) => postChanges(ctx, id),
    resolve: (_event, { id }, ctx) => post(ctx, id),
  }),
}));
