/**
 * What untrusted input may be. Given to ffprobe and ffmpeg before the input: only local files are opened, so that a playlist
 * or a reference inside a file reaches neither the network nor other files, and only these demuxers and decoders see a byte.
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

/** Codecs, as ffprobe names them, that a source's picture may be in. */
export const videoCodecs: ReadonlySet<string> = new Set([
  "h264",
  "hevc",
  "vp8",
  "vp9",
  "av1",
  "mpeg4",
  "prores",
]);
/** Codecs, as ffprobe names them, that a source's sound may be in. */
export const audioCodecs: ReadonlySet<string> = new Set(
  audioDecoders.map((name) => (name === "mp3float" ? "mp3" : name)),
);

/** 8192 × 4608: more than any camera that people dance in front of. */
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
/** The same for ffprobe, which wants a decoder for every track: also for cover pictures and subtitles, which are left out later. */
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

/** Whether a file begins as the containers that we take do: with a box of ISO BMFF or QuickTime, or with EBML. */
export function looksLikeVideo(start: Uint8Array): boolean {
  const box = String.fromCharCode(...start.subarray(4, 8));
  const isEbml = [0x1a, 0x45, 0xdf, 0xa3].every((byte, index) => start[index] === byte);
  return isEbml || ["ftyp", "moov", "mdat", "free", "skip", "wide", "pnot"].includes(box);
}

/** Audio files that the studio itself hands over beside its clips: also plain containers of sound. */
export const soundFlags: readonly string[] = [
  "-protocol_whitelist",
  "file,pipe",
  "-format_whitelist",
  [...formats, "wav", "flac", "mp3", "aac", "ogg"].join(","),
  "-codec_whitelist",
  audioDecoders.join(","),
];

/** A path as an input that can't be taken for an option or another protocol. */
export function inputOf(path: string): string {
  return `file:${path}`;
}
