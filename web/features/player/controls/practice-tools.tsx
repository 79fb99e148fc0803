import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { BeatGrid } from "../engine/beat-grid.ts";
import type { PlayerCommand } from "../../../../contract/player-commands.ts";
import type { KeyMap } from "../commands/keys.ts";
import type { Player } from "../engine/player.ts";
import type { PlayerState } from "../engine/player-state.ts";
import type { ToolKeys } from "../commands/tool-keys.ts";
import type { PlaybackLinks, PlayedClass } from "../engine/played-class.ts";
import { hintNames, readDoneHints } from "../first-open/hints.ts";
import { useIsChild } from "../../identity/public/me.ts";
import { useDeviceKeys } from "./hands-free/use-device-keys.ts";
import { requestWakeLock } from "./while-playing.ts";

const MasteryTool = lazy(async () => ({ default: (await import("./mastery/mastery-tool.tsx")).MasteryTool }));
const HintsTool = lazy(async () => ({ default: (await import("../first-open/hints-tool.tsx")).HintsTool }));
const NotesTool = lazy(async () => ({ default: (await import("./notes/notes-tool.tsx")).NotesTool }));
const RoomsTool = lazy(async () => ({ default: (await import("../rooms/rooms-tool.tsx")).RoomsTool }));
const ClapTool = lazy(async () => ({ default: (await import("./hands-free/clap-tool.tsx")).ClapTool }));
const CastTool = lazy(async () => ({ default: (await import("../cast/cast-tool.tsx")).CastTool }));
const OfflineTool = lazy(async () => ({
  default: (await import("../downloads/download-tool.tsx")).OfflineTool,
}));
const CameraTool = lazy(async () => ({ default: (await import("../camera/camera-tool.tsx")).CameraTool }));

/** Context of every tool next to the video. */
export interface Stage {
  /** The player's root element; tools render into its slots. */
  readonly screen: HTMLElement;
  readonly player: Player;
  readonly state: PlayerState;
  readonly grid: BeatGrid;
  readonly studioClass: PlayedClass;
  readonly hlsUrl: string;
  readonly playback: PlaybackLinks;
  readonly captionsOn: boolean;
  /** The class doesn't start here, as a television waited for it when the player opened. */
  readonly awaitsTelevision: boolean;
  /** Counts in 5, 6, 7, 8 and starts at `ms`. Resolves to the `performance.now()` of the start, or null without a beat grid. */
  readonly comeIn: (ms: number) => Promise<number | null>;
  readonly act: (command: PlayerCommand) => void;
  readonly keys: ToolKeys;
  /** The class was never danced, nor a part of it in this visit: only names and eights are shown. */
  readonly isFirstOpen: boolean;
  /** Announces something to screen readers. */
  readonly say: (text: string) => void;
}

/** Renders `children` into one of the screen's slots: over the video, next to it, in or below the list of parts, or above the controls. */
export function Slot({
  screen,
  name,
  children,
}: {
  screen: HTMLElement;
  name: "over" | "rail" | "map" | "dock" | "set" | "set-list" | `part-${number}`;
  children: React.ReactNode;
}) {
  const slot = screen.querySelector(`[data-slot="${name}"]`);
  return slot && createPortal(children, slot);
}

/** All practice tools, loaded once the class is ready. */
export function PracticeTools({
  cameraOn,
  keyMap,
  ...given
}: Omit<Stage, "isFirstOpen"> & { cameraOn: boolean; keyMap: KeyMap | null }) {
  const { state, act, keys, studioClass } = given;
  // The first pass is a looped part, or the end of the class.
  const isPassed = state.passes > 0 || state.phase === "ended";
  const [isFirstOpen, setFirstOpen] = useState(!studioClass.userProgress?.percent);
  if (isFirstOpen && isPassed) setFirstOpen(false);
  const stage: Stage = { ...given, isFirstOpen };
  const [hasHints] = useState(() => readDoneHints(localStorage).length < hintNames.length);
  const { playing } = state;
  useEffect(() => (playing ? requestWakeLock() : undefined), [playing]);
  const latest = useRef(act);
  latest.current = act;
  useDeviceKeys(stage, keyMap);
  // The key that records a take also turns the camera on.
  useEffect(
    () => (cameraOn ? undefined : keys.set("take", () => latest.current("camera"))),
    [keys, cameraOn],
  );
  // Off for every session until requested: the microphone is not a stored setting.
  const [hearsClaps, setHearsClaps] = useState(false);
  useEffect(() => keys.set("claps", () => setHearsClaps((on) => !on)), [keys]);
  return (
    <Suspense>
      {hearsClaps && <ClapTool {...stage} />}
      {!studioClass.unpublishedState && <CountedTools {...stage} />}
      {hasHints && <HintsTool {...stage} />}
      <CastTool {...stage} />
      {cameraOn && <CameraTool {...stage} />}
    </Suspense>
  );
}

/** Tools that store something of a class: none for one that isn't in the library. */
function CountedTools(stage: Stage) {
  const isChild = useIsChild();
  return (
    <>
      <MasteryTool {...stage} />
      <NotesTool {...stage} />
      {!isChild && <RoomsTool {...stage} />}
      <OfflineTool {...stage} />
    </>
  );
}
