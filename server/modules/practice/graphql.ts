import { builder } from "../../platform/graphql/builder.ts";
import { Pagination, pageSize } from "../../platform/graphql/paging.ts";
import { selectedPaths } from "../../platform/graphql/selection.ts";
import { depthOf } from "../catalog/index.ts";
import { ClassVideo, StudioClass } from "../catalog/refs.ts";
import { FamilyMember } from "../identity/refs.ts";
import { Playback } from "../media/refs.ts";
import { dueParts, loopHeatmap, masteryLevels, masteryOf, recordLoop, setMastery } from "./mastery/index.ts";
import type { DuePart, HeatmapCell, LoopHeatmap, PartMastery } from "./mastery/index.ts";
import { playbackOfClass } from "./playback.ts";
import { practicedInMs, recordPractice } from "./progress.ts";
import { progressOf, withRecord } from "./records.ts";
import type { Progress } from "./records.ts";
import { saveClass, savedClasses, unsaveClass } from "./saved-classes.ts";
import type { SavedClass, SavedPage } from "./saved-classes.ts";
import { coPracticeOf, practiceTogether } from "./co-practice.ts";
import { continueClasses, forYouClasses, newcomersClass } from "./suggestions.ts";

const ProgressTime = builder.objectRef<{ ms: number }>("ProgressTime").implement({
  fields: (t) => ({
    hour: t.int({ resolve: ({ ms }) => Math.floor(ms / 3_600_000) }),
    minute: t.int({ resolve: ({ ms }) => Math.floor(ms / 60_000) % 60 }),
    second: t.int({ resolve: ({ ms }) => Math.floor(ms / 1000) % 60 }),
  }),
});
const UserProgress = builder.objectRef<Progress>("UserProgress").implement({
  fields: (t) => ({
    completed: t.exposeBoolean("completed"),
    percent: t.exposeFloat("percent"),
    time: t.field({ type: ProgressTime, resolve: (progress) => ({ ms: progress.positionMs }) }),
  }),
});

builder.objectFields(StudioClass, (t) => ({
  userProgress: t.field({
    type: UserProgress,
    nullable: true,
    description: "Null for those who never practised it.",
    resolve: (found, _args, ctx) => withRecord(ctx, found, (record) => progressOf(record, found.durationMs)),
  }),
  isSaved: t.boolean({
    resolve: (found, _args, ctx) => withRecord(ctx, found, (record) => record?.isSaved ?? false),
  }),
}));
builder.objectField(ClassVideo, "playback", (t) =>
  t.field({
    type: Playback,
    nullable: true,
    description:
      "What the viewer may play: the class, or its first 30 seconds. Null while no one is signed in or nothing is ready.",
    resolve: (found, _args, ctx) => playbackOfClass(ctx, found),
  }),
);

const first = (value: number | null | undefined) => pageSize(value ?? 12, "first");
builder.queryFields((t) => ({
  continueClasses: t.field({
    type: [StudioClass],
    args: { first: t.arg.int() },
    resolve: async (_root, args, ctx, info) => [
      ...(await continueClasses(ctx, first(args.first), depthOf(selectedPaths(info)))),
    ],
  }),
  forYouClasses: t.field({
    type: [StudioClass],
    args: { first: t.arg.int() },
    resolve: async (_root, args, ctx, info) => [
      ...(await forYouClasses(ctx, first(args.first), depthOf(selectedPaths(info)))),
    ],
  }),
  newcomersClass: t.field({
    type: StudioClass,
    nullable: true,
    description:
      "The locked class that a new visitor's home page begins with where `newcomersSet` is empty, for a page that is shown before they have a session. Null for a viewer, and while a class that they could play is prepared.",
    resolve: (_root, _args, ctx) => newcomersClass(ctx),
  }),
}));

const SavedClassFilter = builder.enumType("SavedClassFilter", {
  values: ["all", "completed", "incomplete"] as const,
});
const SavedClassSort = builder.enumType("SavedClassSort", {
  values: ["dateLastViewed", "dateSaved"] as const,
});
const SortDirection = builder.enumType("SortDirection", { values: ["asc", "desc"] as const });
const SavedClassType = builder.objectRef<SavedClass>("SavedClass").implement({
  fields: (t) => ({
    studioClass: t.expose("studioClass", { type: StudioClass }),
    dateSaved: t.expose("dateSaved", { type: "DateTime" }),
    dateLastViewed: t.expose("dateLastViewed", { type: "DateTime", nullable: true }),
  }),
});
const SavedClassPage = builder.objectRef<SavedPage>("SavedClassPage").implement({
  fields: (t) => ({
    items: t.field({ type: [SavedClassType], resolve: (page) => [...page.items] }),
    total: t.exposeInt("total"),
    nextCursor: t.exposeString("nextCursor", { nullable: true }),
  }),
});
builder.queryField("practicedInMs", (t) =>
  t.float({
    nullable: true,
    description:
      "How long the viewer has danced in all, milliseconds; what was danced twice counts once. Null without a viewer.",
    resolve: (_root, _args, ctx) => practicedInMs(ctx),
  }),
);
builder.queryField("savedClasses", (t) =>
  t.field({
    type: SavedClassPage,
    args: {
      filter: t.arg({ type: SavedClassFilter }),
      sort: t.arg({ type: SavedClassSort }),
      direction: t.arg({ type: SortDirection }),
      pagination: t.arg({ type: Pagination }),
    },
    resolve: (_root, args, ctx, info) => {
      const paths = selectedPaths(info);
      return savedClasses(ctx, {
        filter: args.filter ?? "all",
        sort: args.sort ?? "dateSaved",
        descending: args.direction !== "asc",
        first: args.pagination?.first ?? null,
        after: args.pagination?.after ?? null,
        wantsTotal: paths.has("total"),
        depth: depthOf(paths, "items.studioClass."),
      });
    },
  }),
);

