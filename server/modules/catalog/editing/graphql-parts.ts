import { builder } from "../../../platform/graphql/builder.ts";
import { ClassPartKind, EditedClassType } from "../refs.ts";
import type { PlacedPart, UnplacedPart } from "./fit-parts.ts";
import { deleteUnplacedPart } from "./parts.ts";

/** Comparing sounds moves an end by some milliseconds, which no one cut. */
const minShownCutMs = 100;
const cutAtStart = (part: PlacedPart) => part.startMs - (part.wholeStartMs ?? part.startMs);
const cutAtEnd = (part: PlacedPart) => (part.wholeEndMs ?? part.endMs) - part.endMs;
const ShortenedPart = builder.objectRef<PlacedPart>("ShortenedPart").implement({
  description: "How much of a part the video doesn't have.",
  fields: (t) => ({
    key: t.exposeInt("key"),
    cutAtStartInMs: t.int({ resolve: cutAtStart }),
    cutAtEndInMs: t.int({ resolve: cutAtEnd }),
  }),
});
const UnplacedPartType = builder.objectRef<UnplacedPart>("UnplacedPart").implement({
  description: "A part of a class that its video doesn't have. Members don't see it.",
  fields: (t) => ({
    key: t.exposeInt("key"),
    title: t.exposeString("title"),
    kind: t.expose("kind", { type: ClassPartKind }),
    startMs: t.exposeInt("formerStartMs", { description: "In the last video that had it." }),
    endMs: t.exposeInt("formerEndMs"),
  }),
});
builder.objectFields(EditedClassType, (t) => ({
  shortenedParts: t.field({
    type: [ShortenedPart],
    description: "Parts that the video has only in part. They become whole again in a video that has them.",
    resolve: ({ parts }) =>
      parts.filter((part) => Math.max(cutAtStart(part), cutAtEnd(part)) >= minShownCutMs),
  }),
  unplacedParts: t.field({
    type: [UnplacedPartType],
    description: "Parts that the video doesn't have. `changeClass` places those whose keys it is given.",
    resolve: ({ unplacedParts }) => [...unplacedParts],
  }),
}));
builder.mutationField("deleteUnplacedPart", (t) =>
  t.field({
    type: EditedClassType,
    description: "Deletes a part that the video of its class doesn't have.",
    args: { classId: t.arg.id({ required: true }), key: t.arg.int({ required: true }) },
    resolve: (_root, { classId, key }, ctx) => deleteUnplacedPart(ctx, classId, key),
  }),
);
