import { sharedSetPrefix } from "../../../../contract/urls.ts";
import type { Ctx } from "../../../ctx.ts";
import { defineSetSource } from "../set/sources.ts";
import type { SourceItem } from "../set/sources.ts";
import { classesOfPlaylist, findPlaylist, findSharedPlaylist } from "./playlists.ts";
import type { PlaylistRow } from "./store.ts";

const ownPrefix = "playlist-";

/** The id of a playlist's set, as its owner plays it. */
export const setIdOfPlaylist = ({ id }: PlaylistRow): string => `${ownPrefix}${id}`;
/** The id of the set of a shared playlist, as others play it. */
export const setIdOfShared = ({ shareKey }: PlaylistRow): string => `${sharedSetPrefix}${shareKey}`;

async function itemsOf(ctx: Ctx, playlist: PlaylistRow | null): Promise<SourceItem[]> {
  const rows = playlist ? await classesOfPlaylist(ctx, playlist, "whole") : [];
  return rows.map((row) => ({ studioClass: row, isDanced: row.isDanced }));
}
defineSetSource(ownPrefix, async (ctx, id) => itemsOf(ctx, await findPlaylist(ctx, id)));
defineSetSource(sharedSetPrefix, async (ctx, key) => itemsOf(ctx, await findSharedPlaylist(ctx, key)));
