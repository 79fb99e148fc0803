import { builder } from "../../../platform/graphql/builder.ts";
import { Pagination } from "../../../platform/graphql/paging.ts";
import { selectedPaths } from "../../../platform/graphql/selection.ts";
import { findClass } from "../../catalog/index.ts";
import { StudioClass } from "../../catalog/refs.ts";
import { LeaderboardUser } from "../../identity/refs.ts";
import {
  approveComment,
  comment,
  commentCountLoader,
  commentOnClass,
  commentOnPost,
  commentOnUpload,
  commentsAtMoments,
  deleteComment,
  editComment,
  firstRepliesOf,
  pageOfComments,
  pageOfReplies,
} from "./comments.ts";
import { classTalkChanges, postChanges, uploadChanges } from "../live.ts";
import { deletedPerson } from "../people.ts";
import { post, revisionsOf } from "../posts.ts";
import { Comment, CommentPage, Post, Revision, VideoUpload } from "../refs.ts";
import { upload } from "../uploads/uploads.ts";

Comment.implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    text: t.exposeString("text", { description: "Markdown; HTML in it is text. Empty where it is gone." }),
    author: t.field({ type: LeaderboardUser, resolve: ({ author }) => author ?? deletedPerson }),
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
    isDeleted: t.exposeBoolean("isDeleted", { description: "Deleted; its replies still stand." }),
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

// Types that can have comments.
for (const ref of [Post, VideoUpload, StudioClass])
  builder.objectField(ref as typeof Post, "discussion", (t) =>
    t.field({
      type: CommentPage,
      description: "What was said about it, the newest first.",
      args: { pagination: t.arg({ type: Pagination }) },
      resolve: ({ id }, { pagination }, ctx, info) =>
        pageOfComments(ctx, id, pagination, selectedPaths(info).has("items.replies")),
    }),
  );
builder.objectField(Post, "comments", (t) =>
  t.field({
    type: [Comment],
    description: "The newest first; `discussion` says how to go on.",
    args: { pagination: t.arg({ type: Pagination }) },
    resolve: async ({ id }, { pagination }, ctx, info) => [
      ...(await pageOfComments(ctx, id, pagination, selectedPaths(info).has("replies"))).items,
    ],
  }),
);
builder.objectField(StudioClass, "commentsCount", (t) =>
  t.int({
    description: "Counted up to 10,000.",
    resolve: async ({ id }, _args, ctx) => (await commentCountLoader(ctx).load(id)) ?? 0,
  }),
);

builder.queryField("commentsAtMoments", (t) =>
  t.field({
    type: [Comment],
    description:
      "The newest 200 comments on a class that name a moment, in its order. For its instructor and the studio's editors.",
    args: { classId: t.arg.id({ required: true }) },
    resolve: (_root, { classId }, ctx) => commentsAtMoments(ctx, classId),
  }),
);
builder.queryField("comment", (t) =>
  t.field({
    type: Comment,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => comment(ctx, id),
  }),
);

builder.mutationFields((t) => {
  const textArgs = {
    replyToId: t.arg.id(),
    text: t.arg.string({ required: true }),
    atMs: t.arg.int(),
    idempotencyKey: t.arg.string({ required: true }),
  };
  const one = { id: t.arg.id({ required: true }) };
  return {
    createComment: t.field({
      type: Comment,
      args: { postId: t.arg.id({ required: true }), ...textArgs },
      resolve: (_root, { postId, ...given }, ctx) => commentOnPost(ctx, postId, given),
    }),
    createClassComment: t.field({
      type: Comment,
      args: { classId: t.arg.id({ required: true }), ...textArgs },
      resolve: (_root, { classId, ...given }, ctx) => commentOnClass(ctx, classId, given),
    }),
    createVideoComment: t.field({
      type: Comment,
      args: { videoUploadId: t.arg.id({ required: true }), ...textArgs },
      resolve: (_root, { videoUploadId, ...given }, ctx) => commentOnUpload(ctx, videoUploadId, given),
    }),
    editComment: t.field({
      type: Comment,
      args: { ...one, text: t.arg.string({ required: true }) },
      resolve: (_root, { id, text }, ctx) => editComment(ctx, id, text),
    }),
    deleteComment: t.boolean({
      description: "Whether there was one of the viewer's to delete; another's is left alone.",
      args: one,
      resolve: (_root, { id }, ctx) => deleteComment(ctx, id),
    }),
    approveComment: t.field({
      type: Comment,
      args: one,
      resolve: (_root, { id }, ctx) => approveComment(ctx, id),
    }),
  };
});

builder.subscriptionFields((t) => {
  const one = { id: t.arg.id({ required: true }) };
  return {
    postChanged: t.field({
      type: Post,
      nullable: true,
      description: "The post now, and again whenever it, or what is said about it, has changed.",
      args: one,
      subscribe: (_root, { id }, ctx) => postChanges(ctx, id),
      resolve: (_event, { id }, ctx) => post(ctx, id),
    }),
    videoUploadChanged: t.field({
      type: VideoUpload,
      nullable: true,
      description:
        "The video now, and again whenever it, how far it is, or what is said about it has changed.",
      args: one,
      subscribe: (_root, { id }, ctx) => uploadChanges(ctx, id),
      resolve: (_event, { id }, ctx) => upload(ctx, id),
    }),
    classTalkChanged: t.field({
      type: StudioClass,
      nullable: true,
      description: "The class now, and again whenever what is said about it has changed.",
      args: one,
      subscribe: (_root, { id }, ctx) => classTalkChanges(ctx, id),
      resolve: (_event, { id }, ctx) => findClass(ctx, id),
    }),
  };
});
