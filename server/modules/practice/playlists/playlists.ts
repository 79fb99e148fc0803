import { randomUUID } from "node:crypto";
import type { Ctx, Tx } from "../../../ctx.ts";
import { BadInput, ChangedMeanwhile, NotFound } from "../../../platform/errors.ts";
import { inEnglish, msg } from "../../../platform/i18n/messages.ts";
import { consume } from "../../../platform/rate-limit.ts";
import { readLine } from "../../../platform/text.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { defineClassList, findClass, selectClassesOf } from "../../catalog/index.ts";
import type { ClassRow, Depth } from "../../catalog/index.ts";
import { requireHolder, requireViewer } from "../../identity/index.ts";
import { whileThere } from "../records.ts";
import {
  coverSource,
  deletePlaylistRow,
  findPlaylistRow,
  findSharedRow,
  heldSource,
  insertPlaylist,
  listHeld,
  listPlaylistRows,
  lockPlaylist,
  removeHeld,
  renameRow,
  saveOrder,
  shareRow,
  touchPlaylist,
  withdrawShares,
} from "./store.ts";
import type { HeldColumns, PlaylistRow } from "./store.ts";

/** Playlists of one person, and classes of one playlist. */
export const maxPlaylists = 50;
export const maxClasses = 100;
const maxNameLength = 60;
/** Creating and deleting in turn stays slow. */
const createLimit = { name: "new playlist", points: 60, seconds: 3_600 };

/**
 * A playlist with its first class, for lists. `hasClass`: whether it has the class that was asked for; `place`: where, from 1 among
 * its classes in the library.
 */
export type ListedPlaylist = PlaylistRow & {
  readonly hasClass: boolean;
  readonly place: number | null;
  readonly cover: ClassRow | null;
};

const listClasses = defineClassList(
  selectClassesOf<{ personId: string | null; playlistId: string; now: Date }, HeldColumns>(
    "practice.list_classes_of_playlist",
    heldSource,
  ),
);
/** For those who see someone else's: their settings, and what suits a child, apply. */
const listOffered = defineClassList(
  selectClassesOf<{ personId: string | null; playlistId: string; now: Date }, HeldColumns>(
    "practice.list_classes_of_shared_playlist",
    heldSource,
  ),
  { isOffer: true },
);
const listCovers = defineClassList(
  selectClassesOf<{ personId: string | null }, { playlistId: string }>(
    "practice.list_playlist_covers",
    coverSource,
  ),
);

const readId = (id: string): string => {
  if (!isUuid(id)) throw new BadInput("id", inEnglish("A playlist’s id must be a UUID."));
  return id.toLowerCase();
};

/** The viewer's playlists, the last changed first; empty without a viewer. @param classId sets `hasClass` and `place` */
export async function myPlaylists(ctx: Ctx, classId: string | null): Promise<ListedPlaylist[]> {
  if (!ctx.viewer) return [];
  const { personId } = ctx.viewer;
  const [rows, covers] = await Promise.all([
    listPlaylistRows(ctx.db, { personId, classId: classId !== null && isUuid(classId) ? classId : null }),
    listCovers(ctx, "plain", { personId }),
  ]);
  return rows.map((row) => ({
    ...row,
    cover: covers.find(({ playlistId }) => playlistId === row.id) ?? null,
  }));
}

/** The viewer's playlist; null if it isn't theirs. @param id as in addresses: any text */
export const findPlaylist = async (ctx: Ctx, id: string): Promise<PlaylistRow | null> =>
  ctx.viewer && isUuid(id) ? findPlaylistRow(ctx.db, { personId: ctx.viewer.personId, id }) : null;

/** The playlist of a link; null if it was withdrawn. @param key as in addresses: any text */
export const findSharedPlaylist = async (ctx: Ctx, key: string): Promise<PlaylistRow | null> =>
  isUuid(key) ? findSharedRow(ctx.db, key) : null;

