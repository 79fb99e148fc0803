import { randomUUID } from "node:crypto";
import { mainAngle } from "../../../../contract/angles.ts";
import type { AngleKey } from "../../../../contract/angles.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import { BadInput, ChangedMeanwhile } from "../../../platform/errors.ts";
import { inEnglish, msg } from "../../../platform/i18n/messages.ts";
import { readLine } from "../../../platform/text.ts";
import { recordAuditEntry } from "../../identity/index.ts";
import { maxSourceVideoBytes, uploaderOf } from "../../media/index.ts";
import { maxLengths } from "../editing/attributes.ts";
import { deleteDraft, requireClassEditor } from "../editing/classes.ts";
import type { EditedClass } from "../editing/classes.ts";
import { removeSourceVideo, resumeSourceVideo, startSourceVideo } from "../editing/source-videos.ts";
import type { SourceVideoTicket } from "../editing/source-videos.ts";
import { draftOf } from "./drafts.ts";
import { fieldsByFolder, namesOf } from "./folders.ts";
import type { LibraryNames } from "./folders.ts";
import { importItem, maySee, videoImport, withClasses } from "./imports.ts";
import type { ImportItem } from "./imports.ts";
import { angleOf, plain, titleOf, videoIdOf } from "./names.ts";
import { fitLine, fitText, readProposedSong } from "./proposals.ts";
import {
  deleteImportItem,
  findVideoImport,
  insertImportItems,
  listImportItems,
  listKnownItems,
  listUploadedLike,
  lockImportItem,
  lockVideoImport,
  moveImportItems,
  saveItemSource,
  saveItemView,
} from "./store.ts";
import type { ImportItemRow, NewImportItem, ProposedSong, VideoImportRow } from "./store.ts";

/** Files of an import, and of one call. */
const maxItems = 500;
const maxFilesAtOnce = 100;
const maxPath = 255;
const maxVideoId = 40;

/** A file on the device that will send it, with what the files beside it say. */
export interface GivenFile {
  readonly fileName: string;
  /** Path below the folder that was chosen, with slashes; empty: none. */
  readonly folder: string;
  readonly sizeInBytes: number;
  /** SHA-256 of its size, first and last MiB; hexadecimal. */
  readonly fingerprint: string;
  readonly recordedAt: Date | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly videoId: string | null;
  readonly song: ProposedSong | null;
}

/** What became of a file. */
export interface FileResult {
  readonly fingerprint: string;
  /** `known`: the studio has it. `too_large`: it can't be uploaded. */
  readonly outcome: "added" | "known" | "too_large";
  /** Null if another's import has it, or a class that no import made. */
  readonly item: ImportItem | null;
  /** Slug of the class that has it; null if it isn't a class yet, or another's. */
  readonly classId: string | null;
}

/** @throws BadInput */
function readFile(given: GivenFile, found: VideoImportRow, names: LibraryNames): NewImportItem {
  const { sizeInBytes, fingerprint, recordedAt } = given;
  if (!/^[0-9a-f]{64}$/.test(fingerprint))
    throw new BadInput("fingerprint", inEnglish("Send a SHA-256 in hexadecimal."));
  if (!Number.isSafeInteger(sizeInBytes) || sizeInBytes < 1)
    throw new BadInput("sizeInBytes", inEnglish("Must be the file’s size in bytes."));
  const fileName = readLine(fitLine(given.fileName, maxPath) ?? "", "fileName", maxPath);
  const folder = fitLine(given.folder, 4 * maxPath) ?? "";
  return {
    id: randomUUID(),
    folder,
    fileName,
    sizeBytes: sizeInBytes,
    fingerprint,
    recordedAt,
    videoId: fitLine(given.videoId, maxVideoId) ?? videoIdOf(fileName),
    fields: {
      ...found.defaults,
      ...fieldsByFolder(folder, names, found.instructor),
      title: fitLine(given.title, maxLengths.title) ?? titleOf(fileName, folder),
      description: fitText(given.description, maxLengths.description) ?? "",
    },
    proposedSong: readProposedSong(given.song),
  };
}

/**
 * Adds files to an import, with what their names, folders and sidecars say. A file whose fingerprint is known is added nowhere
 * twice; one that waits in another import moves to this one. For editors, and the import's teacher.
 * @returns the files in the order given
 * @throws BadInput for too many files, NotFound, Unauthenticated
 */
export async function addImportFiles(
  ctx: Ctx,
  importId: string,
  given: readonly GivenFile[],
): Promise<FileResult[]> {
  const found = await videoImport(ctx, importId);
  if (given.length > maxFilesAtOnce)
    throw new BadInput("files", inEnglish(`Send up to ${maxFilesAtOnce} files.`));
  const names = await namesOf(ctx);
  const files = given.map((file) => readFile(file, found, names));
  const known = await ctx.transact((tx) => insertUnknown(tx, found, files));
  return resultsOf(ctx, found, files, known);
}

