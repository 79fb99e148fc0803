import { builder } from "../../../platform/graphql/builder.ts";
import { imageUrlOf, trailerLoader, trailerStates } from "../../media/index.ts";
import type { Trailer } from "../../media/index.ts";
import { trailerUrl } from "../classes.ts";
import { EditedClassType, StudioClass } from "../refs.ts";
import type { TrailerStretch } from "./propose-trailer.ts";
import { removeClassTrailer, setClassTrailer, trailerProposal } from "./trailer.ts";

const TrailerState = builder.enumType("TrailerState", { values: trailerStates });
const ClassTrailer = builder.objectRef<Trailer>("ClassTrailer").implement({
  description: "The stretch of a class that everyone may watch who sees its page.",
  fields: (t) => ({
    fromMs: t.exposeInt("fromMs"),
    toMs: t.exposeInt("toMs"),
    state: t.expose("state", { type: TrailerState }),
    url: t.string({
      nullable: true,
      description: "An MP4; the former one until the new one is rendered, null before the first.",
      resolve: ({ name }, _args, ctx) => name && imageUrlOf(ctx, name),
    }),
  }),
});
const TrailerStretchType = builder.objectRef<TrailerStretch>("TrailerStretch").implement({
  fields: (t) => ({ fromMs: t.exposeInt("fromMs"), toMs: t.exposeInt("toMs") }),
});
builder.objectFields(EditedClassType, (t) => ({
  trailer: t.field({
    type: ClassTrailer,
    nullable: true,
    description: "Null unless an editor chose one.",
    resolve: ({ asset }, _args, ctx) => asset && trailerLoader(ctx).load(asset.id),
  }),
  trailerProposal: t.field({
    type: TrailerStretchType,
    nullable: true,
    description:
      "The liveliest stretch of its music, in whole eights where there are counts; null before the sound was analyzed, and without music.",
    resolve: (found, _args, ctx) => trailerProposal(ctx, found),
  }),
}));
builder.objectField(StudioClass, "trailerUrl", (t) =>
  t.string({
    nullable: true,
    description: "A short MP4 that may be watched without a plan; null without one.",
    resolve: (found, _args, ctx) => trailerUrl(ctx, found),
  }),
);
builder.mutationFields((t) => {
  const classId = t.arg.id({ required: true });
  return {
    setClassTrailer: t.field({
      type: EditedClassType,
      description:
        "Chooses 3 to 15 seconds of a class as its trailer; `editedClassChanged` tells when it is rendered. Moves with a new video.",
      args: { classId, fromMs: t.arg.int({ required: true }), toMs: t.arg.int({ required: true }) },
      resolve: (_root, { classId: id, fromMs, toMs }, ctx) => setClassTrailer(ctx, id, { fromMs, toMs }),
    }),
    removeClassTrailer: t.field({
      type: EditedClassType,
      args: { classId },
      resolve: (_root, args, ctx) => removeClassTrailer(ctx, args.classId),
    }),
  };
});
