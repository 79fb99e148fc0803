import type { FrameRate, Rung, Size } from "./ladder.ts";
import type { SourceProperties } from "./probe.ts";
import type { StoryboardPlan } from "./storyboard.ts";

/** Target loudness of every class, LUFS: viewers don't have to change the volume between classes. */
const targetLufs = -16;
/** Sample peak limit, decibels. AAC overshoot, worst on noise, stays under a true peak of −1.5. */
const limiterDb = -3;
/** Maximum gain for quiet recordings, decibels: more makes room noise audible. */
const maxGainDb = 20;

/** Gain from a measured loudness to the target, decibels; 0 for silence. */
export function gainFor(measuredLufs: number): number {
  if (!Number.isFinite(measuredLufs) || measuredLufs < -60) return 0;
  return Math.min(maxGainDb, Math.round((targetLufs - measuredLufs) * 100) / 100);
}

/** Formats a rate for filters and muxers. */
function rateText(rate: FrameRate): string {
  return rate.denominator === 1 ? String(rate.numerator) : `${rate.numerator}/${rate.denominator}`;
}

export interface StillsPlan {
  /** Frame number of the poster, from 0. */
  readonly posterFrame: number;
  /** How long the last frame is repeated for the poster, if the source ends earlier than declared. */
  readonly heldSeconds: number;
  readonly poster: Size;
  readonly thumbnail: Size;
  readonly storyboard: StoryboardPlan;
}

/**
 * Video filter graph. Converts one decoded stream to constant rate, 8 bit and BT.709 at the top rendition's size, then
 * scales down step by step. Outputs: `[v0]`, `[v1]`… in the order of `rungs`, and with stills `[poster]`, `[thumbnail]`, `[story]`.
 * @param time.lead what is decoded before the first frame, seconds of the source's clock; default 0
 * @param time.clock seconds of the source's clock in a second of the renditions; default 1
 */
export function frameGraph(
  source: SourceProperties,
  rungs: readonly Rung[],
  rate: FrameRate,
  stills: StillsPlan | null,
  { lead = 0, clock = 1 }: { readonly lead?: number | undefined; readonly clock?: number | undefined } = {},
): string {
  const parts: string[] = [];
  const head = [
    ...(source.isInterlaced ? ["yadif=deint=interlaced"] : []),
    ...(clock === 1 && lead === 0 ? [] : [`setpts=(PTS-${lead.toFixed(6)}/TB)/${clock}`]),
    `fps=fps=${rateText(rate)}:start_time=0`,
    ...toSdr(source, rungs[0]!),
  ];
  parts.push(`[0:${source.videoStream}]${head.join(",")}[r0]`);
  const posterRung = rungs.findIndex((rung) => Math.min(rung.width, rung.height) <= 720);
  rungs.forEach((_rung, index) => {
    const next = rungs[index + 1];
    const outs = [`[v${index}]`];
    if (next) outs.push(`[s${index + 1}]`);
    if (stills && index === Math.max(posterRung, 0)) outs.push("[p]");
    if (stills && !next) outs.push("[t]");
    parts.push(
      outs.length === 1 ? `[r${index}]null${outs[0]}` : `[r${index}]split=${outs.length}${outs.join("")}`,
    );
    if (next)
      parts.push(`[s${index + 1}]scale=${next.width}:${next.height}:flags=bicubic,setsar=1[r${index + 1}]`);
  });
  if (stills) {
    const { poster, thumbnail, storyboard } = stills;
    parts.push(
      `[p]tpad=stop_mode=clone:stop_duration=${stills.heldSeconds.toFixed(3)},select='eq(n,${stills.posterFrame})',split=2[p1][p2]`,
    );
    parts.push(`[p1]${jpeg(poster)}[poster]`, `[p2]${jpeg(thumbnail)}[thumbnail]`);
    // First frame of each interval, in integers: at 30000/1001 intervals don't all have the same number of frames.
    const [part, whole] = [rate.denominator, storyboard.everySeconds * rate.numerator];
    parts.push(
      `[t]select='gt(ceil((n+1)*${part}/${whole}),ceil(n*${part}/${whole}))',${tiles(storyboard)}[story]`,
    );
  }
  return parts.join(";");
}

/** Storyboard and JPEG use full range; players support nothing else. */
function jpeg(size: Size): string {
  return `scale=${size.width}:${size.height}:flags=lanczos:out_range=pc,format=yuvj420p,setsar=1`;
}

/** Tiles frames into sprites. */
export function tiles(plan: StoryboardPlan): string {
  return `${jpeg(plan.tile)},tile=${plan.columns}x${plan.rows}`;
}

function toSdr(source: SourceProperties, top: Rung): string[] {
  const tags = "setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709:range=tv";
  const size = `${top.width}:${top.height}`;
  if (source.isHdr) {
    // Scales first, because tone mapping works in floating point. 203 nits is the reference white of HDR.
    return [
      `scale=${size}:flags=bicubic`,
      "zscale=transfer=linear:npl=203",
      "format=gbrpf32le",
      "zscale=primaries=bt709",
      "tonemap=tonemap=hable:desat=0",
      "zscale=transfer=bt709:matrix=bt709:range=tv",
      "format=yuv420p",
      "setsar=1",
      tags,
    ];
  }
  return [
    `scale=${size}:flags=bicubic:in_color_matrix=${source.matrix}:out_color_matrix=bt709:out_range=tv`,
    "format=yuv420p",
    "setsar=1",
    tags,
  ];
}

/**
 * Limits peaks at the sample rate of the sound.
 * @param db threshold, decibels relative to full scale (negative)
 */
export function limiterAt(db: number): string {
  return `alimiter=limit=${(10 ** (db / 20)).toFixed(4)}:attack=5:release=80:level=0:latency=1`;
}

/** Four times the sample rate also catches peaks between samples. */
const limiter = ["aresample=192000", limiterAt(limiterDb), "aresample=48000"].join(",");

/**
 * Audio filter graph ending in `[sound]`: stereo, 48 kHz, from 0 for exactly `seconds`, at the target loudness.
 * Generates silence if there is no sound, so that every class has a track and players behave alike.
 * @param input an ffmpeg stream specifier, `0:1`; null for silence
 */
export function soundGraph(input: string | null, gainDb: number, seconds: number): string {
  const length = seconds.toFixed(6);
  if (input === null) return `anullsrc=r=48000:cl=stereo,atrim=end=${length}[sound]`;
  return `[${input}]${[
    "aresample=48000:async=1:first_pts=0",
    "aformat=channel_layouts=stereo",
    `volume=${gainDb}dB`,
    limiter,
    `apad=whole_dur=${length}`,
    `atrim=end=${length}`,
  ].join(",")}[sound]`;
}
