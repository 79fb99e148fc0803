/** Plans a download: one rendition of the video, the sound, and nothing else. Pure. */

export interface Variant {
  /** The lines of the master playlist for this rendition. */
  readonly lines: readonly [string, string];
  readonly uri: string;
  /** Bits per second, sound included. */
  readonly bandwidth: number;
  readonly height: number;
}

/** The renditions of a master playlist. */
export function listVariants(master: string): Variant[] {
  const lines = master.split("\n");
  return lines.flatMap((line, index) => {
    const uri = lines[index + 1]?.trim();
    if (!line.startsWith("#EXT-X-STREAM-INF") || !uri) return [];
    const bandwidth = Number(/[:,]BANDWIDTH=(\d+)/.exec(line)?.[1] ?? 0);
    const height = Number(/RESOLUTION=\d+x(\d+)/.exec(line)?.[1] ?? 0);
    return [{ lines: [line, uri] as const, uri, bandwidth, height }];
  });
}

/** The tallest rendition up to `maxHeight`; the smallest if all are taller. Null without any. */
export function chooseVariant(variants: readonly Variant[], maxHeight: number): Variant | null {
  const byHeight = variants.toSorted((a, b) => a.height - b.height || a.bandwidth - b.bandwidth);
  return byHeight.findLast(({ height }) => height <= maxHeight) ?? byHeight[0] ?? null;
}

/** The master playlist with one rendition and without trick play. */
export function masterOf(master: string, chosen: Variant): string {
  const lines = master.split("\n");
  return lines
    .filter((line, index) => {
      if (line.startsWith("#EXT-X-I-FRAME-STREAM-INF")) return false;
      if (line.startsWith("#EXT-X-STREAM-INF")) return line === chosen.lines[0];
      const isUri = lines[index - 1]?.startsWith("#EXT-X-STREAM-INF") ?? false;
      return !isUri || (lines[index - 1] === chosen.lines[0] && line.trim() === chosen.uri);
    })
    .join("\n");
}

/** All files that a media playlist lists. */
export function filesOf(playlist: string): string[] {
  const init = /#EXT-X-MAP:[^\n]*URI="([^"]+)"/.exec(playlist)?.[1];
  const segments = playlist
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  return [...(init ? [init] : []), ...segments];
}

/** The cache key of a media file, independent of its signature; null for URLs that aren't signed media. */
export function downloadName(url: string): string | null {
  const [, asset, version, path] =
    /\/media\/[^/]+\/([^/]+)\/([^/]+)\/(.+)$/.exec(new URL(url).pathname) ?? [];
  return path ? `/kept/${asset}/${version}/${path}` : null;
}

/** Path prefix of all files of a class, and of no others. */
export const downloadFolder = (hlsUrl: string): string | null =>
  /^\/kept\/[^/]+\/[^/]+\//.exec(downloadName(hlsUrl) ?? "")?.[0] ?? null;

/** The media URLs of a class without their signatures, as the player loads them from the cache. */
export function downloadLinks(links: {
  readonly angles: readonly { readonly hlsUrl: string }[];
  readonly captions: readonly { readonly url: string }[];
  readonly slowSounds?: readonly { readonly url: string }[];
}): string[] {
  const { angles, captions, slowSounds = [] } = links;
  const urls = [...angles.map(({ hlsUrl }) => hlsUrl), ...[...captions, ...slowSounds].map(({ url }) => url)];
  return urls.flatMap((url) => downloadName(url) ?? []).sort();
}

const bootScript = /(<script type="application\/json" id="boot">)(.*?)(<\/script>)/s;

/**
 * Turns a page's HTML into the app shell for offline use: without account data and URL, marked as cached.
 * @throws Error if the page has no boot data, or loads a file that isn't among `files` (two builds got mixed)
 */
export function shellOf(html: string, files: readonly string[]): string {
  const missing = [...html.matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)].find(
    ([, file]) => !files.includes(file!),
  );
  if (missing) throw new Error(`The page is of another build: ${missing[1]} isn't among its files`);
  const boot = bootScript.exec(html)?.[2];
  if (!boot) throw new Error("The page has no boot data");
  const bootData = {
    ...JSON.parse(boot),
    accessToken: null,
    ipLocation: null,
    results: [],
    isFromCache: true,
  };
  const text = JSON.stringify(bootData).replaceAll("<", String.raw`\u003c`);
  return html.replace(bootScript, (_all, before, _boot, after) => before + text + after);
}
