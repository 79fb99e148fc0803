import type { PartKind } from "./types.ts";
import type { Troupe } from "./troupes.ts";

/** The structure of a class: a lesson teaches a phrase, a drill repeats it, a follow-along teaches nothing, a flow is slow throughout. */
export type LessonShape = "lesson" | "drill" | "follow" | "flow";
export type PartPlan = { kind: PartKind; title: string; tempo: "full" | "slow"; eights: string[] };

const lessonParts: [PartKind, string, "full" | "slow", number][] = [
  ["warm_up", "Warm up", "full", 0.13],
  ["breakdown", "Break it down", "slow", 0.26],
  ["counts", "On the counts", "slow", 0.2],
  ["slow", "Slowly, with music", "slow", 0.16],
  ["full_out", "Full out", "full", 0.19],
  ["cool_down", "Come down", "slow", 0.06],
];
const SHAPES: Record<LessonShape, [PartKind, string, "full" | "slow", number][]> = {
  lesson: lessonParts,
  drill: [
    ["warm_up", "Find the groove", "full", 0.14],
    ["counts", "On the counts", "slow", 0.24],
    ["slow", "Under tempo", "slow", 0.16],
    ["full_out", "Full out", "full", 0.22],
    ["full_out", "Full out, once more", "full", 0.18],
    ["cool_down", "Come down", "slow", 0.06],
  ],
  follow: [
    ["warm_up", "Warm up", "full", 0.17],
    ["full_out", "First round", "full", 0.26],
    ["slow", "Take it half way", "slow", 0.1],
    ["full_out", "Second round", "full", 0.24],
    ["full_out", "Everything you have", "full", 0.13],
    ["cool_down", "Come down", "slow", 0.1],
  ],
  flow: [
    ["warm_up", "Arrive", "slow", 0.2],
    ["slow", "Shapes", "slow", 0.36],
    ["full_out", "One long breath", "full", 0.28],
    ["cool_down", "Rest", "slow", 0.16],
  ],
};

/** Plans a class of about `minutes` in whole eights. `turn` varies the order, so that no two classes are alike. */
export const planLesson = (
  troupe: Troupe,
  shape: LessonShape,
  moves: string[],
  minutes: number,
  turn: number,
): PartPlan[] => {
  const slowRest = troupe.rest.slow;
  return SHAPES[shape].map(([kind, title, tempo, share], index): PartPlan => {
    const seconds = troupe.frames[tempo] / 30;
    const count = Math.max(2, Math.round((share * minutes * 60) / seconds));
    // A follow-along slows down only for its first move: the rest is danced at tempo or not at all.
    const danced = shape === "follow" && tempo === "slow" ? moves.slice(0, 1) : moves;
    return {
      kind,
      title,
      tempo,
      eights: fill(kind, count, danced, tempo === "full" ? troupe.rest.full : slowRest, turn + index),
    };
  });
};

const fill = (kind: PartKind, count: number, moves: string[], rest: string, turn: number): string[] => {
  const cycle = (round: number): string[] => {
    const shift = turn % moves.length;
    const turned = [...moves.slice(shift), ...moves.slice(0, shift)];
    switch (kind) {
      case "warm_up":
        return round === 0
          ? [rest, rest, ...moves.slice(0, 1), rest]
          : [rest, turned[round % turned.length]!, turned[round % turned.length]!, rest];
      case "breakdown": {
        // One move at a time, then the phrase so far.
        const upTo = (round % moves.length) + 1;
        return [rest, moves[upTo - 1]!, moves[upTo - 1]!, ...moves.slice(0, upTo)];
      }
      case "counts":
        return round === 0 ? moves.flatMap((m) => [m, m]) : [...moves, ...moves];
      case "slow":
        return [...moves, ...turned];
      case "full_out":
        return round % 2 === 0 ? [...moves, ...moves] : [rest, ...turned, ...moves];
      case "cool_down":
        return [rest, moves[turn % moves.length]!, rest, rest];
    }
  };
  const out: string[] = [];
  for (let round = 0; out.length < count; round++) out.push(...cycle(round));
  return out.slice(0, count);
};
