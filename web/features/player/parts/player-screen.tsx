import { useLingui } from "@lingui/react/macro";
import { Link } from "../../../lib/router/index.ts";
import {
  ArrowLeft,
  Captions,
  CircleHelp,
  FlipHorizontal2,
  Maximize,
  Pause,
  PictureInPicture2,
  Play,
  Repeat,
  RotateCcw,
  RotateCw,
  Volume2,
  VolumeX,
} from "lucide-react";
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { useClient } from "urql";
import { useSessionState } from "../../../graphql/provider.tsx";
import { paths } from "../../../lib/paths.ts";
import type { DeckSource } from "../core/angles.ts";
import { createBeatGrid, jumpByEight, type TempoSpan } from "../core/beat-grid.ts";
import { formatClock, locate, partAt, type ClassPart } from "../core/clock.ts";
import { readCues, type Cue } from "../core/cues.ts";
import { actionOf, readKeyMap, type PlayerAction } from "../core/keys.ts";
import { deliverKeptPractice, PracticeRecorder } from "../core/practice-recorder.ts";
import { CaptionStrip } from "./caption-strip.tsx";
import { CountDisplay } from "./count-display.tsx";
import { deliverPractice } from "./deliver-practice.ts";
import { FaultCard } from "./fault-card.tsx";
import { LoopRuler } from "./loop-ruler.tsx";
import { readPreferences, savePreferences } from "./preferences.ts";
import { TempoLadder } from "./tempo-ladder.tsx";
import { Timeline } from "./timeline.tsx";
import { useFrames, usePlayer } from "./use-player.ts";

// What isn't seen at first comes once the class plays, so that nobody waits for it at the end.
const loadEndCard = () => import("./end-card.tsx");
const EndCard = lazy(async () => ({ default: (await loadEndCard()).EndCard }));
const KeysHelp = lazy(async () => ({ default: (await import("./keys-help.tsx")).KeysHelp }));

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
};

