import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect } from "react";
import { lazyPart } from "../../../lib/lazy-part.ts";
import type { PlayerCommand } from "../../../../contract/player-commands.ts";
import type { PlaybackLinks, PlayedClass } from "../engine/played-class.ts";
import type { Ladder } from "../engine/tempo-steps.ts";
import { PlayedTime } from "./clock.tsx";
import { ControlRow } from "./control-row.tsx";
import { usePart } from "./part-list.tsx";
import { TempoLadder } from "./tempo-ladder.tsx";
import { Timeline } from "./timeline.tsx";
import type { ClassPlayer } from "./use-class-player.ts";

const { Part: LoopRuler, preload: loadRuler } = lazyPart(
  async () => (await import("./loop-ruler.tsx")).LoopRuler,
);
const CaptionStrip = lazy(async () => ({ default: (await import("./caption-strip.tsx")).CaptionStrip }));

/** Everything below the video: captions, the current part, the timeline with the loop, and the controls. */
export function Dock({
  studioClass: { title, parts },
  playback: { captions, storyboardUrl },
  classPlayer: { player, state, grid, durationMs },
  hasFrame,
  ladder,
  captionsOn,
  cameraOn,
  onParts,
  act,
}: {
  studioClass: PlayedClass;
  playback: PlaybackLinks;
  classPlayer: ClassPlayer;
  /** The video has shown its first frame. */
  hasFrame: boolean;
  ladder: Ladder;
  captionsOn: boolean;
  cameraOn: boolean;
  /** Shows the parts, which a small screen hides. */
  onParts: () => void;
  act: (command: PlayerCommand) => void;
}) {
  const { t } = useLingui();
  const plays = hasFrame && (state?.playing ?? false);
  useEffect(() => {
    if (plays) loadRuler();
  }, [plays]);
  const part = usePart(parts, player);
  const captionUrl = captions[0]?.url;
  return (
    <section className="pl-dock" aria-label={t`Controls`}>
      <Suspense fallback={<p className="cap" />}>
        {player && captionUrl && captionsOn ? (
          <CaptionStrip player={player} url={captionUrl} />
        ) : (
          <p className="cap" />
        )}
      </Suspense>
      <div className="pl-now">
        <p>
          <strong>{part?.title ?? title}</strong>
          <span className="t1 muted tn">
            {part && t`Part ${part.index} of ${parts.length},`} <PlayedTime player={player} />
          </span>
        </p>
        <button type="button" className="btn btn-s" onClick={() => act("again")}>{t`Retry`}</button>
        <button
          type="button"
          className="btn btn-s"
          aria-haspopup="dialog"
          onClick={onParts}
        >{t`Parts`}</button>
      </div>
      <div data-slot="dock" />
      <Timeline player={player} parts={parts} durationMs={durationMs} storyboardUrl={storyboardUrl} />
      {state?.loop && (
        <Suspense fallback={<div className="ab" />}>
          <LoopRuler player={player} grid={grid} loop={state.loop} durationMs={durationMs} />
        </Suspense>
      )}
      <ControlRow
        player={player}
        state={state}
        durationMs={durationMs}
        hasCaptions={captions.length > 0}
        captionsOn={captionsOn}
        cameraOn={cameraOn}
        act={act}
        tempo={
          <TempoLadder
            rate={state?.rate ?? 1}
            ladder={state?.loop ? ladder : null}
            onRate={(rate) => player?.setRate(rate)}
            onHold={() => act("hold")}
          />
        }
      />
    </section>
  );
}
