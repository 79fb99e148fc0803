import { useEffect, useRef } from "react";
import type { BeatGrid } from "../engine/beat-grid.ts";
import type { Player } from "../engine/player.ts";
import { startFrom } from "../engine/phrases.ts";
import type { ComeIn } from "./use-count-in.ts";

/** Time after the one within which a class that has loaded has started, in milliseconds. */
const SLACK_MS = 150;

/**
 * Counts in and plays, at once if `starts` and whenever `start` is called. If the video isn't loaded at the one, it counts
 * again; without a connection it waits for it first. If the browser blocks it, the player's state has `needsGesture`. A video that can't be
 * played doesn't start.
 */
export function useStart(
  player: Player | null,
  { starts, startMs, grid, comeIn }: { starts: boolean; startMs: number; grid: BeatGrid; comeIn: ComeIn },
): (ms: number) => void {
  const latest = useRef(comeIn);
  latest.current = comeIn;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stopWaiting = useRef<() => void>(undefined);
  /** Starts once the streams have recovered, unless the viewer plays or the class fails before. */
  const startConnected = (ms: number): void => {
    if (!player) return;
    player.pause();
    stopWaiting.current = player.subscribe(() => {
      const { fault, phase, playing } = player.state;
      if (fault?.kind === "network" && phase !== "failed" && !playing) return;
      stopWaiting.current?.();
      if (!playing) void first.current(ms);
    });
  };
  const start = async (ms: number): Promise<void> => {
    clearTimeout(timer.current);
    stopWaiting.current?.();
    if (player?.state.phase === "failed") return;
    if (player?.state.fault?.kind === "network") return startConnected(ms);
    const oneAt = await latest.current(startFrom(grid, ms));
    if (oneAt === null) return;
    timer.current = setTimeout(
      () => {
        if (player?.entry?.at === oneAt) void start(ms);
      },
      oneAt - performance.now() + SLACK_MS,
    );
  };
  const first = useRef(start);
  first.current = start;
  useEffect(() => {
    if (player && starts) void first.current(startMs);
    return () => {
      clearTimeout(timer.current);
      stopWaiting.current?.();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a class starts by itself only once
  }, [player]);
  return (ms) => void start(ms);
}
