import { buffer, text } from "node:stream/consumers";
import type { Ctx } from "../../ctx.ts";

/** A piece of a rendition that can be decoded with the file that begins it. Storage keys. */
export interface Segment {
  readonly atMs: number;
  readonly init: string;
  readonly key: string;
}

/**
 * Segments of the largest rendition of a view with at most so many lines, else of the smallest; none if its files are gone.
 * @param view folder of the view in a published version
 */
export async function segmentsOfView(ctx: Ctx, view: string, maxLines: number): Promise<Segment[]> {
  const found = await ctx.ports.storage.get(`${view}master.m3u8`);
  // Another version has just replaced it.
  if (!found) return [];
  const master = await text(found.content);
  const renditions = [...master.matchAll(/RESOLUTION=(\d+)x(\d+)[^\n]*\n([^#\n]+)/g)]
    .map(([, width, height, uri = ""]) => ({
      lines: Math.min(Number(width), Number(height)),
      uri: uri.trim(),
    }))
    .toSorted((a, b) => a.lines - b.lines);
  const rendition = renditions.findLast(({ lines }) => lines <= maxLines) ?? renditions[0];
  if (!rendition) throw new Error(`${view}master.m3u8 has no rendition`);
  const segments = await segmentsOf(ctx, view + rendition.uri);
  if (!segments) throw new Error(`${view}${rendition.uri} isn't in the storage`);
  return segments;
}

/** Segments of a rendition by its playlist's key; null if that isn't stored. */
export async function segmentsOf(ctx: Ctx, playlist: string): Promise<Segment[] | null> {
  const found = await ctx.ports.storage.get(playlist);
  if (!found) return null;
  const lines = await text(found.content);
  const folder = playlist.slice(0, playlist.lastIndexOf("/") + 1);
  const init = folder + (/#EXT-X-MAP:URI="([^"]+)"/.exec(lines)?.[1] ?? "init.mp4");
  let at = 0;
  return [...lines.matchAll(/#EXTINF:([\d.]+),[^\n]*\n(?:#[^\n]*\n)*([^#\n]+)/g)].map(
    ([, seconds, file = ""]) => {
      const segment = { atMs: Math.round(at * 1000), init, key: folder + file.trim() };
      at += Number(seconds);
      return segment;
    },
  );
}

/** One file that holds consecutive segments of a rendition. */
export async function joinSegments(ctx: Ctx, segments: readonly Segment[]): Promise<Buffer> {
  const [first] = segments;
  if (!first) throw new Error("There are no segments to join");
  const keys = [first.init, ...segments.map(({ key }) => key)];
  const pieces: Uint8Array[] = [];
  for (const key of keys) {
    const found = await ctx.ports.storage.get(key);
    if (!found) throw new Error(`${key} isn't in the storage`);
    pieces.push(await buffer(found.content));
  }
  return Buffer.concat(pieces);
}
