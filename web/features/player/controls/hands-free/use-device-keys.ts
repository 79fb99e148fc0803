import { useEffect, useRef } from "react";
import { listenToPads } from "../../engine/game-pads.ts";
import type { PlayerCommand } from "../../../../../contract/player-commands.ts";
import { studio } from "../../../../lib/studio.ts";
import { commandAt, type KeyMap } from "../../commands/keys.ts";
import type { Stage } from "../practice-tools.tsx";
import { takeMediaKeys, updateMediaSession } from "../while-playing.ts";

/** Keys outside of the page: the system's media keys once the class has started, and the buttons of game pads. */
export function useDeviceKeys({ player, state, studioClass, act }: Stage, keys: KeyMap | null): void {
  const latest = useRef(act);
  latest.current = act;
  const { title, instructor, thumbnailImageUrl } = studioClass;
  const begun = useRef(false);
  // Not while it loads: browsers load the artwork for the system's controls, on the same line.
  begun.current ||= state.playing && state.countIn === null && !state.waiting;
  const hasBegun = begun.current;
  useEffect(() => {
    if (!hasBegun) return;
    const does = (command: PlayerCommand) => () => latest.current(command);
    // The system's playback state may be outdated: ignores requests for the current state.
    const unless = (playing: boolean) => () => {
      if (player.state.playing !== playing) latest.current("toggle");
    };
    const takeBack = takeMediaKeys(
      {
        title,
        artist: instructor.name,
        album: studio.name,
        artwork: thumbnailImageUrl ? [{ src: new URL(thumbnailImageUrl, location.href).href }] : [],
      },
      {
        play: unless(true),
        pause: unless(false),
        seekbackward: does("back"),
        seekforward: does("forward"),
        previoustrack: does("again"),
        nexttrack: does("loop"),
        seekto: ({ seekTime }) => {
          if (seekTime != null) player.seek(seekTime * 1000);
        },
      },
    );
    const fallSilent = updateMediaSession(player);
    return () => {
      fallSilent();
      takeBack();
    };
  }, [hasBegun, player, title, instructor.name, thumbnailImageUrl]);
  useEffect(() => {
    if (keys === null) return;
    return listenToPads((key) => {
      const command = commandAt(key, keys);
      if (command) latest.current(command);
    });
  }, [keys]);
}