const previewMs = 30_000;
const sendEveryMs = 10_000;
/** The controls go when nothing is touched for this long while the class plays. */
const idleMs = 3_000;
const slowestStep = 0.05;

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
  const client = useClient();
  const session = useSessionState();
  const viewerId = session.status === "ready" ? session.userId : null;
  const { parts } = studioClass;
  const durationMs = playback.isPreview
    ? Math.min(previewMs, studioClass.video.durationInMs)
    : studioClass.video.durationInMs;
  const grid = useMemo(() => createBeatGrid(studioClass.beatGrid), [studioClass.beatGrid]);
  const [preferences] = useState(() => readPreferences(localStorage));
  const [captionsOn, setCaptionsOn] = useState(preferences.captions);
  const [cues, setCues] = useState<readonly Cue[]>([]);
  const [keys] = useState(() => readKeyMap(localStorage));
  const [help, setHelp] = useState(false);
  const [said, setSaid] = useState("");
  const [progress, setProgress] = useState(studioClass.userProgress);
  const screen = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);

  // Fresh links come as props; the player asks for them when its own are refused.
  const links = useRef(playback);
  const waiting = useRef<((source: DeckSource) => void) | null>(null);
  const sourceOf = (from: PlaybackLinks): DeckSource => ({ front: from.hlsUrl, back: from.backHlsUrl });
  useEffect(() => {
    if (links.current.hlsUrl === playback.hlsUrl) return;
    links.current = playback;
    waiting.current?.(sourceOf(playback));
    waiting.current = null;
  }, [playback]);

  // A screen that is left must not count among the account's three for another minute.
  const streams = useRef(new Set<string>());
  streams.current.add(playback.hlsUrl.replace(/(\/media(?:\/[^/]+){3}).*/, "$1/leave"));
  useEffect(() => {
    const leave = () => streams.current.forEach((url) => navigator.sendBeacon(url));
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      leave();
    };
  }, []);

  const recorder = useMemo(
    () =>
      viewerId === null
        ? null
        : new PracticeRecorder({
            classId: studioClass.id,
            viewerId,
            storage: localStorage,
            deliver: deliverPractice(client, (next) => setProgress(next)),
          }),
    [client, studioClass.id, viewerId],
  );
  useEffect(() => {
    if (!recorder || viewerId === null) return;
    void deliverKeptPractice({
      viewerId,
      storage: localStorage,
      deliver: deliverPractice(client, () => undefined),
    });
    const timer = setInterval(() => void recorder.flush(), sendEveryMs);
    const leave = (): void => void recorder.flush({ leaving: true });
    const hide = (): void => {
      if (document.hidden) leave();
    };
    addEventListener("pagehide", leave);
    document.addEventListener("visibilitychange", hide);
    return () => {
      clearInterval(timer);
      removeEventListener("pagehide", leave);
      document.removeEventListener("visibilitychange", hide);
      leave();
    };
  }, [client, recorder, viewerId]);

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

  const captionUrl = playback.captions[0]?.url;
  useEffect(() => {
    let gone = false;
    if (captionUrl) void readCues(captionUrl).then((found) => !gone && setCues(found));
    return () => {
      gone = true;
    };
  }, [captionUrl]);
  useEffect(() => {
    if (state)
      savePreferences(localStorage, {
        angle: state.angle,
        mirrored: state.mirrored,
        rate: state.rate,
        volume: state.volume,
        muted: state.muted,
        captions: captionsOn,
      });
  }, [state, captionsOn]);

  const playing = state?.playing ?? false;
  useEffect(() => {
    if (playing) void loadEndCard().catch(() => undefined);
  }, [playing]);
  const idle = useIdle(screen, playing);
  useWakeLock(playing);

  const act = (action: PlayerAction): void => {
    if (!player || !state) return;
    const part = partAt(parts, player.positionMs);
    if (action === "toggle") player.toggle();
    else if (action === "back") player.seek(jumpByEight(grid, player.positionMs, -1));
    else if (action === "forward") player.seek(jumpByEight(grid, player.positionMs, 1));
    else if (action === "slower") player.setRate(state.rate - slowestStep);
    else if (action === "faster") player.setRate(state.rate + slowestStep);
    else if (action === "mirror") player.setMirrored(!state.mirrored);
    else if (action === "turn") player.setAngle(state.angle === "front" ? "back" : "front");
    else if (action === "loop") player.setLoop(state.loop ? null : part);
    else if (action === "captions") setCaptionsOn(!captionsOn);
    else if (action === "mute") player.setSound({ muted: !state.muted });
    else if (action === "help") setHelp(!help);
    else if (action === "fullscreen") toggleFullscreen(screen.current);
    else setSaid(placeInWords());
  };
  const placeInWords = (): string => {
    if (!player || !state) return "";
    const { part, count } = locate(grid, parts, player.positionMs);
    const percent = Math.round(state.rate * 100);
    return count && part
      ? t`Count ${count.number} of eight, part ${part.index}, ${percent} percent`
      : t`${formatClock(player.positionMs)}, ${percent} percent`;
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
  useMediaSession(studioClass, playing, (action) => latestAct.current(action));

  const completed = progress?.completed ?? false;
  return (
    <div className={`pl ${idle ? "is-idle" : ""}`} data-theme="room" ref={screen}>
      <header className="pl-top">
        <Link
          className="btn btn-bare btn-i"
          to={paths.studioClass(studioClass.classId)}
          aria-label={t`Back to the class`}
        >
          <ArrowLeft className="ic" aria-hidden="true" />
        </Link>
        <h1>{studioClass.title}</h1>
        <span className="pl-space" />
        <button
          type="button"
          className="btn btn-bare btn-i"
          aria-label={state?.muted ? t`Sound on` : t`Sound off`}
          onClick={() => act("mute")}
        >
          {state?.muted ? (
            <VolumeX className="ic" aria-hidden="true" />
          ) : (
            <Volume2 className="ic" aria-hidden="true" />
          )}
        </button>
        {document.pictureInPictureEnabled && (
          <button
            type="button"
            className="btn btn-bare btn-i pl-wide"
            aria-label={t`Picture in picture`}
            onClick={() => void togglePictureInPicture(player)}
          >
            <PictureInPicture2 className="ic" aria-hidden="true" />
          </button>
        )}
        <button
          type="button"
          className="btn btn-bare btn-i pl-wide"
          aria-label={t`Keys`}
          aria-expanded={help}
          onClick={() => act("help")}
        >
          <CircleHelp className="ic" aria-hidden="true" />
        </button>
        <button
          type="button"
          className="btn btn-bare btn-i"
          aria-label={t`Full screen`}
          onClick={() => act("fullscreen")}
        >
          <Maximize className="ic" aria-hidden="true" />
        </button>
      </header>
      <div className="pl-mid">
        <div className="pl-v class-picture" onDoubleClick={() => act("fullscreen")}>
          <div className={`pl-host ${state?.mirrored ? "is-mirrored" : ""}`} ref={host} />
          <TapZones
            onTap={() => act("toggle")}
            onSkip={(direction) => act(direction < 0 ? "back" : "forward")}
          />
          <CountDisplay player={player} grid={grid} />
          {state?.waiting && <p className="pl-note" role="status">{t`Waiting for the picture`}</p>}
          {state?.fault?.kind === "network" && state.phase !== "failed" && (
            <p className="pl-note" role="status">{t`No connection. It goes on by itself.`}</p>
          )}
          {state?.phase === "failed" && state.fault && (
            <FaultCard kind={state.fault.kind} onRetry={() => player?.retry()} />
          )}
          {state?.phase === "ended" && (
            <Suspense>
              <EndCard
                studioClass={studioClass}
                isPreview={playback.isPreview}
                completed={completed}
                onReplay={() => void player?.play()}
              />
            </Suspense>
          )}
        </div>
        <nav className="pl-rail" aria-label={t`Parts of the class`}>
          <PartList parts={parts} player={player} limitMs={durationMs} />
          {playback.isPreview && <p className="note">{t`This is the preview: the first 30 seconds.`}</p>}
        </nav>
      </div>
      <section className="pl-dock" aria-label={t`Controls`}>
        <CaptionStrip player={player} cues={captionsOn ? cues : []} />
        <Timeline
          player={player}
          parts={parts}
          durationMs={durationMs}
          storyboardUrl={playback.storyboardUrl}
        />
        {state?.loop && <LoopRuler player={player} grid={grid} loop={state.loop} durationMs={durationMs} />}
        <div className="ctl">
          <div className="row">
            <button
              type="button"
              className="btn btn-i"
              aria-label={t`Back one eight`}
              onClick={() => act("back")}
            >
              <RotateCcw className="ic" aria-hidden="true" />
            </button>
            <button
              type="button"
              className={`btn pp ${playing ? "" : "btn-go"}`}
              aria-label={playing ? t`Pause` : t`Play`}
              onClick={() => act("toggle")}
            >
              {playing ? (
                <Pause className="ic" aria-hidden="true" />
              ) : (
                <Play className="ic" aria-hidden="true" />
              )}
            </button>
            <button
              type="button"
              className="btn btn-i"
              aria-label={t`On one eight`}
              onClick={() => act("forward")}
            >
              <RotateCw className="ic" aria-hidden="true" />
            </button>
            <Clock player={player} durationMs={durationMs} />
          </div>
          <TempoLadder rate={state?.rate ?? 1} onRate={(rate) => player?.setRate(rate)} />
          {state?.hasBack && (
            <div className="grp">
              <span className="lab" id="angle">{t`Angle`}</span>
              <div className="seg" role="group" aria-labelledby="angle">
                <button
                  type="button"
                  aria-pressed={state.angle === "front"}
                  onClick={() => player?.setAngle("front")}
                >{t`Front`}</button>
                <button
                  type="button"
                  aria-pressed={state.angle === "back"}
                  onClick={() => player?.setAngle("back")}
                >{t`Back`}</button>
              </div>
            </div>
          )}
          <div className="row wrap pl-togs">
            <button
              type="button"
              className="tog"
              aria-pressed={state?.loop != null}
              onClick={() => act("loop")}
            >
              <Repeat className="ic" aria-hidden="true" />
              {t`Loop`}
            </button>
            <button
              type="button"
              className="tog"
              aria-pressed={state?.mirrored ?? false}
              onClick={() => act("mirror")}
            >
              <FlipHorizontal2 className="ic" aria-hidden="true" />
              {t`Mirror`}
            </button>
            {playback.captions.length > 0 && (
              <button type="button" className="tog" aria-pressed={captionsOn} onClick={() => act("captions")}>
                <Captions className="ic" aria-hidden="true" />
                {t`Captions`}
              </button>
            )}
          </div>
        </div>
      </section>
      {help && (
        <Suspense>
          <KeysHelp keys={keys} onClose={() => setHelp(false)} />
        </Suspense>
      )}
      <p className="sr-only" aria-live="polite">
        {said}
      </p>
    </div>
  );
}