/** Adds those of the files that the studio doesn't have. @returns classes that have files of the same name and size */
async function insertUnknown(
  tx: Tx,
  found: VideoImportRow,
  files: readonly NewImportItem[],
): Promise<{ fileName: string; sizeBytes: number; classId: string; instructor: string }[]> {
  await lockVideoImport(tx.db, found.id);
  const fingerprints = files.map(({ fingerprint }) => fingerprint);
  const items = await listKnownItems(tx.db, fingerprints);
  const known = new Set(items.map(({ fingerprint }) => fingerprint));
  const uploaded = await listUploadedLike(
    tx.db,
    files.filter(({ fingerprint }) => !known.has(fingerprint)),
  );
  const waiting = items.filter((item) => item.importId !== found.id && item.classId === null);
  const added = files.filter(
    (file) =>
      !known.has(file.fingerprint) &&
      file.sizeBytes <= maxSourceVideoBytes &&
      !uploaded.some((one) => one.fileName === file.fileName && one.sizeBytes === file.sizeBytes),
  );
  const ids = await movable(tx, found, waiting);
  const present = await listImportItems(tx.db, found.id);
  if (present.length + added.length + ids.length > maxItems)
    throw new BadInput(
      "files",
      msg("An import can have up to {maxItems} videos. Start another for the rest.", { maxItems }),
    );
  if (ids.length > 0) await moveImportItems(tx.db, ids, found.id);
  if (added.length > 0) await insertImportItems(tx.db, found.id, added, tx.clock.now());
  await proposeViews(tx, found.id);
  return uploaded;
}

/** Waiting items whose import is the same teacher's, or an editor's where this one is. */
async function movable(tx: Tx, found: VideoImportRow, waiting: readonly ImportItemRow[]): Promise<string[]> {
  const imports = new Map<string, VideoImportRow | null>();
  for (const { importId } of waiting)
    if (!imports.has(importId)) imports.set(importId, await findVideoImport(tx.db, importId));
  return waiting
    .filter(({ importId }) => imports.get(importId)?.instructor === found.instructor)
    .map(({ id }) => id);
}

/** Proposes for files whose names end with an angle that they are views of the class of the file named like them. */
async function proposeViews(tx: Tx, importId: string): Promise<void> {
  const items = await listImportItems(tx.db, importId);
  const keyOf = ({ folder, fileName }: ImportItemRow) => `${folder}\n${plain(angleOf(fileName).stem)}`;
  const isMain = (item: ImportItemRow) => (angleOf(item.fileName).angle ?? mainAngle) === mainAngle;
  const mains = new Map(items.filter((item) => isMain(item)).map((item) => [keyOf(item), item]));
  for (const item of items) {
    const { angle } = angleOf(item.fileName);
    const main = mains.get(keyOf(item));
    if (isMain(item) || !angle || !main || item.mainId || item.classId) continue;
    if (item.filled.includes("angle")) continue;
    const isTaken = items.some((one) => one.mainId === main.id && one.angle === angle);
    if (!isTaken) await saveItemView(tx.db, { ...item, mainId: main.id, angle });
  }
}

async function resultsOf(
  ctx: Ctx,
  found: VideoImportRow,
  files: readonly NewImportItem[],
  uploaded: readonly { fileName: string; sizeBytes: number; classId: string; instructor: string }[],
): Promise<FileResult[]> {
  const editor = await requireClassEditor(ctx);
  const isTheirs = (instructor: string | undefined) => editor.own === null || instructor === editor.own;
  const known = await listKnownItems(
    ctx.db,
    files.map(({ fingerprint }) => fingerprint),
  );
  const items = (await withClasses(ctx, known)).map((item) =>
    isTheirs(item.edited?.instructor) ? item : { ...item, edited: null },
  );
  const imports = new Map([[found.id, found]]);
  for (const { importId } of items) {
    const other = imports.get(importId) ?? (await findVideoImport(ctx.db, importId));
    if (other) imports.set(importId, other);
  }
  return files.map(({ id, fingerprint, fileName, sizeBytes }): FileResult => {
    const item = items.find((one) => one.fingerprint === fingerprint);
    if (!item) {
      const like = uploaded.find((one) => one.fileName === fileName && one.sizeBytes === sizeBytes);
      const classId = like && isTheirs(like.instructor) ? like.classId : null;
      return { fingerprint, outcome: like ? "known" : "too_large", item: null, classId };
    }
    const isVisible = maySee(editor, imports.get(item.importId) ?? { instructor: null });
    return {
      fingerprint,
      outcome: item.id === id ? "added" : "known",
      item: isVisible ? item : null,
      classId: isVisible ? (item.edited?.slug ?? null) : null,
    };
  });
}

/** What a page needs to send a file. */
export interface ItemSending {
  readonly ticket: SourceVideoTicket;
  /** Whether bytes may have arrived. */
  readonly isBegun: boolean;
  readonly item: ImportItem;
}

