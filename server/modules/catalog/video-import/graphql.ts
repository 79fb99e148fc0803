import { classTypes, levels } from "../../../../contract/class-attributes.ts";
import { builder } from "../../../platform/graphql/builder.ts";
import { CameraAngle } from "../../media/refs.ts";
import { SourceVideoTicketType } from "../editing/graphql-source-videos.ts";
import { AccessTypeEnum } from "../refs.ts";
import { fillImport, fillRefusals } from "./fill.ts";
import type { FillResult } from "./fill.ts";
import { itemsOf, startVideoImport, videoImport, videoImports } from "./imports.ts";
import type { ImportItem } from "./imports.ts";
import { addImportFiles, removeImportItem, sendImportItem, setImportItemView } from "./items.ts";
import type { FileResult, ItemSending } from "./items.ts";
import type { ProposedSong, VideoImportRow } from "./store.ts";

const ProposedSongType = builder.objectRef<ProposedSong>("ProposedSong").implement({
  description: "A song as a file names it.",
  fields: (t) => ({
    title: t.exposeString("title"),
    artist: t.exposeString("artist", { nullable: true }),
    isrc: t.exposeString("isrc", { nullable: true }),
  }),
});
const shownOf = ({ edited, fields }: ImportItem) => edited ?? fields;
const VideoImportItem = builder.objectRef<ImportItem>("VideoImportItem").implement({
  description: "A file of an import, and what its class is, or will be once the upload begins.",
  fields: (t) => ({
    id: t.exposeID("id"),
    folder: t.exposeString("folder"),
    fileName: t.exposeString("fileName"),
    sizeInBytes: t.exposeFloat("sizeBytes"),
    fingerprint: t.exposeString("fingerprint"),
    recordedAt: t.expose("recordedAt", { type: "DateTime", nullable: true }),
    mainId: t.exposeID("mainId", {
      nullable: true,
      description: "Item whose class this is another view of; null: a class of its own.",
    }),
    angle: t.expose("angle", { type: CameraAngle }),
    state: t.field({
      type: builder.enumType("VideoImportItemState", {
        values: {
          waiting: {},
          sending: { description: "Its file hasn't come whole, or is being looked at." },
          ready: {},
          refused: { description: "It can't be decoded." },
          replaced: { description: "Its class has another video for this view." },
        },
      }),
      resolve: ({ state }) => state,
    }),
    errorReason: t.exposeString("refusal", {
      nullable: true,
      description: "Why it was refused, as a word: forbidden_codec, too_long …",
    }),
    durationInMs: t.exposeInt("durationMs", { nullable: true }),
    classId: t.string({
      nullable: true,
      description: "Null until its upload begins.",
      resolve: ({ edited }) => edited?.slug ?? null,
    }),
    courseClassId: t.id({
      nullable: true,
      description: "Of its class, as courses take it. Null until its upload begins, and for another view.",
      resolve: ({ edited, mainId }) => (mainId === null ? (edited?.id ?? null) : null),
    }),
    title: t.string({ resolve: (item) => shownOf(item).title }),
    description: t.string({ resolve: (item) => shownOf(item).description }),
    level: t.string({ resolve: (item) => shownOf(item).level }),
    accessType: t.field({ type: AccessTypeEnum, resolve: (item) => shownOf(item).accessType }),
    style: t.string({ description: "Slug.", resolve: (item) => shownOf(item).style }),
    instructor: t.string({ description: "Slug.", resolve: (item) => shownOf(item).instructor }),
    categories: t.stringList({ description: "Slugs.", resolve: (item) => [...shownOf(item).categories] }),
    songId: t.id({
      nullable: true,
      description: "The first song of its class.",
      resolve: ({ edited, songId }) => (edited ? (edited.songs[0]?.song.id ?? null) : songId),
    }),
    proposedSong: t.expose("proposedSong", { type: ProposedSongType, nullable: true }),
    captions: t.stringList({
      description: "Languages of its class's captions.",
      resolve: ({ edited }) => (edited?.captions ?? []).map(({ language }) => language),
    }),
    hasImage: t.boolean({
      description: "Whether an editor chose the image of its class.",
      resolve: ({ edited }) => (edited?.poster ?? null) !== null,
    }),
  }),
});
const VideoImport = builder.objectRef<VideoImportRow>("VideoImport").implement({
  description: "A folder of videos that become drafts of classes.",
  fields: (t) => ({
    id: t.exposeID("id"),
    name: t.exposeString("name"),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    items: t.field({
      type: [VideoImportItem],
      description: "All of its files, at most 500, in the order in which they were added.",
      resolve: (found, _args, ctx) => itemsOf(ctx, found),
    }),
  }),
});
const VideoImportFile = builder.objectRef<FileResult>("VideoImportFile").implement({
  description: "What became of a file.",
  fields: (t) => ({
    fingerprint: t.exposeString("fingerprint"),
    outcome: t.field({
      type: builder.enumType("VideoImportFileOutcome", {
        values: {
          added: {},
          known: { description: "The studio has it; nothing changes." },
          too_large: {},
        },
      }),
      resolve: ({ outcome }) => outcome,
    }),
    item: t.field({
      type: VideoImportItem,
      nullable: true,
      description: "Null for a file that no import of the viewer's has.",
      resolve: ({ item }) => item,
    }),
    classId: t.exposeString("classId", { nullable: true, description: "Of the class that has the file." }),
  }),
});
const VideoImportSending = builder.objectRef<ItemSending>("VideoImportSending").implement({
  fields: (t) => ({
    ticket: t.field({ type: SourceVideoTicketType, resolve: ({ ticket }) => ticket }),
    isBegun: t.exposeBoolean("isBegun", {
      description: "Whether the server may have a part of the file, to be asked by HEAD.",
    }),
    item: t.field({ type: VideoImportItem, resolve: ({ item }) => item }),
  }),
});
const VideoImportRefusal = builder.objectRef<FillResult["refused"][number]>("VideoImportRefusal").implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    reason: t.expose("reason", {
      type: builder.enumType("VideoImportRefusalReason", { values: fillRefusals }),
    }),
  }),
});
const VideoImportFill = builder.objectRef<FillResult>("VideoImportFill").implement({
  description: "What filling did.",
  fields: (t) => ({
    changed: t.exposeInt("changed"),
    unchanged: t.exposeInt("unchanged"),
    refused: t.field({ type: [VideoImportRefusal], resolve: ({ refused }) => [...refused] }),
  }),
});

