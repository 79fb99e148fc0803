/** Moves the times of captions. Pure. */

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
  return content
    .split(/\n{2,}/)
    .filter((block) => {
      const cue = timing.exec(block);
      return cue === null || readCueTime(cue[3]!) + byMs > 0;
    })
    .map((block) => {
      if (!timing.test(block)) return block;
      const moved = (text: string) => writeCueTime(Math.max(0, readCueTime(text) + byMs));
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

/** Milliseconds of a time such as `01:02.345`. */
const readCueTime = (text: string): number =>
  Math.round(text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0) * 1000);

function writeCueTime(ms: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const seconds = Math.floor(ms / 1000);
  const rest = String(ms % 1000).padStart(3, "0");
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.${rest}`;
}
