import { ofDraft, staff } from "../rules.ts";
import type { Operations } from "../rules.ts";

/** The image, the crops and the trailer of a class. */
export const classImages: Operations = {
  Query: {
    posterProposals: ofDraft(),
  },
  Mutation: {
    setClassFocus: ofDraft(() => ({ percent: null })),
    setClassPoster: ofDraft(() => ({ atMs: null, x: 50, y: 50 })),
    setClassPortrait: ofDraft(() => ({ x: 40, y: 50 })),
    resetClassPoster: ofDraft(),
    restoreClassPoster: {
      rule: staff("editor", "teacher"),
      target: "formerId",
      args: ({ make }) => make.formerPoster(),
    },
    setClassTrailer: ofDraft(() => ({ fromMs: 0, toMs: 5_000 })),
    removeClassTrailer: { ...ofDraft(), unaudited: "the draft has no trailer" },
  },
};
