import type { Log } from "../../../platform/log.ts";
import { ChildFailed, runChild } from "../pipeline/process.ts";
import { installedTools, probeLimits } from "../pipeline/tools.ts";

/**
 * Whether the installed ffmpeg has SVT-AV1. The reference encoder, libaom, takes many times as long. One that is too busy to answer
 * is taken to have it.
 */
export async function canEncodeAv1(log: Log): Promise<boolean> {
  try {
    const { stdout } = await runChild({
      program: installedTools().ffmpeg,
      args: ["-hide_banner", "-encoders"],
      isBrief: true,
      limits: { ...probeLimits, wallMs: 30_000, memoryBytes: 4 * 1024 ** 3 },
    });
    return /\blibsvtav1\b/.test(stdout);
  } catch (error) {
    if (!(error instanceof ChildFailed)) throw error;
    if (error.fault === "missing" || error.fault === "exit") return false;
    log.warn({ err: error }, "It isn't known whether ffmpeg can encode AV1");
    return true;
  }
}
