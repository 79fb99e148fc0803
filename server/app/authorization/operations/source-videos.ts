import { ofDraft, open, staff } from "../rules.ts";
import type { Operations } from "../rules.ts";

/** Source videos of classes, and links to drafts. */
export const sourceVideos: Operations = {
  Query: {
    sharedDraft: {
      rule: open,
      args: async ({ make }) => ({ token: await make.draftLink() }),
    },
    sourceVideoOnsets: {
      rule: staff("editor", "teacher"),
      target: "sourceVideoId",
      args: async ({ make }) => ({ ...(await make.twoViews()), fromMs: 0, lengthInMs: 1000 }),
    },
  },
  Mutation: {
    createDraftLink: {
      rule: staff("editor", "teacher"),
      target: "classId",
      args: async ({ make }) => ({ classId: await make.playableDraft() }),
    },
    withdrawDraftLinks: ofDraft(),
    setDraftBeatGrid: {
      rule: staff("editor", "teacher"),
      target: "classId",
      args: async ({ make }) => ({ classId: await make.playableDraft(), spans: [] }),
    },
    confirmCounts: {
      rule: staff("editor", "teacher"),
      target: "classId",
      args: async ({ make }) => make.unheardDraft(),
    },
    requestClassSound: {
      rule: staff("editor", "teacher"),
      target: "classId",
      args: async ({ make }) => ({ classId: await make.playableDraft() }),
      unaudited: "changes nothing but what is known of the sound",
    },
    startClassSourceVideo: ofDraft(() => ({ angle: "front", fileName: "front.mp4", sizeInBytes: 1000 })),
    resumeClassSourceVideo: {
      rule: staff("editor", "teacher"),
      target: "sourceVideoId",
      args: ({ make }) => make.sourceVideo(),
      unaudited: "continues an upload that has an entry",
    },
    restoreClassSourceVideo: {
      rule: staff("editor", "teacher"),
      target: "sourceVideoId",
      args: ({ make }) => make.replacedVideo(),
    },
    restoreCaptions: {
      rule: staff("editor", "teacher"),
      target: "formerId",
      args: ({ make }) => make.formerCaptions(),
    },
    deleteUnplacedPart: {
      rule: staff("editor", "teacher"),
      target: "classId",
      args: async ({ make }) => ({ classId: await make.draftWithUnplacedPart(), key: 3 }),
    },
    alignClassSourceVideo: {
      rule: staff("editor", "teacher"),
      target: "classId",
      args: async ({ make }) => ({
        classId: (await make.twoViews()).classId,
        angle: "back",
        offsetInMs: 100,
      }),
    },
    trimClass: {
      rule: staff("editor", "teacher"),
      target: "classId",
      args: async ({ make }) => ({ classId: (await make.twoViews()).classId, fromMs: 1000 }),
    },
    removeClassSourceVideo: { ...ofDraft(() => ({ angle: "back" })), unaudited: "the draft has no film" },
  },
};
