import { angleKeys, mainAngle } from "../../../../contract/angles.ts";
import type { PlayerOptions } from "../engine/player-state.ts";

/** Viewing preferences, stored on this device. */
export type Preferences = PlayerOptions["preferences"] & {
  captions: boolean;
  /** Count in 5, 6, 7, 8 before every start. */
  countsIn: boolean;
};

const STORAGE_KEY = "eightcount.player";
const usual: Preferences = {
  angle: mainAngle,
  mirrored: false,
  rate: 1,
  volume: 1,
  muted: false,
  captions: true,
  countsIn: false,
};

export function readPreferences(storage: Pick<Storage, "getItem">): Preferences {
  try {
    const saved = JSON.parse(storage.getItem(STORAGE_KEY) ?? "{}") as Partial<Preferences>;
    return {
      angle: angleKeys.find((key) => key === saved.angle) ?? usual.angle,
      mirrored: saved.mirrored === true,
      // Every class starts at its own tempo.
      rate: usual.rate,
      volume:
        typeof saved.volume === "number" && saved.volume >= 0 && saved.volume <= 1
          ? saved.volume
          : usual.volume,
      muted: saved.muted === true,
      captions: saved.captions !== false,
      countsIn: saved.countsIn === true,
    };
  } catch {
    return usual;
  }
}

export function savePreferences(storage: Pick<Storage, "setItem">, preferences: Preferences): void {
  storage.setItem(STORAGE_KEY, JSON.stringify(preferences));
}
