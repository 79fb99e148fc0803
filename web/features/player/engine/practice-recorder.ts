/**
 * Records practice: collects the milliseconds that were played (never those skipped by seeking). Stores them on the device until the server
 * has acknowledged them. Sends them every ten seconds, on pause, and when the page unloads. Sending the same range twice is harmless by
 * contract; sending one that was never played is not.
 */
import { mainAngle, type AngleKey } from "../../../../contract/angles.ts";
import { type PlayedRange, subtractRanges, uniteRanges } from "./played-ranges.ts";

/** Time danced with one tempo and view. */
export interface UseOfView {
  /** Percent of the class's own. */
  readonly tempo: number;
  readonly angle: AngleKey;
  readonly isMirrored: boolean;
  /** By the clock. */
  readonly ms: number;
}

export interface PracticeBatch {
  readonly classId: string;
  readonly played: readonly PlayedRange[];
  /** The current position, from which another device resumes. */
  readonly positionMs: number;
  /** Since the last batch. Not stored on the device: it is a statistic without the person. */
  readonly use?: readonly UseOfView[];
}

/** `later`: not reached, retry later. `refused`: rejected for good, drop it. */
export type DeliveryOutcome = "accepted" | "later" | "refused";

/** Sends one batch. `leaving` asks for a request that outlives the page. Never rejects. */
export type DeliverPractice = (
  batch: PracticeBatch,
  options: { readonly leaving: boolean },
) => Promise<DeliveryOutcome>;

export interface PracticeRecorderOptions {
  readonly classId: string;
  /** The profile that practices: stored apart, so that no profile gets another's practice. */
  readonly viewerId: string;
  readonly deliver: DeliverPractice;
  readonly storage: Storage;
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number;
}

const PREFIX = "eightcount.practice";
const STORE_EVERY_MS = 2000;
/** Tolerance for a late timer, or a decoder that caught up, over what the wall clock allows. */
const SLACK_MS = 150;
const MAX_RANGES = 200;
const MAX_USES = 50;

/** The view while something plays. */
interface View {
  readonly angle: AngleKey;
  readonly mirrored: boolean;
}
const frontView: View = { angle: mainAngle, mirrored: false };

export class PracticeRecorder {
  readonly #options: PracticeRecorderOptions;
  /** Storage key of the pending practice. The holder of the lock of this name sends it. */
  readonly key: string;
  readonly #now: () => number;
  #pending: PlayedRange[] = [];
  #acknowledged: PlayedRange[] = [];
  #positionMs: number | null = null;
  #sentPositionMs: number | null = null;
  #last: { ms: number; at: number } | null = null;
  /** The range that is playing now, not yet merged into `pending`. */
  #run: PlayedRange | null = null;
  #storedAt = 0;
  #use = new Map<string, UseOfView>();
  #sending: Promise<void> | null = null;

  constructor(options: PracticeRecorderOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.key = `${PREFIX}.${options.viewerId}.${options.classId}.${crypto.randomUUID()}`;
  }

  /** Playback is at `ms` and `rate`. Adds the range since the last call, if playback can have covered it. */
  advance(ms: number, rate: number, view: View = frontView): void {
    const at = this.#now();
    const last = this.#last;
    this.#last = { ms, at };
    this.#positionMs = ms;
    if (last === null) return;
    const moved = ms - last.ms;
    // The clock of a stalled or rate-corrected element is not exact; a seek is never this small.
    if (moved <= 0 || moved > (at - last.at) * rate * 1.3 + SLACK_MS) return this.#mergeRun();
    this.#run = { fromMs: this.#run?.fromMs ?? Math.floor(last.ms), toMs: Math.floor(ms) };
    this.#addUse(Math.round(rate * 100), view, at - last.at);
    if (at - this.#storedAt > STORE_EVERY_MS) this.#store();
  }

  #addUse(tempo: number, { angle, mirrored }: View, ms: number): void {
    const key = `${tempo} ${angle} ${mirrored}`;
    const known = this.#use.get(key);
    this.#use.set(key, { tempo, angle, isMirrored: mirrored, ms: (known?.ms ?? 0) + ms });
  }

  /** Playback was paused or stopped, or a seek happened; the time until the next `advance` was not played. */
  interrupt(): void {
    this.#mergeRun();
    this.#last = null;
  }

