import { open } from "node:fs/promises";
import { z } from "zod";
import { audioCodecs, inputOf, looksLikeVideo, maxPixels, probeFlags, videoCodecs } from "./hardening.ts";
import type { FrameRate, Size } from "./ladder.ts";
import { readPackets } from "./packets.ts";
import { ChildFailed, runChild } from "./process.ts";
import { SourceRefused } from "./refusal.ts";
import { tagsOf } from "./tags.ts";
import type { SourceTags } from "./tags.ts";
import { probeLimits } from "./tools.ts";
import type { Tools } from "./tools.ts";

/** Limits of a source. */
export interface SourceLimits {
  readonly maxBytes: number;
  readonly maxSeconds: number;
}

/** Source limits for members' uploads. */
export const uploadLimits: SourceLimits = { maxBytes: 4 * 1024 ** 3, maxSeconds: 2 * 60 * 60 };
/** Source limits for the studio's own videos. */
export const studioLimits: SourceLimits = { maxBytes: 64 * 1024 ** 3, maxSeconds: 4 * 60 * 60 };
/** Bytes of a source video of a class. */
export const maxSourceVideoBytes = studioLimits.maxBytes;

/** A probed source that may be decoded. */
export interface SourceProperties {
  readonly path: string;
  readonly bytes: number;
  /** Display size: rotated, square pixels. */
  readonly size: Size;
  /** Duration of the video track, seconds. */
  readonly seconds: number;
  /** Average; null if unknown. */
  readonly rate: FrameRate | null;
  readonly videoStream: number;
  /** Stream index of the sound; null without sound. */
  readonly audioStream: number | null;
  readonly isHdr: boolean;
  readonly isInterlaced: boolean;
  /** Color matrix and range, by the names of the scale filter's options. */
  readonly matrix: "bt709" | "bt601" | "bt2020";
  /** What its container says of it. */
  readonly tags: SourceTags;
}

const fraction = z
  .string()
  .regex(/^\d+\/\d+$/)
  .transform((text): FrameRate | null => {
    const [numerator, denominator] = text.split("/").map(Number) as [number, number];
    return numerator > 0 && denominator > 0 ? { numerator, denominator } : null;
  });
const seconds = z.coerce.number().finite();

const stream = z.object({
  index: z.number().int(),
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  sample_aspect_ratio: z.string().optional(),
  avg_frame_rate: fraction.optional(),
  duration: seconds.optional(),
  color_transfer: z.string().optional(),
  color_space: z.string().optional(),
  field_order: z.string().optional(),
  disposition: z.object({ attached_pic: z.number().optional() }).optional(),
  side_data_list: z.array(z.object({ rotation: z.coerce.number().optional() })).optional(),
});
const report = z.object({
  streams: z.array(stream).default([]),
  format: z.object({
    duration: seconds.optional(),
    format_name: z.string(),
    tags: z.record(z.string(), z.string()).optional(),
  }),
});
type Stream = z.infer<typeof stream>;

const maxStreams = 32;
const minSide = 32;
const maxAspectRatio = 6;

/**
 * Probes an untrusted file by its content, decoding at most a few frames.
 * @throws SourceRefused with the reason
 * @throws ChildFailed if the inspection itself failed: aborted, no ffprobe
 */
export async function probeSource(
  tools: Tools,
  path: string,
  limits: SourceLimits,
  signal?: AbortSignal,
): Promise<SourceProperties> {
  const bytes = await checkFile(path, limits);
  const found = await readReport(tools, path, signal);
  if (found.streams.length === 0) throw new SourceRefused("damaged", "it holds nothing");
  if (found.streams.length > maxStreams)
    throw new SourceRefused("too_many_streams", `${found.streams.length}`);

  const videoStreams = found.streams.filter(
    (one) => one.codec_type === "video" && one.disposition?.attached_pic !== 1,
  );
  const audioStreams = found.streams.filter((one) => one.codec_type === "audio");
  if (videoStreams.length === 0) throw new SourceRefused("no_video");
  const videoStream = videoStreams.find((one) => videoCodecs.has(one.codec_name ?? ""));
  if (!videoStream) throw new SourceRefused("forbidden_codec", videoStreams[0]!.codec_name ?? "unknown");
  // Phones add a second track of spatial sound that few decoders support: use the first supported track.
  const sound = audioStreams.find((one) => audioCodecs.has(one.codec_name ?? ""));
  if (!sound && audioStreams.length > 0)
    throw new SourceRefused("forbidden_codec", audioStreams[0]!.codec_name ?? "unknown");

  // Browser recordings declare no length; it is derived from the frames.
  const length =
    videoStream.duration ??
    found.format.duration ??
    (await readPackets(tools, { path, bytes, stream: videoStream.index }, signal)).seconds;
  if (length <= 0) throw new SourceRefused("damaged", "its length is unknown");
  if (length > limits.maxSeconds) throw new SourceRefused("too_long", `${Math.round(length)} s`);
  if (length < 0.2) throw new SourceRefused("too_short", `${length} s`);
  const size = shownSize(videoStream);
  return {
    path,
    bytes,
    size,
    seconds: length,
    rate: videoStream.avg_frame_rate ?? null,
    videoStream: videoStream.index,
    audioStream: sound?.index ?? null,
    isHdr: ["smpte2084", "arib-std-b67"].includes(videoStream.color_transfer ?? ""),
    isInterlaced: ["tt", "bb", "tb", "bt"].includes(videoStream.field_order ?? ""),
    matrix: matrixOf(videoStream, size),
    tags: tagsOf(found.format.tags ?? {}),
  };
}

