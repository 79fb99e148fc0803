import type { AngleKey } from "../../../../contract/angles.ts";
import { playSources } from "../../../../contract/play-sources.ts";
import { builder } from "../../../platform/graphql/builder.ts";
import { Pagination } from "../../../platform/graphql/paging.ts";
import type { MissedSearch } from "../../catalog/index.ts";
import { CameraAngle } from "../../media/refs.ts";
import { LoopedStretchType } from "../graphql.ts";
import { classFigures, figuresPage, libraryFigures } from "./figures.ts";
import type {
  ClassFigures,
  DifficultyRatings,
  FiguresPage,
  FiguresRow,
  LibraryFigures,
  SourceShare,
  TempoShare,
  ViewShare,
} from "./figures.ts";
import type { InstructorShare } from "./store.ts";
import { recordUse } from "./use.ts";

const TempoShareType = builder.objectRef<TempoShare>("TempoShare").implement({
  fields: (t) => ({
    tempo: t.exposeInt("tempo", { description: "Percent of the class's own, in steps of five." }),
    share: t.exposeFloat("share", { description: "0 to 1, of the time danced." }),
  }),
});
const ViewShareType = builder.objectRef<ViewShare>("ViewShare").implement({
  fields: (t) => ({
    angle: t.field({ type: CameraAngle, resolve: ({ angle }) => angle as AngleKey }),
    isMirrored: t.exposeBoolean("isMirrored"),
    share: t.exposeFloat("share", { description: "0 to 1, of the time danced." }),
  }),
});
const PlaySourceType = builder.enumType("PlaySource", {
  description: "What a play came from: the page before the class, or what linked to it.",
  values: playSources,
});
const SourceShareType = builder.objectRef<SourceShare>("SourceShare").implement({
  fields: (t) => ({
    source: t.expose("source", { type: PlaySourceType }),
    plays: t.exposeInt("plays"),
    share: t.exposeFloat("share", { description: "0 to 1, of the plays whose source is known." }),
  }),
});
const DifficultyRatingsType = builder.objectRef<DifficultyRatings>("DifficultyRatings").implement({
  description: "How many people found a class too easy, right and too hard.",
  fields: (t) => ({
    tooEasy: t.exposeInt("tooEasy"),
    foundRight: t.exposeInt("foundRight"),
    tooHard: t.exposeInt("tooHard"),
  }),
});
const ClassFiguresType = builder.objectRef<ClassFigures>("ClassFigures").implement({
  description: "How a class is danced. All is 0 or empty while isHidden: fewer people could be recognized.",
  fields: (t) => ({
    isHidden: t.exposeBoolean("isHidden"),
    leastPeople: t.exposeInt("leastPeople"),
    dancers: t.exposeInt("dancers"),
    plays: t.exposeInt("plays"),
    finished: t.exposeInt("finished"),
    saved: t.exposeInt("saved"),
    dancedMs: t.exposeFloat("dancedMs"),
    loopers: t.exposeInt("loopers", { description: "Who looped, in all time." }),
    ratings: t.expose("ratings", {
      type: DifficultyRatingsType,
      nullable: true,
      description: "Given in the period. Null while too few people rated the difficulty.",
    }),
    loved: t.exposeInt("loved", {
      description: "Who said in the period that they would dance it again; 0 while they are too few.",
    }),
    dancing: t.field({ type: [LoopedStretchType], resolve: ({ dancing }) => [...dancing] }),
    looped: t.field({ type: [LoopedStretchType], resolve: ({ looped }) => [...looped] }),
    tempos: t.field({ type: [TempoShareType], resolve: ({ tempos }) => [...tempos] }),
    views: t.field({ type: [ViewShareType], resolve: ({ views }) => [...views] }),
    sources: t.field({
      type: [SourceShareType],
      description:
        "What plays came from, in whole months, the most first. Sources of few plays are in other.",
      resolve: ({ sources }) => [...sources],
    }),
  }),
});
const InstructorShareType = builder.objectRef<InstructorShare>("InstructorShare").implement({
  fields: (t) => ({
    slug: t.exposeString("slug"),
    name: t.exposeString("name"),
    classes: t.exposeInt("classes"),
    plays: t.exposeInt("plays"),
    dancedMs: t.exposeFloat("dancedMs"),
  }),
});
const MissedSearchType = builder.objectRef<MissedSearch>("MissedSearch").implement({
  fields: (t) => ({ text: t.exposeString("text"), people: t.exposeInt("people") }),
});
const LibraryFiguresType = builder.objectRef<LibraryFigures>("LibraryFigures").implement({
  fields: (t) => ({
    leastPeople: t.exposeInt("leastPeople"),
    dancedMs: t.exposeFloat("dancedMs", { description: "Of all instructors." }),
    instructors: t.field({
      type: [InstructorShareType],
      description: "An instructor sees only their own.",
      resolve: ({ instructors }) => [...instructors],
    }),
    missedSearches: t.field({
      type: [MissedSearchType],
      description: "Searches that found no class, by enough people.",
      resolve: ({ missedSearches }) => [...missedSearches],
    }),
  }),
});
const FiguresRowType = builder.objectRef<FiguresRow>("ClassFiguresRow").implement({
  fields: (t) => ({
    classId: t.exposeID("classId"),
    title: t.exposeString("title"),
    instructor: t.exposeString("instructor"),
    plays: t.exposeInt("plays", { nullable: true, description: "Null while too few people danced it." }),
    dancedMs: t.exposeFloat("dancedMs", { nullable: true }),
  }),
});
const FiguresPageType = builder.objectRef<FiguresPage>("ClassFiguresPage").implement({
  fields: (t) => ({
    items: t.field({ type: [FiguresRowType], resolve: (page) => [...page.items] }),
    nextCursor: t.exposeString("nextCursor", { nullable: true }),
  }),
});

