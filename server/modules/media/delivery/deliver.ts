import { text } from "node:stream/consumers";
import { LRUCache } from "lru-cache";
import type { Ctx } from "../../../ctx.ts";
import { DomainError, Forbidden, NotFound } from "../../../platform/errors.ts";
import { versionPrefix } from "../publish.ts";
import { saveStream } from "../store.ts";
import { cutCues, cutPlaylist } from "./preview.ts";
import type { CutPlaylist } from "./preview.ts";
import { verifyGrant } from "./token.ts";
import type { Grant } from "./token.ts";

/** Streams that one account may play at once. */
const mostStreams = 3;
/** How long a stream counts after its last segment, and how often that is noted. Milliseconds. */
const streamCountsMs = 60_000;
const noteEveryMs = 15_000;

/** The account plays on too many screens. */
export class TooManyStreams extends DomainError {
  constructor() {
    super("TOO_MANY_STREAMS", `This account is playing on ${mostStreams} screens already. Stop one of them, wait a minute, and press play again.`, {
      status: 429,
      facts: { most: mostStreams, retryAfterSeconds: streamCountsMs / 1000 },
    });
  }
}

/** What a request for a published file comes to. */
export type Delivery = { readonly kind: "stored"; readonly key: string } | { readonly kind: "text"; readonly text: string };

const noted = new LRUCache<string, true>({ max: 20_000, ttl: noteEveryMs });
const cuts = new LRUCache<string, Promise<CutPlaylist>>({ max: 2_000 });

/**
 * Decides what a signed path gives.
 * @param path of the file within the version
 * @throws Forbidden, NotFound, TooManyStreams
 */
export async function deliver(ctx: Ctx, request: { token: string; assetId: string; version: string; path: string }): Promise<Delivery> {
  const { assetId, version, path } = request;
  const grant = verifyGrant(request.token, { assetId, version }, ctx.config.mediaSecret, ctx.clock.now().getTime());
  if (!grant) throw new Forbidden("This link is not valid, or no longer. Open the class again.");
  const key = versionPrefix(assetId, version) + path;
  if (path.endsWith(".m4s")) await countStream(ctx, grant);
  if (grant.scope === "full") return { kind: "stored", key };

  if (path === "front/master.m3u8" || path === "back/master.m3u8") return { kind: "stored", key };
  if (path.endsWith(".m3u8")) return { kind: "text", text: (await cutOf(ctx, key)).text };
  if (path.endsWith(".vtt")) return { kind: "text", text: cutCues(await read(ctx, key)) };
  // One sprite covers the preview's length.
  if (path === "sprite_001.jpg") return { kind: "stored", key };
  const [, folder, file] = /^((?:front|back)\/[\w-]+\/)([\w.-]+)$/.exec(path) ?? [];
  if (!folder || !file) throw new Forbidden("The preview doesn't hold this.");
  const { files } = await cutOf(ctx, `${versionPrefix(assetId, version)}${folder}index.m3u8`);
  if (!files.has(file)) throw new Forbidden("The preview ends before this.");
  return { kind: "stored", key };
}

async function countStream(ctx: Ctx, grant: Grant): Promise<void> {
  const stream = `${grant.personId} ${grant.streamId}`;
  if (noted.has(stream)) return;
  const { personId, streamId } = grant;
  const may = await ctx.transact((tx) => saveStream(tx.db, { personId, streamId, most: mostStreams, countsMs: streamCountsMs }));
  if (!may) throw new TooManyStreams();
  noted.set(stream, true);
}

function cutOf(ctx: Ctx, key: string): Promise<CutPlaylist> {
  let cut = cuts.get(key);
  if (!cut) {
    cut = read(ctx, key).then(cutPlaylist);
    cuts.set(key, cut);
    cut.catch(() => cuts.delete(key));
  }
  return cut;
}

async function read(ctx: Ctx, key: string): Promise<string> {
  const found = await ctx.ports.storage.get(key);
  if (!found) throw new NotFound("file");
  return text(found.content);
}
