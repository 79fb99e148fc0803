import { difficulties } from "../../../../contract/ratings.ts";
import { builder } from "../../../platform/graphql/builder.ts";
import { selectedPaths } from "../../../platform/graphql/selection.ts";
import { depthOf } from "../../catalog/index.ts";
import { StudioClass } from "../../catalog/refs.ts";
import { foundRightPercent } from "../summaries/summaries.ts";
import { rateClass, ratingOf } from "./ratings.ts";
import type { Rating } from "./ratings.ts";

const ClassDifficulty = builder.enumType("ClassDifficulty", { values: difficulties });
const ClassRating = builder.objectRef<Rating>("ClassRating").implement({
  fields: (t) => ({
    difficulty: t.expose("difficulty", { type: ClassDifficulty, nullable: true }),
    isLoved: t.exposeBoolean("isLoved", { description: "Whether they would dance it again." }),
  }),
});
builder.objectFields(StudioClass, (t) => ({
  myRating: t.field({
    type: ClassRating,
    nullable: true,
    description: "The viewer’s own; null without one.",
    resolve: (found, _args, ctx) => ratingOf(ctx, found),
  }),
  foundRightPercent: t.int({
    nullable: true,
    description:
      "Percent of the dancers who rated its difficulty and found it right, as counted within the last day. Null while too few people rated it.",
    resolve: (found, _args, ctx) => foundRightPercent(ctx, found.id),
  }),
}));
builder.mutationField("rateClass", (t) =>
  t.field({
    type: StudioClass,
    description:
      "Replaces the viewer’s rating; without difficulty and heart it is withdrawn. NOT_PRACTICED unless they practiced half of the class. Idempotent.",
    args: {
      classId: t.arg.id({ required: true }),
      difficulty: t.arg({ type: ClassDifficulty }),
      isLoved: t.arg.boolean({ required: true }),
    },
    resolve: (_root, { classId, difficulty, isLoved }, ctx, info) =>
      rateClass(ctx, classId, { difficulty: difficulty ?? null, isLoved }, depthOf(selectedPaths(info))),
  }),
);
