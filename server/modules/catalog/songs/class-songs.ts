import type { Ctx } from "../../../ctx.ts";
import { isForeignKeyViolation } from "../../../platform/db.ts";
import { BadInput } from "../../../platform/errors.ts";
import { msg, inEnglish } from "../../../platform/i18n/messages.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { recordAuditEntry } from "../../identity/index.ts";
import { change, editedClass } from "../editing/classes.ts";
import type { EditedClass } from "../editing/classes.ts";
import { replaceClassSongs } from "./store-editing.ts";
import type { GivenClassSong } from "./store-editing.ts";

export type { GivenClassSong } from "./store-editing.ts";

const maxSongs = 30;

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
  for (const [at, { songId, startMs, endMs }] of given.entries()) {
    if (!isUuid(songId)) throw new BadInput("songs", inEnglish("Unknown song."));
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
      await replaceClassSongs(tx.db, id, songs);
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
