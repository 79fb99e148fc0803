import { randomUUID } from "node:crypto";
import { permissions } from "../../../../contract/staff.ts";
import { songRights } from "../../../../contract/song-rights.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import { isForeignKeyViolation, isUniqueViolation } from "../../../platform/db.ts";
import { BadInput, NotFound } from "../../../platform/errors.ts";
import { decodeCursor, encodeCursor, pageSize } from "../../../platform/graphql/paging.ts";
import { inEnglish, msg } from "../../../platform/i18n/messages.ts";
import { slugTried, triedSlugs } from "../../../platform/slug.ts";
import { readLine } from "../../../platform/text.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { recordAuditEntry, requireStaff } from "../../identity/index.ts";
import { requireClassEditor, requireEditor } from "../editing/classes.ts";
import { IsrcTaken, SongInUse } from "./errors.ts";
import { requestExcerpts } from "./excerpts.ts";
import { readIsrc, readIswc } from "./isrc.ts";
import { readSongSearch } from "./songs.ts";
import {
  deleteSongRow,
  findSameSong,
  findSongByIsrc,
  insertSong,
  isSongAlias,
  listEditedSongs,
  listEditedSongsById,
  lockSongsWithClasses,
  mergeSongRows,
  saveSong,
} from "./store-editing.ts";
import type { EditedSong, SongAttributes, SongCheck } from "./store-editing.ts";

export type { EditedSong } from "./store-editing.ts";
export { songChecks } from "./store-editing.ts";

/** Characters. */
const maxLengths = { title: 150, artist: 150, writers: 300, rightsHolder: 150 } as const;
/** Milliseconds. */
const durations = { min: 10_000, max: 1_800_000 } as const;
const maxMerged = 20;

/** A song, as sent by an editor. */
export interface GivenSong {
  readonly title: string;
  readonly artist: string;
  readonly isrc?: string | null | undefined;
  readonly writers?: string | null | undefined;
  readonly iswc?: string | null | undefined;
  readonly rightsHolder?: string | null | undefined;
  readonly rights: SongAttributes["rights"];
  readonly isExplicit: boolean;
  /** Milliseconds. */
  readonly durationMs?: number | null | undefined;
  readonly offersExcerpt?: boolean | null | undefined;
}

/** Reads a song. @param before what stays where nothing is given; null for a new song */
function readSong(given: GivenSong, before: SongAttributes | null): SongAttributes {
  const lineOf = (name: "writers" | "rightsHolder"): string | null => {
    const text = given[name]?.trim();
    if (before && given[name] === undefined) return before[name];
    return text ? readLine(text, name, maxLengths[name]) : null;
  };
  const rights = songRights.find((one) => one === given.rights);
  if (!rights) throw new BadInput("rights", inEnglish(`Use one of: ${songRights.join(", ")}.`));
  return {
    title: readLine(given.title, "title", maxLengths.title),
    artist: readLine(given.artist, "artist", maxLengths.artist),
    isrc: before && given.isrc === undefined ? before.isrc : readIsrc(given.isrc),
    writers: lineOf("writers"),
    iswc: before && given.iswc === undefined ? before.iswc : readIswc(given.iswc),
    rightsHolder: lineOf("rightsHolder"),
    rights,
    isExplicit: given.isExplicit,
    durationMs: before && given.durationMs === undefined ? before.durationMs : readDuration(given.durationMs),
    offersExcerpt:
      before && given.offersExcerpt === undefined
        ? before.offersExcerpt && rights !== "unclear"
        : readOffer(given.offersExcerpt, rights),
  };
}

function readDuration(given: number | null | undefined): number | null {
  if (given === null || given === undefined) return null;
  if (!Number.isInteger(given) || given < durations.min || given > durations.max)
    throw new BadInput("durationMs", msg("Enter a length from 0:10 to 30:00."));
  return given;
}

