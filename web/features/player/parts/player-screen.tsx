import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import type { DeckSource } from "../core/angles.ts";
import { countAt, createBeatGrid, jumpByEight, snapToCount, type TempoSpan } from "../core/beat-grid.ts";
import { formatClock, locate, partAt, type ClassPart } from "../core/clock.ts";
import { actionOf, readKeyMap, type PlayerAction } from "../core/keys.ts";
import { againFrom, lastEight } from "../core/phrases.ts";
import { lowerTempo, nextTempo } from "../core/tempo-steps.ts";
import { ToolKeys } from "../core/tool-keys.ts";
import { PlayedTime } from "./clock.tsx";
import { ControlRow } from "./control-row.tsx";
import { CountDisplay } from "./count-display.tsx";
import { PartList, usePart } from "./part-list.tsx";
import { readPreferences, savePreferences } from "./preferences.ts";
import { TapZones } from "./tap-zones.tsx";
import { TempoLadder } from "./tempo-ladder.tsx";
import { Timeline } from "./timeline.tsx";
import { TopBar } from "./top-bar.tsx";
import { useIdle } from "./use-idle.ts";
import { useLadder } from "./use-ladder.ts";
import { useLeaving } from "./use-leaving.ts";
import { usePlayer } from "./use-player.ts";
import { usePractice } from "./use-practice.ts";

// What isn't seen at first comes once the class plays, so that nobody waits for it at the end.
const loadEndCard = () => import("./end-card.tsx");
const loadRuler = () => import("./loop-ruler.tsx");
const loadCountIn = () => import("../core/count-in.ts");
const loadTools = () => import("./practice-tools.tsx");
const CaptionStrip = lazy(async () => ({ default: (await import("./caption-strip.tsx")).CaptionStrip }));
const EndCard = lazy(async () => ({ default: (await loadEndCard()).EndCard }));
const LoopRuler = lazy(async () => ({ default: (await loadRuler()).LoopRuler }));
const KeysHelp = lazy(async () => ({ default: (await import("./keys-help.tsx")).KeysHelp }));
const FaultCard = lazy(async () => ({ default: (await import("./fault-card.tsx")).FaultCard }));
const PracticeTools = lazy(async () => ({ default: (await loadTools()).PracticeTools }));
const PracticePanel = lazy(async () => ({ default: (await import("./practice-panel.tsx")).PracticePanel }));

export type PlayedClass = {
  id: string;
  classId: string;
  title: string;
  accessType: string;
  parts: readonly ClassPart[];
  beatGrid: readonly TempoSpan[];
  instructor: { name: string };
  userProgress: { completed: boolean; percent: number } | null;
  nextClass: { classId: string; title: string } | null;
  video: { durationInMs: number };
};
export type PlaybackLinks = {
  hlsUrl: string;
  backHlsUrl: string | null;
  storyboardUrl: string | null;
  isPreview: boolean;
  captions: readonly { language: string; label: string; url: string }[];
  /** Classes that were kept on a device before there were any have none. */
  slowSounds?: readonly { percent: number; url: string }[];
};

const previewMs = 30_000;

