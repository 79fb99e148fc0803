import type { RateFactors } from "./rate-factors.ts";
import type { Span } from "./spans.ts";
import type { StretchPlan } from "./stretches.ts";
import type { Tools } from "./tools.ts";

/** Encoded stretches of the sources of one transcode, which outlive an attempt. */
export interface StretchStore {
  /** Copies the files of a stretch into a folder. @returns false if it isn't stored whole */
  fetch(name: string, folder: string, files: readonly string[]): Promise<boolean>;
  /** Stores the files of a folder as a stretch. */
  save(name: string, folder: string, files: readonly string[]): Promise<void>;
  /** Offers the stretches of a view to other workers as well. Null: this worker encodes all, in their order. */
  readonly offer: ((offer: StretchOffer) => Promise<StretchTurns>) | null;
}

/** Stretches that several workers may encode. */
export interface StretchOffer {
  /** Which of the video's views: an angle, or its upright version; in AV1, with its version. */
  readonly view: string;
  readonly plan: StretchPlan;
  readonly stretches: readonly { readonly name: string; readonly first: number; readonly frames: number }[];
  /** Names of the files of each. */
  readonly files: readonly string[];
  /** The bytes of the source from which each of some stretches can be decoded, where they are found. Reads the source. */
  readonly spansOf: (names: ReadonlySet<string>) => Promise<ReadonlyMap<string, readonly Span[]>>;
  /** Called with how many of them are stored. */
  readonly onStored: (count: number) => void;
}

/** The part of this worker in an offer. */
export interface StretchTurns {
  /**
   * Takes one stretch after another that isn't stored, and that no other worker is encoding.
   * @param encode encodes and stores it; its signal also aborts when the stretch is another worker's
   * @param waits whether to wait for the stretches of other workers, and to take those of workers that were lost
   * @returns false as soon as `encode` does
   */
  run(
    encode: (name: string, signal: AbortSignal) => Promise<boolean>,
    options: { readonly waits: boolean },
  ): Promise<boolean>;
  /** Takes the offer back. */
  withdraw(): Promise<void>;
}

/** Measured rate factors of the views of one transcode, which outlive an attempt. */
export interface RateFactorStore {
  /** Null if they aren't stored. */
  find(name: string): Promise<RateFactors | null>;
  save(name: string, factors: RateFactors): Promise<void>;
  /** Called with why a view couldn't be measured. It has the ladder's factors. */
  readonly noteUnmeasured: (error: unknown) => void;
}

/** Folders, tools and callbacks of a transcode. */
export interface TranscodeContext {
  readonly tools: Tools;
  /** An empty folder of its own; the caller deletes it. */
  readonly folder: string;
  /** Encoded clips, shared by all transcodes. */
  readonly cacheFolder: string;
  /** Where stretches of long videos are stored between attempts; null: long videos are encoded in one piece. */
  readonly stretches: StretchStore | null;
  /** Where the measured rate factors are stored between attempts; null: all views have the ladder's. */
  readonly rateFactors: RateFactorStore | null;
  readonly signal: AbortSignal;
  /** Called with 0 to 100, about once a second, never decreasing. */
  readonly onProgress: (percent: number) => void;
}
