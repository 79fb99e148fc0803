import { builder } from "../../../platform/graphql/builder.ts";
import { peaksPerSecond, soundKinds, soundLoader } from "../../media/index.ts";
import type { SoundRow, SoundSegment } from "../../media/index.ts";
import { ClassPartKind, EditedClassType } from "../refs.ts";
import type { EditedClass } from "./classes.ts";
import { proposeParts } from "./propose-parts.ts";
import type { ProposedPart } from "./propose-parts.ts";
import { requestClassSound } from "./sound.ts";

const SoundKindEnum = builder.enumType("SoundKind", { values: soundKinds });
const SoundSegmentType = builder.objectRef<SoundSegment>("SoundSegment").implement({
  fields: (t) => ({
    kind: t.expose("kind", { type: SoundKindEnum }),
    startMs: t.exposeInt("startMs"),
    endMs: t.exposeInt("endMs"),
  }),
});
const ProposedPartType = builder.objectRef<ProposedPart>("ProposedPart").implement({
  fields: (t) => ({
    sound: t.expose("sound", { type: SoundKindEnum }),
    kind: t.expose("kind", { type: ClassPartKind }),
    startMs: t.exposeInt("startMs"),
    endMs: t.exposeInt("endMs"),
  }),
});
const ClassSound = builder.objectRef<SoundRow & { readonly found: EditedClass }>("ClassSound").implement({
  description: "What is known of the sound of a class.",
  fields: (t) => ({
    version: t.exposeString("version", { description: "Changes with the video, and so does the waveform." }),
    peaksPerSecond: t.int({
      description: "Bytes of the waveform for each second.",
      resolve: () => peaksPerSecond,
    }),
    hasFailed: t.exposeBoolean("hasFailed", {
      description: "It couldn't be analyzed; `requestClassSound` tries again.",
    }),
    segments: t.field({
      type: [SoundSegmentType],
      description: "Silence, talk and music, in order and without gaps.",
      resolve: ({ segments }) => [...segments],
    }),
    proposedParts: t.field({
      type: [ProposedPartType],
      description: "Talk and music as parts, which begin and end with an eight where there are counts.",
      resolve: ({ segments, found }) => proposeParts(segments, found.beatGrid, found.durationMs ?? 0),
    }),
  }),
});
builder.objectField(EditedClassType, "sound", (t) =>
  t.field({
    type: ClassSound,
    nullable: true,
    description: "Null until it was analyzed, see `requestClassSound`.",
    resolve: async (found, _args, ctx) => {
      const sound = found.asset && (await soundLoader(ctx).load(found.asset.id));
      return sound ? { ...sound, found } : null;
    },
  }),
);
builder.mutationField("requestClassSound", (t) =>
  t.field({
    type: EditedClassType,
    description:
      "Has the sound of a class analyzed if it wasn't, or if that failed; `editedClassChanged` tells when it is.",
    args: { classId: t.arg.id({ required: true }) },
    resolve: (_root, { classId }, ctx) => requestClassSound(ctx, classId),
  }),
);