/** @returns the size, bytes */
async function checkFile(path: string, limits: SourceLimits): Promise<number> {
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    if (size === 0) throw new SourceRefused("empty_file");
    if (size > limits.maxBytes) throw new SourceRefused("file_too_large", `${size} bytes`);
    const start = new Uint8Array(8);
    await handle.read(start, 0, start.length, 0);
    if (!looksLikeVideo(start)) throw new SourceRefused("not_a_video");
    return size;
  } finally {
    await handle.close();
  }
}

async function readReport(tools: Tools, path: string, signal?: AbortSignal): Promise<z.infer<typeof report>> {
  let output: string;
  try {
    const ran = await runChild({
      program: tools.ffprobe,
      args: [
        "-v",
        "error",
        ...probeFlags,
        "-show_streams",
        "-show_format",
        "-of",
        "json",
        "-i",
        inputOf(path),
      ],
      limits: probeLimits,
      isBrief: true,
      ...(signal ? { signal } : {}),
    });
    output = ran.stdout;
  } catch (error) {
    if (!(error instanceof ChildFailed) || error.fault === "aborted" || error.fault === "missing")
      throw error;
    if (error.fault !== "exit") throw new SourceRefused("too_costly", error.fault);
    if (/Format not on whitelist/.test(error.detail)) throw new SourceRefused("not_a_video");
    if (/exceeds specified max pixel count/.test(error.detail))
      throw new SourceRefused("dimensions_too_large");
    const codec = /Codec \((\w+)\) not on whitelist/.exec(error.detail)?.[1];
    if (codec) throw new SourceRefused("forbidden_codec", codec);
    throw new SourceRefused("damaged", lastLine(error.detail));
  }
  const parsed = report.safeParse(JSON.parse(output));
  if (!parsed.success) throw new SourceRefused("damaged", parsed.error.issues[0]?.message);
  return parsed.data;
}

function shownSize(videoStream: Stream): Size {
  const width = videoStream.width ?? 0;
  const height = videoStream.height ?? 0;
  if (width < 1 || height < 1) throw new SourceRefused("damaged", "its dimensions are unknown");
  if (width * height > maxPixels || width > 16_384 || height > 16_384)
    throw new SourceRefused("dimensions_too_large", `${width}x${height}`);
  const [across, down] = (videoStream.sample_aspect_ratio ?? "1:1").split(":").map(Number);
  const aspect = across && down ? across / down : 1;
  const stretched = { width: Math.round(width * aspect), height };
  const turn = videoStream.side_data_list?.find((data) => data.rotation !== undefined)?.rotation ?? 0;
  const isSideways = Math.round(Math.abs(turn) / 90) % 2 === 1;
  const size = isSideways ? { width: stretched.height, height: stretched.width } : stretched;
  const short = Math.min(size.width, size.height);
  const long = Math.max(size.width, size.height);
  if (short < minSide) throw new SourceRefused("dimensions_too_small", `${width}x${height}`);
  if (long / short > maxAspectRatio) throw new SourceRefused("dimensions_too_large", `${width}x${height}`);
  return size;
}

/** Defaults for untagged video, as in players: HD is BT.709, smaller is BT.601. */
function matrixOf(videoStream: Stream, size: Size): SourceProperties["matrix"] {
  switch (videoStream.color_space) {
    case "bt709":
      return "bt709";
    case "bt2020nc":
    case "bt2020c":
      return "bt2020";
    case "smpte170m":
    case "bt470bg":
      return "bt601";
    default:
      return Math.min(size.width, size.height) >= 720 ? "bt709" : "bt601";
  }
}

function lastLine(text: string): string {
  // Removes file paths: they reveal the installation's folders, and viewers see this reason.
  return (text.trim().split("\n").at(-1) ?? "").replace(/file:\S+?:\s*/g, "");
}
