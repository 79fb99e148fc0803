import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { angleLabel } from "../../../contract/angles.ts";
import { withAv1 } from "../../../contract/av1.ts";
import type { AngleKey } from "../../../contract/angles.ts";
import type { Ctx, Tx } from "../../ctx.ts";
import { defineLoader } from "../../platform/loader.ts";
import { signGrant, verifyGrant } from "./delivery/token.ts";
import type { Scope } from "./delivery/token.ts";
import type { ProposedSpan } from "./beat/propose.ts";
import { deleteAssetWithFiles } from "./files-job.ts";
import { contentTypeOf } from "./publish.ts";
import type { Framing } from "./framing/propose.ts";
import { findBeat } from "./beat/store.ts";
import { uprightFolder } from "./paths.ts";
import { listFramings, saveChosenFraming } from "./framing/store.ts";
import { insertRevocations } from "./delivery/store-revocations.ts";
import { findPeaks, listSounds } from "./sound/store.ts";
import type { SoundRow } from "./sound/store.ts";
import { insertAsset, listAssets } from "./store.ts";
import { listTrailers } from "./trailers/store.ts";
import { listReceived } from "./uploads/store.ts";
import type { Trailer } from "./trailers/store.ts";
import type { AssetRow } from "./store.ts";
import { ticketFor, uploadsPath } from "./uploads/ticket.ts";
import { endUpload } from "./uploads/uploads.ts";

export type { ProposedSpan } from "./beat/propose.ts";
export type { Framing } from "./framing/propose.ts";
export { clipLimits, makeSmallClip } from "./pipeline/clip.ts";
export { maxSourceVideoBytes } from "./pipeline/probe.ts";
export { SourceRefused } from "./pipeline/refusal.ts";
export { contentTypeOf } from "./publish.ts";
export { previewMs } from "./delivery/preview.ts";
export { requestTranscode } from "./transcodes/job.ts";
export { requestUprightVersions } from "./transcodes/upright.ts";
export type { SourceTags } from "./pipeline/tags.ts";
export type { TranscodeOrder } from "./order.ts";
export type { AssetRow } from "./store.ts";
export { assetSql, isAvailableSql, versionSql } from "./store-joins.ts";
export { assetTopic } from "./topics.ts";
export {
  deleteSourceVideoFile,
  dropSources,
  openSourceVideo,
  retainSourceVideoFile,
  transcodeSourceVideos,
} from "./uploads/source-videos.ts";
export type { CaptionText, UsedSourceVideo } from "./uploads/source-videos.ts";
export { sourceVideosToMove } from "./uploads/move-to-store.ts";
export { saveUploadsInStore } from "./uploads/store.ts";
export { sureConfidence } from "./alignment/align.ts";
export { requestAlignment } from "./alignment/job.ts";
export { onsetsOfSourceVideo } from "./alignment/excerpt.ts";
export type { OnsetExcerpt } from "./alignment/excerpt.ts";
export type { VideoCut } from "./events.ts";
export { cutSound } from "./sound/cut.ts";
export { requestSoundAnalysis } from "./sound/job.ts";
export { peaksPerSecond } from "./sound/peaks.ts";
export { soundKinds } from "./sound/segments.ts";
export type { SoundSegment } from "./sound/segments.ts";
export type { SoundRow } from "./sound/store.ts";
export { canEncodeAv1 } from "./av1/can-encode.ts";
export { chooseTrailer, moveTrailer, removeTrailer } from "./trailers/job.ts";
export { trailerStates } from "./trailers/store.ts";
export type { Trailer } from "./trailers/store.ts";
export { quotaOf, unconfirmedQuota } from "./uploads/limits.ts";
export { openUpload, uploaderOf } from "./uploads/uploads.ts";

/** Tempo and beats proposed from the sound of an asset; empty before it is available, and for sound without a pulse. */
export const proposedBeat = (ctx: Pick<Ctx, "db">, assetId: string): Promise<readonly ProposedSpan[]> =>
  findBeat(ctx.db, assetId);

/** Silence, talk and music in the sound of an asset, once it was analyzed; batched within one request. */
export const soundLoader = defineLoader<string, SoundRow>(async (ctx, ids) => {
  const rows = await listSounds(ctx.db, ids);
  return new Map(rows.map((row) => [row.assetId, row]));
});

