import { songRights } from "../../../contract/song-rights.ts";
import { builder } from "../../platform/graphql/builder.ts";
import type { ClassPage } from "./class-pages.ts";
import type { EditedClass } from "./editing/store.ts";
import type { CategoryRow, InstructorRow, PartRow, StyleRow } from "./library.ts";
import { translated } from "../site/index.ts";
import { thumbnailUrl } from "./images.ts";
import { classStates } from "./managing/states.ts";
import type { ClassSongRow, SongRow } from "./songs/store.ts";
import type { ClassRow, TempoSpan } from "./store-classes.ts";
import { styleName } from "./translations.ts";

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

export const ClassStyle = builder.objectRef<Pick<StyleRow, "slug" | "name">>("ClassStyle").implement({
  fields: (t) => ({
    slug: t.exposeString("slug"),
    name: t.string({ resolve: ({ slug, name }, _args, ctx) => styleName(ctx, slug, name) }),
  }),
});

export const Category = builder.objectRef<CategoryRow>("Category").implement({
  fields: (t) => ({
    slug: t.exposeString("slug"),
    name: t.string({
      resolve: ({ slug, name }, _args, ctx) => translated(ctx, "category", slug, "name", name),
    }),
    description: t.string({
      nullable: true,
      resolve: ({ slug, description }, _args, ctx) =>
        description === null ? null : translated(ctx, "category", slug, "description", description),
    }),
    section: t.exposeString("section"),
    goals: t.exposeStringList("goals", { description: "Slugs of the goals that it serves." }),
    classCount: t.exposeInt("classCount"),
    isFollowing: t.exposeBoolean("isFollowing"),
    previewThumbnailUrl: t.string({
      nullable: true,
      resolve: (category, _args, ctx) => (category.picture ? thumbnailUrl(ctx, category.picture) : null),
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