/** The classes of a playlist in order, as the viewer may see them. */
export function classesOfPlaylist(
  ctx: Ctx,
  playlist: PlaylistRow,
  depth: Depth,
): Promise<readonly (ClassRow & HeldColumns)[]> {
  const personId = ctx.viewer?.personId ?? null;
  const list = personId === playlist.personId ? listClasses : listOffered;
  return list(ctx, depth, { personId, playlistId: playlist.id, now: ctx.clock.now() });
}

/** Reads a playlist of the viewer again after a change. @throws NotFound */
async function changed(ctx: Ctx, id: string): Promise<PlaylistRow> {
  const found = await findPlaylist(ctx, id);
  if (!found) throw new NotFound("playlist");
  return found;
}

/**
 * Creates a playlist, with a first class if one is given. Idempotent by the id that the client made.
 * @throws BadInput for an id or name that none can have and for one playlist too many, NotFound, RateLimited, Unauthenticated
 */
export async function createPlaylist(
  ctx: Ctx,
  given: { readonly id: string; readonly name: string; readonly classId: string | null },
): Promise<PlaylistRow> {
  const { personId } = requireViewer(ctx);
  const id = readId(given.id);
  const name = readLine(given.name, "name", maxNameLength);
  if (!(await findPlaylist(ctx, id))) {
    await consume(ctx, createLimit, personId);
    await whileThere(() =>
      insertPlaylist(ctx.db, { id, personId, name, max: maxPlaylists, now: ctx.clock.now() }),
    );
    if (!(await findPlaylist(ctx, id))) {
      if ((await listPlaylistRows(ctx.db, { personId, classId: null })).length >= maxPlaylists)
        throw new BadInput("name", msg("You can have up to {max} playlists.", { max: maxPlaylists }));
      throw new NotFound("playlist");
    }
  }
  return given.classId === null
    ? changed(ctx, id)
    : addToPlaylist(ctx, { id, classId: given.classId, place: null });
}

/** Renames a playlist of the viewer. @throws BadInput, NotFound, Unauthenticated */
export async function renamePlaylist(ctx: Ctx, id: string, name: string): Promise<PlaylistRow> {
  const own = { personId: requireViewer(ctx).personId, id: readId(id) };
  const line = readLine(name, "name", maxNameLength);
  if (!(await renameRow(ctx.db, { ...own, name: line, now: ctx.clock.now() })))
    throw new NotFound("playlist");
  return changed(ctx, own.id);
}

/** Deletes a playlist of the viewer; does nothing for another person's or a missing one. @throws Unauthenticated */
export async function deletePlaylist(ctx: Ctx, id: string): Promise<string> {
  const { personId } = requireViewer(ctx);
  if (isUuid(id)) await deletePlaylistRow(ctx.db, { personId, id });
  return id;
}

/** Changes the classes of a playlist that no one else changes at the same time. @throws NotFound, Unauthenticated */
async function changeClasses(
  ctx: Ctx,
  id: string,
  change: (tx: Tx, playlist: { readonly id: string; readonly revision: number }) => Promise<boolean>,
): Promise<PlaylistRow> {
  const own = { personId: requireViewer(ctx).personId, id: readId(id) };
  await ctx.transact(async (tx) => {
    const revision = await lockPlaylist(tx.db, own);
    if (revision === null) throw new NotFound("playlist");
    if (await change(tx, { id: own.id, revision }))
      await touchPlaylist(tx.db, { id: own.id, now: tx.clock.now() });
  });
  return changed(ctx, own.id);
}

/**
 * Adds a class to a playlist of the viewer, also one that they can't play yet. Idempotent: a class that is in it keeps its place.
 * @param given.place from 1 among its classes in the library; null: at the end
 * @throws BadInput for one class too many, NotFound, Unauthenticated
 */
