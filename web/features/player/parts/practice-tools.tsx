import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { BeatGrid } from "../core/beat-grid.ts";
import type { PlayerAction } from "../core/keys.ts";
import type { Player } from "../core/player.ts";
import type { PlayerState } from "../core/player-state.ts";
import type { ToolKeys } from "../core/tool-keys.ts";
import type { PlaybackLinks, PlayedClass } from "./player-screen.tsx";
import { keepAwake, takeMediaKeys } from "./while-playing.ts";

const MasteryTool = lazy(async () => ({ default: (await import("./mastery/mastery-tool.tsx")).MasteryTool }));
const NotesTool = lazy(async () => ({ default: (await import("./notes/notes-tool.tsx")).NotesTool }));
const RoomsTool = lazy(async () => ({ default: (await import("./rooms/rooms-tool.tsx")).RoomsTool }));
const ClapTool = lazy(async () => ({ default: (await import("./hands-free/clap-tool.tsx")).ClapTool }));
const OfflineTool = lazy(async () => ({ default: (await import("./offline/offline-tool.tsx")).OfflineTool }));
const CameraTool = lazy(async () => ({ default: (await import("./camera/camera-tool.tsx")).CameraTool }));

/** What every tool beside the picture knows and may do. */
export interface Stage {
  /** The player's root: its slots take what tools show. */
  readonly screen: HTMLElement;
  readonly player: Player;
  readonly state: PlayerState;
  readonly grid: BeatGrid;
  readonly studioClass: PlayedClass;
  readonly hlsUrl: string;
  readonly playback: PlaybackLinks;
  /** Counts 5, 6, 7, 8 and comes in at `ms`; gives when that is, on `performance.now()`, or null where nothing is counted. */
  readonly comeIn: (ms: number) => Promise<number | null>;
  readonly act: (action: PlayerAction) => void;
  readonly keys: ToolKeys;
  /** Says something to those who can't see it. */
  readonly say: (text: string) => void;
}

/** Shows `children` in one of the screen's slots: over the picture, beside it, below the list of parts, or on top of the controls. */
export function Slot({
  screen,
  name,
  children,
}: {
  screen: HTMLElement;
  name: "over" | "rail" | "map" | "dock";
  children: React.ReactNode;
}) {
  const slot = screen.querySelector(`[data-slot="${name}"]`);
  return slot && createPortal(children, slot);
}

/** Everything beside playing itself, loaded once the class is there. */
export function PracticeTools({ cameraOn, ...stage }: Stage & { cameraOn: boolean }) {
  const { state, act, keys } = stage;
  const { title, instructor } = stage.studioClass;
  const { playing } = state;
  useEffect(() => (playing ? keepAwake() : undefined), [playing]);
  const begun = useRef(false);
  begun.current ||= playing;
  const hasBegun = begun.current;
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (!hasBegun) return;
    const does = (action: PlayerAction) => () => latest.current(action);
    return takeMediaKeys(
      { title, artist: instructor.name, album: "Eightcount" },
      {
        play: does("toggle"),
        pause: does("toggle"),
        seekbackward: does("back"),
        seekforward: does("forward"),
        previoustrack: does("again"),
        nexttrack: does("loop"),
      },
    );
  }, [hasBegun, title, instructor.name]);
  // Whoever presses the key of a take wants the camera first.
  useEffect(
    () => (cameraOn ? undefined : keys.set("take", () => latest.current("camera"))),
    [keys, cameraOn],
  );
  // Off until somebody wants it, each time anew: a microphone is no setting.
  const [hearsClaps, setHearsClaps] = useState(false);
  useEffect(() => keys.set("claps", () => setHearsClaps((on) => !on)), [keys]);
  return (
    <Suspense>
      {hearsClaps && <ClapTool {...stage} />}
      <MasteryTool {...stage} />
      <NotesTool {...stage} />
      <RoomsTool {...stage} />
      <OfflineTool {...stage} />
      {cameraOn && <CameraTool {...stage} />}
    </Suspense>
  );
}