/** When source videos were uploaded; batched within one request. */
export const uploadedAtLoader = defineLoader<string, Date>(async (ctx, ids) => {
  const rows = await listReceived(ctx.db, ids);
  return new Map(rows.map(({ id, receivedAt }) => [id, receivedAt]));
});

/** The trailers that editors chose for videos; batched within one request. */
export const trailerLoader = defineLoader<string, Trailer>(async (ctx, ids) => {
  const rows = await listTrailers(ctx.db, ids);
  return new Map(rows.map((row) => [row.assetId, row]));
});

/** Loudness of an asset's sound, a byte per value and `peaksPerSecond`; null before it was analyzed. */
export const soundPeaks = (
  ctx: Ctx,
  assetId: string,
): Promise<{ readonly version: string; readonly peaks: Buffer } | null> => findPeaks(ctx.db, assetId);

/** Where the dancer is in the image of an asset, as an editor chose it or as proposed; batched within one request. */
export const framingLoader = defineLoader<string, Framing>(async (ctx, ids) => {
  const rows = await listFramings(ctx.db, ids);
  return new Map(
    rows.flatMap(({ assetId, spread, points, chosenPercent }): [string, Framing][] =>
      chosenPercent !== null
        ? [[assetId, { spread, points: [{ atMs: 0, x: chosenPercent / 100 }] }]]
        : points.length > 0
          ? [[assetId, { spread, points }]]
          : [],
    ),
  );
});

/** Sets the dancer's horizontal position in an asset's image, percent from the left; null: as proposed. */
export const chooseFraming = (tx: Tx, assetId: string, percent: number | null): Promise<void> =>
  saveChosenFraming(tx.db, assetId, percent);

/** Default and maximum lifetime of links to media. Milliseconds. */
const linkMs = 3 * 60 * 60 * 1000;
const maxLinkMs = 4 * 60 * 60 * 1000;

/**
 * Creates the asset of a video that is not uploaded yet. `requestTranscode` creates one that already has its sources.
 */
export async function createAsset(
  tx: Tx,
  asset: { id: string; ownerKind: string; ownerId: string },
): Promise<void> {
  await insertAsset(tx.db, asset);
}

/**
 * Deletes an asset and its upload, revokes its links, and schedules deletion of its files. Does nothing if there is
 * none.
 */
export async function deleteAsset(tx: Tx, assetId: string): Promise<void> {
  await endUpload(tx, assetId);
  await deleteAssetWithFiles(tx, assetId);
}

/** Assets by id, batched within one request. */
export const assetLoader = defineLoader<string, AssetRow>(async (ctx, ids) => {
  const rows = await listAssets(ctx.db, ids);
  return new Map(rows.map((row) => [row.id, row]));
});

/**
 * Revokes the links to whole classes issued to these people so far. Clients request new links for what is still
 * allowed.
 */
export async function revokeLinks(tx: Tx, personIds: readonly string[]): Promise<void> {
  await insertRevocations(tx.db, [...new Set(personIds)], new Date(tx.clock.now().getTime() + linkMs));
}

/** The person for whom a link of `playbackOf` was signed; null if it is invalid or has expired. */
export function personOfLink(ctx: Ctx, link: string): string | null {
  const [, token = "", assetId = "", version = ""] = /\/media\/([^/]+)\/([^/]+)\/([^/]+)\//.exec(link) ?? [];
  const grant = verifyGrant(token, { assetId, version }, ctx.config.mediaSecret, ctx.clock.now().getTime());
  return grant?.personId ?? null;
}

/** Links to an asset, signed for one person. */
export interface PlaybackLinks {
  readonly assetId: string;
  readonly hlsUrl: string;
  readonly angles: readonly {
    readonly key: AngleKey;
    readonly label: string;
    readonly hlsUrl: string;
    /** The angle filmed upright, for upright windows; null if it wasn't. */
    readonly uprightHlsUrl: string | null;
  }[];
  readonly storyboardUrl: string;
  readonly captions: readonly { language: string; label: string; url: string }[];
  /** The sound, time-stretched to slower tempos: the sound at `t` plays here at `t · 100 / percent`. */
  readonly slowSounds: readonly { percent: number; url: string }[];
  readonly expiresAt: Date;
  readonly isPreview: boolean;
}

