/**
 * Game pads and dance mats as keys. Every button has a key name, so that one key map serves keyboards, foot pedals and pads. The Gamepad
 * API must be polled: once per frame while a pad is connected.
 */

/** Distance from an axis's resting value that counts as pressed; triggers and cheap mats never reach 1. */
const PRESSED = 0.6;

/** True if a key of the map is a pad's button. */
export const isOfPad = (key: string): boolean => key.startsWith("pad ");

/** Browser APIs that `listenToPads` needs. */
export interface PadHost {
  readonly pads: () => readonly (Pick<Gamepad, "index" | "axes"> & {
    readonly buttons: readonly Pick<GamepadButton, "pressed">[];
  })[];
  /** Calls back once, before the next paint. */
  readonly nextFrame: (look: () => void) => void;
  /** Calls back whenever a pad is connected. Returns a function that unsubscribes. */
  readonly onConnected: (begin: () => void) => () => void;
}

const browser: PadHost = {
  pads: () => navigator.getGamepads().filter((pad) => pad !== null),
  nextFrame: (look) => void requestAnimationFrame(look),
  onConnected: (begin) => {
    addEventListener("gamepadconnected", begin);
    return () => removeEventListener("gamepadconnected", begin);
  },
};

/** Calls `press` with the name of each pressed button, `pad 0` or `pad axis 1 +`. Returns a function that stops it. */
export function listenToPads(press: (key: string) => void, host: PadHost = browser): () => void {
  const known = new Map<number, { readonly rest: readonly number[]; down: ReadonlySet<string> }>();
  let stopped = false;
  let looks = false;
  const look = (): void => {
    looks = false;
    if (stopped) return;
    const pads = host.pads();
    for (const pad of pads) {
      const before = known.get(pad.index);
      const rest = before?.rest ?? [...pad.axes];
      const down = new Set<string>();
      for (const [number, button] of pad.buttons.entries()) if (button.pressed) down.add(`pad ${number}`);
      for (const [number, value] of pad.axes.entries()) {
        const away = value - (rest[number] ?? 0);
        if (Math.abs(away) > PRESSED) down.add(`pad axis ${number} ${away < 0 ? "-" : "+"}`);
      }
      known.set(pad.index, { rest, down });
      // Buttons held when a pad is first seen only woke it up.
      if (before) for (const key of down) if (!before.down.has(key)) press(key);
    }
    for (const index of known.keys()) if (!pads.some((pad) => pad.index === index)) known.delete(index);
    if (pads.length > 0) begin();
  };
  const begin = (): void => {
    if (looks) return;
    looks = true;
    host.nextFrame(look);
  };
  const leave = host.onConnected(begin);
  begin();
  return () => {
    stopped = true;
    leave();
  };
}
