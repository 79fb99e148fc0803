import type { Ctx } from "../../../ctx.ts";
import { isForeignKeyViolation } from "../../../platform/db.ts";
import { BadInput } from "../../../platform/errors.ts";
import { msg, inEnglish } from "../../../platform/i18n/messages.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { recordAuditEntry } from "../../identity/index.ts";
import { change, editedClass } from "../editing/classes.ts";
import type { EditedClass } from "../editing/classes.ts";
import { requestExcerpts } from "./excerpts.ts";
import { listSongsWithExcerpts } from "./store-excerpts.ts";
import { replaceClassSongs } from "./store-editing.ts";
import type { GivenClassSong } from "./store-editing.ts";

export type { GivenClassSong } from "./store-editing.ts";

const maxSongs = 30;
/** Of a song: ten minutes at a fast tempo. */
const maxEight = 200;

/**
 * Validates the songs of a class. Stretches that are given are within the class, in order, and apart, so that each moment has one
 * song at most.
 * @param durationMs length of the class; null while unknown
 * @throws BadInput
 */
function readClassSongs(
  given: readonly GivenClassSong[],
  durationMs: number | null,
): readonly GivenClassSong[] {
  if (given.length > maxSongs)
    throw new BadInput("songs", msg("A class can have up to {maxSongs} songs.", { maxSongs }));
  let before = 0;
  for (const [at, { songId, startMs, endMs, firstEight, lastEight }] of given.entries()) {
    if (!isUuid(songId)) throw new BadInput("songs", inEnglish("Unknown song."));
    if (!areEights(firstEight, lastEight))
      throw new BadInput(
        "songs",
        msg("The eights of song {at} must be numbers from 1 to {maxEight}, the first one first.", {
          at: at + 1,
          maxEight,
        }),
      );
    if (startMs === null && endMs === null) continue;
    if (startMs === null || endMs === null)
      throw new BadInput("songs", msg("Enter both the beginning and the end of song {at}.", { at: at + 1 }));
    if (startMs < before || endMs <= startMs)
      throw new BadInput(
        "songs",
        msg("Song {at} must start after the previous song and end after it starts.", { at: at + 1 }),
      );
    if (durationMs !== null && endMs > durationMs)
      throw new BadInput("songs", msg("Song {at} must end within the class.", { at: at + 1 }));
    before = endMs;
  }
  return given;
}

/** Whether both are counted from 1 and in order, or neither is given. */
function areEights(first: number | null, last: number | null): boolean {
  if (first === null || last === null) return first === last;
  return Number.isInteger(first) && Number.isInteger(last) && first >= 1 && first <= last && last <= maxEight;
}

/** Ids of the songs that sound at other moments of a class than before; those without moments fill it while they are its only song. */
function songsHeardOtherwise(
  before: readonly GivenClassSong[],
  after: readonly GivenClassSong[],
): readonly string[] {
  const soundsOf = (songs: readonly GivenClassSong[], id: string): string =>
    JSON.stringify(
      songs
        .filter(({ songId }) => songId.toLowerCase() === id)
        .map(({ startMs, endMs }) => [startMs, endMs, startMs === null && songs.length === 1]),
    );
  const ids = new Set([...before, ...after].map(({ songId }) => songId.toLowerCase()));
  return [...ids].filter((id) => soundsOf(before, id) !== soundsOf(after, id));
}

/**
 * Replaces the songs of a class. With an explicit song, the class is explicit from then on.
 * @throws BadInput, Forbidden for a teacher's published class, NotFound, Unauthenticated
 */
export async function setClassSongs(
  ctx: Ctx,
  classId: string,
  given: readonly GivenClassSong[],
): Promise<EditedClass> {
  const { id } = await editedClass(ctx, classId);
  try {
    await change(ctx, id, async (tx, found) => {
      const songs = readClassSongs(given, found.durationMs);
      const before = found.songs.map(({ song, ...use }) => ({ ...use, songId: song.id }));
      await replaceClassSongs(tx.db, id, songs);
      await requestExcerpts(tx, await listSongsWithExcerpts(tx.db, songsHeardOtherwise(before, songs)));
      await recordAuditEntry(tx, {
        action: "catalog.class_songs_set",
        subject: `class:${id}`,
        details: { songs: songs.length },
      });
    });
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new BadInput("songs", msg("A song was deleted. Choose another."));
    throw error;
  }
  return editedClass(ctx, id);
}
