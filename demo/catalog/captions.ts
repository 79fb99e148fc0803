import { eightOf, MOVEMENTS } from "../movement/styles.ts";
import type { PartPlan } from "./lessons.ts";
import type { Troupe } from "./troupes.ts";
import type { DemoCue, PartKind } from "./types.ts";

const OPENINGS: Record<PartKind, string> = {
  warm_up: "Let’s warm up. {move}, easy.",
  breakdown: "Watch first: {move}.",
  counts: "No song now, just the counts. {move}.",
  slow: "With music, slowly. {move}.",
  full_out: "Full out. {move}.",
  cool_down: "Come down. Let the breath slow.",
};
const COUNT_IN = "Five, six, seven, eight";

/** The captions of one part. Each line begins on the count that its cue names. */
export const captionPart = (troupe: Troupe, plan: PartPlan, startMs: number, countIn: boolean): DemoCue[] => {
  const movement = MOVEMENTS[troupe.movement];
  const beatMs = (troupe.frames[plan.tempo] * 25) / 6;
  const lines: { at: number; text: string }[] = [];
  let last = "";
  let heard = 0;
  plan.eights.forEach((slug, index) => {
    const eight = eightOf(movement, slug);
    const start = startMs + (index * 8 + 0.5) * beatMs;
    const at = (count: number): number => Math.round(start + (count - 1) * beatMs);
    heard = slug === last ? heard + 1 : 0;
    last = slug;
    const isLast = index === plan.eights.length - 1;
    const isInstructor = plan.kind === "breakdown" || plan.kind === "counts" || plan.kind === "slow";
    if (index === 0)
      lines.push({ at: startMs, text: OPENINGS[plan.kind].replace("{move}", topicOf(troupe, plan)) });
    else if (isInstructor && heard < 2)
      for (const cue of eight.cues) lines.push({ at: at(cue.at), text: cue.text });
    else if (heard === 0 || !isInstructor)
      lines.push({ at: at(1), text: heard % 2 === 1 ? `Again: ${lower(eight.name)}` : `${eight.name}` });
    if (isLast && countIn) {
      while (lines.length > 0 && lines.at(-1)!.at > at(4.4)) lines.pop();
      lines.push({ at: at(5), text: COUNT_IN });
    }
  });
  return space(lines, startMs + Math.round(plan.eights.length * 8 * beatMs));
};

/** The topic of a part: its first move other than the troupe's rest move. */
const topicOf = (troupe: Troupe, plan: PartPlan): string => {
  const slug = plan.eights.find((e) => e !== troupe.rest[plan.tempo]) ?? plan.eights[0]!;
  return eightOf(MOVEMENTS[troupe.movement], plan.kind === "warm_up" ? plan.eights[0]! : slug).name;
};

const lower = (name: string): string => name[0]!.toLowerCase() + name.slice(1);

const READ_MS = 900;
const HOLD_MS = 3200;

/** Gives every caption enough reading time; merges one that would follow too soon into the one before. */
const space = (lines: { at: number; text: string }[], endMs: number): DemoCue[] => {
  const merged: { at: number; text: string }[] = [];
  for (const line of lines) {
    const before = merged.at(-1);
    if (before && line.at - before.at < READ_MS && line.text !== COUNT_IN)
      before.text = `${before.text}. ${line.text}`.replace("..", ".");
    else merged.push({ ...line });
  }
  return merged.map((line, i) => ({
    startMs: line.at,
    endMs: Math.min(endMs, merged[i + 1]?.at ?? endMs, line.at + Math.max(HOLD_MS, line.text.length * 70)),
    text: line.text,
  }));
};

const clock = (ms: number): string => {
  const pad = (n: number, size: number): string => String(n).padStart(size, "0");
  return `${pad(Math.floor(ms / 3_600_000), 2)}:${pad(Math.floor(ms / 60_000) % 60, 2)}:${pad(Math.floor(ms / 1000) % 60, 2)}.${pad(ms % 1000, 3)}`;
};

/** Cues as a WebVTT file. */
export const writeVtt = (cues: readonly DemoCue[]): string =>
  `WEBVTT\n\n${cues.map((c, i) => `${i + 1}\n${clock(c.startMs)} --> ${clock(c.endMs)}\n${c.text}\n`).join("\n")}`;
