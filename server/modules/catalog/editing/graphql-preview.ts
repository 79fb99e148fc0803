import { builder } from "../../../platform/graphql/builder.ts";
import { proposedBeat } from "../../media/index.ts";
import { Playback } from "../../media/refs.ts";
import { ProposedSpanType, TempoSpanInput } from "../beat/graphql.ts";
import { instructorLoader } from "../library.ts";
import { ClassPart, TempoSpanType } from "../refs.ts";
import { setDraftBeatGrid } from "./beat.ts";
import { createDraftLink, editorsPlayback, sharedDraft, withdrawDraftLinks } from "./draft-links.ts";
import type { DraftLink, SharedDraft } from "./draft-links.ts";
import { EditedClassType } from "../refs.ts";

builder.objectFields(EditedClassType, (t) => ({
  playback: t.field({
    type: Playback,
    nullable: true,
    description: "Whole, for its editors, published or not. Watching it isn't practice.",
    resolve: (found, _args, ctx) => editorsPlayback(ctx, found),
  }),
  beatGrid: t.field({ type: [TempoSpanType], resolve: ({ beatGrid }) => [...beatGrid] }),
  beatProposal: t.field({
    type: [ProposedSpanType],
    resolve: async ({ asset }, _args, ctx) => (asset ? [...(await proposedBeat(ctx, asset.id))] : []),
  }),
}));

const DraftLinkType = builder.objectRef<DraftLink>("DraftLink").implement({
  fields: (t) => ({
    url: t.exposeString("url"),
    expiresAt: t.expose("expiresAt", { type: "DateTime" }),
  }),
});
const SharedDraftType = builder.objectRef<SharedDraft>("SharedDraft").implement({
  description: "A class as those see it who have a link to its draft.",
  fields: (t) => ({
    classId: t.string({
      nullable: true,
      description: "Slug, once it is published.",
      resolve: ({ found }) => (found.publishedAt ? found.slug : null),
    }),
    title: t.string({ resolve: ({ found }) => found.title }),
    description: t.string({ resolve: ({ found }) => found.description }),
    instructor: t.string({
      description: "Name.",
      resolve: async ({ found }, _args, ctx) =>
        (await instructorLoader(ctx).load(found.instructor))?.name ?? "",
    }),
    durationInMs: t.int({ resolve: ({ found }) => found.durationMs ?? 0 }),
    beatGrid: t.field({ type: [TempoSpanType], resolve: ({ found }) => [...found.beatGrid] }),
    parts: t.field({ type: [ClassPart], resolve: ({ found }) => [...found.parts] }),
    playback: t.field({ type: Playback, nullable: true, resolve: ({ playback }) => playback }),
    expiresAt: t.expose("expiresAt", { type: "DateTime", description: "When the link stops working." }),
  }),
});

builder.queryField("sharedDraft", (t) =>
  t.field({
    type: SharedDraftType,
    nullable: true,
    description: "The draft that a link shows, without signing in; null if the link doesn't work.",
    args: { token: t.arg.string({ required: true }) },
    resolve: (_root, { token }, ctx) => sharedDraft(ctx, token),
  }),
);
builder.mutationFields((t) => {
  const classId = t.arg.id({ required: true });
  return {
    createDraftLink: t.field({
      type: DraftLinkType,
      description: "Makes a link that shows a draft for seven days. For the studio's editors.",
      args: { classId },
      resolve: (_root, args, ctx) => createDraftLink(ctx, args.classId),
    }),
    withdrawDraftLinks: t.boolean({
      description: "Makes all links to a draft stop working.",
      args: { classId },
      resolve: async (_root, args, ctx) => {
        await withdrawDraftLinks(ctx, args.classId);
        return true;
      },
    }),
    setDraftBeatGrid: t.field({
      type: EditedClassType,
      description: "Sets tempo and counts of a class, published or not. For the studio's editors.",
      args: { classId, spans: t.arg({ type: [TempoSpanInput], required: true }) },
      resolve: (_root, args, ctx) => setDraftBeatGrid(ctx, args.classId, args.spans),
    }),
  };
});