const ProposedSongInput = builder.inputType("ProposedSongInput", {
  fields: (t) => ({ title: t.string({ required: true }), artist: t.string(), isrc: t.string() }),
});
const VideoImportFileInput = builder.inputType("VideoImportFileInput", {
  fields: (t) => ({
    fileName: t.string({ required: true }),
    folder: t.string({ required: true, description: "Below the chosen folder, with slashes." }),
    sizeInBytes: t.float({ required: true }),
    fingerprint: t.string({
      required: true,
      description: "SHA-256 of the size in decimal digits, the first and the last MiB; hexadecimal.",
    }),
    recordedAt: t.field({ type: "DateTime" }),
    title: t.string({ description: "As a file beside it says; by its own name otherwise." }),
    description: t.string(),
    videoId: t.string({ description: "Of the service that it comes from." }),
    song: t.field({ type: ProposedSongInput }),
  }),
});
const VideoImportDefaults = builder.inputType("VideoImportDefaults", {
  description: "What drafts begin with where their files say nothing else.",
  fields: (t) => ({
    level: t.string({ required: true, description: levels.join(", ") }),
    type: t.string({ required: true, description: classTypes.join(", ") }),
    accessType: t.field({ type: AccessTypeEnum, required: true }),
    style: t.string({ required: true, description: "Slug." }),
    instructor: t.string({ required: true, description: "Slug." }),
    section: t.string({ required: true, description: "Slug." }),
  }),
});
const VideoImportFields = builder.inputType("VideoImportFields", {
  description: "What is left out stays.",
  fields: (t) => ({
    title: t.string({ description: "Of one video alone." }),
    description: t.string(),
    level: t.string({ description: levels.join(", ") }),
    type: t.string({ description: classTypes.join(", ") }),
    accessType: t.field({ type: AccessTypeEnum }),
    style: t.string({ description: "Slug." }),
    instructor: t.string({ description: "Slug." }),
    section: t.string({ description: "Slug." }),
    categories: t.stringList({ description: "Slugs; the class moves to the section of the first." }),
    songId: t.id(),
    usesProposedSong: t.boolean({
      description: "Gives each the song that its file names; one that is missing is added to the songs.",
    }),
  }),
});
type GivenFields = typeof VideoImportFields.$inferInput;
const fillOf = (given: GivenFields) => ({
  title: given.title ?? null,
  description: given.description ?? null,
  level: given.level ?? null,
  type: given.type ?? null,
  accessType: given.accessType ?? null,
  style: given.style ?? null,
  instructor: given.instructor ?? null,
  section: given.section ?? null,
  categories: given.categories ?? null,
  songId: given.songId ?? null,
  usesProposedSong: given.usesProposedSong ?? false,
});
const songOf = (given: typeof ProposedSongInput.$inferInput | null | undefined): ProposedSong | null =>
  given ? { title: given.title, artist: given.artist ?? null, isrc: given.isrc ?? null } : null;

