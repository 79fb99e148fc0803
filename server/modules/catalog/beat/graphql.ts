import { builder } from "../../../platform/graphql/builder.ts";
import type { ProposedSpan } from "../../media/index.ts";
import { StudioClass } from "../refs.ts";
import { beatProposal, setBeatGrid } from "./beat.ts";

export const ProposedSpanType = builder.objectRef<ProposedSpan>("ProposedSpan").implement({
  description:
    "A stretch of even tempo as the sound proposes it; which beat is the one is for people to say.",
  fields: (t) => ({
    startMs: t.exposeInt("startMs"),
    endMs: t.exposeInt("endMs"),
    bpm: t.exposeFloat("bpm"),
    firstBeatMs: t.exposeFloat("firstBeatMs"),
    confidence: t.exposeFloat("confidence", { description: "0 to 1." }),
  }),
});
builder.queryField("beatProposal", (t) =>
  t.field({
    type: [ProposedSpanType],
    description: "For the class's instructor and the studio's editors.",
    args: { classId: t.arg.id({ required: true }) },
    resolve: async (_root, { classId }, ctx) => [...(await beatProposal(ctx, classId))],
  }),
);
export const TempoSpanInput = builder.inputType("TempoSpanInput", {
  fields: (t) => ({
    startMs: t.int({ required: true }),
    endMs: t.int({ required: true }),
    bpm: t.float({ required: true }),
    firstBeatMs: t.float({ required: true }),
  }),
});
builder.mutationField("setBeatGrid", (t) =>
  t.field({
    type: StudioClass,
    description: "For the class's instructor and the studio's editors.",
    args: {
      classId: t.arg.id({ required: true }),
      spans: t.arg({ type: [TempoSpanInput], required: true }),
    },
    resolve: (_root, { classId, spans }, ctx) => setBeatGrid(ctx, classId, spans),
  }),
);