/** The right to use a song in classes rarely includes playing it alone, so that is said for each song. */
function readOffer(given: boolean | null | undefined, rights: SongAttributes["rights"]): boolean {
  if (given && rights === "unclear")
    throw new BadInput("offersExcerpt", msg("Dancers can hear it only once its rights are clear."));
  return given ?? false;
}

async function editedSong(ctx: Pick<Ctx, "db">, id: string): Promise<EditedSong> {
  const [found] = isUuid(id) ? await listEditedSongsById(ctx.db, [id]) : [];
  if (!found) throw new NotFound("song");
  return found;
}

/** One song, for editors and teachers. @throws NotFound, Unauthenticated */
export async function songForEditors(ctx: Ctx, id: string): Promise<EditedSong> {
  requireStaff(ctx, ...permissions.draftClasses);
  return editedSong(ctx, id);
}

export interface EditedSongPage {
  readonly items: readonly EditedSong[];
  readonly nextCursor: string | null;
}

/**
 * Songs by title, for editors and teachers.
 * @param request.search words of title and artist in any order, or an ISRC
 * @throws BadInput, NotFound for others, Unauthenticated
 */
export async function editedSongs(
  ctx: Ctx,
  request: {
    search: string | null | undefined;
    check: SongCheck | null | undefined;
    first: number | null | undefined;
    after: string | null | undefined;
  },
): Promise<EditedSongPage> {
  requireStaff(ctx, ...permissions.draftClasses);
  const first = pageSize(request.first);
  const cursor = decodeCursor(request.after, ["string", "uuid"]);
  const rows = await listEditedSongs(ctx.db, {
    search: readSongSearch(request.search),
    check: request.check ?? null,
    afterWords: cursor?.[0] ?? null,
    afterId: cursor?.[1] ?? null,
    first: first + 1,
  });
  const items = rows.slice(0, first);
  const last = rows.length > first ? items.at(-1) : undefined;
  return { items, nextCursor: last ? encodeCursor([last.words, last.id]) : null };
}

/** @throws IsrcTaken if another song has the ISRC */
async function refuseTaken(ctx: Pick<Ctx, "db">, { isrc }: SongAttributes, id: string | null): Promise<void> {
  const other = isrc === null ? null : await findSongByIsrc(ctx.db, isrc);
  if (other && other.id !== id) throw new IsrcTaken(other);
}

/**
 * Finds or adds a song: one of the same title, artist, ISRC and words isn't added twice.
 * @throws BadInput, IsrcTaken, NotFound for others than editors and teachers, Unauthenticated
 */
export async function createSong(ctx: Ctx, given: GivenSong): Promise<EditedSong> {
  await requireClassEditor(ctx);
  const song = readSong(given, null);
  for (let attempt = 1; ; attempt += 1) {
    const same = await findSameSong(ctx.db, song);
    if (same) return editedSong(ctx, same);
    await refuseTaken(ctx, song, null);
    const slug = slugTried(`${song.title} ${song.artist}`, "song", attempt);
    if (attempt < triedSlugs && (await isSongAlias(ctx.db, slug))) continue;
    const id = randomUUID();
    try {
      await ctx.transact(async (tx) => {
        await insertSong(tx.db, { ...song, id, slug, now: tx.clock.now() });
        await recordAuditEntry(tx, {
          action: "catalog.song_created",
          subject: `song:${id}`,
          details: { title: song.title, artist: song.artist },
        });
      });
      return await editedSong(ctx, id);
    } catch (error) {
      if (!isUniqueViolation(error) || attempt > triedSlugs) throw error;
    }
  }
}

/**
 * Changes a song for all of its classes; its slug stays, and so does what isn't given. Editors alone.
 * @throws BadInput, IsrcTaken, NotFound, Unauthenticated
 */