/** The player: picture, count, parts, loop, tempo, angle. */
export function PlayerScreen({
  studioClass,
  playback,
  startMs,
  refresh,
}: {
  studioClass: PlayedClass;
  playback: PlaybackLinks;
  startMs: number;
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
  const [partsOpen, setPartsOpen] = useState(false);
  const [said, setSaid] = useState("");
  const screen = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);

  // Fresh links come as props; the player asks for them when its own are refused.
  const links = useRef(playback);
  const waiting = useRef<((source: DeckSource) => void) | null>(null);
  const sourceOf = (from: PlaybackLinks): DeckSource => ({
    front: from.hlsUrl,
    back: from.backHlsUrl,
    slow: from.slowSounds ?? [],
  });
  useEffect(() => {
    if (links.current.hlsUrl === playback.hlsUrl) return;
    links.current = playback;
    waiting.current?.(sourceOf(playback));
    waiting.current = null;
  }, [playback]);

  useLeaving(playback.hlsUrl);
  const { recorder, progress } = usePractice(studioClass.id);
  const { player, state } = usePlayer(host, studioClass.id, () => ({
    source: sourceOf(links.current),
    startMs,
    durationMs,
    preferences,
    refresh: () =>
      new Promise<DeckSource | null>((resolve) => {
        waiting.current = resolve;
        void refresh();
      }),
    listener: {
      advanced: (ms, rate) => recorder?.advance(ms, rate),
      interrupted: (ms) => recorder?.moveTo(ms),
      rested: () => void recorder?.flush(),
    },
  }));
  const { ladder, change: changeLadder } = useLadder(player, state, studioClass.classId, parts, (percent) =>
    setSaid(t`Now at ${percent} percent`),
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
  const counting = state?.countIn != null;
  const knocks = useRef<() => void>(() => undefined);
  useEffect(() => {
    // What ends the count-in before its time silences it too.
    if (!counting) knocks.current();
  }, [counting]);

  /** Counts 5, 6, 7, 8 and comes in at `ms`. Gives when that is, on `performance.now()`; null where nothing is counted. */
  const comeIn = async (ms: number): Promise<number | null> => {
    if (!player || !state) return null;
    const count = countAt(grid, ms + 1);
    if (!count) {
      player.seek(ms);
      await player.play();
      return null;
    }
    player.pause();
    const beatMs = (count.endMs - count.startMs) / state.rate;
    const { soundCountIn } = await loadCountIn();
    const { oneAt, stop } = await soundCountIn(beatMs);
    knocks.current = stop;
    player.enter({ ms, at: oneAt, beatMs });
    return oneAt;
  };
  const setEnd = (end: "startMs" | "endMs"): void => {
    if (!player || !state) return;
    const at = snapToCount(grid, player.positionMs);
    const part = partAt(parts, player.positionMs);
    const loop = state.loop ?? { startMs: part?.startMs ?? 0, endMs: part?.endMs ?? durationMs };
    const next = { ...loop, [end]: at };
    if (next.endMs > next.startMs) player.setLoop(next);
  };
  const placeInWords = (): string => {
    if (!player || !state) return "";
    const { part, count } = locate(grid, parts, player.positionMs);
    const percent = Math.round(state.rate * 100);
    return count && part
      ? t`Count ${count.number} of eight, part ${part.index}, ${percent} percent`
      : t`${formatClock(player.positionMs)}, ${percent} percent`;
  };
  const [toolKeys] = useState(() => new ToolKeys());
  const act = (action: PlayerAction): void => {
    if (!player || !state) return toolKeys.press(action);
    const at = player.positionMs;
    const acts: Partial<Record<PlayerAction, () => void>> = {
      toggle: () => {
        const from = againFrom(grid, at, state.loop);
        if (!playing && countsIn && state.phase === "ready") void comeIn(from);
        else player.toggle();
      },
      back: () => player.seek(jumpByEight(grid, at, -1)),
      forward: () => player.seek(jumpByEight(grid, at, 1)),
      slower: () => player.setRate(lowerTempo(state.rate, 5) ?? state.rate - 0.05),
      faster: () => player.setRate(nextTempo(state.rate, 5) ?? state.rate + 0.05),
      mirror: () => player.setMirrored(!state.mirrored),
      turn: () => player.setAngle(state.angle === "front" ? "back" : "front"),
      loop: () => player.setLoop(state.loop ? null : partAt(parts, at)),
      lastEight: () => player.setLoop(lastEight(grid, at)),
      loopStart: () => setEnd("startMs"),
      loopEnd: () => setEnd("endMs"),
      again: () => void comeIn(againFrom(grid, at, state.loop)),
      hold: () => changeLadder({ held: !ladder.held }),
      captions: () => setCaptionsOn(!captionsOn),
      mute: () => player.setSound({ muted: !state.muted }),
      help: () => setPanel(panel === "keys" ? null : "keys"),
      fullscreen: () => toggleFullscreen(screen.current),
      say: () => setSaid(placeInWords()),
      camera: () => setCamera(!camera),
    };
    const done = acts[action];
    if (done) done();
    else toolKeys.press(action);
  };
  const latestAct = useRef(act);
  latestAct.current = act;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const action = actionOf(event, keys);
      if (!action) return;
      event.preventDefault();
      latestAct.current(action);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [keys]);
  useEffect(() => {
    if (!playing) return;
    for (const load of [loadEndCard, loadRuler]) void load().catch(() => undefined);
  }, [playing]);
  const part = usePart(parts, player);

  const hasCaptions = playback.captions.length > 0;
  return (
    <div
      className={`pl ${idle ? "is-idle" : ""} ${partsOpen ? "is-parts" : ""}`}
      data-theme="room"
      ref={screen}
    >
      <TopBar
        classId={studioClass.classId}
        title={title}
        state={state}
        hasCaptions={hasCaptions}
        captionsOn={captionsOn}
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
          <TapZones
            idle={idle}
            onTap={() => act("toggle")}
            onSkip={(direction) => act(direction < 0 ? "back" : "forward")}
          />
          <div data-slot="over" />
          <CountDisplay player={player} grid={grid} />
          {state?.waiting && <p className="pl-note" role="status">{t`Waiting for the picture`}</p>}
          {state?.fault?.kind === "network" && state.phase !== "failed" && (
            <p className="pl-note" role="status">{t`No connection. It goes on by itself.`}</p>
          )}
          <Suspense>
            {state?.phase === "failed" && state.fault && (
              <FaultCard kind={state.fault.kind} onRetry={() => player?.retry()} />
            )}
            {state?.phase === "ended" && (
              <EndCard
                studioClass={studioClass}
                isPreview={playback.isPreview}
                completed={(progress ?? studioClass.userProgress)?.completed ?? false}
                onReplay={() => void player?.play()}
              />
            )}
          </Suspense>
        </div>
        <div className="pl-rail">
          <nav id="pl-parts" aria-label={t`Parts of the class`}>
            <PartList parts={parts} player={player} limitMs={durationMs} onGo={() => setPartsOpen(false)} />
            {playback.isPreview && <p className="note">{t`This is the preview: the first 30 seconds.`}</p>}
          </nav>
          <div data-slot="map" />
          <div data-slot="rail" />
        </div>
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
          <button type="button" className="btn btn-s" onClick={() => act("again")}>{t`Again`}</button>
          <button
            type="button"
            className="btn btn-s"
            aria-expanded={partsOpen}
            aria-controls="pl-parts"
            onClick={() => setPartsOpen(!partsOpen)}
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
            act={act}
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
            cameraOn={camera}
            comeIn={comeIn}
            act={(action) => latestAct.current(action)}
            keys={toolKeys}
            say={setSaid}
          />
        </Suspense>
      )}
      <p className="sr-only" aria-live="polite">
        {said}
      </p>
    </div>
  );
}

function toggleFullscreen(screen: HTMLElement | null): void {
  // Refused without a gesture, or by the device: the page stays as it is.
  const done = document.fullscreenElement ? document.exitFullscreen() : screen?.requestFullscreen();
  done?.catch(() => undefined);
}
