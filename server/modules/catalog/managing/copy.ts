import type { Ctx } from "../../../ctx.ts";
import { msg, translate } from "../../../platform/i18n/messages.ts";
import { countEights } from "../editing/attributes.ts";
import { editedClass, insertNewClass, requireClassEditor } from "../editing/classes.ts";
import type { EditedClass } from "../editing/classes.ts";
import { replaceClassSongs } from "../songs/store-editing.ts";

const maxTitle = 100;

/**
 * Makes a draft from a class: its attributes, categories, parts and songs, without its videos and what was made of them. Idempotent
 * per key.
 * @throws NotFound, Unauthenticated
 */
export async function copyClass(ctx: Ctx, classId: string, idempotencyKey: string): Promise<EditedClass> {
  const { accountId } = await requireClassEditor(ctx);
  const found = await editedClass(ctx, classId);
  // Eights are of the music in the video, and come with the next one.
  const parts = countEights(found.parts, []);
  const songs = found.songs.map(({ song, ...use }) => ({ ...use, songId: song.id }));
  return insertNewClass(ctx, `${accountId}:${idempotencyKey}`, {
    attributes: { ...found, title: copiedTitle(ctx, found.title) },
    parts,
    copyOf: found.id,
    finish: (tx, id) => replaceClassSongs(tx.db, id, songs),
  });
}

/** The title of a copy in the viewer's language, cut so that it fits. */
function copiedTitle({ locale }: Ctx, title: string): string {
  const named = (shown: string) =>
    translate(msg("{title} (copy)", { title: shown }), locale).replaceAll(/[\u2066-\u2069]/g, "");
  const room = maxTitle - named("").length;
  return named(title.length > room ? `${[...title].slice(0, room - 1).join("")}…` : title);
}
