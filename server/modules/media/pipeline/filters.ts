import type { FrameRate, Rung, Size } from "./ladder.ts";
import type { SourceFacts } from "./probe.ts";
import type { StoryboardPlan } from "./storyboard.ts";

/** Loudness that every class is brought to, LUFS: people don't reach for the volume between classes. */
const targetLufs = -16;
/** Sample peaks stop here, decibels; AAC's overshoot, worst on noise, stays under a true peak of −1.5. */
const limiterDb = -3;
/** Quiet recordings are lifted by at most this, decibels: beyond it one hears the room. */
const mostGainDb = 20;

/** The gain that brings a measured loudness to the target, decibels; silence stays silence. */
export function gainFor(measuredLufs: number): number {
  if (!Number.isFinite(measuredLufs) || measuredLufs < -60) return 0;
  return Math.min(mostGainDb, Math.round((targetLufs - measuredLufs) * 100) / 100);
}

/** Rate as filters and muxers take it. */
function rateText(rate: FrameRate): string {
  return rate.denominator === 1 ? String(rate.numerator) : `${rate.numerator}/${rate.denominator}`;
}

export interface StillsPlan {
  /** Frame that becomes the poster, counted from 0. */
  readonly posterFrame: number;
  /** For how long the last frame stands for the poster, where a source ends before it says. */
  readonly heldSeconds: number;
  readonly poster: Size;
  readonly thumbnail: Size;
  readonly storyboard: StoryboardPlan;
}

/**
 * The picture's filter graph: one decoded stream brought to constant rate, 8 bit and BT.709 at the top rung's size, then scaled
 * from rung to rung downwards. Ends in `[v0]`, `[v1]`… in the order of `rungs`, and with stills `[poster]`, `[thumbnail]`, `[story]`.
 */
export function pictureGraph(
  source: SourceFacts,
  rungs: readonly Rung[],
  rate: FrameRate,
  stills: StillsPlan | null,
): string {
  const parts: string[] = [];
  const head = [
    ...(source.isInterlaced ? ["yadif=deint=interlaced"] : []),
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
    // The frame in which each interval begins, counted in whole numbers: at 30000/1001 they aren't as many frames apart each time.
    const [part, whole] = [rate.denominator, storyboard.everySeconds * rate.numerator];
    parts.push(
      `[t]select='gt(ceil((n+1)*${part}/${whole}),ceil(n*${part}/${whole}))',${tiles(storyboard)}[story]`,
    );
  }
  return parts.join(";");
}

/** The storyboard's and JPEG's range is the full one; players show nothing else. */
function jpeg(size: Size): string {
  return `scale=${size.width}:${size.height}:flags=lanczos:out_range=pc,format=yuvj420p,setsar=1`;
}

/** Pictures to sprites. */
export function tiles(plan: StoryboardPlan): string {
  return `${jpeg(plan.tile)},tile=${plan.columns}x${plan.rows}`;
}

function toSdr(source: SourceFacts, top: Rung): string[] {
  const tags = "setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709:range=tv";
  const size = `${top.width}:${top.height}`;
  if (source.isHdr) {
    // Scaled first, because the tone mapping works on floating point. 203 nits is where HDR puts the white of paper.
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

/** Holds peaks down, at the rate that a sound has. @param db where they stop, decibels below full scale as a negative number */
export function limiterAt(db: number): string {
  return `alimiter=limit=${(10 ** (db / 20)).toFixed(4)}:attack=5:release=80:level=0:latency=1`;
}

/** At four times the rate it sees peaks between samples too. */
const limiter = ["aresample=192000", limiterAt(limiterDb), "aresample=48000"].join(",");

/**
 * The sound's filter graph, ending in `[sound]`: stereo at 48 kHz from 0 for exactly `seconds`, at even loudness; silence where
 * there is no sound, so that every class has a track and players behave alike.
 * @param input a stream as ffmpeg names it, `0:1`; null for silence
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
