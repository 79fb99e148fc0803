/**
 * What was really danced: collects the milliseconds that played (never what was scrubbed over), keeps them on the
 * device until the server has acknowledged them, and sends them every ten seconds, on pause, and when the page goes.
 * Sending the same range twice is harmless by contract; sending one that was never played is not, hence the care here.
 */
import { type PlayedRange, subtractRanges, uniteRanges } from "./played-ranges.ts";

export interface PracticeBatch {
  readonly classId: string;
  readonly played: readonly PlayedRange[];
  /** Where the person is now: where another device resumes. */
  readonly positionMs: number;
}

/** `later`: not reached, keep it. `refused`: the server will never take it, drop it. */
export type DeliveryOutcome = "accepted" | "later" | "refused";

/** Sends one batch. `leaving` asks for a request that outlives the page. Never rejects. */
export type DeliverPractice = (
  batch: PracticeBatch,
  options: { readonly leaving: boolean },
) => Promise<DeliveryOutcome>;

export interface PracticeRecorderOptions {
  readonly classId: string;
  /** Whose practice it is: kept apart, so that nobody is credited with another's. */
  readonly viewerId: string;
  readonly deliver: DeliverPractice;
  readonly storage: Storage;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

const PREFIX = "eightcount.practice";
const KEEP_EVERY_MS = 2000;
/** A timer that fired late, or a decoder that caught up, may add this much to what the wall clock allows. */
const SLACK_MS = 150;
const MOST_RANGES = 200;

export class PracticeRecorder {
  readonly #options: PracticeRecorderOptions;
  /** Where what is pending is kept on the device. Whoever holds the lock of this name is the one who sends it. */
  readonly key: string;
  readonly #now: () => number;
  #pending: PlayedRange[] = [];
  #acknowledged: PlayedRange[] = [];
  #positionMs: number | null = null;
  #sentPositionMs: number | null = null;
  #last: { ms: number; at: number } | null = null;
  /** The stretch that is playing now, not yet joined to `pending`. */
  #run: PlayedRange | null = null;
  #keptAt = 0;
  #sending: Promise<void> | null = null;

  constructor(options: PracticeRecorderOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.key = `${PREFIX}.${options.viewerId}.${options.classId}.${crypto.randomUUID()}`;
  }

