import { useLingui } from "@lingui/react/macro";
import type { PlayerAction } from "../core/keys.ts";

/** What each action is called, in lists of keys. */
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
    say: t`Say where I am`,
    help: t`List of keys`,
  };
}

/** A key as people call it. */
export function useKeyName(): (key: string) => string {
  const { t } = useLingui();
  return (key) =>
    key === " " ? t`Space` : key === "arrowleft" ? "←" : key === "arrowright" ? "→" : key.toUpperCase();
}
