/**
 * What untrusted input may be. Given to ffprobe and ffmpeg before the input: only local files are opened, so that a playlist
 * or a reference inside a file reaches neither the network nor other files, and only these demuxers and decoders see a byte.
 */
const formats = ["mov", "mp4", "m4a", "3gp", "3g2", "mj2", "matroska", "webm"];
const videoDecoders = ["h264", "hevc", "vp8", "vp9", "libdav1d", "av1", "mpeg4", "prores"];
const audioDecoders = [
  "aac", "mp3float", "mp3", "opus", "vorbis", "flac", "alac", "ac3", "eac3",
  "pcm_s16le", "pcm_s16be", "pcm_s24le", "pcm_s24be", "pcm_s32le", "pcm_f32le", "pcm_f32be",
];

/** Codecs, as ffprobe names them, that a source's picture may be in. */
export const videoCodecs: ReadonlySet<string> = new Set(["h264", "hevc", "vp8", "vp9", "av1", "mpeg4", "prores"]);
/** Codecs, as ffprobe names them, that a source's sound may be in. */
export const audioCodecs: ReadonlySet<string> = new Set(audioDecoders.map((name) => (name === "mp3float" ? "mp3" : name)));

/** 8192 × 4608: more than any camera that people dance in front of. */
export const maxPixels = 8192 * 4608;

/** Options before a source's `-i`. */
export const sourceFlags: readonly string[] = [
  "-protocol_whitelist", "file,pipe",
  "-format_whitelist", formats.join(","),
  "-codec_whitelist", [...videoDecoders, ...audioDecoders].join(","),
  "-max_pixels", String(maxPixels),
];

/** Audio files that the studio itself hands over beside its clips: also plain containers of sound. */
export const soundFlags: readonly string[] = [
  "-protocol_whitelist", "file,pipe",
  "-format_whitelist", [...formats, "wav", "flac", "mp3", "aac", "ogg"].join(","),
  "-codec_whitelist", audioDecoders.join(","),
];

/** A path as an input that can't be taken for an option or another protocol. */
export function inputOf(path: string): string {
  return `file:${path}`;
}
