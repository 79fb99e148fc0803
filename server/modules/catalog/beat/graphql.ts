import { builder } from "../../../platform/graphql/builder.ts";
import type { ProposedSpan } from "../../media/index.ts";
import { mustHearCounts } from "../editing/classes.ts";
import type { EditedClass } from "../editing/classes.ts";
import { EditedClassType, StudioClass } from "../refs.ts";
import { beatProposal, setBeatGrid } from "./beat.ts";
import { confirmCounts, countsKey } from "./heard.ts";

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

const ClassCounts = builder.objectRef<EditedClass>("ClassCounts").implement({
  description: "The counts of a class, and whether someone has to hear them before it is published.",
  fields: (t) => ({
    key: t.string({ description: "Identifies these counts of this video.", resolve: countsKey }),
    bpm: t.float({
      description: "Its fastest tempo, at which it is danced full out.",
      resolve: ({ beatGrid }) => Math.max(...beatGrid.map(({ bpm }) => bpm)),
    }),
    certainty: t.float({
      nullable: true,
      description: "How sure the analysis is, 0 to 1; 0: a person set them; null: nothing is known of them.",
      resolve: ({ countsCertainty }) => countsCertainty,
    }),
    heardAt: t.field({
      type: "DateTime",
      nullable: true,
      description: "When someone confirmed that they had heard them.",
      resolve: ({ countsHeardAt }) => countsHeardAt,
    }),
    mustBeHeard: t.boolean({ resolve: mustHearCounts }),
  }),
});
builder.objectField(EditedClassType, "counts", (t) =>
  t.field({
    type: ClassCounts,
    nullable: true,
    description: "Null while no beats are known.",
    resolve: (found) => (found.beatGrid.length > 0 ? found : null),
  }),
);
builder.mutationField("confirmCounts", (t) =>
  t.field({
    type: EditedClassType,
    description: "Says that the viewer has heard the counts of a class, so that it can be published.",
    args: { classId: t.arg.id({ required: true }), key: t.arg.string({ required: true }) },
    resolve: (_root, { classId, key }, ctx) => confirmCounts(ctx, classId, key),
  }),
);