  /** The media stands at `ms` and plays at `rate`. Adds what lies since the last call, if playing can have got there. */
  advance(ms: number, rate: number): void {
    const at = this.#now();
    const last = this.#last;
    this.#last = { ms, at };
    this.#positionMs = ms;
    if (last === null) return;
    const moved = ms - last.ms;
    // The browser's clock of a stalled or nudged element is not exact; a jump is never this small.
    if (moved <= 0 || moved > (at - last.at) * rate * 1.3 + SLACK_MS) return this.#fold();
    this.#run = { fromMs: this.#run?.fromMs ?? Math.floor(last.ms), toMs: Math.floor(ms) };
    if (at - this.#keptAt > KEEP_EVERY_MS) this.#keep();
  }

  /** The media jumped, paused or stopped; what lies between here and the next `advance` was not played. */
  interrupt(): void {
    this.#fold();
    this.#last = null;
  }

  /** Joins the stretch that is playing to what is pending; milliseconds that the server has are not sent again. */
  #fold(): void {
    if (this.#run === null) return;
    this.#pending = uniteRanges([...this.#pending, ...subtractRanges([this.#run], this.#acknowledged)]);
    this.#run = null;
  }

  /** Notes where the person is without anything having played (after a seek at rest). */
  moveTo(ms: number): void {
    this.interrupt();
    this.#positionMs = ms;
  }

  #keep(): void {
    this.#fold();
    this.#keptAt = this.#now();
    if (this.#pending.length === 0) return this.#forget();
    const record = {
      classId: this.#options.classId,
      played: this.#pending,
      positionMs: Math.floor(this.#positionMs ?? 0),
      keptAt: Date.now(),
    };
    try {
      this.#options.storage.setItem(this.key, JSON.stringify(record));
    } catch (error) {
      // A full or forbidden storage costs the safety net only: the ranges stay in memory and are still sent.
      if (!(error instanceof DOMException)) throw error;
    }
  }

  #forget(): void {
    this.#options.storage.removeItem(this.key);
  }

  /** Sends what is pending, and the position when it changed. One request at a time, but `leaving` never waits. */
  async flush(options: { readonly leaving: boolean } = { leaving: false }): Promise<void> {
    this.#keep();
    if (this.#sending !== null && !options.leaving) return this.#sending;
    const positionMs = Math.floor(this.#positionMs ?? 0);
    const moved =
      this.#positionMs !== null && Math.abs(positionMs - (this.#sentPositionMs ?? -1_000_000)) >= 1000;
    const played = this.#pending.slice(0, MOST_RANGES);
    if (played.length === 0 && !moved) return;
    const run = async () => {
      const outcome = await this.#options.deliver(
        { classId: this.#options.classId, played, positionMs },
        options,
      );
      if (outcome === "later") return;
      this.#acknowledged = uniteRanges([...this.#acknowledged, ...played]);
      this.#pending = subtractRanges(this.#pending, played);
      this.#sentPositionMs = positionMs;
      this.#keep();
    };
    const sending = run().finally(() => {
      if (this.#sending === sending) this.#sending = null;
    });
    this.#sending = sending;
    return sending;
  }
}

function isRange(value: unknown): value is PlayedRange {
  return (
    typeof value === "object" &&
    value !== null &&
    Number.isInteger((value as PlayedRange).fromMs) &&
    Number.isInteger((value as PlayedRange).toMs)
  );
}

interface KeptBatch extends PracticeBatch {
  /** Milliseconds since 1970. */
  readonly keptAt: number;
}

function readBatch(text: string | null): KeptBatch | null {
  try {
    const record = JSON.parse(text ?? "null") as Partial<KeptBatch> | null;
    const played = Array.isArray(record?.played) ? record.played.filter(isRange) : [];
    if (typeof record?.classId !== "string" || played.length === 0) return null;
    const { classId, positionMs, keptAt } = record;
    return { classId, played, positionMs: Math.floor(Number(positionMs) || 0), keptAt: Number(keptAt) || 0 };
  } catch {
    // Written by another version or cut off: nothing that could be credited.
    return null;
  }
}

/**
 * Sends what earlier visits of `viewerId` left behind on this device, in the order in which it was danced: the last one says where to
 * resume. What a recorder that still lives holds, here or in another tab, is left to it.
 * @returns false when the server wasn't reached: then the rest waits
 */
export async function deliverKeptPractice(options: {
  readonly viewerId: string;
  readonly storage: Storage;
  readonly locks: Pick<LockManager, "request">;
  readonly deliver: DeliverPractice;
}): Promise<boolean> {
  const { storage, locks, deliver } = options;
  const prefix = `${PREFIX}.${options.viewerId}.`;
  const send = async (key: string): Promise<boolean> => {
    const batch = readBatch(storage.getItem(key));
    // One request takes a limited number of ranges.
    for (let from = 0; batch && from < batch.played.length; from += MOST_RANGES) {
      const { classId, positionMs } = batch;
      const played = batch.played.slice(from, from + MOST_RANGES);
      if ((await deliver({ classId, played, positionMs }, { leaving: false })) === "later") return false;
    }
    storage.removeItem(key);
    return true;
  };
  // Tabs take turns, so that the order holds over all of them.
  return (await locks.request(PREFIX, async () => {
    const keys = Array.from({ length: storage.length }, (_, i) => storage.key(i) as string)
      .filter((key) => key.startsWith(prefix))
      .map((key) => ({ key, keptAt: readBatch(storage.getItem(key))?.keptAt ?? 0 }))
      .sort((a, b) => a.keptAt - b.keptAt);
    for (const { key } of keys)
      if ((await locks.request(key, { ifAvailable: true }, (held) => held === null || send(key))) === false)
        return false;
    return true;
  })) as boolean;
}
