import { text } from "node:stream/consumers";
import { LRUCache } from "lru-cache";
import { angleKeys } from "../../../../contract/angles.ts";
import type { Ctx } from "../../../ctx.ts";
import { Forbidden, NotFound } from "../../../platform/errors.ts";
import { uprightFolder } from "../paths.ts";
import { versionPrefix } from "../publish.ts";
import { cutCues, cutPlaylist, previewMs } from "./preview.ts";
import type { CutPlaylist } from "./preview.ts";
import { refuseRevoked } from "./revocations.ts";
import type { Client } from "./client.ts";
import { countStream, endStream } from "./streams.ts";
import { verifyGrant } from "./token.ts";
import { unlessDatabaseAway } from "./without-database.ts";
import type { Grant } from "./token.ts";
import { msg } from "../../../platform/i18n/messages.ts";

/** Result of a request for a published file. */
export type Delivery =
  | { readonly kind: "stored"; readonly key: string }
  | { readonly kind: "text"; readonly text: string };

const cutPlaylists = new LRUCache<string, Promise<CutPlaylist>>({ max: 2_000 });

/** Files that a version can contain; other paths are not looked up. */
const angle = `(?:${angleKeys.flatMap((key) => [key, uprightFolder(key)]).join("|")})`;
const published = new RegExp(
  String.raw`^(?:${angle}/(?:(?:master|av1)\.m3u8|[a-z0-9]+/(?:index\.m3u8|iframe\.m3u8|init\.mp4|\d{5}\.m4s))|slow/\d{2}/(?:index\.m3u8|init\.mp4|\d{5}\.m4s)|storyboard\.vtt|sprite_\d{3}\.jpg|captions/[a-z0-9-]+\.vtt)$`,
);
const masterPlaylist = new RegExp(String.raw`^${angle}/(?:master|av1)\.m3u8$`);
const folderAndFile = new RegExp(String.raw`^((?:${angle}|slow)/[\w-]+/)([\w.-]+)$`);

/**
 * Resolves a signed path to a file or a refusal.
 * @param path of the file within the version
 * @throws Forbidden, NotFound, TooManyStreams
 */
export async function deliver(
  ctx: Ctx,
  request: { token: string; assetId: string; version: string; path: string; client: Client },
): Promise<Delivery> {
  const { assetId, version, path } = request;
  const grant = grantOf(ctx, request);
  if (!published.test(path))
    throw grant.scope !== "preview"
      ? new NotFound("file")
      : new Forbidden(msg("Not included in the preview."));
  const key = versionPrefix(assetId, version) + path;
  // Clips of the feed play side by side: they must not cost the right to dance.
  if (path.endsWith(".m4s") && grant.scope !== "clip")
    await unlessDatabaseAway(ctx, () => countStream(ctx, grant, request.client));
  if (grant.scope !== "preview") {
    await unlessDatabaseAway(ctx, () => refuseRevoked(ctx, grant));
    return { kind: "stored", key };
  }

  if (masterPlaylist.test(path)) return { kind: "stored", key };
  if (path.endsWith(".m3u8")) return { kind: "text", text: (await cutOf(ctx, key)).text };
  if (path.endsWith(".vtt")) return { kind: "text", text: cutCues(await read(ctx, key)) };
  // One sprite covers the length of the preview.
  if (path === "sprite_001.jpg") return { kind: "stored", key };
  const [, folder, file] = folderAndFile.exec(path) ?? [];
  if (!folder || !file) throw new Forbidden(msg("Not included in the preview."));
  const { files } = await cutOf(ctx, `${versionPrefix(assetId, version)}${folder}index.m3u8`);
  if (!files.has(file)) throw new Forbidden(msg("The preview ends before this."));
  return { kind: "stored", key };
}

/**
 * Ends the stream that a client plays by a signed path.
 * @throws Forbidden
 */
export async function leave(
  ctx: Ctx,
  request: { token: string; assetId: string; version: string; client: Client },
): Promise<void> {
  await endStream(ctx, grantOf(ctx, request), request.client);
}

function grantOf(
  ctx: Ctx,
  { token, assetId, version }: { token: string; assetId: string; version: string },
): Grant {
  const grant = verifyGrant(token, { assetId, version }, ctx.config.mediaSecret, ctx.clock.now().getTime());
  if (!grant) throw new Forbidden(msg("Invalid or expired link. Reopen the class."));
  return grant;
}

function cutOf(ctx: Ctx, key: string): Promise<CutPlaylist> {
  let cut = cutPlaylists.get(key);
  if (!cut) {
    // The same part of a class lasts longer in time-stretched sound.
    const percent = Number(/\/slow\/(\d+)\//.exec(key)?.[1] ?? 100);
    cut = read(ctx, key).then((playlist) => cutPlaylist(playlist, (previewMs * 100) / percent));
    cutPlaylists.set(key, cut);
    cut.catch(() => cutPlaylists.delete(key));
  }
  return cut;
}

async function read(ctx: Ctx, key: string): Promise<string> {
  const found = await ctx.ports.storage.get(key);
  if (!found) throw new NotFound("file");
  return text(found.content);
}
