import { readFileSync, writeFileSync } from "node:fs";
import type { Clock } from "../platform/clock.ts";
import type { MovableClock } from "./billing-histories.ts";

/** A clock that other processes read by `readSharedClock`. */
export function createSharedClock(file: string): MovableClock {
  let aheadMs = 0;
  const save = () => writeFileSync(file, String(aheadMs));
  save();
  return {
    now: () => new Date(Date.now() + aheadMs),
    pass: (ms) => {
      aheadMs += ms;
      save();
    },
  };
}

/** The clock of another process. */
export const readSharedClock = (file: string): Clock => ({
  now: () => new Date(Date.now() + Number(readFileSync(file, "utf8"))),
});