builder.queryFields((t) => ({
  videoImports: t.field({
    type: [VideoImport],
    description:
      "The newest 20, or those older than `after`. For the studio's editors; for teachers their own.",
    args: { after: t.arg.id({ description: "Of an import." }) },
    resolve: (_root, { after }, ctx) => videoImports(ctx, after ?? null),
  }),
  videoImport: t.field({
    type: VideoImport,
    description: "For the studio's editors, and its teacher.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => videoImport(ctx, id),
  }),
}));
builder.mutationFields((t) => {
  const id = t.arg.id({ required: true });
  return {
    videoImportStart: t.field({
      type: VideoImport,
      description: "For the studio's editors and teachers, as all that follows it.",
      args: {
        name: t.arg.string({ required: true }),
        defaults: t.arg({ type: VideoImportDefaults, required: true }),
      },
      resolve: (_root, { name, defaults }, ctx) => startVideoImport(ctx, { name, defaults }),
    }),
    videoImportAddFiles: t.field({
      type: [VideoImportFile],
      description: "Adds up to 100 files. One that the studio has changes nothing.",
      args: { id, files: t.arg({ type: [VideoImportFileInput], required: true }) },
      resolve: (_root, args, ctx) =>
        addImportFiles(
          ctx,
          args.id,
          args.files.map((file) => ({
            ...file,
            recordedAt: file.recordedAt ?? null,
            title: file.title ?? null,
            description: file.description ?? null,
            videoId: file.videoId ?? null,
            song: songOf(file.song),
          })),
        ),
    }),
    videoImportFill: t.field({
      type: VideoImportFill,
      args: {
        id,
        itemIds: t.arg.idList({ required: true, description: "Up to 100." }),
        fields: t.arg({ type: VideoImportFields, required: true }),
      },
      resolve: (_root, { id: importId, itemIds, fields }, ctx) =>
        fillImport(ctx, importId, itemIds, fillOf(fields)),
    }),
    videoImportSend: t.field({
      type: VideoImportSending,
      description: "Creates the draft of a file, and begins or resumes its upload.",
      args: { itemId: id },
      resolve: (_root, { itemId }, ctx) => sendImportItem(ctx, itemId),
    }),
    videoImportSetView: t.field({
      type: VideoImportItem,
      description: "Makes a file another view of a file's class, or without `mainId` a class of its own.",
      args: {
        itemId: id,
        mainId: t.arg.id(),
        angle: t.arg({ type: CameraAngle, required: true }),
      },
      resolve: (_root, { itemId, mainId, angle }, ctx) =>
        setImportItemView(ctx, itemId, { mainId: mainId ?? null, angle }),
    }),
    videoImportRemove: t.boolean({
      description: "Takes a file off its import: with its draft, or of another view only that view.",
      args: { itemId: id },
      resolve: async (_root, { itemId }, ctx) => {
        await removeImportItem(ctx, itemId);
        return true;
      },
    }),
  };
});
