import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { createBeatGrid } from "../engine/beat-grid.ts";
import { placeText } from "../commands/command.ts";
import { readKeyMap } from "../commands/keys.ts";
import type { PlaybackLinks, PlayedClass } from "../engine/played-class.ts";
import { ToolKeys } from "../commands/tool-keys.ts";
import { PlayedTime } from "./clock.tsx";
import { ControlRow } from "./control-row.tsx";
import { CountDisplay } from "./count-display.tsx";
import { PartList, usePart } from "./part-list.tsx";
import { Rail } from "./rail.tsx";
import { readPreferences, savePreferences } from "./preferences.ts";
import { Poster } from "./poster.tsx";
import { TapZones } from "./tap-zones.tsx";
import { TempoLadder } from "./tempo-ladder.tsx";
import { Timeline } from "./timeline.tsx";
import { TopBar } from "./top-bar.tsx";
import { usePlayerCommands } from "../commands/use-player-commands.ts";
import { useComingIn } from "./use-count-in.ts";
import { useIdle } from "./use-idle.ts";
import { useLadder } from "./use-ladder.ts";
import { useExit } from "./use-exit.ts";
import { usePlayer } from "./use-player.ts";
import { usePractice } from "./use-practice.ts";
import { useSource } from "./use-source.ts";
import { useStart } from "./use-start.ts";
import { AnnouncerContext, useAnnouncements } from "./use-announcements.ts";

// Loaded once the class plays, so that the end screen shows without delay.
const { Part: EndCard, preload: loadEndCard } = lazyPart(
  async () => (await import("./end-card.tsx")).EndCard,
);
const { Part: LoopRuler, preload: loadRuler } = lazyPart(
  async () => (await import("./loop-ruler.tsx")).LoopRuler,
);
const CaptionStrip = lazy(async () => ({ default: (await import("./caption-strip.tsx")).CaptionStrip }));
const KeysHelp = lazy(async () => ({ default: (await import("../commands/keys-help.tsx")).KeysHelp }));
const FaultCard = lazy(async () => ({ default: (await import("./fault-card.tsx")).FaultCard }));
const TapCard = lazy(async () => ({ default: (await import("./tap-card.tsx")).TapCard }));
const PracticeTools = lazy(async () => ({ default: (await import("./practice-tools.tsx")).PracticeTools }));
const PracticePanel = lazy(async () => ({ default: (await import("./practice-panel.tsx")).PracticePanel }));

const previewMs = 30_000;

