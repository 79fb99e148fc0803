import type { Tools } from "./tools.ts";

/** Where and with what a transcode works. */
export interface Workshop {
  readonly tools: Tools;
  /** An empty folder of its own; the caller removes it. */
  readonly folder: string;
  /** Encoded clips, shared among all transcodes. */
  readonly cacheFolder: string;
  readonly signal: AbortSignal;
  /** Told 0 to 100, about once a second, never going back. */
  readonly onProgress: (percent: number) => void;
}
