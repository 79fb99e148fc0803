import { builder } from "../../platform/graphql/builder.ts";
import { Pagination } from "../../platform/graphql/paging.ts";
import { selectedPaths } from "../../platform/graphql/selection.ts";
import { accessOf, rankOf } from "../billing/index.ts";
import { assetLoader } from "../media/index.ts";
import { categories, followCategories } from "./categories.ts";
import { categoriesLoader, findClass, nextClassLoader, pageOfClasses, partsLoader } from "./classes.ts";
import type { ClassPage } from "./classes.ts";
import { thumbnailUrl } from "./pictures.ts";
import { AccessTypeEnum, ClassVideo, StudioClass, StudioClassPage } from "./refs.ts";
import { classSorts, instructorBySlug, sections, styles } from "./library.ts";
import type { CategoryRow, InstructorRow, PartRow, SectionRow, TempoSpan } from "./library.ts";

const ClassStyle = builder.objectRef<{ slug: string; name: string }>("ClassStyle").implement({
  fields: (t) => ({ slug: t.exposeString("slug"), name: t.exposeString("name") }),
});
const Instructor = builder.objectRef<{ slug: string; name: string }>("Instructor").implement({
  fields: (t) => ({ slug: t.exposeString("slug"), name: t.exposeString("name") }),
});
const Section = builder.objectRef<SectionRow>("Section").implement({
  fields: (t) => ({ slug: t.exposeString("slug"), name: t.exposeString("name"), description: t.exposeString("description") }),
});
const Category = builder.objectRef<CategoryRow>("Category").implement({
  fields: (t) => ({
    slug: t.exposeString("slug"),
    name: t.exposeString("name"),
    description: t.exposeString("description", { nullable: true }),
    section: t.exposeString("section"),
    classCount: t.exposeInt("classCount"),
    isFollowing: t.exposeBoolean("isFollowing"),
    previewThumbnailUrl: t.string({ nullable: true, resolve: (category, _args, ctx) => (category.picture ? thumbnailUrl(ctx, category.picture) : null) }),
    previewVideoUrl: t.string({ nullable: true, resolve: (category, _args, ctx) => (category.video ? `${ctx.publicUrl}/pictures/${category.video}` : null) }),
  }),
});
const ClassPartKind = builder.enumType("ClassPartKind", { values: ["warm_up", "breakdown", "counts", "slow", "full_out", "cool_down"] as const });
const ClassPart = builder.objectRef<PartRow>("ClassPart").implement({
  fields: (t) => ({
    index: t.exposeInt("index"),
    title: t.exposeString("title"),
    kind: t.expose("kind", { type: ClassPartKind }),
    startMs: t.exposeInt("startMs"),
    endMs: t.exposeInt("endMs"),
    eights: t.exposeInt("eights"),
  }),
});
const TempoSpanType = builder.objectRef<TempoSpan>("TempoSpan").implement({
  description: "A stretch of even tempo: beat n at firstBeatMs + n * 60000 / bpm; its count is n mod 8 + 1.",
  fields: (t) => ({
    startMs: t.exposeInt("startMs"),
    endMs: t.exposeInt("endMs"),
    bpm: t.exposeFloat("bpm"),
    firstBeatMs: t.exposeInt("firstBeatMs"),
  }),
});

ClassVideo.implement({
  fields: (t) => ({
    durationInMs: t.exposeInt("durationMs"),
    encodingStatus: t.string({
      description: "queued, running, available or error",
      resolve: async (found, _args, ctx) => {
        const asset = found.assetId ? await assetLoader(ctx).load(found.assetId) : null;
        if (!asset) return found.preparationPercent === null || found.preparationPercent === 0 ? "queued" : "running";
        return asset.availability === "available" ? "available" : asset.availability === "error" ? "error" : "running";
      },
    }),
    encodingPercent: t.int({
      description: "Making the source counts for the first half, where the product makes it itself.",
      resolve: async (found, _args, ctx) => {
        const asset = found.assetId ? await assetLoader(ctx).load(found.assetId) : null;
        if (asset?.availability === "available") return 100;
        const made = found.preparationPercent;
        const encoded = asset?.percent ?? 0;
        return made === null ? encoded : Math.round((made + encoded) / 2);
      },
    }),
    hasBackView: t.boolean({
      resolve: async (found, _args, ctx) => (found.assetId ? ((await assetLoader(ctx).load(found.assetId))?.hasBack ?? false) : false),
    }),
  }),
});

