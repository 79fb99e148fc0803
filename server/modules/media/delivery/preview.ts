import { vttTime } from "../pipeline/storyboard.ts";

/** How much of a class plays without the right to it, in milliseconds. */
export const previewMs = 30_000;

/** A playlist that ends with the preview, and the segments that it still names. */
export interface CutPlaylist {
  readonly text: string;
  readonly files: ReadonlySet<string>;
}

/** Lengths are written rounded, so that their sum may fall short of where a segment begins by this much. Seconds. */
const rounding = 0.001;

/** Keeps the segments of a media playlist that begin before `lengthMs`, so that the whole length plays. Players stop there. */
export function cutPlaylist(playlist: string, lengthMs: number): CutPlaylist {
  const kept: string[] = [];
  const files = new Set<string>();
  let pending: string[] = [];
  let at = 0;
  for (const line of playlist.split("\n")) {
    if (line.startsWith("#EXT-X-ENDLIST")) break;
    if (line.startsWith("#EXT-X-MAP")) {
      const file = /URI="([^"]+)"/.exec(line)?.[1];
      if (file) files.add(file);
      kept.push(line);
    } else if (line.startsWith("#EXTINF:")) {
      // Everything from the first segment beyond the preview on goes.
      if (at >= lengthMs / 1000 - rounding) break;
      pending = [line];
      at += Number.parseFloat(line.slice("#EXTINF:".length));
    } else if (line !== "" && !line.startsWith("#")) {
      kept.push(...pending, line);
      files.add(line);
      pending = [];
    } else if (pending.length > 0) pending.push(line);
    else kept.push(line);
  }
  return { text: `${kept.join("\n").trimEnd()}\n#EXT-X-ENDLIST\n`, files };
}

/** Keeps the cues of WebVTT that begin within the preview; the last one ends with it. */
export function cutCues(vtt: string): string {
  const blocks = vtt.split(/\n{2,}/);
  const kept = blocks.flatMap((block) => {
    const time = /^((?:\d+:)?\d\d:\d\d\.\d{3}) --> ((?:\d+:)?\d\d:\d\d\.\d{3})/m.exec(block);
    if (!time?.[1] || !time[2]) return [block];
    if (milliseconds(time[1]) >= previewMs) return [];
    return [
      milliseconds(time[2]) > previewMs
        ? block.replace(`--> ${time[2]}`, `--> ${vttTime(previewMs / 1000)}`)
        : block,
    ];
  });
  return `${kept.join("\n\n").trimEnd()}\n`;
}

function milliseconds(time: string): number {
  return Math.round(time.split(":").reduce((sum, part) => sum * 60 + Number(part), 0) * 1000);
}