  /** Merges the running range into the pending ones; ranges that the server has are not sent again. */
  #mergeRun(): void {
    if (this.#run === null) return;
    this.#pending = uniteRanges([...this.#pending, ...subtractRanges([this.#run], this.#acknowledged)]);
    this.#run = null;
  }

  /** Updates the position without playback (after a seek while paused). */
  moveTo(ms: number): void {
    this.interrupt();
    this.#positionMs = ms;
  }

  #store(): void {
    this.#mergeRun();
    this.#storedAt = this.#now();
    if (this.#pending.length === 0) return this.#forget();
    const record = {
      classId: this.#options.classId,
      played: this.#pending,
      positionMs: Math.floor(this.#positionMs ?? 0),
      storedAt: Date.now(),
    };
    try {
      this.#options.storage.setItem(this.key, JSON.stringify(record));
    } catch (error) {
      // Full or forbidden storage loses only the backup: the ranges stay in memory and are still sent.
      if (!(error instanceof DOMException)) throw error;
    }
  }

  #forget(): void {
    this.#options.storage.removeItem(this.key);
  }

  /** Sends pending practice, and the position if it changed. One request at a time, but `leaving` never waits. */
  async flush(options: { readonly leaving: boolean } = { leaving: false }): Promise<void> {
    this.#store();
    if (this.#sending !== null && !options.leaving) return this.#sending;
    const positionMs = Math.floor(this.#positionMs ?? 0);
    const moved =
      this.#positionMs !== null && Math.abs(positionMs - (this.#sentPositionMs ?? -1_000_000)) >= 1000;
    const played = this.#pending.slice(0, MAX_RANGES);
    if (played.length === 0 && !moved) return;
    // A statistic: what a failed request carried isn't sent again.
    const use = [...this.#use.values()].slice(0, MAX_USES).map((one) => ({ ...one, ms: Math.round(one.ms) }));
    this.#use.clear();
    const run = async () => {
      const outcome = await this.#options.deliver(
        { classId: this.#options.classId, played, positionMs, use },
        options,
      );
      if (outcome === "later") return;
      this.#acknowledged = uniteRanges([...this.#acknowledged, ...played]);
      this.#pending = subtractRanges(this.#pending, played);
      this.#sentPositionMs = positionMs;
      this.#store();
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

interface StoredBatch extends PracticeBatch {
  /** Milliseconds since 1970. */
  readonly storedAt: number;
}

function readBatch(text: string | null): StoredBatch | null {
  try {
    const record = JSON.parse(text ?? "null") as Partial<StoredBatch> | null;
    const played = Array.isArray(record?.played) ? record.played.filter(isRange) : [];
    if (typeof record?.classId !== "string" || played.length === 0) return null;
    const { classId, positionMs, storedAt } = record;
    return {
      classId,
      played,
      positionMs: Math.floor(Number(positionMs) || 0),
      storedAt: Number(storedAt) || 0,
    };
  } catch {
    // Written by another version, or truncated: nothing can be credited.
    return null;
  }
}

/**
 * Sends the practice of `viewerId` that earlier visits left on this device. Keeps its order, since the last batch sets the resume position.
 * Skips batches of recorders that are still active, here or in another tab.
 * @returns false if the server wasn't reached; the rest then stays stored
 */
export async function deliverStoredPractice(options: {
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
    for (let from = 0; batch && from < batch.played.length; from += MAX_RANGES) {
      const { classId, positionMs } = batch;
      const played = batch.played.slice(from, from + MAX_RANGES);
      if ((await deliver({ classId, played, positionMs }, { leaving: false })) === "later") return false;
    }
    storage.removeItem(key);
    return true;
  };
  // A lock keeps the order over all tabs.
  return (await locks.request(PREFIX, async () => {
    const keys = Array.from({ length: storage.length }, (_, i) => storage.key(i) as string)
      .filter((key) => key.startsWith(prefix))
      .map((key) => ({ key, storedAt: readBatch(storage.getItem(key))?.storedAt ?? 0 }))
      .sort((a, b) => a.storedAt - b.storedAt);
    for (const { key } of keys)
      if ((await locks.request(key, { ifAvailable: true }, (held) => held === null || send(key))) === false)
        return false;
    return true;
  })) as boolean;
}
