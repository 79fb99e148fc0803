import { builder } from "../../../platform/graphql/builder.ts";
import { Pagination } from "../../../platform/graphql/paging.ts";
import { framingLoader } from "../../media/index.ts";
import { Framing } from "../../media/refs.ts";
import { thumbnailUrl } from "../images.ts";
import { AccessTypeEnum, ClassPart, ClassPartKind, EditedClassType } from "../refs.ts";
import {
  changeClass,
  createClass,
  deleteDraft,
  drafts,
  editedClass,
  editedClassChanges,
  isMade,
  lacks,
  lacksOf,
} from "./classes.ts";
import type { DraftsPage, EditedClass } from "./classes.ts";
import { classTypes, energies, levels, spaces } from "../../../../contract/class-attributes.ts";
import type { GivenClass } from "./attributes.ts";
import { setClassFocus } from "./focus.ts";
import type { SourceVideoRow, Trim } from "./store-sources.ts";
import { trimOf } from "./stretch.ts";

export const ClassSourceVideo = builder.objectRef<SourceVideoRow>("ClassSourceVideo");
const ClassLackEnum = builder.enumType("ClassLack", { values: lacks });

const ClassTrim = builder.objectRef<Omit<Trim, "sourceVideoId">>("ClassTrim").implement({
  fields: (t) => ({
    fromMs: t.exposeInt("fromMs", { nullable: true }),
    toMs: t.exposeInt("toMs", { nullable: true }),
  }),
});
const ClassCaptions = builder.objectRef<EditedClass["captions"][number]>("ClassCaptions").implement({
  fields: (t) => ({ language: t.exposeString("language"), label: t.exposeString("label") }),
});

