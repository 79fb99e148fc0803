import { builder } from "../../../platform/graphql/builder.ts";
import { Pagination } from "../../../platform/graphql/paging.ts";
import { EditedClassType } from "../refs.ts";
import { ClassSong, SongRightsEnum } from "../refs.ts";
import { setClassSongs } from "./class-songs.ts";
import {
  changeSong,
  createSong,
  deleteSong,
  editedSongs,
  mergeSongs,
  songChecks,
  songForEditors,
} from "./editing.ts";
import type { EditedSong, EditedSongPage } from "./editing.ts";

const SongCheckEnum = builder.enumType("SongCheck", {
  values: songChecks,
  description: "What a song may need: an ISRC, its rights, or to be merged with another of its name.",
});
const EditedSongType = builder.objectRef<EditedSong>("EditedSong").implement({
  description: "A song as the studio’s editors see it.",
  fields: (t) => ({
    id: t.exposeID("id"),
    slug: t.exposeString("slug"),
    title: t.exposeString("title"),
    artist: t.exposeString("artist"),
    isrc: t.exposeString("isrc", { nullable: true, description: "Twelve characters." }),
    writers: t.exposeString("writers", { nullable: true, description: "Composers and lyricists." }),
    iswc: t.exposeString("iswc", { nullable: true, description: "Code of the work: T and ten digits." }),
    rightsHolder: t.exposeString("rightsHolder", { nullable: true, description: "Such as the label." }),
    rights: t.expose("rights", { type: SongRightsEnum }),
    isExplicit: t.exposeBoolean("isExplicit"),
    durationMs: t.exposeInt("durationMs", { nullable: true }),
    offersExcerpt: t.exposeBoolean("offersExcerpt", {
      description: "Whether dancers may hear 30 seconds of it by itself.",
    }),
    usedBy: t.exposeInt("usedBy", { description: "Number of classes, drafts included." }),
    hasDouble: t.exposeBoolean("hasDouble", {
      description: "Whether another song has the same title and artist.",
    }),
  }),
});
const EditedSongPageType = builder.objectRef<EditedSongPage>("EditedSongPage").implement({
  fields: (t) => ({
    items: t.field({ type: [EditedSongType], resolve: ({ items }) => [...items] }),
    nextCursor: t.exposeString("nextCursor", { nullable: true }),
  }),
});
builder.objectField(EditedClassType, "songs", (t) =>
  t.field({ type: [ClassSong], resolve: ({ songs }) => [...songs] }),
);

const SongInput = builder.inputType("SongInput", {
  description: "Of a song that is changed, what isn’t sent stays.",
  fields: (t) => ({
    title: t.string({ required: true }),
    artist: t.string({ required: true }),
    isrc: t.string({ description: "With or without hyphens." }),
    writers: t.string({ description: "Composers and lyricists." }),
    iswc: t.string({ description: "Of the work, with or without its dots and hyphens." }),
    rightsHolder: t.string(),
    rights: t.field({ type: SongRightsEnum, required: true }),
    isExplicit: t.boolean({ required: true }),
    durationMs: t.int({ description: "From ten seconds to half an hour." }),
    offersExcerpt: t.boolean({
      description: "Whether dancers may hear 30 seconds of it by itself; not with unclear rights.",
    }),
  }),
});
const ClassSongInput = builder.inputType("ClassSongInput", {
  description:
    "A stretch has both moments or none; stretches are in order and don’t overlap. Eights of the song are counted from 1, both or none.",
  fields: (t) => ({
    songId: t.id({ required: true }),
    startMs: t.int(),
    endMs: t.int(),
    firstEight: t.int(),
    lastEight: t.int(),
  }),
});

builder.queryFields((t) => ({
  editedSong: t.field({
    type: EditedSongType,
    description: "For the studio’s editors and teachers.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => songForEditors(ctx, id),
  }),
  editedSongs: t.field({
    type: EditedSongPageType,
    description: "All songs by title, for the studio’s editors and teachers.",
    args: {
      search: t.arg.string({ description: "Words of title and artist in any order, or an ISRC." }),
      check: t.arg({ type: SongCheckEnum }),
      pagination: t.arg({ type: Pagination }),
    },
    resolve: (_root, { search, check, pagination }, ctx) =>
      editedSongs(ctx, { search, check, first: pagination?.first, after: pagination?.after }),
  }),
}));
builder.mutationFields((t) => ({
  createSong: t.field({
    type: EditedSongType,
    description:
      "Finds or adds a song: the same title, artist, ISRC and words aren’t added twice. ISRC_TAKEN names the song that has it.",
    args: { input: t.arg({ type: SongInput, required: true }) },
    resolve: (_root, { input }, ctx) => createSong(ctx, input),
  }),
  changeSong: t.field({
    type: EditedSongType,
    description: "Changes a song for all of its classes. Editors alone, as for the next two.",
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: SongInput, required: true }) },
    resolve: (_root, { id, input }, ctx) => changeSong(ctx, id, input),
  }),
  mergeSongs: t.field({
    type: EditedSongType,
    description: "Moves the classes and links of `from` to `into`, and deletes `from`.",
    args: { from: t.arg.idList({ required: true }), into: t.arg.id({ required: true }) },
    resolve: (_root, { from, into }, ctx) => mergeSongs(ctx, from, into),
  }),
  deleteSong: t.boolean({
    description: "SONG_IN_USE while classes, drafts included, use it.",
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, ctx) => {
      await deleteSong(ctx, id);
      return true;
    },
  }),
  setClassSongs: t.field({
    type: EditedClassType,
    description: "Replaces the songs of a class. A class with an explicit song is explicit.",
    args: {
      classId: t.arg.id({ required: true }),
      songs: t.arg({ type: [ClassSongInput], required: true }),
    },
    resolve: (_root, { classId, songs }, ctx) =>
      setClassSongs(
        ctx,
        classId,
        songs.map(({ songId, startMs, endMs, firstEight, lastEight }) => ({
          songId,
          startMs: startMs ?? null,
          endMs: endMs ?? null,
          firstEight: firstEight ?? null,
          lastEight: lastEight ?? null,
        })),
      ),
  }),
}));
