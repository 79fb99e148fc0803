/** WebVTT: how captions are stored, and edited cue by cue. */

/** One caption. */
export interface Cue {
  /** From the start of the video, milliseconds. */
  readonly startMs: number;
  readonly endMs: number;
  /** WebVTT markup, such as `<i>`; no empty lines. */
  readonly text: string;
  /** Its name in the file; null without one. */
  readonly id: string | null;
  /** Where it is placed, such as `line:0`; empty by default. */
  readonly settings: string;
  /** Comments and other blocks in front of it. */
  readonly before: readonly string[];
}

/** A line of a WebVTT file that players would skip: its time can't be read, or it ends before it starts. */
export interface CueFault {
  /** From 1. */
  readonly line: number;
  readonly fault: "time" | "order";
}

/** A WebVTT file. */
export interface Captions {
  /** Its blocks before the first cue, from `WEBVTT`: styles, comments. */
  readonly header: string;
  readonly cues: readonly Cue[];
  /** Blocks after the last cue. */
  readonly after: readonly string[];
  readonly faults: readonly CueFault[];
}

/** Bytes of a caption file. */
export const maxCaptionBytes = 2 * 1024 * 1024;

/** Languages to choose from for captions, BCP 47 in lower case. Names come from `languageName`. */
export const captionLanguages: readonly string[] =
  "af am ar az be bg bn bs ca cs cy da de el en en-gb es es-419 et eu fa fi fil fr fr-ca ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my nb ne nl pa pl pt pt-br pt-pt ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi yue zh zh-hans zh-hant zu".split(
    " ",
  );

const timingLine = /^\s*(\S+)[ \t]+-->[ \t]+(\S+)(.*)$/;

/** Milliseconds of a WebVTT time such as `01:02.345`, `0:01:02.345` or `00:01:02.345`; null if it isn't one. */
export function readCueTime(text: string): number | null {
  const found = /^(?:(\d+):)?([0-5]\d):([0-5]\d)\.(\d{3})$/.exec(text);
  if (!found) return null;
  const [, hours = "0", minutes, seconds, ms] = found;
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 + Number(ms);
}

/** A WebVTT time with hours: `00:01:02.345`. */
export function writeCueTime(ms: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const seconds = Math.floor(ms / 1000);
  const rest = String(ms % 1000).padStart(3, "0");
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.${rest}`;
}

/**
 * Reads a WebVTT file.
 * @param content with `\n` at the ends of lines. A block with a fault is kept as it is, between the cues around it.
 */
export function readWebVtt(content: string): Captions {
  const blocks = blocksOf(content);
  const header = [blocks[0]?.lines.join("\n") ?? "WEBVTT"];
  const cues: Cue[] = [];
  const faults: CueFault[] = [];
  let before: string[] = [];
  for (const { line, lines } of blocks.slice(1)) {
    const cue = cueOf(lines);
    if (cue === null || "fault" in cue) {
      if (cue) faults.push({ line: line + cue.at, fault: cue.fault });
      before.push(lines.join("\n"));
      continue;
    }
    if (cues.length === 0) header.push(...before);
    cues.push({ ...cue, before: cues.length === 0 ? [] : before });
    before = [];
  }
  return { header: header.join("\n\n"), cues, after: before, faults };
}

/** Lines between empty lines, with the number of the first one. */
function blocksOf(content: string): { line: number; lines: string[] }[] {
  const blocks: { line: number; lines: string[] }[] = [];
  let open: string[] | null = null;
  for (const [at, line] of content.split("\n").entries()) {
    if (line.trim() === "") open = null;
    else if (open) open.push(line);
    else blocks.push({ line: at + 1, lines: (open = [line]) });
  }
  return blocks;
}

/** The cue of a block; what is wrong with it; or null for a comment, style or region. */
function cueOf(
  lines: readonly string[],
): Omit<Cue, "before"> | { readonly at: number; readonly fault: "time" | "order" } | null {
  const at = lines.slice(0, 2).findIndex((line) => line.includes("-->"));
  if (at < 0 || /^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(lines[0] ?? "")) return null;
  const [, start = "", end = "", settings = ""] = timingLine.exec(lines[at] ?? "") ?? [];
  const [startMs, endMs] = [readCueTime(start), readCueTime(end)];
  if (startMs === null || endMs === null) return { at, fault: "time" };
  if (endMs <= startMs) return { at, fault: "order" };
  return {
    startMs,
    endMs,
    text: lines.slice(at + 1).join("\n"),
    id: at === 1 ? (lines[0] ?? null) : null,
    settings: settings.trim(),
  };
}

/** Writes a WebVTT file, whose cues are put in the order of their starts. */
export function writeWebVtt({ header, cues, after }: Omit<Captions, "faults">): string {
  const written = cues
    .toSorted((a, b) => a.startMs - b.startMs || a.endMs - b.endMs)
    .flatMap(({ startMs, endMs, text, id, settings, before }) => [
      ...before,
      [
        ...(id === null ? [] : [id]),
        `${writeCueTime(startMs)} --> ${writeCueTime(endMs)}${settings ? ` ${settings}` : ""}`,
        ...text.split("\n").filter((line) => line.trim() !== ""),
      ].join("\n"),
    ]);
  return `${[header, ...written, ...after].join("\n\n")}\n`;
}

const tag = String.raw`\/?(?:[a-zA-Z]|\d+:)`;

/** Typed text as WebVTT: `&`, `<` and `-->` that are no markup are escaped. */
export const escapeCueText = (typed: string): string =>
  typed
    .replace(/&(?!#?\w+;)/g, "&amp;")
    .replace(new RegExp(`<(?!${tag})`, "g"), "&lt;")
    .replaceAll("-->", "--&gt;");

/** The reverse of `escapeCueText`, for a text field. */
export const unescapeCueText = (text: string): string =>
  text
    .replaceAll("--&gt;", "-->")
    .replace(new RegExp(`&lt;(?!${tag})`, "g"), "<")
    .replace(/&amp;(?!#?\w+;)/g, "&");
