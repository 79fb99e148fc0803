/** Moves the times of captions. Pure. */
import { readCueTime, writeCueTime } from "../../../../contract/captions.ts";

const time = String.raw`(?:\d+:)?\d{2}:\d{2}\.\d{3}`;
const timing = new RegExp(`^(${time})([ \\t]+-->[ \\t]+)(${time})(.*)$`, "m");
const within = new RegExp(`<(${time})>`, "g");

/**
 * Captions of a video that starts elsewhere. Cues that end before it starts are left out.
 * @param content WebVTT with `\n` at the ends of lines
 * @param byMs what was at 0 is now there
 */
export function moveCaptions(content: string, byMs: number): string {
  if (byMs === 0) return content;
  const timeOf = (text: string) => readCueTime(text) ?? 0;
  return content
    .split(/\n{2,}/)
    .filter((block) => {
      const cue = timing.exec(block);
      return cue === null || timeOf(cue[3]!) + byMs > 0;
    })
    .map((block) => {
      if (!timing.test(block)) return block;
      const moved = (text: string) => writeCueTime(Math.max(0, timeOf(text) + byMs));
      return block
        .replace(
          timing,
          (_line, start: string, arrow: string, end: string, settings: string) =>
            `${moved(start)}${arrow}${moved(end)}${settings}`,
        )
        .replace(within, (_tag, at: string) => `<${moved(at)}>`);
    })
    .join("\n\n");
}
