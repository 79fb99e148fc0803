import { builder } from "../../../platform/graphql/builder.ts";
import { Pagination } from "../../../platform/graphql/paging.ts";
import { selectedPaths } from "../../../platform/graphql/selection.ts";
import { whole } from "../classes.ts";
import { ClassSong, Song, StudioClass } from "../refs.ts";
import { eightsOf, momentsOf, dancedEights } from "./eights.ts";
import type { DancedEights } from "./eights.ts";
import { excerptUrlOf } from "./excerpts.ts";
import { pageOfSongs, songBySlug, songInitials, songMeasuresLoader, songSorts } from "./songs.ts";
import type { SongPage } from "./songs.ts";

const DancedEightsType = builder.objectRef<DancedEights>("DancedEights").implement({
  description: "A class, and the eights of a song that it dances, counted from 1.",
  fields: (t) => ({
    studioClass: t.field({ type: StudioClass, resolve: (found) => found }),
    firstEight: t.exposeInt("firstEight"),
    lastEight: t.exposeInt("lastEight"),
    moments: t.intList({
      description: "When the class dances each of them, milliseconds.",
      resolve: momentsOf,
    }),
  }),
});
Song.implement({
  description: "A song that classes use. Titles and artists aren’t translated.",
  fields: (t) => ({
    id: t.exposeID("id"),
    slug: t.exposeString("slug"),
    title: t.exposeString("title"),
    artist: t.exposeString("artist"),
    isExplicit: t.exposeBoolean("isExplicit"),
    classCount: t.exposeInt("classCount", { description: "Published classes." }),
    durationMs: t.int({
      nullable: true,
      resolve: async ({ id }, _args, ctx) => (await songMeasuresLoader(ctx).load(id))?.durationMs ?? null,
    }),
    bpm: t.int({
      nullable: true,
      description: "The tempo at which classes dance it full out.",
      resolve: async ({ id }, _args, ctx) => (await songMeasuresLoader(ctx).load(id))?.bpm ?? null,
    }),
    energy: t.string({
      nullable: true,
      description: "gentle, steady or high: that of most published classes with it. Null without one.",
      resolve: async ({ id }, _args, ctx) => (await songMeasuresLoader(ctx).load(id))?.energy ?? null,
    }),
    eights: t.int({
      nullable: true,
      description: "How many eights it has, as far as its length or a class says; null if neither does.",
      resolve: async ({ id }, _args, ctx) => {
        const measures = await songMeasuresLoader(ctx).load(id);
        return measures && eightsOf(measures, measures.lastDanced);
      },
    }),
    dancedIn: t.field({
      type: [DancedEightsType],
      description: "Published classes that dance eights of it, from its first eight on.",
      resolve: async ({ id }, _args, ctx) => [...(await dancedEights(ctx, "card", id))],
    }),
    excerptUrl: t.string({
      nullable: true,
      description: "30 seconds of it to hear, where the studio offers that.",
      resolve: ({ id }, _args, ctx) => excerptUrlOf(ctx, id),
    }),
  }),
});
ClassSong.implement({
  description: "A song of a class. Both moments are null if it isn’t known when it sounds.",
  fields: (t) => ({
    song: t.field({ type: Song, resolve: ({ song }) => song }),
    startMs: t.exposeInt("startMs", { nullable: true }),
    endMs: t.exposeInt("endMs", { nullable: true }),
    firstEight: t.exposeInt("firstEight", {
      nullable: true,
      description: "The eights of the song that the class dances, counted from 1; null if that isn’t known.",
    }),
    lastEight: t.exposeInt("lastEight", { nullable: true }),
  }),
});
builder.objectField(StudioClass, "songs", (t) =>
  t.field({
    type: [ClassSong],
    description: "In the order of the class.",
    resolve: (found, _args, ctx) => whole(ctx, found, "songs"),
  }),
);

const SongPageType = builder.objectRef<SongPage>("SongPage").implement({
  fields: (t) => ({
    items: t.field({ type: [Song], resolve: ({ items }) => [...items] }),
    total: t.exposeInt("total"),
    nextCursor: t.exposeString("nextCursor", { nullable: true }),
  }),
});
const SongSortEnum = builder.enumType("SongSort", { values: songSorts });

builder.queryFields((t) => ({
  song: t.field({
    type: Song,
    nullable: true,
    description: "By its slug, or by that of a song that was merged into it.",
    args: { slug: t.arg.string({ required: true }) },
    resolve: (_root, { slug }, ctx) => songBySlug(ctx, slug),
  }),
  songs: t.field({
    type: SongPageType,
    description: "Songs of published classes, by title unless told.",
    args: {
      search: t.arg.string({ description: "Words of the title and the artist, in any order." }),
      initial: t.arg.string({ description: "A letter from a to z, or # for all others." }),
      sort: t.arg({ type: SongSortEnum, description: "popular: most classes first." }),
      pagination: t.arg({ type: Pagination }),
    },
    resolve: (_root, { search, initial, sort, pagination }, ctx, info) =>
      pageOfSongs(ctx, {
        search,
        initial,
        sort: sort ?? "title",
        first: pagination?.first,
        after: pagination?.after,
        wantsTotal: selectedPaths(info).has("total"),
      }),
  }),
  songInitials: t.field({
    type: ["String"],
    description: "The letters with which songs begin; # for all others.",
    resolve: (_root, _args, ctx) => songInitials(ctx),
  }),
}));
