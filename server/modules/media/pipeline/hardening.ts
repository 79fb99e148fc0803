/**
 * Restricts untrusted input. Passed to ffprobe and ffmpeg before the input. Only local files are opened: playlists and
 * references inside a file reach neither the network nor other files. Only these demuxers and decoders process any
 * byte.
 */
const formats = ["mov", "mp4", "m4a", "3gp", "3g2", "mj2", "matroska", "webm"];
const videoDecoders = ["h264", "hevc", "vp8", "vp9", "libdav1d", "av1", "mpeg4", "prores"];
const audioDecoders = [
  "aac",
  "mp3float",
  "mp3",
  "opus",
  "vorbis",
  "flac",
  "alac",
  "ac3",
  "eac3",
  "pcm_s16le",
  "pcm_s16be",
  "pcm_s24le",
  "pcm_s24be",
  "pcm_s32le",
  "pcm_f32le",
  "pcm_f32be",
];

/** Supported video codecs of a source, by ffprobe name. */
export const videoCodecs: ReadonlySet<string> = new Set([
  "h264",
  "hevc",
  "vp8",
  "vp9",
  "av1",
  "mpeg4",
  "prores",
]);
/** Supported audio codecs of a source, by ffprobe name. */
export const audioCodecs: ReadonlySet<string> = new Set(
  audioDecoders.map((name) => (name === "mp3float" ? "mp3" : name)),
);

/** 8192 × 4608: more than any camera used for dance videos. */
export const maxPixels = 8192 * 4608;

const flagsWith = (decoders: readonly string[]) => [
  "-protocol_whitelist",
  "file,pipe",
  "-format_whitelist",
  formats.join(","),
  "-codec_whitelist",
  decoders.join(","),
  "-max_pixels",
  String(maxPixels),
];

/** Options before a source's `-i`, for ffmpeg. */
export const sourceFlags: readonly string[] = flagsWith([...videoDecoders, ...audioDecoders]);
/**
 * The same for ffprobe, which needs a decoder for every track. Includes cover images and subtitles, which are dropped
 * later.
 */
export const probeFlags: readonly string[] = flagsWith([
  ...videoDecoders,
  ...audioDecoders,
  "mjpeg",
  "png",
  "mov_text",
  "subrip",
  "ass",
  "ssa",
  "webvtt",
]);

/** Whether a file begins like a supported container: an ISO BMFF or QuickTime box, or EBML. */
export function looksLikeVideo(start: Uint8Array): boolean {
  const box = String.fromCharCode(...start.subarray(4, 8));
  const isEbml = [0x1a, 0x45, 0xdf, 0xa3].every((byte, index) => start[index] === byte);
  return isEbml || ["ftyp", "moov", "mdat", "free", "skip", "wide", "pnot"].includes(box);
}

/** Options for the studio's own audio files next to its clips: also allows plain audio containers. */
export const soundFlags: readonly string[] = [
  "-protocol_whitelist",
  "file,pipe",
  "-format_whitelist",
  [...formats, "wav", "flac", "mp3", "aac", "ogg"].join(","),
  "-codec_whitelist",
  audioDecoders.join(","),
];

/** Formats a path as an input that can't be mistaken for an option or another protocol. */
export function inputOf(path: string): string {
  return `file:${path}`;
}
