/** The player's keyboard shortcuts: default keys, stored settings and key events. */
import { playerCommandNames, type PlayerCommand } from "../../../../contract/player-commands.ts";
import { commands } from "./commands.ts";

/** Maps each command to keys: `KeyboardEvent.key` in lower case, or a pad's button as `listenToPads` names it. */
export type KeyMap = Readonly<Record<PlayerCommand, readonly string[]>>;

/** Pads use the standard layout: 0 is the lowest of the four at the right thumb, 14 and 15 are left and right of the cross. */
export const usualKeys = Object.fromEntries(
  playerCommandNames.map((name) => [name, commands[name].keys]),
) as KeyMap;

const STORAGE_KEY = "eightcount.player-keys";

/** Reads the stored key map; null if keys are off. Unreadable settings count as none. */
export function readKeyMap(storage: Pick<Storage, "getItem">): KeyMap | null {
  const text = storage.getItem(STORAGE_KEY);
  if (text === null) return usualKeys;
  if (text === "off") return null;
  try {
    const chosen = JSON.parse(text) as Partial<Record<PlayerCommand, unknown>>;
    const isKeys = (value: unknown): value is string[] =>
      Array.isArray(value) && value.every((key) => typeof key === "string");
    return Object.fromEntries(
      playerCommandNames.map((name) => [name, isKeys(chosen[name]) ? chosen[name] : usualKeys[name]]),
    ) as unknown as KeyMap;
  } catch {
    return usualKeys;
  }
}

export function saveKeyMap(storage: Pick<Storage, "setItem">, keys: KeyMap | null): void {
  storage.setItem(STORAGE_KEY, keys === null ? "off" : JSON.stringify(keys));
}

/** The command of a key press; null if it belongs to a field, a control that uses the key itself, or the system. */
export function commandOf(event: KeyboardEvent, keys: KeyMap | null): PlayerCommand | null {
  if (!keys || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('input:not([type="range"]), textarea, select, [contenteditable="true"]')) return null;
  const key = event.key.toLowerCase();
  const onControl = target?.closest('button, a, [role="slider"], input[type="range"]');
  // Space activates the focused control; arrows move a slider.
  if (onControl && (key === " " || key === "enter")) return null;
  if (target?.closest('[role="slider"], input[type="range"]') && key.startsWith("arrow")) return null;
  return commandAt(key, keys);
}

/** The command of a key or a pad's button. */
export const commandAt = (key: string, keys: KeyMap): PlayerCommand | null =>
  playerCommandNames.find((name) => keys[name].includes(key)) ?? null;
