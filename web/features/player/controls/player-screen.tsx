import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { placeText } from "../commands/command.ts";
import { readKeyMap } from "../commands/keys.ts";
import { ToolKeys } from "../commands/tool-keys.ts";
import { usePlayerCommands } from "../commands/use-player-commands.ts";
import type { PlaybackLinks, PlayedClass } from "../engine/played-class.ts";
import { isAwaited } from "../cast/handed-over.ts";
import { Dock } from "./dock.tsx";
import { toggleFullScreen } from "./full-screen.ts";
import { PartsRail } from "./parts-rail.tsx";
import { TopBar } from "./top-bar.tsx";
import { AnnouncerContext, useAnnouncements } from "./use-announcements.ts";
import { useClassPlayer } from "./use-class-player.ts";
import { useComingIn } from "./use-count-in.ts";
import { useIdle } from "./use-idle.ts";
import { useLadder } from "./use-ladder.ts";
import { useHasFrame } from "./use-player.ts";
import { usePreferences, useStoredPreferences } from "./use-preferences.ts";
import { useStart } from "./use-start.ts";
import { VideoArea } from "./video-area.tsx";

const KeysHelp = lazy(async () => ({ default: (await import("../commands/keys-help.tsx")).KeysHelp }));
const PracticeTools = lazy(async () => ({ default: (await import("./practice-tools.tsx")).PracticeTools }));
const SetTool = lazy(async () => ({ default: (await import("../set/set-tool.tsx")).SetTool }));
const ViewsPanel = lazy(async () => ({ default: (await import("./views-panel.tsx")).ViewsPanel }));
const PracticePanel = lazy(async () => ({ default: (await import("./practice-panel.tsx")).PracticePanel }));

/** The player: video, count, parts, loop, tempo, angle. */
export function PlayerScreen({
  studioClass,
  playback,
  isDownload,
  setId,
  startMs,
  starts,
  refresh,
}: {
  studioClass: PlayedClass;
  playback: PlaybackLinks;
  /** Played from this device, as the server can't be reached. */
  isDownload: boolean;
  /** The set that the class is danced in; null for a class alone. */
  setId: string | null;
  startMs: number;
  /** Counts in and plays at once. */
  starts: boolean;
  /** See `useClassPlayer`. */
  refresh: () => Promise<PlaybackLinks | null>;
}) {
  const { t } = useLingui();
  const { parts, title, classId } = studioClass;
  const { stored, captionsOn, showCaptions, countsIn, setCountsIn } = usePreferences();
  const [keys] = useState(() => readKeyMap(localStorage));
  const [toolKeys] = useState(() => new ToolKeys());
  const [panel, setPanel] = useState<"keys" | "views" | "practice" | null>(null);
  const [cameraOn, setCameraOn] = useState(false);
  const [isSetAgain, setSetAgain] = useState(false);
  const screen = useRef<HTMLDivElement>(null);
  const rail = useRef<HTMLDialogElement>(null);

  const classPlayer = useClassPlayer(studioClass, playback, { startMs, preferences: stored, refresh });
  const { player, state, grid, durationMs } = classPlayer;
  const hasFrame = useHasFrame(player);
  const hasSettled = useHasSettled(hasFrame);
  useStoredPreferences(state, { captionsOn, countsIn });
  const { said, say } = useAnnouncements();
  const { ladder, change: changeLadder } = useLadder(player, state, classId, parts, (percent) =>
    say(t`Tempo ${percent}%`),
  );
  const idle = useIdle(screen, state?.playing ?? false);
  const comeIn = useComingIn(player, state, grid);
  // The class then starts on the television that the previous one left.
  const [awaitsTelevision] = useState(() => starts && playback.castAppId != null && isAwaited(classId));
  const start = useStart(player, { starts: starts && !awaitsTelevision, startMs, grid, comeIn });
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
    showCaptions,
    toggleHelp: () => setPanel(panel === "keys" ? null : "keys"),
    toggleFullscreen: toggleFullScreen,
    toggleCamera: () => setCameraOn(!cameraOn),
    announcePlace: () => player && say(placeText({ player, grid, parts })),
  });
  return (
    <div className={`pl ${idle ? "is-idle" : ""}`} data-theme="room" ref={screen}>
      <TopBar
        classId={classId}
        setId={setId}
        title={title}
        unpublishedState={studioClass.unpublishedState ?? null}
        state={state}
        hasCaptions={playback.captions.length > 0}
        captionsOn={captionsOn}
        canCast={playback.castAppId != null}
        act={act}
        onPictureInPicture={() =>
          void import("./picture-in-picture.ts").then(({ togglePictureInPicture }) =>
            player ? togglePictureInPicture(player) : undefined,
          )
        }
        onViews={() => setPanel("views")}
        onPanel={() => setPanel("practice")}
      />
      {/* Before the parts, so that Tab reaches the controls first; the style sheet shows them below the video. */}
      <Dock
        studioClass={studioClass}
        playback={playback}
        classPlayer={classPlayer}
        hasFrame={hasFrame}
        ladder={ladder}
        captionsOn={captionsOn}
        cameraOn={cameraOn}
        onParts={() => rail.current?.showModal()}
        act={act}
      />
      <div className="pl-mid">
        <VideoArea
          studioClass={studioClass}
          classPlayer={classPlayer}
          hasFrame={hasFrame}
          framing={playback.framing}
          isPreview={playback.isPreview}
          isDownload={isDownload}
          setId={setId}
          isSetAgain={isSetAgain}
          idle={idle}
          startMs={startMs}
          start={start}
          act={act}
        />
        <PartsRail
          ref={rail}
          parts={parts}
          player={player}
          durationMs={durationMs}
          isPreview={playback.isPreview}
        />
      </div>
      <AnnouncerContext value={said}>
        <Suspense>
          {panel === "keys" && <KeysHelp keys={keys} onClose={() => setPanel(null)} />}
          {panel === "views" && player && state && (
            <ViewsPanel player={player} state={state} onClose={() => setPanel(null)} />
          )}
          {panel === "practice" && player && state && (
            <PracticePanel
              player={player}
              state={state}
              ladder={ladder}
              classId={studioClass.id}
              isPublished={!studioClass.unpublishedState}
              countsIn={countsIn}
              captionsOn={captionsOn}
              onLadder={changeLadder}
              onCountsIn={setCountsIn}
              act={runAndAnnounce}
              onClose={() => setPanel((shown) => (shown === "practice" ? null : shown))}
            />
          )}
        </Suspense>
        {hasSettled && player && state && screen.current && (
          <Suspense>
            {setId && (
              <SetTool
                setId={setId}
                classId={studioClass.id}
                screen={screen.current}
                isOver={state.phase === "ended" && !playback.isPreview}
                onOpened={setSetAgain}
              />
            )}
            <PracticeTools
              screen={screen.current}
              player={player}
              state={state}
              grid={grid}
              studioClass={studioClass}
              hlsUrl={playback.hlsUrl}
              playback={playback}
              captionsOn={captionsOn}
              awaitsTelevision={awaitsTelevision}
              cameraOn={cameraOn}
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

/** Time after which the tools no longer wait for the first frame, in milliseconds. */
const toolsWaitMs = 2_000;

/** True once the video has a frame, or is late: until then the tools would delay it. */
function useHasSettled(hasFrame: boolean): boolean {
  const [hasSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), hasFrame ? 0 : toolsWaitMs);
    return () => clearTimeout(timer);
  }, [hasFrame]);
  return hasSettled;
}
