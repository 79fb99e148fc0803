import { z } from "zod";
import { inputOf } from "./hardening.ts";
import { runChild } from "./process.ts";
import { probeLimits } from "./tools.ts";
import type { Tools } from "./tools.ts";

const report = z.object({
  streams: z
    .array(
      z.object({
        nb_read_packets: z.coerce.number().int(),
        duration: z.coerce.number(),
        start_time: z.coerce.number(),
        extradata_hash: z.string().optional(),
      }),
    )
    .length(1),
});

/** A track that we encoded ourselves, as it turned out. */
export interface TrackFacts {
  readonly frames: number;
  readonly seconds: number;
  readonly startSeconds: number;
  /** Hash of the decoder's parameter sets. */
  readonly parameters: string;
}

/** Counts the pictures of a track of our own. */
export async function measureTrack(tools: Tools, path: string, signal?: AbortSignal): Promise<TrackFacts> {
  const { stdout } = await runChild({
    program: tools.ffprobe,
    args: [
      "-v",
      "error",
      "-protocol_whitelist",
      "file,pipe",
      "-select_streams",
      "v:0",
      "-count_packets",
      "-show_data_hash",
      "sha256",
      "-show_entries",
      "stream=nb_read_packets,duration,start_time,extradata_hash",
      "-of",
      "json",
      "-i",
      inputOf(path),
    ],
    limits: { ...probeLimits, wallMs: 120_000, cpuSeconds: 100 },
    ...(signal ? { signal } : {}),
  });
  const [track] = report.parse(JSON.parse(stdout)).streams;
  return {
    frames: track!.nb_read_packets,
    seconds: track!.duration,
    startSeconds: track!.start_time,
    parameters: track!.extradata_hash ?? "",
  };
}
