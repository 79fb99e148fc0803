import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Ctx, Tx } from "../../../ctx.ts";
import { studioLimits } from "../pipeline/probe.ts";
import { deleteAssetRow, insertAsset } from "../store.ts";
import { insertUpload, saveUploadEnded } from "../store-uploads.ts";
import { requestTranscode } from "../transcode-job.ts";
import { checkFileName, checkSize } from "./limits.ts";
import { dropUploadJob, uploadFolder, uploadPath } from "./uploads.ts";

/** A transcode that reads a film may run when it is replaced; its file goes after this, milliseconds. */
const replacedKeptMs = 24 * 60 * 60 * 1000;

/** A film that one of the studio's people is about to send. */
export interface NewFilm {
  readonly filmId: string;
  readonly personId: string;
  readonly classId: string;
  readonly fileName: string;
  readonly sizeInBytes: number;
}

/**
 * Makes room for a film of a class. `media.film_ready` tells that it came and may be decoded, `media.asset_failed` that it may not;
 * the file is kept until `dropFilm`.
 * @throws BadInput, UploadLimit
 */
export async function openFilm(tx: Tx, film: NewFilm): Promise<void> {
  checkSize(film.sizeInBytes, studioLimits.maxBytes);
  await insertAsset(tx.db, { id: film.filmId, ownerKind: "film", ownerId: film.classId });
  await insertUpload(tx.db, {
    assetId: film.filmId,
    purpose: "film",
    personId: film.personId,
    fileName: checkFileName(film.fileName),
    sizeBytes: film.sizeInBytes,
    trimStartMs: null,
    trimEndMs: null,
    coverAtMs: null,
    now: tx.clock.now(),
  });
}

/** Gives up a film; its file stays a while for a transcode that reads it. None is fine. */
export async function dropFilm(tx: Tx, filmId: string): Promise<void> {
  const now = tx.clock.now();
  await saveUploadEnded(tx.db, filmId, now);
  await deleteAssetRow(tx.db, filmId);
  await tx.enqueue(
    dropUploadJob,
    { assetId: filmId },
    { key: `drop-film-${filmId}`, runAt: new Date(now.getTime() + replacedKeptMs) },
  );
}

/** Deletes what was written for a class's transcode, such as its captions. None is fine. */
export function dropSources(tx: Tx, assetId: string): Promise<void> {
  return tx.enqueue(dropUploadJob, { assetId });
}

/** Captions as they are kept with a class. */
export interface CaptionText {
  /** BCP 47, lower case. */
  readonly language: string;
  readonly label: string;
  /** WebVTT. */
  readonly content: string;
}

/** Writes a class's captions where its transcode reads them. @returns what `transcodeFilms` takes */
export async function layCaptions(
  ctx: Ctx,
  assetId: string,
  captions: readonly CaptionText[],
): Promise<{ language: string; label: string; path: string }[]> {
  const folder = uploadFolder(ctx);
  await mkdir(folder, { recursive: true });
  return Promise.all(
    captions.map(async ({ language, label, content }) => {
      const path = join(folder, `${assetId}.${language}.vtt`);
      await writeFile(path, content, { mode: 0o600 });
      return { language, label, path };
    }),
  );
}

/** Orders the transcode of films that are ready to the asset of their class, in place of what it had. */
export async function transcodeFilms(
  ctx: Ctx,
  tx: Tx,
  order: {
    readonly assetId: string;
    readonly frontId: string;
    readonly backId: string | null;
    readonly captions: Awaited<ReturnType<typeof layCaptions>>;
  },
): Promise<void> {
  const source = (filmId: string) => ({ kind: "file", path: uploadPath(ctx, filmId) }) as const;
  await requestTranscode(
    tx,
    {
      assetId: order.assetId,
      front: source(order.frontId),
      back: order.backId === null ? null : source(order.backId),
      captions: order.captions,
      origin: "studio",
    },
    // Somebody waits for it, as for a member's video.
    { priority: 2 },
  );
}
