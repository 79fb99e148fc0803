import { frameGraph, soundGraph } from "../filters.ts";
import type { StillsPlan } from "../filters.ts";
import { inputOf, sourceFlags } from "../hardening.ts";
import { framesPerSecond, gopFrames } from "../ladder.ts";
import type { FrameRate, Rung } from "../ladder.ts";
import type { SourceProperties } from "../probe.ts";
import { bare, progress, quiet, skipArgs, timescaleOf } from "./flags.ts";
import { aac } from "./sound.ts";
import { stillsOutputs } from "./stills.ts";

/** x264 preset: CPU time against size. */
export type Preset = "ultrafast" | "superfast" | "veryfast" | "faster" | "fast" | "medium";

function rungArgs(rung: Rung, rate: FrameRate, preset: Preset, threads: number | undefined): string[] {
  return [
    ...codecArgs(rung, String(gopFrames(rate)), preset, threads),
    "-color_primaries",
    "bt709",
    "-color_trc",
    "bt709",
    "-colorspace",
    "bt709",
    "-color_range",
    "tv",
    "-video_track_timescale",
    String(timescaleOf(rate)),
  ];
}

/** SVT-AV1 preset: of those that save most bytes, one that takes a few times the time of H.264. */
const av1Preset = "8";

function codecArgs(rung: Rung, gop: string, preset: Preset, threads: number | undefined): string[] {
  const crf = ["-crf", String(rung.crf)];
  const cap = ["-maxrate", `${rung.maxKbps}k`, "-bufsize", `${rung.maxKbps * 2}k`];
  if (rung.codec === "lossless") return ["-c:v", "libx264", "-preset", "ultrafast", "-qp", "0"];
  // Neither scene detection nor open GOPs by default: keyframes are where those of H.264 are.
  if (rung.codec === "av1") return ["-c:v", "libsvtav1", "-preset", av1Preset, ...crf, ...cap, "-g", gop];
  return [
    "-c:v",
    "libx264",
    "-preset",
    preset,
    ...threadArgs(threads),
    "-profile:v",
    rung.profile,
    "-level",
    rung.level,
    ...crf,
    ...cap,
    "-g",
    gop,
    "-keyint_min",
    gop,
    "-sc_threshold",
    "0",
    "-flags",
    "+cgop",
    // stitchable: parameter sets depend on nothing but these options, so that clips can be joined.
    "-x264-params",
    "stitchable=1",
  ];
}

const threadArgs = (threads: number | undefined) => (threads ? ["-threads", String(threads)] : []);

export interface EncodePlan {
  readonly source: SourceProperties;
  /** Start position in the source, seconds; default: its start. */
  readonly skip?: number;
  /**
   * How much before `skip` decoding starts, seconds of the source's clock: the frame that shows at `skip` may begin before it. Less
   * than a frame; default: none.
   */
  readonly lead?: number;
  /** Seconds of the source's clock in a second of the renditions; default: 1. */
  readonly clock?: number;
  readonly rungs: readonly Rung[];
  readonly rate: FrameRate;
  /** Maximum frames of every rendition. */
  readonly frames: number;
  readonly preset: Preset;
  /** Gain for the source's sound, decibels; null omits sound. */
  readonly gainDb: number | null;
  readonly stills: StillsPlan | null;
  /**
   * Threads of the decoder and of each encoder; default: automatic. Threads that wait for each other cost a sixth more.
   */
  readonly threads?: number;
}

/**
 * ffmpeg arguments that decode once and write all outputs to the current folder. Outputs: each rendition as
 * `<name>.mp4`, `sound.mp4`, the poster, the thumbnail, and the storyboard sprites. Progress is written to standard
 * output.
 */
export function encodeArgs(plan: EncodePlan): string[] {
  const { source, rungs, rate, frames, stills } = plan;
  const seconds = frames / framesPerSecond(rate);
  const graphs = [frameGraph(source, rungs, rate, stills, plan)];
  if (plan.gainDb !== null)
    graphs.push(
      soundGraph(source.audioStream === null ? null : `0:${source.audioStream}`, plan.gainDb, seconds),
    );
  const limit = ["-frames:v", String(frames)];
  return [
    ...quiet,
    ...progress,
    ...sourceFlags,
    ...threadArgs(plan.threads),
    ...skipArgs((plan.skip ?? 0) - (plan.lead ?? 0)),
    "-t",
    (seconds + 1).toFixed(3),
    "-i",
    inputOf(source.path),
    "-filter_complex",
    graphs.join(";"),
    ...rungs.flatMap((rung, index) => [
      "-map",
      `[v${index}]`,
      ...bare,
      ...rungArgs(rung, rate, plan.preset, plan.threads),
      ...limit,
      "-f",
      "mp4",
      `${rung.name}.mp4`,
    ]),
    ...(plan.gainDb === null ? [] : ["-map", "[sound]", ...bare, ...aac, "sound.mp4"]),
    ...(stills ? stillsOutputs : []),
  ];
}