export async function addToPlaylist(
  ctx: Ctx,
  given: { readonly id: string; readonly classId: string; readonly place: number | null },
): Promise<PlaylistRow> {
  requireViewer(ctx);
  const found = await findClass(ctx, given.classId, "plain");
  if (!found) throw new NotFound("class");
  return changeClasses(ctx, given.id, async (tx, { id }) => {
    const held = await listHeld(tx.db, id);
    const order = held.map(({ classId }) => classId);
    if (order.includes(found.id)) return false;
    if (order.length >= maxClasses)
      throw new BadInput("classId", msg("A playlist holds up to {max} classes.", { max: maxClasses }));
    // The person doesn't see the others, and counts without them.
    const shown = held.filter(({ isPublished }) => isPublished).map(({ classId }) => classId);
    const next = given.place === null ? undefined : shown[Math.max(0, given.place - 1)];
    const at = next === undefined ? order.length : order.indexOf(next);
    await saveOrder(tx.db, { id, classIds: order.toSpliced(at, 0, found.id), now: tx.clock.now() });
    return true;
  });
}

/** Removes a class from a playlist of the viewer. Idempotent. @throws BadInput, NotFound, Unauthenticated */
export const removeFromPlaylist = (ctx: Ctx, id: string, classId: string): Promise<PlaylistRow> =>
  changeClasses(ctx, id, (tx, playlist) =>
    isUuid(classId) ? removeHeld(tx.db, { id: playlist.id, classId }) : Promise.resolve(false),
  );

/**
 * Orders the classes of a playlist. Classes that aren't in the library now come after the others, in their order.
 * @param given.classIds all its classes that are in the library, each once
 * @param given.revision that the person has seen
 * @throws ChangedMeanwhile if another tab changed its classes since, BadInput, NotFound, Unauthenticated
 */
export const orderPlaylist = (
  ctx: Ctx,
  given: { readonly id: string; readonly classIds: readonly string[]; readonly revision: number },
): Promise<PlaylistRow> =>
  changeClasses(ctx, given.id, async (tx, { id, revision }) => {
    if (revision !== given.revision) throw new ChangedMeanwhile();
    const held = await listHeld(tx.db, id);
    const shown = held.filter(({ isPublished }) => isPublished).map(({ classId }) => classId);
    const wanted = given.classIds.map((classId) => classId.toLowerCase());
    if (wanted.toSorted().join() !== shown.toSorted().join())
      throw new BadInput("classIds", inEnglish("List every class of the playlist once."));
    const hidden = held.filter(({ isPublished }) => !isPublished).map(({ classId }) => classId);
    await saveOrder(tx.db, { id, classIds: [...wanted, ...hidden], now: tx.clock.now() });
    return true;
  });

/**
 * Makes a link by which anyone sees a playlist of the viewer, or withdraws it. Idempotent; a link that was withdrawn never works
 * again. Children share nothing.
 * @throws BadInput, Forbidden, NotFound, RegistrationRequired, Unauthenticated
 */
export async function sharePlaylist(ctx: Ctx, id: string, isShared: boolean): Promise<PlaylistRow> {
  const own = { personId: requireHolder(ctx).personId, id: readId(id) };
  if (!(await shareRow(ctx.db, { ...own, key: isShared ? randomUUID() : null })))
    throw new NotFound("playlist");
  return changed(ctx, own.id);
}

/** Creates a person's playlist with its classes, for seeds. Idempotent. */
export async function seedPlaylist(
  tx: Tx,
  given: {
    readonly id: string;
    readonly personId: string;
    readonly name: string;
    readonly classIds: readonly string[];
  },
): Promise<void> {
  const now = tx.clock.now();
  await insertPlaylist(tx.db, { ...given, max: maxPlaylists, now });
  await saveOrder(tx.db, { id: given.id, classIds: given.classIds, now });
}

/** Withdraws the links of these people's playlists. */
export const closePlaylists = (tx: Tx, personIds: readonly string[]): Promise<void> =>
  withdrawShares(tx.db, personIds);