const PlayedRange = builder.inputType("PlayedRange", {
  fields: (t) => ({ fromMs: t.int({ required: true }), toMs: t.int({ required: true }) }),
});
builder.mutationFields((t) => ({
  saveClass: t.field({
    type: StudioClass,
    args: { classId: t.arg.id({ required: true }) },
    resolve: (_root, { classId }, ctx, info) => saveClass(ctx, classId, depthOf(selectedPaths(info))),
  }),
  unsaveClass: t.field({
    type: StudioClass,
    args: { classId: t.arg.id({ required: true }) },
    resolve: (_root, { classId }, ctx, info) => unsaveClass(ctx, classId, depthOf(selectedPaths(info))),
  }),
  recordPractice: t.field({
    type: UserProgress,
    args: {
      classId: t.arg.id({ required: true }),
      played: t.arg({ type: [PlayedRange], required: true }),
      positionMs: t.arg.int({ required: true }),
    },
    resolve: (_root, { classId, played, positionMs }, ctx) =>
      recordPractice(ctx, classId, played, positionMs),
  }),
}));

const MasteryLevelEnum = builder.enumType("MasteryLevel", { values: masteryLevels });
const PartMasteryType = builder.objectRef<PartMastery>("PartMastery").implement({
  fields: (t) => ({
    partIndex: t.exposeInt("partIndex"),
    level: t.expose("level", { type: MasteryLevelEnum }),
    isSelfReported: t.exposeBoolean("isSelfReported", {
      description: "Whether the level is the dancer's own word.",
    }),
    tempo: t.exposeInt("tempo", {
      nullable: true,
      description: "Percent of the class's own tempo at which the part was last danced in a loop.",
    }),
    dueAt: t.expose("dueAt", { type: "DateTime", nullable: true, description: "When it begins to fade." }),
  }),
});
builder.objectField(StudioClass, "mastery", (t) =>
  t.field({
    type: [PartMasteryType],
    description: "How well the viewer knows each part; empty without one.",
    resolve: (found, _args, ctx) => masteryOf(ctx, found),
  }),
);
const DuePartType = builder.objectRef<DuePart>("DuePart").implement({
  fields: (t) => ({
    studioClass: t.expose("studioClass", { type: StudioClass }),
    mastery: t.field({ type: PartMasteryType, resolve: (due) => due }),
  }),
});
export const LoopedStretchType = builder.objectRef<HeatmapCell>("LoopedStretch").implement({
  fields: (t) => ({
    fromMs: t.exposeInt("fromMs"),
    toMs: t.exposeInt("toMs"),
    people: t.exposeInt("people"),
  }),
});
const LoopHeatmapType = builder.objectRef<LoopHeatmap>("LoopHeatmap").implement({
  fields: (t) => ({
    people: t.exposeInt("people", {
      description: "How many have looped; 0 while they are too few to speak of.",
    }),
    leastPeople: t.exposeInt("leastPeople"),
    stretches: t.field({ type: [LoopedStretchType], resolve: (heat) => [...heat.stretches] }),
  }),
});
builder.queryFields((t) => ({
  dueParts: t.field({
    type: [DuePartType],
    description: "Parts that begin to fade, the longest due first.",
    args: { first: t.arg.int() },
    resolve: (_root, args, ctx, info) =>
      dueParts(ctx, first(args.first), depthOf(selectedPaths(info), "studioClass.")),
  }),
  loopHeatmap: t.field({
    type: LoopHeatmapType,
    description: "Where people loop a class; for its instructor and the studio's editors.",
    args: { classId: t.arg.id({ required: true }) },
    resolve: (_root, { classId }, ctx) => loopHeatmap(ctx, classId),
  }),
}));
const LoopReport = builder.inputType("LoopReport", {
  fields: (t) => ({
    startMs: t.int({ required: true }),
    endMs: t.int({ required: true }),
    tempo: t.int({ required: true, description: "Percent of the class's own." }),
    passes: t.int({ required: true, description: "From A to B without a stop, at that tempo." }),
  }),
});
builder.mutationFields((t) => ({
  recordLoop: t.field({
    type: [PartMasteryType],
    args: { classId: t.arg.id({ required: true }), loop: t.arg({ type: LoopReport, required: true }) },
    resolve: (_root, { classId, loop }, ctx) => recordLoop(ctx, classId, loop),
  }),
  setMastery: t.field({
    type: [PartMasteryType],
    description: "The dancer's own word for a part; without a level what was danced counts again.",
    args: {
      classId: t.arg.id({ required: true }),
      partIndex: t.arg.int({ required: true }),
      level: t.arg({ type: MasteryLevelEnum }),
    },
    resolve: (_root, { classId, partIndex, level }, ctx) =>
      setMastery(ctx, classId, partIndex, level ?? null),
  }),
}));

builder.queryField("coPracticeOf", (t) =>
  t.field({
    type: [FamilyMember],
    description: "Those of the family whom the viewer's practice counts for too, for the evening.",
    resolve: (_root, _args, ctx) => coPracticeOf(ctx),
  }),
);
builder.mutationField("practiceTogether", (t) =>
  t.field({
    type: [FamilyMember],
    description: "Replaces who dances along in this session.",
    args: { personIds: t.arg.idList({ required: true }) },
    resolve: (_root, { personIds }, ctx) => practiceTogether(ctx, personIds),
  }),
);
