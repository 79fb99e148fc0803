/** The player's keyboard shortcuts: default keys, stored settings and key events. */

export const playerActions = [
  "toggle",
  "back",
  "forward",
  "slower",
  "faster",
  "mirror",
  "turn",
  "loop",
  "lastEight",
  "loopStart",
  "loopEnd",
  "again",
  "hold",
  "captions",
  "fullscreen",
  "mute",
  "camera",
  "take",
  "note",
  "claps",
  "keep",
  "remote",
  "together",
  "cast",
  "say",
  "help",
] as const;
export type PlayerAction = (typeof playerActions)[number];
/** Type guard for an action name sent by another device. */
export const isPlayerAction = (text: string): text is PlayerAction =>
  (playerActions as readonly string[]).includes(text);

/** Maps each action to keys: `KeyboardEvent.key` in lower case, or a pad's button as `listenToPads` names it. */
export type KeyMap = Readonly<Record<PlayerAction, readonly string[]>>;

/** Pads use the standard layout: 0 is the lowest of the four at the right thumb, 14 and 15 are left and right of the cross. */
export const usualKeys: KeyMap = {
  toggle: [" ", "k", "pad 0"],
  back: ["arrowleft", "j", "pad 14"],
  forward: ["arrowright", "l", "pad 15"],
  slower: ["-", "<", "pad 4"],
  faster: ["+", "=", ">", "pad 5"],
  mirror: ["m", "pad 2"],
  turn: ["b", "pad 3"],
  loop: ["r", "pad 7"],
  lastEight: ["e", "pad 6"],
  loopStart: ["["],
  loopEnd: ["]"],
  again: ["a", "5", "pad 1"],
  hold: ["g", "pad 10"],
  captions: ["c"],
  fullscreen: ["f"],
  mute: ["x"],
  camera: ["v"],
  take: ["t"],
  note: ["n"],
  claps: ["q"],
  keep: ["o"],
  remote: ["p"],
  together: ["d"],
  cast: ["s"],
  say: ["w", "pad 8"],
  help: ["?", "h"],
};

const STORAGE_KEY = "eightcount.player-keys";

/** Reads the stored key map; null if keys are off. Unreadable settings count as none. */
export function readKeyMap(storage: Pick<Storage, "getItem">): KeyMap | null {
  const text = storage.getItem(STORAGE_KEY);
  if (text === null) return usualKeys;
  if (text === "off") return null;
  try {
    const chosen = JSON.parse(text) as Partial<Record<PlayerAction, unknown>>;
    const isKeys = (value: unknown): value is string[] =>
      Array.isArray(value) && value.every((key) => typeof key === "string");
    return Object.fromEntries(
      playerActions.map((action) => [action, isKeys(chosen[action]) ? chosen[action] : usualKeys[action]]),
    ) as unknown as KeyMap;
  } catch {
    return usualKeys;
  }
}

export function saveKeyMap(storage: Pick<Storage, "setItem">, keys: KeyMap | null): void {
  storage.setItem(STORAGE_KEY, keys === null ? "off" : JSON.stringify(keys));
}

/** The action of a key press; null if it belongs to a field, a control that uses the key itself, or the system. */
export function actionOf(event: KeyboardEvent, keys: KeyMap | null): PlayerAction | null {
  if (!keys || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('input:not([type="range"]), textarea, select, [contenteditable="true"]')) return null;
  const key = event.key.toLowerCase();
  const onControl = target?.closest('button, a, [role="slider"], input[type="range"]');
  // Space activates the focused control; arrows move a slider.
  if (onControl && (key === " " || key === "enter")) return null;
  if (target?.closest('[role="slider"], input[type="range"]') && key.startsWith("arrow")) return null;
  return actionAt(key, keys);
}

/** The action of a key or a pad's button. */
export const actionAt = (key: string, keys: KeyMap): PlayerAction | null =>
  playerActions.find((action) => keys[action].includes(key)) ?? null;
