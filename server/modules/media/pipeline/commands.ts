import { pictureGraph, soundGraph, tiles } from "./filters.ts";
import type { StillsPlan } from "./filters.ts";
import { inputOf, soundFlags, sourceFlags } from "./hardening.ts";
import { framesPerSecond, gopFrames, segmentSeconds } from "./ladder.ts";
import type { FrameRate, Rung, Size } from "./ladder.ts";
import type { SourceFacts } from "./probe.ts";
import type { StoryboardPlan } from "./storyboard.ts";

/** x264's trade of CPU for size. */
export type Preset = "ultrafast" | "superfast" | "veryfast" | "faster" | "fast" | "medium";

export const quiet = ["-hide_banner", "-nostdin", "-y"] as const;
export const progress = ["-loglevel", "error", "-progress", "pipe:1", "-stats_period", "1"] as const;
/** No title, place, device or chapter of the source survives. */
export const bare = ["-map_metadata", "-1", "-map_chapters", "-1"] as const;
const jpegQuality = ["-q:v", "4", "-f", "image2"] as const;

/** Ticks per second of a track: every frame of the rate falls on one. */
export function timescaleOf(rate: FrameRate): number {
  return rate.denominator === 1 ? rate.numerator * 1000 : rate.numerator;
}

function rungArgs(rung: Rung, rate: FrameRate, preset: Preset, threads: number | undefined): string[] {
  const gop = String(gopFrames(rate));
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
    "-crf",
    String(rung.crf),
    "-maxrate",
    `${rung.maxKbps}k`,
    "-bufsize",
    `${rung.maxKbps * 2}k`,
    "-g",
    gop,
    "-keyint_min",
    gop,
    "-sc_threshold",
    "0",
    "-flags",
    "+cgop",
    // stitchable: parameter sets that depend on nothing but these options, so that clips can be joined.
    "-x264-params",
    "stitchable=1",
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

const threadArgs = (threads: number | undefined) => (threads ? ["-threads", String(threads)] : []);
const skipArgs = (skip: number | undefined) => (skip ? ["-ss", skip.toFixed(3)] : []);

export interface EncodePlan {
  readonly source: SourceFacts;
  /** Where to begin in the source, seconds; its beginning unless told. */
  readonly skip?: number;
  readonly rungs: readonly Rung[];
  readonly rate: FrameRate;
  /** Frames that every rung gets at most. */
  readonly frames: number;
  readonly preset: Preset;
  /** Gain for the source's sound, decibels; null: no sound is made. */
  readonly gainDb: number | null;
  readonly stills: StillsPlan | null;
  /** Of the decoder and of each encoder; as many as they like unless told. Threads that wait for each other cost a sixth more. */
  readonly threads?: number;
}

/**
 * One ffmpeg, one decode: every rung to `<name>.mp4`, the sound to `sound.mp4`, the poster, the thumbnail and the storyboard's sprites,
 * all in the current folder. Progress comes on standard output.
 */
export function encodeArgs(plan: EncodePlan): string[] {
  const { source, rungs, rate, frames, stills } = plan;
  const seconds = frames / framesPerSecond(rate);
  const graphs = [pictureGraph(source, rungs, rate, stills)];
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
    ...skipArgs(plan.skip),
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
    ...(stills
      ? [
          "-map",
          "[poster]",
          ...bare,
          "-frames:v",
          "1",
          ...jpegQuality,
          "-update",
          "1",
          "poster.jpg",
          "-map",
          "[thumbnail]",
          ...bare,
          "-frames:v",
          "1",
          ...jpegQuality,
          "-update",
          "1",
          "thumbnail.jpg",
          "-map",
          "[story]",
          ...bare,
          "-fps_mode",
          "passthrough",
          ...jpegQuality,
          "sprite_%03d.jpg",
        ]
      : []),
  ];
}

/**
 * The sound's coding. At this rate the quick search is nearer to the original below 5 kHz than the long one, at less than half its
 * price.
 */
export const aac = "-c:a aac -aac_coder fast -b:a 128k -ar 48000 -ac 2 -f mp4".split(" ");

/** The sound of a file alone to `sound.mp4`, for classes that are put together from clips. */
export function soundArgs(path: string, gainDb: number, seconds: number): string[] {
  return [
    ...quiet,
    ...progress,
    ...soundFlags,
    "-t",
    (seconds + 1).toFixed(3),
    "-i",
    inputOf(path),
    "-filter_complex",
    soundGraph("0:a:0", gainDb, seconds),
    "-map",
    "[sound]",
    ...bare,
    ...aac,
    "sound.mp4",
  ];
}

/** Measures loudness by EBU R128; the summary is on standard error. */
export function loudnessArgs(
  path: string,
  stream: string,
  seconds: number,
  flags: readonly string[],
  skip?: number,
): string[] {
  return [
    "-hide_banner",
    "-nostdin",
    "-loglevel",
    "info",
    "-nostats",
    ...flags,
    ...skipArgs(skip),
    "-vn",
    "-sn",
    "-dn",
    "-t",
    seconds.toFixed(3),
    "-i",
    inputOf(path),
    "-map",
    stream,
    "-af",
    "ebur128=framelog=verbose",
    "-f",
    "null",
    "-",
  ];
}

