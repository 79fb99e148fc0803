/** Moves the times of captions. Pure. */
import { readCueTime, readWebVtt, writeCueTime, writeWebVtt } from "../../../../contract/captions.ts";

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

/**
 * Undoes `moveCaptions` for captions that were edited since, and puts the cues back that it left out.
 * @param edited what an editor made of the moved captions
 * @param original the captions before they were moved by `byMs`
 */
export function moveCaptionsBack(edited: string, original: string, byMs: number): string {
  const back = moveCaptions(edited, -byMs);
  const leftOut = readWebVtt(original).cues.filter(({ endMs }) => endMs + byMs <= 0);
  if (leftOut.length === 0) return back;
  const captions = readWebVtt(back);
  // Comments in front of a cue were moved with the others.
  return writeWebVtt({
    ...captions,
    cues: [...leftOut.map((cue) => ({ ...cue, before: [] })), ...captions.cues],
  });
}
