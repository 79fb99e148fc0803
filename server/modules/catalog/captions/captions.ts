import { createHash } from "node:crypto";
import { mainAngle } from "../../../../contract/angles.ts";
import { maxCaptionBytes } from "../../../../contract/captions.ts";
import { nativeLanguageName } from "../../../../contract/formats/names.ts";
import { dayIn } from "../../../../contract/formats/time-zones.ts";
import type { Ctx } from "../../../ctx.ts";
import type { Db } from "../../../platform/db.ts";
import { BadInput, ChangedMeanwhile, NotFound } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { recordAuditEntry } from "../../identity/index.ts";
import { change, editedClass } from "../editing/classes.ts";
import type { EditedClass } from "../editing/classes.ts";
import { captionsMovedBy } from "../editing/stretch.ts";
import { transcodeWhenReady } from "../editing/transcoding.ts";
import { CaptionFault, toWebVtt } from "./convert.ts";
import { decodeText } from "./decode.ts";
import { moveCaptions, moveCaptionsBack } from "./move.ts";
import { deleteCaptions, listCaptions, saveCaptions } from "./store-captions.ts";
import type { CaptionRow } from "./store-captions.ts";
import { keepCaptions } from "./store-former.ts";

const maxCaptions = 20;

/** Captions as their editor gets them. */
export interface EditedCaptions {
  /** WebVTT, in the time of the published video. */
  readonly content: string;
  /** Identifies content and times, so that two editors don’t overwrite each other. */
  readonly revision: string;
}

/** Captions of a class in one language, in the time of its published video. @throws BadInput, NotFound, Unauthenticated */
export async function captionsOf(ctx: Ctx, classId: string, given: string): Promise<EditedCaptions> {
  const found = await editedClass(ctx, classId);
  const captions = await findCaptions(ctx.db, found, readLanguage(given));
  if (!captions) throw new NotFound("captions");
  return captions;
}

/** Captions as they are stored, beside what their editor gets. */
interface FoundCaptions extends EditedCaptions {
  readonly stored: CaptionRow;
  /** By how much later a cue is in `content` than it is stored, milliseconds. */
  readonly byMs: number;
}

async function findCaptions(db: Db, found: EditedClass, language: string): Promise<FoundCaptions | null> {
  const stored = (await listCaptions(db, found.id)).find((one) => one.language === language);
  if (!stored) return null;
  const { cut } = found;
  const byMs = cut ? captionsMovedBy(stored.cut ?? cut, found, cut) : 0;
  const content = moveCaptions(stored.content, byMs);
  const hash = createHash("sha256")
    .update(JSON.stringify([cut, content]))
    .digest("hex");
  return { content, revision: hash.slice(0, 32), stored, byMs };
}

/**
 * Sets the captions of a class in one language. They are published with its videos. What was there before can be restored for 30
 * days; of a day's saves by hand, what was there before the first.
 * @param given.content a WebVTT, SubRip or SubStation Alpha file
 * @param given.expected revision that the editor has seen: cues before the start of a trimmed video stay; null: there are none
 * yet; undefined: replaces whatever is there
 * @throws BadInput that names the line, ChangedMeanwhile, NotFound, Unauthenticated
 * @returns the new revision
 */
export async function addCaptions(
  ctx: Ctx,
  classId: string,
  given: { language: string; content: Uint8Array; expected?: string | null },
): Promise<string> {
  const { id } = await editedClass(ctx, classId);
  const language = readLanguage(given.language);
  const content = readContent(given.content);
  let revision = "";
  await change(ctx, id, async (tx, found) => {
    const main = found.sourceVideos.find(({ angle }) => angle === mainAngle);
    if (!main) throw new BadInput("content", msg("Upload the video first. Captions are published with it."));
    const isByHand = given.expected !== undefined;
    const before = isByHand ? await findCaptions(tx.db, found, language) : null;
    if (isByHand && (before?.revision ?? null) !== given.expected) throw new ChangedMeanwhile();
    checkRoom(found, language);
    // The published video starts later than the one that the stored captions are for.
    const saved =
      before?.stored.cut && before.byMs < 0
        ? { content: moveCaptionsBack(content, before.stored.content, before.byMs), cut: before.stored.cut }
        : { content, cut: found.cut ?? { sourceVideoId: main.sourceVideoId, fromMs: 0 } };
    const now = tx.clock.now();
    const editedOn = isByHand ? dayIn(now, ctx.studio.timeZone) : null;
    if (!before || before.stored.editedOn !== editedOn)
      await keepCaptions(tx.db, { classId: id, language, now });
    await saveCaptions(tx.db, id, { ...saved, language, label: nativeLanguageName(language), editedOn });
    revision = (await findCaptions(tx.db, found, language))?.revision ?? "";
    await transcodeWhenReady(tx, id);
    await recordAuditEntry(tx, {
      action: "catalog.captions_added",
      subject: `class:${id}`,
      details: { language },
    });
  });
  return revision;
}

/** @throws BadInput if a class has captions in too many other languages */
export function checkRoom({ captions }: EditedClass, language: string): void {
  if (captions.filter((track) => track.language !== language).length >= maxCaptions)
    throw new BadInput(
      "language",
      msg("A class can have captions in up to {maxCaptions} languages.", { maxCaptions }),
    );
}

/** Removes the captions of a language, which can be restored for 30 days. Idempotent. @throws BadInput, NotFound, Unauthenticated */
export async function removeCaptions(ctx: Ctx, classId: string, given: string): Promise<EditedClass> {
  const { id } = await editedClass(ctx, classId);
  const language = readLanguage(given);
  await change(ctx, id, async (tx) => {
    await keepCaptions(tx.db, { classId: id, language, now: tx.clock.now() });
    if (!(await deleteCaptions(tx.db, id, language))) return;
    await transcodeWhenReady(tx, id);
    await recordAuditEntry(tx, {
      action: "catalog.captions_removed",
      subject: `class:${id}`,
      details: { language },
    });
  });
  return editedClass(ctx, id);
}

/** WebVTT of an uploaded file. @throws BadInput */
function readContent(bytes: Uint8Array): string {
  const tooLarge = new BadInput("content", msg("Captions can be up to 2 MB."));
  if (bytes.byteLength > maxCaptionBytes) throw tooLarge;
  try {
    const content = toWebVtt(decodeText(bytes));
    if (Buffer.byteLength(content) > maxCaptionBytes) throw tooLarge;
    return content;
  } catch (error) {
    throw error instanceof CaptionFault ? new BadInput("content", textOf(error)) : error;
  }
}

function textOf({ fault, line }: CaptionFault) {
  if (line === null) return msg("Captions must be a .vtt, .srt, or .ass file.");
  switch (fault) {
    case "order":
      return msg("Line {line}: the caption ends before it starts.", { line });
    case "outside":
      return msg("Line {line}: this text has no time.", { line });
    default:
      return msg("Line {line}: this time can’t be read.", { line });
  }
}

/** BCP 47, lower case. @throws BadInput */
function readLanguage(given: string): string {
  const language = given.trim().toLowerCase();
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/.test(language))
    throw new BadInput("language", msg("Enter a language tag, such as en or pt-br."));
  return language;
}