/** Integrated loudness out of the summary of `loudnessArgs`, LUFS; −Infinity for silence. */
export function parseLoudness(stderr: string): number {
  const found = [...stderr.matchAll(/\bI:\s+(-?[\d.]+|-inf|nan) LUFS/g)].at(-1)?.[1];
  const value = Number(found);
  return Number.isFinite(value) ? value : -Infinity;
}

/** The concat demuxer's script. Only ever over files of our own. */
export function concatScript(paths: readonly string[]): string {
  return `ffconcat version 1.0\n${paths.map((path) => `file 'file:${path.replaceAll("'", String.raw`'\''`)}'`).join("\n")}\n`;
}

/** Joins encoded clips without encoding again, each of several scripts to a file of its own. */
export function concatArgs(
  joins: readonly { readonly script: string; readonly out: string }[],
  rate: FrameRate,
): string[] {
  return [
    ...quiet,
    ...progress,
    ...joins.flatMap(({ script }) => [
      "-protocol_whitelist",
      "file,pipe",
      "-f",
      "concat",
      "-safe",
      "0",
      "-i",
      inputOf(script),
    ]),
    ...joins.flatMap(({ out }, index) => [
      "-map",
      `${index}:v:0`,
      ...bare,
      "-c",
      "copy",
      "-video_track_timescale",
      String(timescaleOf(rate)),
      "-f",
      "mp4",
      out,
    ]),
  ];
}

/** Poster and thumbnail from a joined rung of our own. */
export function posterArgs(file: string, atSeconds: number, poster: Size, thumbnail: Size): string[] {
  const scale = (size: Size) =>
    `scale=${size.width}:${size.height}:flags=lanczos:out_range=pc,format=yuvj420p,setsar=1`;
  return [
    ...quiet,
    "-loglevel",
    "error",
    "-ss",
    atSeconds.toFixed(3),
    "-i",
    inputOf(file),
    "-filter_complex",
    `[0:v:0]split=2[a][b];[a]${scale(poster)}[poster];[b]${scale(thumbnail)}[thumbnail]`,
    "-map",
    "[poster]",
    ...bare,
    "-frames:v",
    "1",
    ...jpegQuality,
    "-update",
    "1",
    "poster.jpg",
    "-map",
    "[thumbnail]",
    ...bare,
    "-frames:v",
    "1",
    ...jpegQuality,
    "-update",
    "1",
    "thumbnail.jpg",
  ];
}

/** Storyboard sprites from a joined rung of our own: keyframes alone are decoded, and they are at most 1.5 s apart. */
export function spritesArgs(file: string, plan: StoryboardPlan): string[] {
  return [
    ...quiet,
    "-loglevel",
    "error",
    "-skip_frame",
    "nokey",
    "-i",
    inputOf(file),
    "-vf",
    `fps=fps=1/${plan.everySeconds}:start_time=0:round=near,${tiles(plan)}`,
    ...bare,
    "-fps_mode",
    "passthrough",
    ...jpegQuality,
    "sprite_%03d.jpg",
  ];
}

/** One stream as shaka-packager takes it. */
export function packageStream(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([key, value]) => `${key}=${value}`)
    .join(",");
}

/** shaka-packager clears 32 MiB of cache for each file that it writes, which costs five times the work itself. */
export const packagerFlags = ["--quiet", "--io_cache_size", "262144", "--io_block_size", "65536"] as const;

/**
 * shaka-packager: CMAF segments, playlists, I-frame playlists and `master.m3u8` in the current folder, from `<rung>.mp4` in `from`
 * and from `sound`, paths relative to it. Our own segmenting instead of ffmpeg's, whose B-frames start late in Chromium.
 */
export function packageArgs(rungs: readonly Rung[], rate: FrameRate, from: string, sound: string): string[] {
  return [
    ...packagerFlags,
    ...rungs.map((rung) =>
      packageStream({
        in: `${from}/${rung.name}.mp4`,
        stream: "video",
        init_segment: `${rung.name}/init.mp4`,
        segment_template: `${rung.name}/$Number%05d$.m4s`,
        playlist_name: `${rung.name}/index.m3u8`,
        iframe_playlist_name: `${rung.name}/iframe.m3u8`,
      }),
    ),
    packageStream({
      in: sound,
      stream: "audio",
      init_segment: "sound/init.mp4",
      segment_template: "sound/$Number%05d$.m4s",
      playlist_name: "sound/index.m3u8",
      hls_group_id: "sound",
      hls_name: "Sound",
    }),
    "--segment_duration",
    segmentSeconds(rate).toFixed(6),
    "--hls_playlist_type",
    "VOD",
    "--hls_master_playlist_output",
    "master.m3u8",
  ];
}