EditedClassType.implement({
  description: "A class as the studio's editors see it, published or not.",
  fields: (t) => ({
    id: t.exposeID("id"),
    classId: t.exposeString("slug"),
    title: t.exposeString("title"),
    description: t.exposeString("description"),
    level: t.exposeString("level"),
    type: t.exposeString("type"),
    accessType: t.expose("accessType", { type: AccessTypeEnum }),
    isExplicit: t.exposeBoolean("isExplicit"),
    energy: t.exposeString("energy"),
    space: t.exposeString("space"),
    usesFloor: t.exposeBoolean("usesFloor"),
    style: t.exposeString("style", { description: "Slug." }),
    instructor: t.exposeString("instructor", { description: "Slug." }),
    section: t.exposeString("section", { description: "Slug." }),
    categories: t.field({
      type: ["String"],
      description: "Slugs.",
      resolve: ({ categories }) => [...categories],
    }),
    revision: t.exposeInt("revision", { description: "Advances with each change." }),
    publishedAt: t.expose("publishedAt", { type: "DateTime", nullable: true }),
    wasPublished: t.boolean({ resolve: ({ firstPublishedAt }) => firstPublishedAt !== null }),
    durationInMs: t.exposeInt("durationMs", { nullable: true }),
    thumbnailImageUrl: t.string({
      nullable: true,
      resolve: ({ picture }, _args, ctx) => (picture ? thumbnailUrl(ctx, picture) : null),
    }),
    hasCounts: t.boolean({
      description: "Whether its beats are known.",
      resolve: ({ beatGrid }) => beatGrid.length > 0,
    }),
    parts: t.field({ type: [ClassPart], resolve: ({ parts }) => [...parts] }),
    sourceVideos: t.field({
      type: [ClassSourceVideo],
      description: "One per angle.",
      resolve: ({ sourceVideos }) => [...sourceVideos],
    }),
    uprightSourceVideos: t.field({
      type: [ClassSourceVideo],
      description: "Source videos of upright versions. Phones play them once every angle has one.",
      resolve: ({ uprightVideos }) => [...uprightVideos],
    }),
    trim: t.field({
      type: ClassTrim,
      description: "The stretch of the main source video that it plays, as far as an editor chose one.",
      resolve: trimOf,
    }),
    cutFromInMs: t.int({
      nullable: true,
      description:
        "Where the published video starts in the main source video; null if it was cut from another one.",
      resolve: ({ cut, sourceVideos }) =>
        sourceVideos.some(({ sourceVideoId }) => sourceVideoId === cut?.sourceVideoId) ? cut!.fromMs : null,
    }),
    captions: t.field({ type: [ClassCaptions], resolve: ({ captions }) => [...captions] }),
    isAvailable: t.boolean({
      description: "Whether something can be played, perhaps of films before these.",
      resolve: (found) => isMade(found),
    }),
    framing: t.field({
      type: Framing,
      nullable: true,
      resolve: ({ asset }, _args, ctx) => (asset ? framingLoader(ctx).load(asset.id) : null),
    }),
    encodingPercent: t.int({
      nullable: true,
      description: "Of the transcode that is ordered or runs; null when none is.",
      resolve: ({ asset }) =>
        asset && asset.percent < 100 && asset.errorReason === null && asset.availability !== "requested"
          ? asset.percent
          : null,
    }),
    errorReason: t.string({
      nullable: true,
      description: "Why the last transcode failed, as a word.",
      resolve: ({ asset }) => asset?.errorReason ?? null,
    }),
    lacks: t.field({
      type: [ClassLackEnum],
      description: "What it still needs before it can be published.",
      resolve: (found) => lacksOf(found),
    }),
  }),
});
export const EditedClassPage = builder.objectRef<DraftsPage>("EditedClassPage").implement({
  fields: (t) => ({
    items: t.field({ type: [EditedClassType], resolve: ({ items }) => [...items] }),
    nextCursor: t.exposeString("nextCursor", { nullable: true }),
  }),
});
const ClassPartInput = builder.inputType("ClassPartInput", {
  fields: (t) => ({
    title: t.string({ required: true }),
    kind: t.field({ type: ClassPartKind, required: true }),
    startMs: t.int({ required: true }),
    endMs: t.int({ required: true }),
    key: t.int({
      description:
        "Of a part that the class has, also of an unplaced one; null: a new part. Without it, parts keep their keys by their place.",
    }),
  }),
});
const ClassInput = builder.inputType("ClassInput", {
  fields: (t) => ({
    title: t.string({ required: true }),
    description: t.string({ required: true }),
    level: t.string({ required: true, description: levels.join(", ") }),
    type: t.string({ required: true, description: classTypes.join(", ") }),
    accessType: t.field({ type: AccessTypeEnum, required: true }),
    isExplicit: t.boolean({ required: true }),
    energy: t.string({ required: true, description: energies.join(", ") }),
    space: t.string({ required: true, description: spaces.join(", ") }),
    usesFloor: t.boolean({ required: true }),
    style: t.string({ required: true, description: "Slug." }),
    instructor: t.string({ required: true, description: "Slug." }),
    section: t.string({ required: true, description: "Slug." }),
    categories: t.stringList({ required: true, description: "Slugs." }),
    parts: t.field({ type: [ClassPartInput], required: true }),
  }),
});
builder.queryFields((t) => ({
  editedClass: t.field({
    type: EditedClassType,
    description: "For the studio's editors; by `id` or by `classId`.",
    args: { classId: t.arg.id({ required: true }) },
    resolve: (_root, { classId }, ctx) => editedClass(ctx, classId),
  }),
  drafts: t.field({
    type: EditedClassPage,
    description: "Classes that aren't published, for the studio's editors; the newest first.",
    args: {
      pagination: t.arg({ type: Pagination }),
      search: t.arg.string({ description: "In the title or the instructor's name." }),
    },
    resolve: (_root, { pagination, search }, ctx) => drafts(ctx, search, pagination),
  }),
}));
builder.mutationFields((t) => {
  const classId = t.arg.id({ required: true });
  return {
    createClass: t.field({
      type: EditedClassType,
      description: "Makes a draft. For the studio's editors, as all that follows it.",
      args: {
        input: t.arg({ type: ClassInput, required: true }),
        idempotencyKey: t.arg.string({ required: true }),
      },
      resolve: (_root, { input, idempotencyKey }, ctx) =>
        createClass(ctx, input satisfies GivenClass, idempotencyKey),
    }),
    changeClass: t.field({
      type: EditedClassType,
      args: {
        classId,
        input: t.arg({ type: ClassInput, required: true }),
        revision: t.arg.int({ required: true, description: "What the editor has seen." }),
      },
      resolve: (_root, args, ctx) => changeClass(ctx, args.classId, args.input, args.revision),
    }),
    deleteDraft: t.boolean({
      args: { classId },
      resolve: async (_root, args, ctx) => {
        await deleteDraft(ctx, args.classId);
        return true;
      },
    }),
    setClassFocus: t.field({
      type: EditedClassType,
      description: "Sets where upright players crop: the dancer's position from the left; null: as proposed.",
      args: { classId, percent: t.arg.int() },
      resolve: (_root, args, ctx) => setClassFocus(ctx, args.classId, args.percent ?? null),
    }),
  };
});
builder.subscriptionField("editedClassChanged", (t) =>
  t.field({
    type: EditedClassType,
    description: "The class now, and again whenever its films, or what is made of them, have changed.",
    args: { classId: t.arg.id({ required: true }) },
    subscribe: (_root, { classId }, ctx) => editedClassChanges(ctx, classId),
    resolve: (_event, { classId }, ctx) => editedClass(ctx, classId),
  }),
);
