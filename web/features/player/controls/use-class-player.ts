import { useEffect, useMemo, useRef, type RefObject } from "react";
import { createBeatGrid, type BeatGrid } from "../engine/beat-grid.ts";
import type { PlaybackLinks, PlayedClass } from "../engine/played-class.ts";
import type { Player } from "../engine/player.ts";
import type { PlayerOptions, PlayerState } from "../engine/player-state.ts";
import { useExit } from "./use-exit.ts";
import { usePlaybackReport } from "./use-playback-report.ts";
import { usePlayer } from "./use-player.ts";
import { usePractice } from "./use-practice.ts";
import { useSource } from "./use-source.ts";

const previewMs = 30_000;

export interface ClassPlayer {
  /** The element that gets the video. */
  readonly host: RefObject<HTMLDivElement | null>;
  /** Null until the player's core has loaded. */
  readonly player: Player | null;
  readonly state: PlayerState | null;
  readonly grid: BeatGrid;
  /** What can be played: the class or its preview. */
  readonly durationMs: number;
  /** True once the viewer has completed the class, now or before. */
  readonly completed: boolean;
}

/** Plays a class from `startMs` on, and records the viewer's practice. */
export function useClassPlayer(
  studioClass: PlayedClass,
  playback: PlaybackLinks,
  {
    startMs,
    preferences,
    refresh,
  }: {
    startMs: number;
    preferences: PlayerOptions["preferences"];
    /** Fetches new links; null if the viewer may no longer watch. Rejects if the server doesn't answer. */
    refresh: () => Promise<PlaybackLinks | null>;
  },
): ClassPlayer {
  const { id, video, beatGrid, userProgress } = studioClass;
  const { isPreview } = playback;
  const durationMs = isPreview ? Math.min(previewMs, video.durationInMs) : video.durationInMs;
  const grid = useMemo(() => createBeatGrid(beatGrid), [beatGrid]);
  const host = useRef<HTMLDivElement>(null);
  const source = useSource(playback, refresh);
  useExit(playback.hlsUrl);
  const { recorder, progress } = usePractice(id, !studioClass.unpublishedState);
  const { player, state } = usePlayer(host, id, () => ({
    source: source.current(),
    startMs,
    durationMs,
    isPreview,
    preferences,
    refresh: source.renew,
    listener: {
      progressed: (ms, rate, view) => recorder?.advance(ms, rate, view),
      interrupted: (ms) => recorder?.moveTo(ms),
      playbackPaused: () => void recorder?.flush(),
    },
  }));
  usePlaybackReport(player, host, playback.hlsUrl);
  const { isWindowUpright, current } = source;
  const streams = useRef(current);
  streams.current = current;
  useEffect(() => player?.setSource(streams.current()), [player, isWindowUpright]);
  const completed = (progress ?? userProgress)?.completed ?? false;
  return { host, player, state, grid, durationMs, completed };
}
