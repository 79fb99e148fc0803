import { builder } from "../../../platform/graphql/builder.ts";
import { imageUrlOf } from "../../media/index.ts";
import { imagedKinds, ownImageOf, removeOwnImage, setOwnImageFocus } from "./entry-images.ts";
import type { OwnImage } from "./entry-images.ts";

const ImagedKindEnum = builder.enumType("LibraryImageKind", { values: imagedKinds });
const LibraryImage = builder.objectRef<OwnImage>("LibraryImage").implement({
  description: "The own image of a style, category or instructor, as its editors see it.",
  fields: (t) => ({
    imageUrl: t.string({
      nullable: true,
      description: "Uncropped; null without an own image.",
      resolve: ({ poster }, _args, ctx) => poster && imageUrlOf(ctx, poster),
    }),
    x: t.exposeInt("posterX", { description: "Percent from the left of what every crop keeps." }),
    y: t.exposeInt("posterY", { description: "Percent from the top." }),
  }),
});
builder.queryFields((t) => ({
  libraryImage: t.field({
    type: LibraryImage,
    description: "Editors; teachers that of their own page.",
    args: {
      kind: t.arg({ type: ImagedKindEnum, required: true }),
      slug: t.arg.string({ required: true }),
    },
    resolve: (_root, { kind, slug }, ctx) => ownImageOf(ctx, kind, slug),
  }),
}));
builder.mutationFields((t) => ({
  setLibraryImageFocus: t.field({
    type: LibraryImage,
    description:
      "Which place of the own image stays in every crop. Idempotent. Editors; teachers that of their own page.",
    args: {
      kind: t.arg({ type: ImagedKindEnum, required: true }),
      slug: t.arg.string({ required: true }),
      x: t.arg.int({ required: true }),
      y: t.arg.int({ required: true }),
    },
    resolve: (_root, { kind, slug, x, y }, ctx) => setOwnImageFocus(ctx, kind, slug, { x, y }),
  }),
  removeLibraryImage: t.field({
    type: LibraryImage,
    description:
      "Shows again what is shown without an own image. Idempotent. Editors; teachers that of their own page.",
    args: {
      kind: t.arg({ type: ImagedKindEnum, required: true }),
      slug: t.arg.string({ required: true }),
    },
    resolve: (_root, { kind, slug }, ctx) => removeOwnImage(ctx, kind, slug),
  }),
}));
