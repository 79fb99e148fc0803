import "../styles/frame.css";
import "./preview-player.css";
import { useLingui } from "@lingui/react/macro";
import { Pause, Play } from "lucide-react";
import { useEffect, useMemo, useRef, type RefObject } from "react";
import { mainAngle, type AngleKey } from "../../../../contract/angles.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Segments } from "../../../ui/segments.tsx";
import { AudibleCounts } from "../controls/audible-counts.tsx";
import { CountDisplay } from "../controls/count-display.tsx";
import { useFrames, usePlayer } from "../controls/use-player.ts";
import { createBeatGrid, type BeatGrid, type TempoSpan } from "../engine/beat-grid.ts";
import { formatClock } from "../engine/clock.ts";

export const PreviewPlaybackFragment = graphql(`
  fragment PreviewPlayback on Playback {
    hlsUrl
    angles {
      key
      label
      hlsUrl
    }
  }
`);

/** What a page may ask of a preview. Milliseconds. */
export type PreviewHandle = {
  /** The boundary of an eight nearest to the position; the position itself without counts. */
  nearestEightMs: () => number;
  positionMs: () => number;
  seek: (ms: number) => void;
  /** @param untilMs where it pauses, unless something else is pressed before; null: it plays on */
  play: (untilMs: number | null) => void;
  toggle: () => void;
  isPlaying: () => boolean;
};

type PreviewPlayerProps = {
  /** Another value starts over. */
  id: string;
  playback: FragmentOf<typeof PreviewPlaybackFragment>;
  durationMs: number;
  beatGrid: readonly TempoSpan[];
  handle?: RefObject<PreviewHandle | null>;
  /** Offers a click on every count. */
  hasClick?: boolean;
  /** Plays at once: the person pressed a button that led here. */
  startsPlaying?: boolean;
};

/** Plays a class whole, with counts and views, outside of practice: nothing is recorded. */
export function PreviewPlayer({
  id,
  playback,
  durationMs,
  beatGrid,
  handle,
  hasClick = false,
  startsPlaying = false,
}: PreviewPlayerProps) {
  const { t } = useLingui();
  const { angles } = readFragment(PreviewPlaybackFragment, playback);
  const host = useRef<HTMLDivElement>(null);
  const grid = useMemo(() => createBeatGrid(beatGrid), [beatGrid]);
  const { player, state } = usePlayer(host, id, () => ({
    source: {
      isUpright: false,
      views: angles.map(({ key, label, hlsUrl }) => ({ key, label, url: hlsUrl })),
      slow: [],
    },
    startMs: 0,
    durationMs,
    isPreview: false,
    preferences: { angle: mainAngle, mirrored: false, rate: 1, volume: 1, muted: false },
    refresh: async () => null,
    listener: { progressed: () => undefined, interrupted: () => undefined, playbackPaused: () => undefined },
  }));
  const until = useRef<number | null>(null);
  const toggle = (): void => {
    until.current = null;
    player?.toggle();
  };
  const seek = (ms: number): void => {
    until.current = null;
    player?.seek(ms);
  };
  const latest = useRef({ toggle, seek });
  latest.current = { toggle, seek };
  useEffect(() => {
    if (!handle || !player) return;
    handle.current = {
      nearestEightMs: () => nearestEight(grid, player.positionMs),
      positionMs: () => player.positionMs,
      seek: (ms) => latest.current.seek(ms),
      play: (untilMs) => {
        until.current = untilMs;
        void player.play();
      },
      toggle: () => latest.current.toggle(),
      isPlaying: () => player.state.playing,
    };
    return () => {
      handle.current = null;
    };
  }, [handle, player, grid]);
  useEffect(() => {
    if (startsPlaying) void player?.play();
  }, [player, startsPlaying]);
  const slider = useRef<HTMLInputElement>(null);
  const clock = useRef<HTMLSpanElement>(null);
  useFrames(player, (ms) => {
    if (until.current !== null && ms >= until.current) {
      until.current = null;
      player?.pause();
    }
    if (slider.current) slider.current.value = String(Math.round(ms));
    const text = formatClock(ms);
    if (clock.current && clock.current.textContent !== text) clock.current.textContent = text;
  });
  const isPlaying = state?.playing ?? false;
  return (
    <div className="preview">
      <div className="media preview-picture" data-theme="room">
        <div className="pl-host" ref={host} />
        <CountDisplay player={player} grid={grid} />
      </div>
      <div className="preview-row">
        <IconButton icon={isPlaying ? Pause : Play} label={isPlaying ? t`Pause` : t`Play`} onClick={toggle} />
        <input
          ref={slider}
          type="range"
          min={0}
          max={durationMs}
          step={100}
          defaultValue={0}
          aria-label={t`Position`}
          onChange={(event) => seek(event.target.valueAsNumber)}
        />
        <span className="tn t1" ref={clock}>
          {formatClock(0)}
        </span>
      </div>
      {hasClick && grid.counts.length > 0 && (
        <div>
          <AudibleCounts player={player} state={state} grid={grid} />
        </div>
      )}
      {angles.length > 1 && (
        <Segments<AngleKey>
          label={t`View`}
          options={angles.map(({ key, label }) => ({ value: key, label }))}
          value={state?.angle ?? mainAngle}
          onChoose={(angle) => player?.setAngle(angle)}
        />
      )}
      {state?.fault && <p role="status" className="t1 bad">{t`The video doesn’t load. Reload the page.`}</p>}
    </div>
  );
}

function nearestEight({ eights }: BeatGrid, ms: number): number {
  const bounds = eights.flatMap(({ startMs, endMs }) => [startMs, endMs]);
  const nearest = bounds.reduce(
    (best, one) => (Math.abs(one - ms) < Math.abs(best - ms) ? one : best),
    bounds[0] ?? ms,
  );
  return Math.round(nearest);
}
