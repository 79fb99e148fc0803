import { useEffect, useRef } from "react";
import { jumpByEight, snapToCount, type BeatGrid } from "../engine/beat-grid.ts";
import { partAt, type ClassPart } from "../engine/clock.ts";
import { actionOf, type KeyMap, type PlayerAction } from "../engine/keys.ts";
import { againFrom, lastEight } from "../engine/phrases.ts";
import type { Player } from "../engine/player.ts";
import type { PlayerState } from "../engine/player-state.ts";
import { lowerTempo, nextTempo } from "../engine/tempo-steps.ts";
import type { ToolKeys } from "../engine/tool-keys.ts";
import type { ComeIn } from "./use-count-in.ts";

/**
 * Runs each action: on the local player, on the screen by `own`, or on the registered tool. Keyboard shortcuts run them too. `act` is for
 * controls that show the result themselves, `actAndSay` for all others.
 */
export function usePlayerCommands({
  player,
  state,
  grid,
  parts,
  durationMs,
  keys,
  toolKeys,
  comeIn,
  countsIn,
  own,
  announceDone,
}: {
  player: Player | null;
  state: PlayerState | null;
  grid: BeatGrid;
  parts: readonly ClassPart[];
  durationMs: number;
  keys: KeyMap | null;
  toolKeys: ToolKeys;
  comeIn: ComeIn;
  countsIn: boolean;
  own: Partial<Record<PlayerAction, () => void>>;
  /** Announces the result of an action. */
  announceDone: (action: PlayerAction) => void;
}): { act: (action: PlayerAction) => void; runAndAnnounce: (action: PlayerAction) => void } {
  const act = (action: PlayerAction): void => {
    if (!player || !state) return toolKeys.press(action);
    const at = player.positionMs;
    const setEnd = (end: "startMs" | "endMs"): void => {
      const part = partAt(parts, at);
      const loop = state.loop ?? { startMs: part?.startMs ?? 0, endMs: part?.endMs ?? durationMs };
      const next = { ...loop, [end]: snapToCount(grid, at) };
      if (next.endMs > next.startMs) player.setLoop(next);
    };
    const commands: Partial<Record<PlayerAction, () => void>> = {
      toggle: () => {
        const from = againFrom(grid, at, state.loop);
        if (!state.playing && countsIn && state.phase === "ready") void comeIn(from);
        else player.toggle();
      },
      back: () => player.seek(jumpByEight(grid, at, -1)),
      forward: () => player.seek(jumpByEight(grid, at, 1)),
      slower: () => player.setRate(lowerTempo(state.rate, 5) ?? state.rate - 0.05),
      faster: () => player.setRate(nextTempo(state.rate, 5) ?? state.rate + 0.05),
      // A television can't mirror: its panel lists what it can do.
      mirror: () => (state.cast ? toolKeys.press("cast") : player.setMirrored(!state.mirrored)),
      turn: () => player.setAngle(state.angle === "front" ? "back" : "front"),
      loop: () => player.setLoop(state.loop ? null : partAt(parts, at)),
      lastEight: () => player.setLoop(lastEight(grid, at)),
      loopStart: () => setEnd("startMs"),
      loopEnd: () => setEnd("endMs"),
      again: () => void comeIn(againFrom(grid, at, state.loop)),
      mute: () => player.setSound({ muted: !state.muted }),
      ...own,
    };
    const done = commands[action];
    if (done) done();
    else toolKeys.press(action);
  };
  const latest = useRef(act);
  latest.current = act;
  const lastAnnounced = useRef(act);
  lastAnnounced.current = (action) => {
    act(action);
    announceDone(action);
  };
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const action = actionOf(event, keys);
      if (!action) return;
      event.preventDefault();
      lastAnnounced.current(action);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [keys]);
  return {
    act: (action) => latest.current(action),
    runAndAnnounce: (action) => lastAnnounced.current(action),
  };
}
