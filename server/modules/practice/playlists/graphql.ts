import { builder } from "../../../platform/graphql/builder.ts";
import { selectedPaths } from "../../../platform/graphql/selection.ts";
import { depthOf, thumbnailUrl } from "../../catalog/index.ts";
import { StudioClass } from "../../catalog/refs.ts";
import {
  addToPlaylist,
  classesOfPlaylist,
  createPlaylist,
  deletePlaylist,
  findPlaylist,
  findSharedPlaylist,
  maxClasses,
  maxPlaylists,
  myPlaylists,
  orderPlaylist,
  removeFromPlaylist,
  renamePlaylist,
  sharePlaylist,
} from "./playlists.ts";
import type { ListedPlaylist } from "./playlists.ts";
import { setIdOfPlaylist, setIdOfShared } from "./set.ts";
import type { PlaylistRow } from "./store.ts";

const Playlist = builder.objectRef<PlaylistRow>("Playlist").implement({
  description: "A list of classes of the viewer’s own.",
  fields: (t) => ({
    id: t.exposeID("id"),
    name: t.exposeString("name"),
    shareKey: t.exposeString("shareKey", {
      nullable: true,
      description: "Part of the link by which anyone sees it; null while it is private.",
    }),
    revision: t.exposeInt("revision", { description: "For `orderPlaylist`." }),
    changedAt: t.expose("changedAt", { type: "DateTime" }),
    classCount: t.exposeInt("classCount"),
    setId: t.id({
      description: "The id of a `danceSet` with those of its classes that the viewer can play.",
      resolve: (playlist) => setIdOfPlaylist(playlist),
    }),
    classes: t.field({
      type: [StudioClass],
      description: "In order, also those that the viewer can’t play yet.",
      resolve: async (playlist, _args, ctx, info) => [
        ...(await classesOfPlaylist(ctx, playlist, depthOf(selectedPaths(info)))),
      ],
    }),
  }),
});
const ListedPlaylistType = builder.objectRef<ListedPlaylist>("ListedPlaylist").implement({
  fields: (t) => ({
    playlist: t.field({ type: Playlist, resolve: (listed) => listed }),
    hasClass: t.exposeBoolean("hasClass", { description: "Whether it has the class that was asked for." }),
    place: t.exposeInt("place", {
      nullable: true,
      description: "Of the class that was asked for, from 1 among those in the library; null without it.",
    }),
    thumbnailImageUrl: t.string({
      nullable: true,
      description:
        "The image of its first class, as `StudioClass.thumbnailImageUrl`; null while it is empty.",
      resolve: ({ cover }, _args, ctx) => cover && thumbnailUrl(ctx, cover.picture),
    }),
  }),
});
const MyPlaylists = builder.objectRef<readonly ListedPlaylist[]>("MyPlaylists").implement({
  fields: (t) => ({
    items: t.field({ type: [ListedPlaylistType], resolve: (items) => [...items] }),
    maxPlaylists: t.int({ resolve: () => maxPlaylists }),
    maxClasses: t.int({ description: "Of one playlist.", resolve: () => maxClasses }),
  }),
});
const SharedPlaylist = builder.objectRef<PlaylistRow>("SharedPlaylist").implement({
  description: "A playlist as others see it by its link: nothing of its owner.",
  fields: (t) => ({
    name: t.exposeString("name"),
    setId: t.id({ resolve: (playlist) => setIdOfShared(playlist) }),
    classes: t.field({
      type: [StudioClass],
      resolve: async (playlist, _args, ctx, info) => [
        ...(await classesOfPlaylist(ctx, playlist, depthOf(selectedPaths(info)))),
      ],
    }),
  }),
});

builder.queryFields((t) => ({
  myPlaylists: t.field({
    type: MyPlaylists,
    description: "The last changed first; empty without a viewer.",
    args: { classId: t.arg.id() },
    resolve: (_root, { classId }, ctx) => myPlaylists(ctx, classId ?? null),
  }),
  playlist: t.field({
    type: Playlist,
    nullable: true,
    description: "The viewer’s own; null for any other.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => findPlaylist(ctx, id),
  }),
  sharedPlaylist: t.field({
    type: SharedPlaylist,
    nullable: true,
    description: "By the key of its link; null if that was withdrawn.",
    args: { key: t.arg.string({ required: true }) },
    resolve: (_root, { key }, ctx) => findSharedPlaylist(ctx, key),
  }),
}));
builder.mutationFields((t) => ({
  createPlaylist: t.field({
    type: Playlist,
    description: "Idempotent by the id, a UUID of the client’s making.",
    args: {
      id: t.arg.id({ required: true }),
      name: t.arg.string({ required: true }),
      classId: t.arg.id({ description: "Of a first class." }),
    },
    resolve: (_root, { id, name, classId }, ctx) =>
      createPlaylist(ctx, { id, name, classId: classId ?? null }),
  }),
  renamePlaylist: t.field({
    type: Playlist,
    args: { id: t.arg.id({ required: true }), name: t.arg.string({ required: true }) },
    resolve: (_root, { id, name }, ctx) => renamePlaylist(ctx, id, name),
  }),
  deletePlaylist: t.field({
    type: "ID",
    description: "Idempotent.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => deletePlaylist(ctx, id),
  }),
  addToPlaylist: t.field({
    type: Playlist,
    description: "Idempotent.",
    args: {
      id: t.arg.id({ required: true }),
      classId: t.arg.id({ required: true }),
      place: t.arg.int({ description: "From 1, among its classes in the library; at the end without one." }),
    },
    resolve: (_root, { id, classId, place }, ctx) =>
      addToPlaylist(ctx, { id, classId, place: place ?? null }),
  }),
  removeFromPlaylist: t.field({
    type: Playlist,
    description: "Idempotent.",
    args: { id: t.arg.id({ required: true }), classId: t.arg.id({ required: true }) },
    resolve: (_root, { id, classId }, ctx) => removeFromPlaylist(ctx, id, classId),
  }),
  orderPlaylist: t.field({
    type: Playlist,
    description: "CHANGED_MEANWHILE if its classes changed after the revision.",
    args: {
      id: t.arg.id({ required: true }),
      classIds: t.arg.idList({ required: true, description: "All its classes, in the new order." }),
      revision: t.arg.int({ required: true }),
    },
    resolve: (_root, { id, classIds, revision }, ctx) => orderPlaylist(ctx, { id, classIds, revision }),
  }),
  sharePlaylist: t.field({
    type: Playlist,
    description: "Makes a link, or withdraws it. Idempotent.",
    args: { id: t.arg.id({ required: true }), isShared: t.arg.boolean({ required: true }) },
    resolve: (_root, { id, isShared }, ctx) => sharePlaylist(ctx, id, isShared),
  }),
}));
