import { songRights } from "../../../contract/song-rights.ts";
import type { Ctx } from "../../ctx.ts";
import { builder } from "../../platform/graphql/builder.ts";
import type { ClassPage } from "./class-pages.ts";
import type { EditedClass } from "./editing/store.ts";
import type { CategoryRow, InstructorRow, PartRow, SectionRow, StyleRow } from "./library.ts";
import { thumbnailUrl } from "./images.ts";
import { styleLoader } from "./library.ts";
import { classStates } from "./managing/states.ts";
import type { ClassSongRow, SongRow } from "./songs/store.ts";
import type { ClassRow, TempoSpan } from "./store-classes.ts";
import { categoryText, sectionText, styleName } from "./translations.ts";

export const StudioClass = builder.objectRef<ClassRow>("StudioClass");
/** The video of a class; the practice module adds what the viewer may play of it. */
export const ClassVideo = builder.objectRef<ClassRow>("ClassVideo");
export const InstructorPublic = builder.objectRef<InstructorRow>("InstructorPublic");
export const SongRightsEnum = builder.enumType("SongRights", {
  values: songRights,
  description: "What the studio knows of its right to use a song.",
});
export const ClassStateEnum = builder.enumType("ClassState", {
  description: "What can become of a class. Archived: it was in the library, and isn't any more.",
  values: classStates,
});
/** A song, and its use in a class. */
export const Song = builder.objectRef<SongRow>("Song");
export const ClassSong = builder.objectRef<ClassSongRow>("ClassSong");
/** A class as the studio's editors see it. */
export const EditedClassType = builder.objectRef<EditedClass>("EditedClass");
export const StudioClassPage = builder.objectRef<ClassPage>("StudioClassPage");
export { AccessTypeEnum } from "../billing/refs.ts";
export { FollowType } from "./following/refs.ts";

/** A style, perhaps read without its own image. */
type ShownStyle = Pick<StyleRow, "slug" | "name"> & Partial<Pick<StyleRow, "picture" | "focusX">>;
const withImage = async (ctx: Ctx, style: ShownStyle): Promise<ShownStyle | null> =>
  style.picture === undefined ? styleLoader(ctx).load(style.slug) : style;

/** As CSS writes a position from the left. */
export const imageFocus = (focusX: number | null | undefined): string | null =>
  focusX === null || focusX === undefined ? null : `${focusX}%`;
export const focusDescription =
  "Which place of its own image narrow crops keep, percent from the left as CSS writes it: `42%`; null without one.";

export const Section = builder.objectRef<SectionRow>("Section").implement({
  fields: (t) => ({
    slug: t.exposeString("slug"),
    name: t.string({ resolve: ({ slug, name }, _args, ctx) => sectionText(ctx, slug, "name", name) }),
    description: t.string({
      resolve: ({ slug, description }, _args, ctx) => sectionText(ctx, slug, "description", description),
    }),
  }),
});

export const ClassStyle = builder.objectRef<ShownStyle>("ClassStyle").implement({
  fields: (t) => ({
    slug: t.exposeString("slug"),
    name: t.string({ resolve: ({ slug, name }, _args, ctx) => styleName(ctx, slug, name) }),
    imageUrl: t.string({
      nullable: true,
      description: "Its image, 1,280 pixels wide; smaller ones end in -640.webp and -320.webp.",
      resolve: async (style, _args, ctx) => {
        const picture = (await withImage(ctx, style))?.picture;
        return picture ? thumbnailUrl(ctx, picture) : null;
      },
    }),
    imageFocus: t.string({
      nullable: true,
      description: focusDescription,
      resolve: async (style, _args, ctx) => imageFocus((await withImage(ctx, style))?.focusX),
    }),
  }),
});

export const Category = builder.objectRef<CategoryRow>("Category").implement({
  fields: (t) => ({
    slug: t.exposeString("slug"),
    name: t.string({ resolve: (category, _args, ctx) => categoryText(ctx, category, "name") }),
    description: t.string({
      nullable: true,
      resolve: (category, _args, ctx) =>
        category.description === null ? null : categoryText(ctx, category, "description"),
    }),
    section: t.exposeString("section"),
    goals: t.exposeStringList("goals", { description: "Slugs of the goals that it serves." }),
    classCount: t.exposeInt("classCount"),
    isFollowing: t.exposeBoolean("isFollowing"),
    previewThumbnailUrl: t.string({
      nullable: true,
      resolve: (category, _args, ctx) => (category.picture ? thumbnailUrl(ctx, category.picture) : null),
    }),
    imageFocus: t.string({
      nullable: true,
      description: focusDescription,
      resolve: ({ focusX }) => imageFocus(focusX),
    }),
    previewVideoUrl: t.string({
      nullable: true,
      resolve: (category, _args, ctx) =>
        category.video ? `${ctx.publicUrl}/pictures/${category.video}` : null,
    }),
  }),
});

export const ClassPartKind = builder.enumType("ClassPartKind", {
  values: ["warm_up", "breakdown", "counts", "slow", "full_out", "cool_down"] as const,
});

export const ClassPart = builder.objectRef<PartRow>("ClassPart").implement({
  fields: (t) => ({
    key: t.exposeInt("key", { description: "Stays while parts are added before it." }),
    index: t.exposeInt("index"),
    title: t.exposeString("title"),
    kind: t.expose("kind", { type: ClassPartKind }),
    startMs: t.exposeInt("startMs"),
    endMs: t.exposeInt("endMs"),
    eights: t.exposeInt("eights"),
  }),
});

export const TempoSpanType = builder.objectRef<TempoSpan>("TempoSpan").implement({
  description: "A stretch of even tempo: beat n at firstBeatMs + n * 60000 / bpm; its count is n mod 8 + 1.",
  fields: (t) => ({
    startMs: t.exposeInt("startMs"),
    endMs: t.exposeInt("endMs"),
    bpm: t.exposeFloat("bpm"),
    firstBeatMs: t.exposeInt("firstBeatMs"),
  }),
});