export async function changeSong(ctx: Ctx, songId: string, given: GivenSong): Promise<EditedSong> {
  requireEditor(ctx);
  const { id } = await editedSong(ctx, songId);
  await ctx.transact(async (tx) => {
    await lockSongsWithClasses(tx.db, [id]);
    const before = await editedSong(tx, id);
    const song = readSong(given, before);
    await refuseTaken(tx, song, id);
    await saveSong(tx.db, { ...song, id });
    if (before.offersExcerpt || song.offersExcerpt) await requestExcerpts(tx, [id]);
    await recordAuditEntry(tx, {
      action: "catalog.song_changed",
      subject: `song:${id}`,
      details: { before: changedOf(before, song), after: changedOf(song, before) },
    });
  });
  return editedSong(ctx, id);
}

/** Attributes that differ from another version, for the audit log. */
function changedOf(song: SongAttributes, other: SongAttributes): Record<string, unknown> {
  const names = [
    "title",
    "artist",
    "isrc",
    "writers",
    "iswc",
    "rightsHolder",
    "rights",
    "isExplicit",
    "durationMs",
    "offersExcerpt",
  ] as const;
  return Object.fromEntries(
    names.filter((name) => song[name] !== other[name]).map((name) => [name, song[name]]),
  );
}

/**
 * Merges songs into one: their classes and links go there. It keeps its own attributes, and takes the codes, writers, rights
 * holder and length that it lacks. Editors alone.
 * @throws BadInput, NotFound, Unauthenticated
 */
export async function mergeSongs(ctx: Ctx, ids: readonly string[], intoId: string): Promise<EditedSong> {
  requireEditor(ctx);
  const from = [...new Set(ids.map((id) => id.toLowerCase()))];
  const into = intoId.toLowerCase();
  if (from.length === 0 || from.length > maxMerged)
    throw new BadInput("from", inEnglish(`Merge 1 to ${maxMerged} songs at a time.`));
  if (from.includes(into)) throw new BadInput("into", msg("A song can’t be merged into itself."));
  if (![into, ...from].every(isUuid)) throw new NotFound("song");
  await ctx.transact(async (tx) => {
    const known = await lockSongsWithClasses(tx.db, [into, ...from]);
    if (known.length < from.length + 1) throw new NotFound("song");
    await mergeLocked(tx, from, into);
  });
  return editedSong(ctx, into);
}

async function mergeLocked(tx: Tx, from: readonly string[], into: string): Promise<void> {
  const merged = await listEditedSongsById(tx.db, from);
  const target = await editedSong(tx, into);
  await mergeSongRows(tx.db, from, into);
  await saveSong(tx.db, {
    ...target,
    isrc: target.isrc ?? merged.find(({ isrc }) => isrc !== null)?.isrc ?? null,
    writers: target.writers ?? merged.find(({ writers }) => writers !== null)?.writers ?? null,
    iswc: target.iswc ?? merged.find(({ iswc }) => iswc !== null)?.iswc ?? null,
    rightsHolder:
      target.rightsHolder ?? merged.find((song) => song.rightsHolder !== null)?.rightsHolder ?? null,
    durationMs: target.durationMs ?? merged.find((song) => song.durationMs !== null)?.durationMs ?? null,
  });
  await requestExcerpts(tx, [into, ...from]);
  await recordAuditEntry(tx, {
    action: "catalog.songs_merged",
    subject: `song:${into}`,
    details: { merged: merged.map(({ title, artist }) => `${title}, ${artist}`).join("; ") },
  });
}

/** Deletes a song that no class uses. Editors alone. @throws NotFound, SongInUse, Unauthenticated */
export async function deleteSong(ctx: Ctx, id: string): Promise<void> {
  requireEditor(ctx);
  const { usedBy, title, artist, id: songId } = await editedSong(ctx, id);
  if (usedBy > 0) throw new SongInUse();
  try {
    await ctx.transact(async (tx) => {
      await deleteSongRow(tx.db, songId);
      await requestExcerpts(tx, [songId]);
      await recordAuditEntry(tx, {
        action: "catalog.song_deleted",
        subject: `song:${songId}`,
        details: { title, artist },
      });
    });
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new SongInUse();
    throw error;
  }
}
