import { builder } from "../../../platform/graphql/builder.ts";
import { imageUrlOf } from "../../media/index.ts";
import type { ImageFocus, Still } from "../../media/index.ts";
import { EditedClassType } from "../refs.ts";
import {
  formerPosters,
  isOwnImage,
  posterOf,
  posterProposals,
  resetClassPoster,
  restoreClassPoster,
  setClassPortrait,
  setClassPoster,
} from "./poster.ts";
import { storedUntil } from "./replaced-videos.ts";
import type { FormerPoster } from "./store-former-posters.ts";
import type { EditedClass } from "./store.ts";

const ImageFocusType = builder.objectRef<ImageFocus>("ImageFocus").implement({
  description: "A place of an image, percent.",
  fields: (t) => ({ x: t.exposeInt("x"), y: t.exposeInt("y") }),
});
const ClassPoster = builder.objectRef<EditedClass>("ClassPoster").implement({
  description: "The image that the crops of a class are made of.",
  fields: (t) => ({
    imageUrl: t.string({
      nullable: true,
      description: "Uncropped; null before there is a video.",
      resolve: (found, _args, ctx) => {
        const name = posterOf(found);
        return name && imageUrlOf(ctx, name);
      },
    }),
    isChosen: t.boolean({
      description: "Whether an editor chose it; else it is as the video has it.",
      resolve: ({ poster }) => poster !== null,
    }),
    isOwn: t.boolean({
      description: "Whether an editor uploaded it.",
      resolve: ({ poster }) => isOwnImage(poster),
    }),
    x: t.exposeInt("posterX", { description: "Place that stays in every crop, percent from the left." }),
    y: t.exposeInt("posterY", { description: "Percent from the top." }),
    portrait: t.field({
      type: ImageFocusType,
      nullable: true,
      description: "Place that stays in narrow crops; null: no editor chose one.",
      resolve: ({ portrait }) => portrait,
    }),
  }),
});
const FormerPosterType = builder.objectRef<FormerPoster>("FormerPoster").implement({
  description: "An image of a class that was replaced, and can be used again.",
  fields: (t) => ({
    id: t.exposeID("id"),
    imageUrl: t.string({ resolve: ({ poster }, _args, ctx) => imageUrlOf(ctx, poster) }),
    storedUntil: t.field({ type: "DateTime", resolve: ({ replacedAt }) => storedUntil(replacedAt) }),
  }),
});
builder.objectFields(EditedClassType, (t) => ({
  poster: t.field({ type: ClassPoster, resolve: (found) => found }),
  formerPosters: t.field({
    type: [FormerPosterType],
    description: "Replaced images, the latest first; kept for 30 days.",
    resolve: (found, _args, ctx) => formerPosters(ctx, found),
  }),
}));
const PosterProposal = builder.objectRef<Still>("PosterProposal").implement({
  description: "A still of a class's video.",
  fields: (t) => ({
    atMs: t.exposeInt("atMs"),
    imageUrl: t.string({ resolve: ({ name }, _args, ctx) => imageUrlOf(ctx, name) }),
  }),
});
builder.queryField("posterProposals", (t) =>
  t.field({
    type: [PosterProposal],
    description:
      "Sharp stills spread over a class's video, six at most; made at the first request. For editors.",
    args: { classId: t.arg.id({ required: true }) },
    resolve: async (_root, { classId }, ctx) => [...(await posterProposals(ctx, classId))],
  }),
);
builder.mutationFields((t) => {
  const classId = t.arg.id({ required: true });
  return {
    setClassPoster: t.field({
      type: EditedClassType,
      description:
        "Sets the image of a class. An own image is sent by `POST /studio/classes/{id}/poster`: JPEG, PNG or WebP.",
      args: {
        classId,
        atMs: t.arg.int({ description: "Of a proposal; null: the present image." }),
        x: t.arg.int({ required: true, description: "Place that stays in every crop, percent." }),
        y: t.arg.int({ required: true }),
      },
      resolve: (_root, { classId: id, atMs, x, y }, ctx) =>
        setClassPoster(ctx, id, { atMs: atMs ?? null, focus: { x, y } }),
    }),
    setClassPortrait: t.field({
      type: EditedClassType,
      description: "Sets which place of its image narrow crops of a class keep. Null: no place of its own.",
      args: { classId, x: t.arg.int(), y: t.arg.int() },
      resolve: (_root, { classId: id, x, y }, ctx) =>
        setClassPortrait(ctx, id, x == null || y == null ? null : { x, y }),
    }),
    restoreClassPoster: t.field({
      type: EditedClassType,
      description: "Uses a replaced image of a class again, with its crops.",
      args: { classId, formerId: t.arg.id({ required: true }) },
      resolve: (_root, { classId: id, formerId }, ctx) => restoreClassPoster(ctx, id, formerId),
    }),
    resetClassPoster: t.field({
      type: EditedClassType,
      description: "Gives a class the image of its video again.",
      args: { classId },
      resolve: (_root, args, ctx) => resetClassPoster(ctx, args.classId),
    }),
  };
});