/** The player: video, count, parts, loop, tempo, angle. */
export function PlayerScreen({
  studioClass,
  playback,
  startMs,
  starts,
  refresh,
}: {
  studioClass: PlayedClass;
  playback: PlaybackLinks;
  startMs: number;
  /** Counts in and plays at once. */
  starts: boolean;
  refresh: () => Promise<void>;
}) {
  const { t } = useLingui();
  const { parts, title } = studioClass;
  const durationMs = playback.isPreview
    ? Math.min(previewMs, studioClass.video.durationInMs)
    : studioClass.video.durationInMs;
  const grid = useMemo(() => createBeatGrid(studioClass.beatGrid), [studioClass.beatGrid]);
  const [preferences] = useState(() => readPreferences(localStorage));
  const [captionsOn, setCaptionsOn] = useState(preferences.captions);
  const [countsIn, setCountsIn] = useState(preferences.countsIn);
  const [keys] = useState(() => readKeyMap(localStorage));
  const [panel, setPanel] = useState<"keys" | "practice" | null>(null);
  const [camera, setCamera] = useState(false);
  const screen = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const rail = useRef<HTMLDialogElement>(null);

  const source = useSource(playback, refresh);
  useExit(playback.hlsUrl);
  const { recorder, progress } = usePractice(studioClass.id);
  const { player, state } = usePlayer(host, studioClass.id, () => ({
    source: source.current(),
    startMs,
    durationMs,
    isPreview: playback.isPreview,
    preferences,
    refresh: source.renew,
    listener: {
      progressed: (ms, rate) => recorder?.advance(ms, rate),
      interrupted: (ms) => recorder?.moveTo(ms),
      playbackPaused: () => void recorder?.flush(),
    },
  }));
  const { said, say } = useAnnouncements();
  const { ladder, change: changeLadder } = useLadder(player, state, studioClass.classId, parts, (percent) =>
    say(t`Tempo ${percent}%`),
  );

  const captionUrl = playback.captions[0]?.url;
  useEffect(() => {
    if (state)
      savePreferences(localStorage, {
        angle: state.angle,
        mirrored: state.mirrored,
        rate: state.rate,
        volume: state.volume,
        muted: state.muted,
        captions: captionsOn,
        countsIn,
      });
  }, [state, captionsOn, countsIn]);

  const playing = state?.playing ?? false;
  const idle = useIdle(screen, playing);
  const comeIn = useComingIn(player, state, grid);
  const start = useStart(player, { starts, startMs, grid, comeIn });
  const [toolKeys] = useState(() => new ToolKeys());
  const { act, runAndAnnounce } = usePlayerCommands({
    player,
    state,
    grid,
    parts,
    durationMs,
    keys,
    toolKeys,
    countsIn,
    isHeld: ladder.held,
    captionsOn,
    say,
    comeIn: (ms) => void comeIn(ms),
    holdTempo: (held) => changeLadder({ held }),
    showCaptions: setCaptionsOn,
    toggleHelp: () => setPanel(panel === "keys" ? null : "keys"),
    toggleFullscreen: () => toggleFullscreen(screen.current),
    toggleCamera: () => setCamera(!camera),
    announcePlace: () => player && say(placeText({ player, grid, parts })),
  });
  useEffect(() => {
    if (!playing) return;
    loadEndCard();
    loadRuler();
  }, [playing]);
  const part = usePart(parts, player);

  const hasCaptions = playback.captions.length > 0;
  return (
    <div className={`pl ${idle ? "is-idle" : ""}`} data-theme="room" ref={screen}>
      <TopBar
        classId={studioClass.classId}
        title={title}
        state={state}
        hasCaptions={hasCaptions}
        captionsOn={captionsOn}
        canCast={playback.castAppId != null}
        act={act}
        onPictureInPicture={() =>
          void import("./picture-in-picture.ts").then(({ togglePictureInPicture }) =>
            player ? togglePictureInPicture(player) : undefined,
          )
        }
        onPanel={() => setPanel("practice")}
      />
      <div className="pl-mid">
        <div className="pl-v class-picture" onDoubleClick={() => act("fullscreen")}>
          <div className={`pl-host ${state?.mirrored ? "is-mirrored" : ""}`} ref={host} />
          <Poster player={player} url={studioClass.thumbnailImageUrl ?? null} />
          <TapZones
            idle={idle}
            onTap={() => act("toggle")}
            onSkip={(direction) => act(direction < 0 ? "back" : "forward")}
          />
          <div data-slot="over" />
          <CountDisplay player={player} grid={grid} />
          {state?.waiting && <p className="pl-note" role="status">{t`Buffering…`}</p>}
          {state?.fault?.kind === "network" && state.phase !== "failed" && (
            <p className="pl-note" role="status">{t`No connection. Reconnecting…`}</p>
          )}
          <Suspense>
            {state?.phase === "failed" && state.fault && (
              <FaultCard kind={state.fault.kind} onRetry={() => player?.retry()} />
            )}
            {state?.needsGesture && <TapCard onTap={() => start(player?.positionMs ?? startMs)} />}
            {state?.phase === "ended" && (
              <EndCard
                studioClass={studioClass}
                isPreview={playback.isPreview}
                completed={(progress ?? studioClass.userProgress)?.completed ?? false}
                onReplay={() => start(0)}
              />
            )}
          </Suspense>
        </div>
        <Rail ref={rail} label={t`Parts`}>
          <nav aria-label={t`Parts`}>
            <PartList parts={parts} player={player} limitMs={durationMs} onGo={() => rail.current?.close()} />
            {playback.isPreview && <p className="note">{t`Preview: first 30 seconds`}</p>}
          </nav>
          <div data-slot="map" />
          <div data-slot="rail" />
        </Rail>
      </div>
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
            onClick={() => rail.current?.showModal()}
          >{t`Parts`}</button>
        </div>
        <div data-slot="dock" />
        <Timeline
          player={player}
          parts={parts}
          durationMs={durationMs}
          storyboardUrl={playback.storyboardUrl}
        />
        {state?.loop && (
          <Suspense fallback={<div className="ab" />}>
            <LoopRuler player={player} grid={grid} loop={state.loop} durationMs={durationMs} />
          </Suspense>
        )}
        <ControlRow
          player={player}
          state={state}
          durationMs={durationMs}
          hasCaptions={hasCaptions}
          captionsOn={captionsOn}
          cameraOn={camera}
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
      <AnnouncerContext value={said}>
        <Suspense>
          {panel === "keys" && <KeysHelp keys={keys} onClose={() => setPanel(null)} />}
          {panel === "practice" && player && state && (
            <PracticePanel
              player={player}
              state={state}
              ladder={ladder}
              countsIn={countsIn}
              captionsOn={captionsOn}
              onLadder={changeLadder}
              onCountsIn={setCountsIn}
              act={runAndAnnounce}
              onClose={() => setPanel((shown) => (shown === "practice" ? null : shown))}
            />
          )}
        </Suspense>
        {player && state && screen.current && (
          <Suspense>
            <PracticeTools
              screen={screen.current}
              player={player}
              state={state}
              grid={grid}
              studioClass={studioClass}
              hlsUrl={playback.hlsUrl}
              playback={playback}
              captionsOn={captionsOn}
              cameraOn={camera}
              comeIn={comeIn}
              act={runAndAnnounce}
              keys={toolKeys}
              keyMap={keys}
              say={say}
            />
          </Suspense>
        )}
      </AnnouncerContext>
      <p className="sr-only" aria-live="polite">
        {said}
      </p>
    </div>
  );
}

function toggleFullscreen(screen: HTMLElement | null): void {
  // Refused without a user gesture or by the device: the page stays unchanged.
  const done = document.fullscreenElement ? document.exitFullscreen() : screen?.requestFullscreen();
  done?.catch(() => undefined);
}
