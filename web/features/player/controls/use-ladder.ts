import { useEffect, useRef, useState } from "react";
import type { ClassPart } from "../engine/clock.ts";
import type { LoopRange } from "../engine/loop.ts";
import type { Player } from "../engine/player.ts";
import type { PlayerState } from "../engine/player-state.ts";
import { climb, type Ladder, usualLadder } from "../engine/tempo-steps.ts";

const STORAGE_KEY = "eightcount.ladder";

function readLadder(): Ladder {
  try {
    const saved = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") as Partial<Ladder>;
    const passes = Number(saved.passes);
    return {
      step: saved.step === 5 ? 5 : 10,
      passes: passes >= 1 && passes <= 8 ? Math.round(passes) : usualLadder.passes,
      held: false,
    };
  } catch {
    return usualLadder;
  }
}

/** The tempo at which each part of a class was last danced, stored on this device. */
function readTempos(key: string): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") as Record<string, number>;
  } catch {
    return {};
  }
}

/** The part of a loop: the one that contains its first count. */
const partOfLoop = (parts: readonly ClassPart[], loop: LoopRange): ClassPart | null =>
  parts.find((part) => loop.startMs >= part.startMs - 1 && loop.startMs < part.endMs - 1) ?? null;

/** The tempo ladder of the current loop: climbs after clean passes, and restores the last tempo of a part. */
export function useLadder(
  player: Player | null,
  state: PlayerState | null,
  classId: string,
  parts: readonly ClassPart[],
  onClimb: (percent: number) => void,
): { ladder: Ladder; change: (change: Partial<Ladder>) => void } {
  const [ladder, setLadder] = useState(readLadder);
  const key = `eightcount.tempo.${classId}`;
  const loop = state?.loop ?? null;
  const rate = state?.rate ?? 1;
  const passes = state?.passes ?? 0;
  const looped = loop && partOfLoop(parts, loop)?.index;
  const latest = useRef(onClimb);
  latest.current = onClimb;
  const entered = useRef<number | null | undefined>(null);
  useEffect(() => {
    if (!player || looped === entered.current) return;
    entered.current = looped;
    const storedRate = looped == null ? undefined : readTempos(key)[looped];
    if (storedRate !== undefined) player.setRate(storedRate);
  }, [player, looped, key]);
  useEffect(() => {
    if (looped == null || looped !== entered.current) return;
    localStorage.setItem(key, JSON.stringify({ ...readTempos(key), [looped]: rate }));
  }, [looped, rate, key]);
  useEffect(() => {
    const next = loop ? climb(rate, passes, ladder) : null;
    if (next === null) return;
    player?.setRate(next);
    latest.current(Math.round(next * 100));
  }, [player, loop, rate, passes, ladder]);
  const change = (changed: Partial<Ladder>): void => {
    const next = { ...ladder, ...changed };
    setLadder(next);
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ step: next.step, passes: next.passes }));
  };
  return { ladder, change };
}