/**
 * Begins or resumes the upload of a file; its draft is created then.
 * @throws BadInput before the upload of its front view began, ChangedMeanwhile once it is uploaded or replaced, NotFound,
 * Unauthenticated
 */
export async function sendImportItem(ctx: Ctx, id: string): Promise<ItemSending> {
  try {
    return await beginOrResume(ctx, id);
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error;
    // Another tab may have begun it at the same moment: that upload is resumed.
    return beginOrResume(ctx, id);
  }
}

async function beginOrResume(ctx: Ctx, id: string): Promise<ItemSending> {
  const { accountId } = await requireClassEditor(ctx);
  const item = await importItem(ctx, id);
  const { mainId, angle, fileName, sizeBytes, sourceVideoId, state } = item;
  if (state === "ready" || state === "replaced") throw new ChangedMeanwhile();
  const main = mainId === null ? item : await importItem(ctx, mainId);
  if (main !== item && !main.classId)
    throw new BadInput("angle", msg("Upload the front video first. The other views use its audio."));
  const classId = item.classId ?? (await draftOf(ctx, main));
  const isBegun =
    state === "sending" && sourceVideoId !== null && (await uploaderOf(ctx, sourceVideoId)) === accountId;
  const ticket = isBegun
    ? await resumeSourceVideo(ctx, classId, sourceVideoId)
    : await startSourceVideo(
        ctx,
        { classId, angle, isUpright: false, fileName, sizeInBytes: sizeBytes },
        (tx, started, found) => saveBegun(tx, item, started, found),
      );
  const [sent] = await withClasses(ctx, [await importItem(ctx, id)]);
  return { ticket, isBegun, item: sent! };
}

/** @throws ChangedMeanwhile if another tab began its upload, or the class has a video that it would replace */
async function saveBegun(
  tx: Tx,
  { id, angle, sourceVideoId: before }: ImportItemRow,
  sourceVideoId: string,
  { id: classId, sourceVideos }: EditedClass,
): Promise<void> {
  const present = await lockImportItem(tx.db, id);
  const uploaded = sourceVideos.find((one) => one.angle === angle)?.sourceVideoId ?? before;
  if (present?.sourceVideoId !== before || uploaded !== before) throw new ChangedMeanwhile();
  await saveItemSource(tx.db, { id, classId, sourceVideoId });
}

/**
 * Makes a file another view of a file's class, or a class of its own. Only before its upload.
 * @param view.mainId null: a class of its own
 * @throws BadInput, ChangedMeanwhile once its upload began, NotFound, Unauthenticated
 */
export async function setImportItemView(
  ctx: Ctx,
  id: string,
  view: { readonly mainId: string | null; readonly angle: AngleKey },
): Promise<ImportItem> {
  const item = await importItem(ctx, id);
  const main = view.mainId === null ? null : await importItem(ctx, view.mainId);
  const isView = main !== null;
  if (isView && (main.id === item.id || main.mainId !== null || main.importId !== item.importId))
    throw new BadInput("mainId", inEnglish("Choose a file of this import that is a class of its own."));
  if (isView === (view.angle === mainAngle))
    throw new BadInput("angle", inEnglish("The front view is a class of its own, and the others aren’t."));
  await ctx.transact(async (tx) => {
    await lockVideoImport(tx.db, item.importId);
    const items = await listImportItems(tx.db, item.importId);
    const present = items.find((one) => one.id === item.id);
    if (!present || present.classId) throw new ChangedMeanwhile();
    if (items.some((one) => one.mainId === present.id))
      throw new BadInput("mainId", msg("Other views belong to this video. Separate them first."));
    if (items.some((one) => one.id !== present.id && one.mainId === main?.id && one.angle === view.angle))
      throw new BadInput("angle", msg("This class already has that view."));
    const filled = [...new Set([...present.filled, "angle"])];
    await saveItemView(tx.db, { id: present.id, ...view, filled });
  });
  const [changed] = await withClasses(ctx, [await importItem(ctx, id)]);
  return changed!;
}

/**
 * Takes a file off its import: with its draft and the uploads of all its views, or of another view only that view.
 * @throws ChangedMeanwhile if its upload began in this moment, DomainError once its class was published, NotFound, Unauthenticated
 */
export async function removeImportItem(ctx: Ctx, id: string): Promise<void> {
  const item = await importItem(ctx, id);
  const { classId, mainId, angle, state } = item;
  if (classId && mainId === null) return deleteDraft(ctx, classId);
  if (classId && state !== "waiting" && state !== "replaced")
    await removeSourceVideo(ctx, classId, { angle, isUpright: false });
  await ctx.transact(async (tx) => {
    const present = await lockImportItem(tx.db, item.id);
    if (!present) return;
    if (present.classId !== classId) throw new ChangedMeanwhile();
    await deleteImportItem(tx.db, item.id);
    await recordAuditEntry(tx, {
      action: "catalog.video_import_item_removed",
      subject: `video_import:${item.importId}`,
      details: { fileName: item.fileName },
    });
  });
}
