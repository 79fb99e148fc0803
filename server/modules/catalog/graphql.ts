import { angleLabel, type AngleKey } from "../../../contract/angles.ts";
import { energies, spaces } from "../../../contract/class-attributes.ts";
import type { Ctx } from "../../ctx.ts";
import { builder } from "../../platform/graphql/builder.ts";
import { Pagination } from "../../platform/graphql/paging.ts";
import { selectedPaths } from "../../platform/graphql/selection.ts";
import type { AssetRow } from "../media/index.ts";
import { CameraAngle } from "../media/refs.ts";
import { categories, followCategories } from "./categories.ts";
import { classSorts, pageOfClasses } from "./class-pages.ts";
import {
  assetOf,
  depthOf,
  encodingPercentOf,
  encodingStatusOf,
  isFree,
  isHidden,
  isLocked,
  nextClassLoader,
  whole,
} from "./classes.ts";
import type { ClassRow } from "./classes.ts";
import { sections, styles } from "./library.ts";
import { thumbnailUrl } from "./images.ts";
import { Instructor, instructorOfRow } from "./instructors/graphql.ts";
import {
  AccessTypeEnum,
  Category,
  ClassPart,
  ClassStateEnum,
  ClassStyle,
  Section,
  ClassVideo,
  TempoSpanType,
  StudioClass,
  StudioClassPage,
} from "./refs.ts";
import { understoodPage } from "./search/understood-pages.ts";
import { findShownClass } from "./staff-classes.ts";
import { classText, partTitle } from "./translations.ts";
import { isInstructor, instructorClasses } from "./instructor-classes.ts";

/** Reads from a class's asset: synchronously if joined to the class, otherwise after loading. */
function withAsset<Value>(
  ctx: Ctx,
  found: ClassRow,
  read: (asset: AssetRow | null) => Value,
): Value | Promise<Value> {
  const asset = assetOf(ctx, found);
  return asset instanceof Promise ? asset.then(read) : read(asset);
}

const ClassAngle = builder.objectRef<AngleKey>("ClassAngle").implement({
  description: "A camera angle of a class.",
  fields: (t) => ({
    key: t.field({ type: CameraAngle, resolve: (key) => key }),
    label: t.string({ resolve: (key, _args, ctx) => angleLabel(key, ctx.locale) }),
  }),
});

ClassVideo.implement({
  fields: (t) => ({
    durationInMs: t.exposeInt("durationMs"),
    encodingStatus: t.string({
      description: "queued, running, available or error",
      resolve: (found, _args, ctx) => withAsset(ctx, found, (asset) => encodingStatusOf(found, asset)),
    }),
    encodingPercent: t.int({
      description: "Making the source counts for the first half, where the product makes it itself.",
      resolve: (found, _args, ctx) => withAsset(ctx, found, (asset) => encodingPercentOf(found, asset)),
    }),
    angles: t.field({
      type: [ClassAngle],
      description: "One to six, in the order of a player’s buttons.",
      resolve: (found, _args, ctx) => withAsset(ctx, found, (asset) => [...(asset?.angles ?? [])]),
    }),
    hasBackView: t.boolean({
      description: "Whether `angles` has `back`.",
      resolve: (found, _args, ctx) =>
        withAsset(ctx, found, (asset) => asset?.angles.includes("back") ?? false),
    }),
  }),
});

