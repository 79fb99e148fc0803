import { randomBytes } from "node:crypto";
import type { Ctx } from "../../ctx.ts";
import { defineLoader } from "../../platform/loader.ts";
import { signGrant } from "./delivery/token.ts";
import type { Scope } from "./delivery/token.ts";
import { contentTypeOf } from "./publish.ts";
import { listAssets } from "./store.ts";
import type { AssetRow } from "./store.ts";

export { previewMs } from "./delivery/preview.ts";
export { requestTranscode } from "./transcode-job.ts";
export type { TranscodeOrder } from "./transcode-job.ts";
export type { AssetRow } from "./store.ts";

/** How long links to media are good for, in milliseconds; well under the four hours that they may be. */
const linkMs = 3 * 60 * 60 * 1000;

/** Assets by id, batched within one request. */
export const assetLoader = defineLoader<string, AssetRow>(async (ctx, ids) => {
  const rows = await listAssets(ctx.db, ids);
  return new Map(rows.map((row) => [row.id, row]));
});

/** Links to an asset, signed for one person. */
export interface PlaybackLinks {
  readonly hlsUrl: string;
  readonly backHlsUrl: string | null;
  readonly storyboardUrl: string;
  readonly captions: readonly { language: string; label: string; url: string }[];
  readonly expiresAt: Date;
  readonly isPreview: boolean;
}

/** Signed links to what a person may play of an asset; null until it is available. The caller decides the scope. */
export async function playbackOf(ctx: Ctx, request: { assetId: string; personId: string; scope: Scope }): Promise<PlaybackLinks | null> {
  const asset = await assetLoader(ctx).load(request.assetId);
  if (!asset?.version) return null;
  const expiresAt = Math.floor((ctx.clock.now().getTime() + linkMs) / 1000) * 1000;
  const token = signGrant({ ...request, version: asset.version, expiresAt, streamId: randomBytes(9).toString("base64url") }, ctx.config.mediaSecret);
  const base = `${ctx.config.mediaUrl ?? ctx.publicUrl}/media/${token}/${asset.id}/${asset.version}`;
  return {
    hlsUrl: `${base}/front/master.m3u8`,
    backHlsUrl: asset.hasBack ? `${base}/back/master.m3u8` : null,
    storyboardUrl: `${base}/storyboard.vtt`,
    captions: asset.captions.map(({ language, label }) => ({ language, label, url: `${base}/captions/${language}.vtt` })),
    expiresAt: new Date(expiresAt),
    isPreview: request.scope === "preview",
  };
}

/** Keeps a picture where everybody may see it. @param name with its ending; a new content wants a new name */
export async function publishPicture(ctx: Ctx, name: string, content: Uint8Array): Promise<void> {
  await ctx.ports.storage.put(`pictures/${name}`, content, contentTypeOf(name));
}
