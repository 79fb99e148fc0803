import { useEffect, useRef } from "react";
import type { PlayerCommand } from "../../../../contract/player-commands.ts";
import type { Player } from "../engine/player.ts";
import type { PlayerState } from "../engine/player-state.ts";
import type { CommandTarget } from "./command.ts";
import { commands } from "./commands.ts";
import { commandOf, type KeyMap } from "./keys.ts";
import type { ToolKeys } from "./tool-keys.ts";

/**
 * Runs commands on the player, or on the tool that registered them. Keyboard shortcuts run them too. `act` is for controls that show the
 * result themselves, `runAndAnnounce` for all others.
 */
export function usePlayerCommands({
  player,
  state,
  keys,
  toolKeys,
  say,
  ...screen
}: Omit<CommandTarget, "player" | "state" | "openTool"> & {
  player: Player | null;
  state: PlayerState | null;
  keys: KeyMap | null;
  toolKeys: ToolKeys;
  /** Announces a text to screen readers. */
  say: (text: string) => void;
}): { act: (command: PlayerCommand) => void; runAndAnnounce: (command: PlayerCommand) => void } {
  const target: CommandTarget | null =
    player && state ? { ...screen, player, state, openTool: (name) => toolKeys.press(name) } : null;
  const act = (command: PlayerCommand): void => {
    const { perform } = commands[command];
    if (target && perform) perform(target);
    else toolKeys.press(command);
  };
  const latest = useRef(act);
  latest.current = act;
  const lastAnnounced = useRef(act);
  lastAnnounced.current = (command) => {
    act(command);
    const result = target && commands[command].announce?.(target);
    if (result) say(result);
  };
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const command = commandOf(event, keys);
      if (!command) return;
      event.preventDefault();
      lastAnnounced.current(command);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [keys]);
  return {
    act: (command) => latest.current(command),
    runAndAnnounce: (command) => lastAnnounced.current(command),
  };
}