StudioClass.implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    classId: t.exposeID("slug"),
    title: t.exposeString("title"),
    description: t.exposeString("description"),
    thumbnailImageUrl: t.string({ nullable: true, resolve: (found, _args, ctx) => thumbnailUrl(ctx, found.picture) }),
    level: t.exposeString("level"),
    type: t.exposeString("type"),
    accessType: t.expose("accessType", { type: AccessTypeEnum }),
    isExplicit: t.exposeBoolean("isExplicit"),
    styleV2: t.expose("style", { type: ClassStyle }),
    instructor: t.expose("instructor", { type: Instructor }),
    section: t.expose("section", { type: Section }),
    publishedAt: t.expose("publishedAt", { type: "DateTime" }),
    beatGrid: t.expose("beatGrid", { type: [TempoSpanType] }),
    video: t.field({ type: ClassVideo, resolve: (found) => found }),
    parts: t.field({ type: [ClassPart], resolve: async (found, _args, ctx) => (await partsLoader(ctx).load(found.id)) ?? [] }),
    categories: t.field({ type: [Category], resolve: async (found, _args, ctx) => (await categoriesLoader(ctx).load(found.id)) ?? [] }),
    nextClass: t.field({ type: StudioClass, nullable: true, resolve: (found, _args, ctx) => nextClassLoader(ctx).load(found.id) }),
    isLocked: t.boolean({
      description: "Whether the class asks for more access than the viewer has; a preview plays all the same.",
      resolve: async (found, _args, ctx) => rankOf(found.accessType) > (ctx.viewer ? rankOf(await accessOf(ctx, ctx.viewer.personId)) : 0),
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

const StudioClassSort = builder.enumType("StudioClassSort", { values: classSorts });
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
    maxDurationInMs: t.int(),
  }),
});

const some = <Value>(list: readonly Value[] | null | undefined): readonly Value[] | undefined => (list && list.length > 0 ? list : undefined);

builder.queryField("studioClasses", (t) =>
  t.field({
    type: StudioClassPage,
    args: { filters: t.arg({ type: StudioClassFilters }), pagination: t.arg({ type: Pagination }), sort: t.arg({ type: StudioClassSort }) },
    resolve: (_root, { filters, pagination, sort }, ctx, info) =>
      pageOfClasses(ctx, {
        filters: {
          search: filters?.search ?? undefined,
          levels: some(filters?.level),
          styles: some(filters?.style),
          types: some(filters?.type),
          accessTypes: some(filters?.accessType),
          instructor: filters?.instructorSlug ?? undefined,
          section: filters?.section ?? undefined,
          category: filters?.categorySlug ?? undefined,
          maxDurationMs: filters?.maxDurationInMs ?? undefined,
        },
        sort: sort ?? null,
        first: pagination?.first ?? null,
        after: pagination?.after ?? null,
        wantsTotal: selectedPaths(info).has("total"),
      }),
  }),
);
builder.queryField("studioClass", (t) =>
  t.field({ type: StudioClass, nullable: true, args: { id: t.arg.id({ required: true }) }, resolve: (_root, { id }, ctx) => findClass(ctx, id) }),
);
builder.queryField("sections", (t) => t.field({ type: [Section], resolve: (_root, _args, ctx) => sections(ctx) }));
builder.queryField("styles", (t) => t.field({ type: [ClassStyle], resolve: (_root, _args, ctx) => styles(ctx) }));

const CategoryFilters = builder.inputType("CategoryFilters", { fields: (t) => ({ isFollowing: t.boolean(), section: t.string() }) });
builder.queryField("categories", (t) =>
  t.field({
    type: [Category],
    args: { slugs: t.arg.stringList(), filters: t.arg({ type: CategoryFilters }), goal: t.arg.string() },
    resolve: (_root, { slugs, filters, goal }, ctx) => categories(ctx, { slugs, goal, section: filters?.section, isFollowing: filters?.isFollowing }),
  }),
);
builder.mutationField("followCategories", (t) =>
  t.field({
    type: [Category],
    args: { categories: t.arg.stringList({ required: true }) },
    resolve: (_root, args, ctx) => followCategories(ctx, args.categories),
  }),
);

const InstructorPublic = builder.objectRef<InstructorRow>("InstructorPublic").implement({
  fields: (t) => ({
    name: t.exposeString("name"),
    slug: t.exposeString("slug"),
    bio: t.exposeString("bio", { nullable: true }),
    photoURL: t.string({ nullable: true, resolve: (instructor, _args, ctx) => (instructor.photo ? thumbnailUrl(ctx, instructor.photo) : null) }),
    classes: t.field({
      type: StudioClassPage,
      args: { pagination: t.arg({ type: Pagination }) },
      resolve: (instructor, { pagination }, ctx, info): Promise<ClassPage> =>
        pageOfClasses(ctx, {
          filters: { instructor: instructor.slug },
          sort: "newest",
          first: pagination?.first ?? null,
          after: pagination?.after ?? null,
          wantsTotal: selectedPaths(info).has("total"),
        }),
    }),
  }),
});
builder.queryField("instructorBySlugPublic", (t) =>
  t.field({
    type: InstructorPublic,
    nullable: true,
    args: { slug: t.arg.string({ required: true }) },
    resolve: (_root, { slug }, ctx) => instructorBySlug(ctx, slug),
  }),
);
