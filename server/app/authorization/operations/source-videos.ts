import { ofDraft, staff } from "../rules.ts";
import type { Operations } from "../rules.ts";

/** Source videos of classes. */
export const sourceVideos: Operations = {
  Query: {
    sourceVideoOnsets: {
      rule: staff("editor", "teacher"),
      target: "sourceVideoId",
      args: async ({ make }) => ({ ...(await make.twoViews()), fromMs: 0, lengthInMs: 1000 }),
    },
  },
  Mutation: {
    startClassSourceVideo: ofDraft(() => ({ angle: "front", fileName: "front.mp4", sizeInBytes: 1000 })),
    resumeClassSourceVideo: {
      rule: staff("editor", "teacher"),
      target: "sourceVideoId",
      args: ({ make }) => make.sourceVideo(),
      unaudited: "continues an upload that has an entry",
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
