import type { Tools } from "./tools.ts";

/** Encoded stretches of the sources of one transcode, which outlive an attempt. */
export interface StretchStore {
  /** Copies the files of a stretch into a folder. @returns false if it isn't stored whole */
  fetch(name: string, folder: string, files: readonly string[]): Promise<boolean>;
  /** Stores the files of a folder as a stretch. */
  save(name: string, folder: string, files: readonly string[]): Promise<void>;
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
  readonly signal: AbortSignal;
  /** Called with 0 to 100, about once a second, never decreasing. */
  readonly onProgress: (percent: number) => void;
}