const monthDescription = "A calendar month in the studio's time zone, YYYY-MM, instead of days.";

builder.queryFields((t) => ({
  classFigures: t.field({
    type: ClassFiguresType,
    description: "For the class's instructor and the studio's editors. Without days: since the class exists.",
    args: { classId: t.arg.id({ required: true }), days: t.arg.int() },
    resolve: (_root, { classId, days }, ctx) => classFigures(ctx, classId, days ?? null),
  }),
  libraryFigures: t.field({
    type: LibraryFiguresType,
    description: "For editors; an instructor gets their own share.",
    args: { days: t.arg.int(), month: t.arg.string({ description: monthDescription }) },
    resolve: (_root, { days, month }, ctx) =>
      libraryFigures(ctx, { days: days ?? null, month: month ?? null }),
  }),
  figuresOfClasses: t.field({
    type: FiguresPageType,
    description: "Classes that the viewer may manage, the most danced first.",
    args: {
      days: t.arg.int(),
      month: t.arg.string({ description: monthDescription }),
      pagination: t.arg({ type: Pagination }),
    },
    resolve: (_root, { days, month, pagination }, ctx) =>
      figuresPage(ctx, {
        period: { days: days ?? null, month: month ?? null },
        first: pagination?.first ?? null,
        after: pagination?.after ?? null,
      }),
  }),
}));

const PlayerUse = builder.inputType("PlayerUse", {
  description: "Time danced with one tempo and view.",
  fields: (t) => ({
    tempo: t.int({ required: true, description: "Percent of the class's own." }),
    angle: t.field({ type: CameraAngle, required: true }),
    isMirrored: t.boolean({ required: true }),
    ms: t.int({ required: true, description: "By the clock on the wall." }),
  }),
});
builder.mutationField("recordPlayerUse", (t) =>
  t.boolean({
    description:
      "Counts how a class is danced, without the person. Belongs before recordPractice in the same request.",
    args: {
      classId: t.arg.id({ required: true }),
      use: t.arg({ type: [PlayerUse], required: true }),
      source: t.arg({ type: PlaySourceType, description: "Counted once a play." }),
    },
    resolve: async (_root, { classId, use, source }, ctx) => {
      await recordUse(ctx, classId, use, source ?? null);
      return true;
    },
  }),
);
