/** Reads caption files of other programs as WebVTT. Pure. */
import { escapeCueText, readWebVtt, writeWebVtt } from "../../../../contract/captions.ts";
import type { Cue, CueFault } from "../../../../contract/captions.ts";

/** Why a file can't be read, and in which line. */
export class CaptionFault extends Error {
  readonly fault: CueFault["fault"] | "format" | "outside";
  /** From 1; null for the whole file. */
  readonly line: number | null;

  constructor(fault: CaptionFault["fault"], line: number | null) {
    super(`${fault} in line ${line}`);
    this.fault = fault;
    this.line = line;
  }
}

/**
 * Captions as WebVTT. A WebVTT file stays as it is; of SubRip and SubStation Alpha, text and times are taken.
 * @param text with `\n` at the ends of lines
 * @throws CaptionFault
 */
export function toWebVtt(text: string): string {
  if (text.includes("\u0000")) throw new CaptionFault("format", null);
  if (/^WEBVTT(?:[ \t\n]|$)/.test(text)) {
    const [first] = readWebVtt(text).faults;
    if (first) throw new CaptionFault(first.fault, first.line);
    return text;
  }
  const lines = text.split("\n");
  const cues = lines.some((line) => /^\[(?:Script Info|Events)\]\s*$/i.test(line))
    ? readSubStation(lines)
    : readSubRip(lines);
  if (cues.length === 0) throw new CaptionFault("format", null);
  return writeWebVtt({ header: "WEBVTT", cues, after: [] });
}

const cue = (startMs: number, endMs: number, text: string): Cue => ({
  startMs,
  endMs,
  text,
  id: null,
  settings: "",
  before: [],
});

/** @throws CaptionFault */
function checkTimes(startMs: number | null, endMs: number | null, line: number): [number, number] {
  if (startMs === null || endMs === null) throw new CaptionFault("time", line);
  if (endMs <= startMs) throw new CaptionFault("order", line);
  return [startMs, endMs];
}

/** Cues of a SubRip file: a number, a line of times, and text up to the next one. */
function readSubRip(lines: readonly string[]): Cue[] {
  const starts = lines.flatMap((line, at) => (line.includes("-->") ? [at] : []));
  const isNumber = (at: number) => /^\s*\d+\s*$/.test(lines[at] ?? "");
  const numbered = (at: number) => (at > 0 && isNumber(at - 1) ? at - 1 : at);
  const outside = lines.findIndex((line) => line.trim() !== "");
  const first = starts[0];
  if (first === undefined) return [];
  if (outside < numbered(first)) throw new CaptionFault("outside", outside + 1);
  return starts.flatMap((at, place) => {
    const [start = "", end = ""] = lines[at]!.split("-->");
    // Some programs write a place on the screen after the end.
    const times = [start.trim(), end.trim().split(/\s+/)[0] ?? ""].map(subRipTime);
    const [startMs, endMs] = checkTimes(times[0] ?? null, times[1] ?? null, at + 1);
    const next = starts[place + 1];
    const text = lines.slice(at + 1, next === undefined ? undefined : numbered(next));
    const shown = subRipText(text.join("\n"));
    return shown === "" ? [] : [cue(startMs, endMs, shown)];
  });
}

function subRipTime(text: string): number | null {
  const found = /^(\d{1,3}):([0-5]?\d):([0-5]?\d)[,.](\d{1,3})$/.exec(text);
  if (!found) return null;
  const [, hours, minutes, seconds, fraction = ""] = found;
  return (
    (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, "0"))
  );
}

/** Text without fonts and places; italic, bold and underlined text stays so. */
const subRipText = (text: string): string =>
  withoutEmptyLines(
    escapeCueText(text.replace(/\{\\[^{}\n]*\}/g, "").replace(/<(?!\/?[biuBIU]>)\/?[a-zA-Z][^<>\n]*>/g, "")),
  ).replace(/<\/?[BIU]>/g, (tag) => tag.toLowerCase());

const withoutEmptyLines = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");

/** Dialog of a SubStation Alpha file, whose styles, drawings and comments are left out. */
function readSubStation(lines: readonly string[]): Cue[] {
  let isEvents = false;
  let columns = ["layer", "start", "end", "style", "name", "marginl", "marginr", "marginv", "effect", "text"];
  return lines.flatMap((line, at) => {
    const section = /^\[(.+)\]\s*$/.exec(line);
    if (section) isEvents = section[1]!.toLowerCase() === "events";
    const [, kind = "", rest = ""] = /^(\w+):(.*)$/.exec(line) ?? [];
    if (isEvents && kind === "Format") columns = rest.split(",").map((name) => name.trim().toLowerCase());
    if (!isEvents || kind !== "Dialogue") return [];
    const fields = rest.split(",");
    const valueOf = (name: string) => fields[columns.indexOf(name)]?.trim() ?? "";
    const [startMs, endMs] = checkTimes(
      subStationTime(valueOf("start")),
      subStationTime(valueOf("end")),
      at + 1,
    );
    // The last column is the text, which may have commas.
    const shown = subStationText(fields.slice(columns.length - 1).join(","));
    return shown === "" ? [] : [cue(startMs, endMs, shown)];
  });
}

function subStationTime(text: string): number | null {
  const found = /^(\d{1,2}):([0-5]\d):([0-5]\d)\.(\d{2})$/.exec(text);
  if (!found) return null;
  const [, hours, minutes, seconds, hundredths] = found;
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 + Number(hundredths) * 10;
}

/** Text of a line of dialog; empty for a drawing. */
function subStationText(text: string): string {
  // Block by block: one pattern for both takes quadratic time on a crafted line.
  if ((text.match(/\{[^{}]*\}/g) ?? []).some((block) => /\\p[1-9]/.test(block))) return "";
  const plain = text
    .replace(/\{[^{}]*\}/g, "")
    .replace(/\\[Nn]/g, "\n")
    .replaceAll(String.raw`\h`, " ");
  return withoutEmptyLines(escapeCueText(plain));
}