/**
 * Signed links to an asset for a person; null until it is available. The caller decides the scope.
 * @param request.forMs lifetime of the links if shorter than the default; at most four hours
 */
export async function playbackOf(
  ctx: Ctx,
  request: { assetId: string; personId: string; scope: Scope; forMs?: number },
): Promise<PlaybackLinks | null> {
  const asset = await assetLoader(ctx).load(request.assetId);
  if (!asset?.version) return null;
  const { assetId, personId, scope, forMs = linkMs } = request;
  const expiresAt = Math.floor((ctx.clock.now().getTime() + Math.min(forMs, maxLinkMs)) / 1000) * 1000;
  const streamId = randomBytes(9).toString("base64url");
  const token = signGrant(
    { assetId, personId, scope, version: asset.version, expiresAt, streamId },
    ctx.config.mediaSecret,
  );
  const base = `${ctx.config.mediaUrl ?? ctx.publicUrl}/media/${token}/${asset.id}/${asset.version}`;
  const hlsUrlOf = (view: string) => {
    const url = `${base}/${view}/master.m3u8`;
    return asset.av1Views.includes(view) ? withAv1(url) : url;
  };
  return {
    assetId,
    hlsUrl: hlsUrlOf(asset.angles[0]!),
    angles: asset.angles.map((key) => ({
      key,
      label: angleLabel(key, ctx.locale),
      hlsUrl: hlsUrlOf(key),
      uprightHlsUrl: asset.uprightAngles.includes(key) ? hlsUrlOf(uprightFolder(key)) : null,
    })),
    storyboardUrl: `${base}/storyboard.vtt`,
    captions: asset.captions.map(({ language, label }) => ({
      language,
      label,
      url: `${base}/captions/${language}.vtt`,
    })),
    slowSounds: asset.stretchPercents.map((percent) => ({
      percent,
      url: `${base}/slow/${percent}/index.m3u8`,
    })),
    expiresAt: new Date(expiresAt),
    isPreview: scope === "preview",
  };
}

/** Absolute URL of an asset's poster or thumbnail, or of another published image. */
export function imageUrlOf(ctx: Ctx, name: string): string {
  return `${ctx.publicUrl}/pictures/${name}`;
}

/** Reads a published image, such as an asset's poster; null if it doesn't exist. */
export async function readImage(ctx: Ctx, name: string): Promise<Uint8Array | null> {
  const found = await ctx.ports.storage.get(`pictures/${name}`);
  return found && buffer(found.content);
}

/**
 * Publishes an image for everyone.
 * @param name with file extension; changed content needs a new name
 */
export async function publishImage(ctx: Ctx, name: string, content: Uint8Array): Promise<void> {
  await ctx.ports.storage.put(`pictures/${name}`, content, contentTypeOf(name));
}

/** Deletes published images. @param names as they were published by */
export async function unpublishImages(ctx: Ctx, names: readonly string[]): Promise<void> {
  for (const name of names) await ctx.ports.storage.delete(`pictures/${name}`);
}

/**
 * Deletes the published images of a folder.
 * @param folder with trailing slash
 * @param retained name of one image to retain
 */
export async function deleteImages(ctx: Ctx, folder: string, retained: string | null): Promise<void> {
  const keys: string[] = [];
  for await (const { key } of ctx.ports.storage.list(`pictures/${folder}`))
    if (key !== `pictures/${retained}`) keys.push(key);
  for (const key of keys) await ctx.ports.storage.delete(key);
}

/** tus upload URL of a file, and the ticket that authorizes the upload. */
export function uploadTicket(ctx: Ctx, assetId: string): { tusUrl: string; ticket: string } {
  return {
    tusUrl: `${ctx.publicUrl}${uploadsPath}`,
    ticket: ticketFor(assetId, ctx.config.mediaSecret),
  };
}
export { mergeUploads } from "./uploads/uploads.ts";
export { copyVideosOf } from "./uploads/copies.ts";
export { fitImage, frameImage, frameImages, previewImage } from "./pipeline/image.ts";
export type { ImageFault, ImageFocus, ImageFrame } from "./pipeline/image.ts";
export { deleteImagesLater } from "./files-job.ts";
export { stillsOf } from "./posters/stills.ts";
export type { Still } from "./posters/stills.ts";
