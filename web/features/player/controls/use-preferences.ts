import { useEffect, useState } from "react";
import type { PlayerState } from "../engine/player-state.ts";
import { readPreferences, savePreferences } from "./preferences.ts";

/** The preferences stored on this device, and those that the screen itself shows and changes. */
export function usePreferences() {
  const [stored] = useState(() => readPreferences(localStorage));
  const [captionsOn, showCaptions] = useState(stored.captions);
  const [countsIn, setCountsIn] = useState(stored.countsIn);
  return { stored, captionsOn, showCaptions, countsIn, setCountsIn };
}

/** Stores the preferences at every change. */
export function useStoredPreferences(
  state: PlayerState | null,
  { captionsOn, countsIn }: { captionsOn: boolean; countsIn: boolean },
): void {
  useEffect(() => {
    if (state)
      savePreferences(localStorage, {
        angle: state.angle,
        mirrored: state.mirrored,
        rate: state.rate,
        volume: state.volume,
        muted: state.muted,
        captions: captionsOn,
        countsIn,
      });
  }, [state, captionsOn, countsIn]);
}
