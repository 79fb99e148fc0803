import { vttTime } from "../pipeline/storyboard.ts";

/** Length of a class that plays without access to it. Milliseconds. */
export const previewMs = 30_000;

/** A playlist that ends with the preview, and the segments that it names. */
export interface CutPlaylist {
  readonly text: string;
  readonly files: ReadonlySet<string>;
}

/** EXTINF durations are rounded: their sum may be this much less than the start of a segment. Seconds. */
const rounding = 0.001;

/**
 * Cuts a media playlist to the segments that begin before `lengthMs`, so that the whole length plays. Players stop
 * there.
 */
export function cutPlaylist(playlist: string, lengthMs: number): CutPlaylist {
  const output: string[] = [];
  const files = new Set<string>();
  let pending: string[] = [];
  let at = 0;
  for (const line of playlist.split("\n")) {
    if (line.startsWith("#EXT-X-ENDLIST")) break;
    if (line.startsWith("#EXT-X-MAP")) {
      const file = /URI="([^"]+)"/.exec(line)?.[1];
      if (file) files.add(file);
      output.push(line);
    } else if (line.startsWith("#EXTINF:")) {
      // Drops the first segment beyond the preview and all after it.
      if (at >= lengthMs / 1000 - rounding) break;
      pending = [line];
      at += Number.parseFloat(line.slice("#EXTINF:".length));
    } else if (line !== "" && !line.startsWith("#")) {
      output.push(...pending, line);
      files.add(line);
      pending = [];
    } else if (pending.length > 0) pending.push(line);
    else output.push(line);
  }
  return { text: `${output.join("\n").trimEnd()}\n#EXT-X-ENDLIST\n`, files };
}

/** Keeps the cues of WebVTT that begin within the preview; trims the last one to the preview's end. */
export function cutCues(vtt: string): string {
  const blocks = vtt.split(/\n{2,}/);
  const output = blocks.flatMap((block) => {
    const time = /^((?:\d+:)?\d\d:\d\d\.\d{3}) --> ((?:\d+:)?\d\d:\d\d\.\d{3})/m.exec(block);
    if (!time?.[1] || !time[2]) return [block];
    if (milliseconds(time[1]) >= previewMs) return [];
    return [
      milliseconds(time[2]) > previewMs
        ? block.replace(`--> ${time[2]}`, `--> ${vttTime(previewMs / 1000)}`)
        : block,
    ];
  });
  return `${output.join("\n\n").trimEnd()}\n`;
}

function milliseconds(time: string): number {
  return Math.round(time.split(":").reduce((sum, part) => sum * 60 + Number(part), 0) * 1000);
}
