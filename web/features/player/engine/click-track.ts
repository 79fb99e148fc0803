/** A click on every count of a class that plays, with an accent on each one. */
import type { BeatGrid } from "./beat-grid.ts";
import { knock, openSound, scheduledAt } from "./knock.ts";

/** Where clicks are sounded. */
export interface ClickSound {
  /** As `performance.now()`. */
  readonly now: () => number;
  /** Sounds a click that is heard at a `performance.now()`. @returns a function that silences it */
  readonly click: (atMs: number, isOne: boolean) => () => void;
}

/** What plays at a moment. */
export interface Playing {
  /** Of the class, in milliseconds. */
  readonly positionMs: number;
  readonly rate: number;
  readonly isPlaying: boolean;
}

export interface ClickTrack {
  /** Schedules the clicks of the next moments; to be called several times in each `aheadMs`. */
  readonly follow: (grid: BeatGrid, now: Playing) => void;
  /** Silences clicks that haven't sounded. */
  readonly stop: () => void;
}

/** How far ahead clicks are scheduled, so that a busy page doesn't delay them, in milliseconds. */
const aheadMs = 150;
/** Further off than this, the position has jumped or the video has stalled, in milliseconds. */
const jumpMs = 60;

/** Creates a click track. It follows pauses, jumps, other tempos and changed counts. */
export function createClickTrack(sound: ClickSound): ClickTrack {
  let last: { atMs: number; positionMs: number; rate: number; grid: BeatGrid } | null = null;
  /** Index of the count that is scheduled next. */
  let next = 0;
  let pending: { atMs: number; silence: () => void }[] = [];
  const stop = (): void => {
    for (const { silence } of pending) silence();
    pending = [];
    last = null;
  };
  const isContinued = (grid: BeatGrid, { positionMs, rate }: Playing, atMs: number): boolean =>
    last !== null &&
    last.grid === grid &&
    last.rate === rate &&
    Math.abs(positionMs - last.positionMs - (atMs - last.atMs) * rate) <= jumpMs;
  return {
    stop,
    follow: (grid, now) => {
      if (!now.isPlaying) return stop();
      const { positionMs, rate } = now;
      const atMs = sound.now();
      if (!isContinued(grid, now, atMs)) {
        stop();
        const index = grid.counts.findIndex(({ startMs }) => startMs >= positionMs);
        next = index < 0 ? grid.counts.length : index;
        last = { atMs, positionMs, rate, grid };
        return;
      }
      // A stalled video sounds nothing until it moves.
      if (last && positionMs <= last.positionMs) return;
      last = { atMs, positionMs, rate, grid };
      pending = pending.filter((one) => one.atMs > atMs);
      for (; ; next += 1) {
        const count = grid.counts[next];
        if (!count || count.startMs >= positionMs + aheadMs * rate) return;
        // A count that passed while the page was busy stays silent.
        if (count.startMs < positionMs) continue;
        const clickMs = atMs + (count.startMs - positionMs) / rate;
        pending.push({ atMs: clickMs, silence: sound.click(clickMs, count.number === 1) });
      }
    },
  };
}

/** Sounds clicks on this device. Null if the browser blocks sound, as it does without a user gesture. */
export async function openClickSound(): Promise<ClickSound | null> {
  const context = await openSound();
  return (
    context && {
      now: () => performance.now(),
      click: (atMs, isOne) => {
        const voice = knock(context, Math.max(context.currentTime, scheduledAt(context, atMs)), isOne);
        return () => voice.stop();
      },
    }
  );
}
