import { installedTools, probeLimits } from "../pipeline/tools.ts";
import { runChild } from "../pipeline/process.ts";

/** Whether the installed ffmpeg has SVT-AV1. The reference encoder, libaom, takes many times as long. */
export async function canEncodeAv1(): Promise<boolean> {
  const { stdout } = await runChild({
    program: installedTools().ffmpeg,
    args: ["-hide_banner", "-encoders"],
    limits: { ...probeLimits, memoryBytes: 4 * 1024 ** 3 },
  });
  return /\blibsvtav1\b/.test(stdout);
}