StudioClass.implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    classId: t.exposeID("slug"),
    title: t.string({ resolve: (found, _args, ctx) => classText(ctx, found, "title") }),
    description: t.string({ resolve: (found, _args, ctx) => classText(ctx, found, "description") }),
    thumbnailImageUrl: t.string({
      description: "The largest size, ending in -1280.webp; -640.webp and -320.webp are beside it.",
      resolve: (found, _args, ctx) => thumbnailUrl(ctx, found.picture),
    }),
    imageFocus: t.string({
      nullable: true,
      description:
        "Which place of the image narrow crops keep, percent from the left as CSS writes it: `42%`; null: any.",
      resolve: ({ portraitX }) => (portraitX === null ? null : `${portraitX}%`),
    }),
    level: t.exposeString("level"),
    type: t.exposeString("type"),
    accessType: t.expose("accessType", { type: AccessTypeEnum }),
    isExplicit: t.exposeBoolean("isExplicit"),
    isHidden: t.boolean({
      description: "Lists leave it out, since the viewer chose to be shown nothing explicit.",
      resolve: (found, _args, ctx) => isHidden(ctx, found),
    }),
    isInstructor: t.boolean({
      description: "The viewer answers for it: its instructor, or an editor of the studio.",
      resolve: (found, _args, ctx) => isInstructor(ctx, found),
    }),
    energy: t.exposeString("energy", { description: "gentle, steady or high" }),
    space: t.exposeString("space", { description: "spot, steps or room: how far it travels" }),
    usesFloor: t.exposeBoolean("usesFloor"),
    styleV2: t.field({
      type: ClassStyle,
      resolve: (found) => ({ slug: found.styleSlug, name: found.styleName }),
    }),
    instructor: t.field({ type: Instructor, resolve: instructorOfRow }),
    section: t.field({
      type: Section,
      resolve: (found) => ({
        slug: found.sectionSlug,
        name: found.sectionName,
        description: found.sectionDescription,
      }),
    }),
    publishedAt: t.expose("publishedAt", { type: "DateTime" }),
    unpublishedState: t.field({
      type: ClassStateEnum,
      nullable: true,
      description:
        "Null for a class in the library. Else only staff see it, nothing of it counts, and `publishedAt` is when it enters the library, was there first, or was drafted.",
      resolve: (found) => found.unpublishedState ?? null,
    }),
    leavesAt: t.expose("leavesAt", {
      type: "DateTime",
      nullable: true,
      description: "When it leaves the library; null if it stays.",
    }),
    beatGrid: t.field({
      type: [TempoSpanType],
      resolve: (found, _args, ctx) => whole(ctx, found, "beatGrid"),
    }),
    video: t.field({ type: ClassVideo, resolve: (found) => found }),
    parts: t.field({
      type: [ClassPart],
      resolve: async (found, _args, ctx) =>
        (await whole(ctx, found, "parts")).map((part) => ({ ...part, title: partTitle(ctx, part.title) })),
    }),
    categories: t.field({
      type: [Category],
      resolve: (found, _args, ctx) => whole(ctx, found, "categories"),
    }),
    nextClass: t.field({
      type: StudioClass,
      nullable: true,
      description: "The next of its style in level and age; else the newest of its section.",
      resolve: (found, _args, ctx) => nextClassLoader(ctx).load(found.id),
    }),
    isFree: t.boolean({
      description: "Anyone plays it, without a plan: by its `accessType`, or as the first class of a course.",
      resolve: (found) => isFree(found),
    }),
    isSoldApart: t.exposeBoolean("isSoldApart", {
      description:
        "Whether no plan opens it: only its own price, or that of a course, does. Free ones stay free.",
    }),
    isLocked: t.boolean({
      description:
        "Whether the class asks for more access than the viewer has; a preview plays all the same.",
      resolve: (found, _args, ctx) => isLocked(ctx, found),
    }),
  }),
});

StudioClassPage.implement({
  fields: (t) => ({
    items: t.field({ type: [StudioClass], resolve: (page) => [...page.items] }),
    total: t.exposeInt("total"),
    nextCursor: t.exposeString("nextCursor", { nullable: true }),
  }),
});

const StudioClassSort = builder.enumType("StudioClassSort", {
  description:
    "`popular`: most plays in the last 28 days. `best_finished`: most of its dancers finish it; with few dancers it comes late. Both as last counted, within a day.",
  values: classSorts,
});
const StudioClassFilters = builder.inputType("StudioClassFilters", {
  fields: (t) => ({
    search: t.string(),
    level: t.stringList(),
    style: t.stringList(),
    type: t.stringList(),
    accessType: t.field({ type: [AccessTypeEnum] }),
    instructorSlug: t.string(),
    section: t.string(),
    categorySlug: t.string(),
    minDurationInMs: t.int(),
    maxDurationInMs: t.int(),
    songSlug: t.string(),
    minBpm: t.int({ description: "Of the tempo at which a class is danced full out." }),
    maxBpm: t.int(),
    energy: t.stringList({ description: energies.join(", ") }),
    space: t.stringList({ description: spaces.join(", ") }),
    usesFloor: t.boolean(),
    notDanced: t.boolean({ description: "Leaves out classes that the viewer completed." }),
    readsFilters: t.boolean({
      description:
        "Also reads filters from the search text, such as “10 min hip hop beginner”: see `understood`.",
    }),
  }),
});

