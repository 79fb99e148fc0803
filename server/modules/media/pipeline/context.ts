import type { Tools } from "./tools.ts";

/** Folders, tools and callbacks of a transcode. */
export interface TranscodeContext {
  readonly tools: Tools;
  /** An empty folder of its own; the caller deletes it. */
  readonly folder: string;
  /** Encoded clips, shared by all transcodes. */
  readonly cacheFolder: string;
  readonly signal: AbortSignal;
  /** Called with 0 to 100, about once a second, never decreasing. */
  readonly onProgress: (percent: number) => void;
}
