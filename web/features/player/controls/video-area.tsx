import "../styles/dancing-upright.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from "react";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { growFrom, leftPictureOf, moveFacts, type LeftPicture } from "../../../ui/left-pictures.ts";
import { Picture } from "../../../ui/picture.tsx";
import type { PlayerCommand } from "../../../../contract/player-commands.ts";
import type { Framing } from "../engine/framing.ts";
import type { PlayedClass } from "../engine/played-class.ts";
import { CountDisplay } from "./count-display.tsx";
import { TapZones } from "./tap-zones.tsx";
import type { ClassPlayer } from "./use-class-player.ts";
import { useFraming } from "./use-framing.ts";

// Loaded once the class plays, so that the end screen shows without delay.
const { Part: EndCard, preload: loadEndCard } = lazyPart(
  async () => (await import("./end-card.tsx")).EndCard,
);
const PreviewChip = lazy(async () => ({
  default: (await import("../first-open/preview-chip.tsx")).PreviewChip,
}));
const FaultCard = lazy(async () => ({ default: (await import("./fault-card.tsx")).FaultCard }));
const PictureInPictureCard = lazy(async () => ({
  default: (await import("./picture-in-picture-card.tsx")).PictureInPictureCard,
}));
const TapCard = lazy(async () => ({ default: (await import("./tap-card.tsx")).TapCard }));

/** The image that the page before showed: the element itself, since another one would leave the place dark until it is decoded. */
function LeftPoster({ left: { element } }: { left: LeftPicture }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    element.className = "pl-poster";
    element.alt = "";
    element.style.viewTransitionName = "";
    box.current?.append(element);
  }, [element]);
  return <div ref={box} />;
}

/** The video with its count, gestures, and what covers it: poster, notices, and the cards for faults and the end. */
export function VideoArea({
  studioClass,
  classPlayer: { host, player, state, grid, durationMs, completed },
  hasFrame,
  framing,
  isPreview,
  isDownload,
  setId,
  isSetAgain,
  idle,
  startMs,
  start,
  act,
}: {
  studioClass: PlayedClass;
  classPlayer: ClassPlayer;
  /** Until the video's first frame the image of the class is shown. */
  hasFrame: boolean;
  /** Where the dancer is; missing for a class without a known one. */
  framing: Framing | null | undefined;
  isPreview: boolean;
  isDownload: boolean;
  /** The set that the class is danced in; null for a class alone. */
  setId: string | null;
  /** The set is danced again, after all of it had been danced. */
  isSetAgain: boolean;
  idle: boolean;
  startMs: number;
  /** Counts in and plays from a position. */
  start: (ms: number) => void;
  act: (command: PlayerCommand) => void;
}) {
  const { t } = useLingui();
  const plays = hasFrame && (state?.playing ?? false);
  const area = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const poster = studioClass.thumbnailImageUrl ?? null;
  const [left] = useState(() => leftPictureOf(poster));
  useLayoutEffect(() => {
    if (left && area.current) growFrom(left, area.current);
  }, [left]);
  useFraming(frame, player, framing, hasFrame ? null : { imageFocus: studioClass.imageFocus ?? null });
  useEffect(() => {
    if (plays) loadEndCard();
  }, [plays]);
  return (
    <div className="pl-v class-picture" ref={area} onDoubleClick={() => act("fullscreen")}>
      <div className="pl-frame" ref={frame}>
        <div className={`pl-host ${state?.mirrored ? "is-mirrored" : ""}`} ref={host} />
        {!hasFrame &&
          (left ? (
            <LeftPoster left={left} />
          ) : (
            <Picture className="pl-poster" url={poster} sizes="100vw" eager />
          ))}
      </div>
      <TapZones
        idle={idle}
        onTap={() => act("toggle")}
        onSkip={(direction) => act(direction < 0 ? "back" : "forward")}
      />
      {/* A copy of what the page before showed, whose link leads nowhere. */}
      {!hasFrame && <div className="pl-facts" ref={moveFacts} inert />}
      <div data-slot="over" />
      <CountDisplay player={player} grid={grid} />
      {isPreview && (
        <Suspense>
          <PreviewChip player={player} studioClass={studioClass} durationMs={durationMs} />
        </Suspense>
      )}
      {state?.waiting && <p className="pl-note" role="status">{t`Buffering…`}</p>}
      {state?.fault?.kind === "network" && state.phase !== "failed" && (
        <p className="pl-note" role="status">{t`No connection. Reconnecting…`}</p>
      )}
      <Suspense>
        {state?.phase === "failed" && state.fault && !state.cast && (
          <FaultCard kind={state.fault.kind} onRetry={() => void player?.play()} />
        )}
        {player && state?.pictureInPicture && <PictureInPictureCard player={player} />}
        {state?.needsGesture && <TapCard onTap={() => start(player?.positionMs ?? startMs)} />}
        {state?.phase === "ended" && (
          <EndCard
            studioClass={studioClass}
            isPreview={isPreview}
            completed={completed}
            isDownload={isDownload}
            cast={state.cast}
            setId={setId}
            isSetAgain={isSetAgain}
            onReplay={() => start(0)}
          />
        )}
      </Suspense>
    </div>
  );
}