const some = <Value>(list: readonly Value[] | null | undefined): readonly Value[] | undefined =>
  list && list.length > 0 ? list : undefined;

builder.queryField("studioClasses", (t) =>
  t.field({
    type: StudioClassPage,
    args: {
      filters: t.arg({ type: StudioClassFilters }),
      pagination: t.arg({ type: Pagination }),
      sort: t.arg({ type: StudioClassSort }),
    },
    resolve: (_root, { filters, pagination, sort }, ctx, info) => {
      const paths = selectedPaths(info);
      const list = filters?.readsFilters ? understoodPage : pageOfClasses;
      return list(ctx, {
        filters: {
          search: filters?.search ?? undefined,
          levels: some(filters?.level),
          styles: some(filters?.style),
          types: some(filters?.type),
          accessTypes: some(filters?.accessType),
          instructor: filters?.instructorSlug ?? undefined,
          section: filters?.section ?? undefined,
          category: filters?.categorySlug ?? undefined,
          minDurationMs: filters?.minDurationInMs ?? undefined,
          maxDurationMs: filters?.maxDurationInMs ?? undefined,
          song: filters?.songSlug ?? undefined,
          minBpm: filters?.minBpm ?? undefined,
          maxBpm: filters?.maxBpm ?? undefined,
          energies: some(filters?.energy),
          spaces: some(filters?.space),
          usesFloor: filters?.usesFloor ?? undefined,
          notDanced: filters?.notDanced || undefined,
        },
        sort: sort ?? null,
        first: pagination?.first ?? null,
        after: pagination?.after ?? null,
        wantsTotal: paths.has("total"),
        depth: depthOf(paths, "items."),
      });
    },
  }),
);
builder.queryField("instructorClasses", (t) =>
  t.field({
    type: StudioClassPage,
    description: "For instructors their own classes, for the studio's editors all; the newest first.",
    args: { search: t.arg.string(), pagination: t.arg({ type: Pagination }) },
    resolve: (_root, { search, pagination }, ctx, info) =>
      instructorClasses(ctx, {
        search: search ?? undefined,
        first: pagination?.first ?? null,
        after: pagination?.after ?? null,
        depth: depthOf(selectedPaths(info), "items."),
      }),
  }),
);
builder.queryField("studioClass", (t) =>
  t.field({
    type: StudioClass,
    nullable: true,
    description:
      "By `id` or by `classId`. Staff are also shown those that they may draft and that aren’t in the library: see `unpublishedState`.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx, info) => findShownClass(ctx, id, depthOf(selectedPaths(info))),
  }),
);
builder.queryField("sections", (t) =>
  t.field({ type: [Section], resolve: (_root, _args, ctx) => sections(ctx) }),
);
builder.queryField("styles", (t) =>
  t.field({ type: [ClassStyle], resolve: (_root, _args, ctx) => styles(ctx) }),
);

const CategoryFilters = builder.inputType("CategoryFilters", {
  fields: (t) => ({ isFollowing: t.boolean(), section: t.string() }),
});
builder.queryField("categories", (t) =>
  t.field({
    type: [Category],
    args: {
      slugs: t.arg.stringList(),
      filters: t.arg({ type: CategoryFilters }),
      goal: t.arg.string({ description: "Slug of an option of a goal question; BAD_INPUT for any other." }),
    },
    resolve: (_root, { slugs, filters, goal }, ctx) =>
      categories(ctx, { slugs, goal, section: filters?.section, isFollowing: filters?.isFollowing }),
  }),
);
builder.mutationField("followCategories", (t) =>
  t.field({
    type: [Category],
    args: { categories: t.arg.stringList({ required: true }) },
    resolve: (_root, args, ctx) => followCategories(ctx, args.categories),
  }),
);
