import { useLingui } from "@lingui/react/macro";
import { isOfPad } from "../engine/game-pads.ts";
import type { PlayerAction } from "../engine/keys.ts";

/** Labels of the actions, for lists of keys. */
export function useActionNames(): Record<PlayerAction, string> {
  const { t } = useLingui();
  return {
    toggle: t`Play and pause`,
    back: t`Back one eight`,
    forward: t`On one eight`,
    slower: t`Slower`,
    faster: t`Faster`,
    mirror: t`Mirror`,
    turn: t`Front and back`,
    loop: t`Loop the part`,
    lastEight: t`Loop the last eight`,
    loopStart: t`Loop starts here`,
    loopEnd: t`Loop ends here`,
    again: t`Again, from the five`,
    hold: t`Hold the tempo`,
    captions: t`Captions`,
    fullscreen: t`Full screen`,
    mute: t`Sound`,
    camera: t`Camera`,
    take: t`Record a take`,
    note: t`Note here`,
    claps: t`Listen for two claps`,
    keep: t`Keep on this device`,
    remote: t`Phone as remote`,
    together: t`Dance together`,
    cast: t`Play on a television`,
    say: t`Say where I am`,
    help: t`List of keys`,
  };
}

/** Labels of the standard layout as printed on most pads. */
const padButtons = [
  "A",
  "B",
  "X",
  "Y",
  "L1",
  "R1",
  "L2",
  "R2",
  "Select",
  "Start",
  "L3",
  "R3",
  "↑",
  "↓",
  "←",
  "→",
];

/** Label of a key or a pad's button. */
export function useKeyName(): (key: string) => string {
  const { t } = useLingui();
  const names: Readonly<Record<string, string>> = {
    " ": t`Space`,
    arrowleft: "←",
    arrowright: "→",
    arrowup: "↑",
    arrowdown: "↓",
    pageup: t`Page up`,
    pagedown: t`Page down`,
  };
  return (key) => {
    if (!isOfPad(key)) return names[key] ?? key.toUpperCase();
    const button = key.slice("pad ".length);
    return t`Pad ${padButtons[Number(button)] ?? button}`;
  };
}
