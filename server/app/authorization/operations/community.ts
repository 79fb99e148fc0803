import { randomUUID } from "node:crypto";
import { account, all, but, holder, only, open, staff } from "../rules.ts";
import type { Operation, Operations } from "../rules.ts";
import type { World } from "../world.ts";

/** A mutation of the owner's object. */
const own = (id: (world: World) => Promise<string>, more: object = {}): Operation => ({
  rule: only(account, holder),
  target: "id",
  args: async (world) => ({ id: await id(world), ...more }),
});
/** An idempotent deletion: another's object is ignored like one that is deleted already. */
const deletion = (id: (world: World) => Promise<string>): Operation => ({
  ...own(id),
  rule: only(account, holder, "ignored"),
});
const ownComment = async ({ make }: World) => make.comment(await make.post());
const say = () => ({ text: `Said ${randomUUID()}`, idempotencyKey: randomUUID() });
const ofCase = (
  id: (world: World, status: "reported" | "reviewed") => Promise<string>,
  more: object = {},
): Operation => ({
  rule: staff("moderator"),
  target: "id",
  args: async (world) => ({ id: await id(world, "reported"), ...more }),
});
/** A query of public content; private content is visible only to its author. */
const readable = (args: (world: World) => object | Promise<object>): Operation => ({ rule: open, args });
const family = { owner: "allowed", adultProfile: "allowed", childProfile: "allowed" } as const;
const privateVideo: Operation = {
  rule: but(all("null"), family),
  target: "id",
  args: ({ privateVideoId }) => ({ id: privateVideoId }),
  select: "id description",
};

export const community: Operations = {
  Query: {
    comment: readable(async (world) => ({ id: await ownComment(world) })),
    post: readable(async ({ make }) => ({ id: await make.post() })),
    posts: { rule: open, select: "items { id author { id } }" },
    videoUpload: [readable(async ({ make }) => ({ id: await make.video() })), privateVideo],
    moderationCases: { rule: staff("moderator"), args: () => ({ queue: "reported" }) },
    moderationCounts: { rule: staff("moderator") },
  },
  Mutation: {
    createPost: { rule: holder, args: say },
    editPost: own(({ make }) => make.post(), { text: "Said better" }),
    deletePost: deletion(({ make }) => make.post()),
    createComment: {
      rule: holder,
      args: async ({ make }) => ({ postId: await make.post(), ...say() }),
    },
    createClassComment: { rule: holder, args: ({ classId }) => ({ classId, ...say() }) },
    createVideoComment: [
      { rule: holder, args: async ({ make }) => ({ videoUploadId: await make.video(), ...say() }) },
      {
        rule: only(account, holder),
        target: "videoUploadId",
        args: ({ privateVideoId }) => ({ videoUploadId: privateVideoId, ...say() }),
      },
    ],
    editComment: own(ownComment, { text: "Said better" }),
    deleteComment: deletion(ownComment),
    approveComment: own(async ({ make }) => make.comment(await make.post(), true)),
    changeCommentSettings: { rule: holder, args: () => ({ approves: "strangers" }) },
    setLike: [
      {
        rule: holder,
        args: async ({ make }) => ({ contentType: "post", id: await make.post(), liked: true }),
      },
      {
        rule: only(account, holder),
        target: "id",
        args: ({ privateVideoId }) => ({ contentType: "video_upload", id: privateVideoId, liked: true }),
      },
    ],
    report: [
      {
        rule: but(open, {
          signedOut: "UNAUTHENTICATED",
          // People delete their own content instead of reporting it.
          owner: "BAD_INPUT",
          adultProfile: "BAD_INPUT",
          childProfile: "BAD_INPUT",
        }),
        args: async ({ make }) => ({ contentType: "post", id: await make.post(), reason: "spam" }),
      },
      {
        rule: but(all("NOT_FOUND"), {
          signedOut: "UNAUTHENTICATED",
          owner: "BAD_INPUT",
          adultProfile: "BAD_INPUT",
          childProfile: "BAD_INPUT",
        }),
        target: "id",
        args: ({ privateVideoId }) => ({ contentType: "video_upload", id: privateVideoId, reason: "spam" }),
      },
    ],
    appeal: own(({ make }) => make.removedPost(), { contentType: "post", text: "It was me dancing" }),
    createVideoUpload: {
      rule: holder,
      args: () => ({ fileName: "take.mp4", sizeInBytes: 1000 }),
      past: ["UPLOAD_LIMIT", "RATE_LIMITED"],
    },
    resumeVideoUpload: own(({ make }) => make.video("everyone", false)),
    changeVideoUpload: own(({ make }) => make.video(), { description: "Another take" }),
    deleteVideoUpload: deletion(({ make }) => make.video()),
    decideCase: ofCase(({ make }, status) => make.moderationCase(status), { decision: "keep" }),
    passCase: ofCase(({ make }, status) => make.moderationCase(status)),
    undoCase: {
      ...ofCase(({ make }) => make.moderationCase("reviewed")),
      // Only the moderator who made the decision may undo it.
      past: ["ILLEGAL_TRANSITION"],
      unaudited: "another moderator decided it",
    },
  },
  LiveSubscription: {
    postChanged: readable(async ({ make }) => ({ id: await make.post() })),
    videoUploadChanged: [
      readable(async ({ make }) => ({ id: await make.video() })),
      { ...privateVideo, rule: but(all("NOT_FOUND"), family) },
    ],
  },
};