function PartList({
  parts,
  player,
  limitMs,
}: {
  parts: readonly ClassPart[];
  player: ReturnType<typeof usePlayer>["player"];
  limitMs: number;
}) {
  const { t } = useLingui();
  const [now, setNow] = useState<number | null>(null);
  useFrames(player, (ms) => setNow(partAt(parts, ms)?.index ?? null));
  return (
    <ol className="secs">
      {parts.map((part) => (
        <li key={part.index} className={now !== null && part.index < now ? "done" : ""}>
          <button
            type="button"
            aria-current={part.index === now ? "step" : undefined}
            disabled={part.startMs >= limitMs}
            onClick={() => player?.seek(part.startMs)}
          >
            <b className="num">{part.index}</b>
            <span>{part.title}</span>
            <span className="t1 tn faint">{t`${part.eights}×8`}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

function Clock({
  player,
  durationMs,
}: {
  player: ReturnType<typeof usePlayer>["player"];
  durationMs: number;
}) {
  const { t } = useLingui();
  const [text, setText] = useState("0:00");
  useFrames(player, (ms) => setText(formatClock(ms)));
  return (
    <span className="pl-clock tn t1 muted">
      {text}
      <br />
      <span className="faint">{t`of ${formatClock(durationMs)}`}</span>
    </span>
  );
}

/** Left and right half of the picture: a double tap skips, a single tap plays and pauses. */
function TapZones({ onTap, onSkip }: { onTap: () => void; onSkip: (direction: -1 | 1) => void }) {
  const last = useRef<{ at: number; side: number; timer: ReturnType<typeof setTimeout> } | null>(null);
  const tap = (event: React.PointerEvent<HTMLDivElement>): void => {
    if (event.pointerType === "mouse") return onTap();
    const box = event.currentTarget.getBoundingClientRect();
    const side = event.clientX - box.left < box.width / 2 ? -1 : 1;
    const before = last.current;
    if (before && before.side === side && event.timeStamp - before.at < 300) {
      clearTimeout(before.timer);
      last.current = null;
      return onSkip(side);
    }
    last.current = { at: event.timeStamp, side, timer: setTimeout(onTap, 300) };
  };
  return <div className="pl-taps" aria-hidden="true" onPointerUp={tap} />;
}

function useIdle(screen: React.RefObject<HTMLElement | null>, playing: boolean): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    if (!playing) {
      setIdle(false);
      return;
    }
    let timer = setTimeout(() => setIdle(true), idleMs);
    const wake = (): void => {
      clearTimeout(timer);
      setIdle(false);
      // Somebody who steers by keyboard must see where they are.
      timer = setTimeout(() => setIdle(!screen.current?.querySelector(":focus-visible")), idleMs);
    };
    const events = ["pointermove", "pointerdown", "keydown", "touchstart"] as const;
    for (const name of events) addEventListener(name, wake);
    return () => {
      clearTimeout(timer);
      for (const name of events) removeEventListener(name, wake);
    };
  }, [playing, screen]);
  return idle;
}

function useWakeLock(playing: boolean): void {
  useEffect(() => {
    if (!playing || !("wakeLock" in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let gone = false;
    navigator.wakeLock.request("screen").then(
      (got) => {
        lock = got;
        if (gone) void got.release();
      },
      () => undefined, // refused at low battery: the class plays all the same
    );
    return () => {
      gone = true;
      void lock?.release();
    };
  }, [playing]);
}

function useMediaSession(
  studioClass: PlayedClass,
  playing: boolean,
  act: (action: PlayerAction) => void,
): void {
  const { title, instructor } = studioClass;
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (!("mediaSession" in navigator)) return;
    const { mediaSession } = navigator;
    mediaSession.metadata = new MediaMetadata({ title, artist: instructor.name, album: "Eightcount" });
    mediaSession.setActionHandler("play", () => latest.current("toggle"));
    mediaSession.setActionHandler("pause", () => latest.current("toggle"));
    mediaSession.setActionHandler("seekbackward", () => latest.current("back"));
    mediaSession.setActionHandler("seekforward", () => latest.current("forward"));
    return () => {
      mediaSession.metadata = null;
      for (const action of ["play", "pause", "seekbackward", "seekforward"] as const)
        mediaSession.setActionHandler(action, null);
    };
  }, [title, instructor.name]);
  useEffect(() => {
    if ("mediaSession" in navigator) navigator.mediaSession.playbackState = playing ? "playing" : "paused";
  }, [playing]);
}

function toggleFullscreen(screen: HTMLElement | null): void {
  // Refused without a gesture, or by the device: the page stays as it is.
  const done = document.fullscreenElement ? document.exitFullscreen() : screen?.requestFullscreen();
  done?.catch(() => undefined);
}

async function togglePictureInPicture(player: ReturnType<typeof usePlayer>["player"]): Promise<void> {
  if (!player) return;
  try {
    if (document.pictureInPictureElement) return await document.exitPictureInPicture();
    player.setPictureInPicture(true);
    const { picture } = player;
    picture.addEventListener("leavepictureinpicture", () => player.setPictureInPicture(false), {
      once: true,
    });
    await picture.requestPictureInPicture();
  } catch {
    player.setPictureInPicture(false);
  }
}
