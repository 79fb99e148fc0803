import { builder } from "../../../platform/graphql/builder.ts";
import { storedUntil } from "../editing/replaced-videos.ts";
import { EditedClassType } from "../refs.ts";
import { removeCaptions } from "./captions.ts";
import { formerCaptions, restoreCaptions } from "./former-captions.ts";
import type { FormerCaptions } from "./store-former.ts";

const FormerCaptionsType = builder.objectRef<FormerCaptions>("FormerCaptions").implement({
  description: "Captions of a class that were replaced or removed, and can be used again.",
  fields: (t) => ({
    id: t.exposeID("id"),
    language: t.exposeString("language"),
    label: t.exposeString("label"),
    replacedAt: t.expose("replacedAt", { type: "DateTime" }),
    storedUntil: t.field({ type: "DateTime", resolve: ({ replacedAt }) => storedUntil(replacedAt) }),
  }),
});
builder.objectField(EditedClassType, "formerCaptions", (t) =>
  t.field({
    type: [FormerCaptionsType],
    description: "Replaced and removed captions, the latest first; kept for 30 days.",
    resolve: (found, _args, ctx) => formerCaptions(ctx, found),
  }),
);
builder.mutationFields((t) => {
  const classId = t.arg.id({ required: true });
  return {
    removeCaptions: t.field({
      type: EditedClassType,
      description:
        "Captions are read and added by `GET` and `PUT /studio/classes/{id}/captions/{language}`: WebVTT, SubRip or SubStation Alpha.",
      args: { classId, language: t.arg.string({ required: true, description: "en, pt-br …" }) },
      resolve: (_root, args, ctx) => removeCaptions(ctx, args.classId, args.language),
    }),
    restoreCaptions: t.field({
      type: EditedClassType,
      description: "Uses replaced or removed captions again, in place of the present ones of their language.",
      args: { classId, formerId: t.arg.id({ required: true }) },
      resolve: (_root, args, ctx) => restoreCaptions(ctx, args.classId, args.formerId),
    }),
  };
});
