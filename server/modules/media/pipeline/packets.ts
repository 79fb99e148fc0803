import { inputOf, probeFlags } from "./hardening.ts";
import { ChildFailed, runChild } from "./process.ts";
import { SourceRefused } from "./refusal.ts";
import { scanLimits } from "./tools.ts";
import type { Tools } from "./tools.ts";

/** Presentation times of a track's frames. */
export interface PacketProperties {
  readonly pictures: number;
  /** From the first frame to the end of the last, seconds. */
  readonly seconds: number;
  /** The longest time between two frames, seconds. */
  readonly maxGap: number;
}

/** More than two hours at 240 frames per second. */
const maxFrames = 2_000_000;

/**
 * Reads the presentation time of each frame without decoding.
 * @throws SourceRefused if the file can't be read or has too many frames
 * @throws ChildFailed if the inspection itself failed: aborted, no ffprobe
 */
export async function readPackets(
  tools: Tools,
  source: { readonly path: string; readonly bytes: number; readonly stream: number },
  signal?: AbortSignal,
): Promise<PacketProperties> {
  const times: number[] = [];
  let isTooMany = false;
  let last = 0;
  try {
    await runChild({
      program: tools.ffprobe,
      args: [
        "-v",
        "error",
        ...probeFlags,
        "-select_streams",
        String(source.stream),
        "-show_entries",
        "packet=pts_time,dts_time,duration_time",
        "-of",
        "compact=p=0",
        "-i",
        inputOf(source.path),
      ],
      limits: scanLimits(source.bytes),
      isBrief: true,
      ...(signal ? { signal } : {}),
      onLine: (line) => {
        const at = Number(/pts_time=(-?[\d.]+)/.exec(line)?.[1] ?? /dts_time=(-?[\d.]+)/.exec(line)?.[1]);
        if (!Number.isFinite(at)) return;
        if (times.length >= maxFrames) isTooMany = true;
        else times.push(at);
        last = Number(/duration_time=([\d.]+)/.exec(line)?.[1] ?? last);
      },
    });
  } catch (error) {
    if (!(error instanceof ChildFailed) || error.fault === "aborted" || error.fault === "missing")
      throw error;
    throw new SourceRefused(error.fault === "exit" ? "damaged" : "too_costly", error.fault);
  }
  if (isTooMany) throw new SourceRefused("too_costly", "too many pictures");
  if (times.length === 0) throw new SourceRefused("damaged", "it holds no picture");
  times.sort((a, b) => a - b);
  const gaps = times.map((at, index) => at - (times[index - 1] ?? at));
  return {
    pictures: times.length,
    seconds: times.at(-1)! - times[0]! + Math.min(last, 1),
    maxGap: gaps.reduce((longest, gap) => Math.max(longest, gap), 0),
  };
}
