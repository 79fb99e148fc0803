import { z } from "zod";
import { inputOf } from "./hardening.ts";
import { runChild } from "./process.ts";
import { probeLimits } from "./tools.ts";
import type { Tools } from "./tools.ts";

const report = z.object({ streams: z.array(z.object({ duration: z.coerce.number() })).length(1) });

/** Duration of the video track of a file that we encoded ourselves, seconds. */
export async function measureSeconds(tools: Tools, path: string, signal?: AbortSignal): Promise<number> {
  const { stdout } = await runChild({
    program: tools.ffprobe,
    args: [
      "-v",
      "error",
      "-protocol_whitelist",
      "file,pipe",
      "-select_streams",
      "v:0",
      "-show_entries",
      "stream=duration",
      "-of",
      "json",
      "-i",
      inputOf(path),
    ],
    limits: { ...probeLimits, wallMs: 120_000, cpuSeconds: 100 },
    ...(signal ? { signal } : {}),
  });
  return report.parse(JSON.parse(stdout)).streams[0]!.duration;
}
