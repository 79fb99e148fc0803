import { bare, progress, quiet } from "../pipeline/commands/flags.ts";
import { packagerFlags, packageStream } from "../pipeline/commands/pack.ts";
import { aac } from "../pipeline/commands/sound.ts";
import { inputOf, soundFlags } from "../pipeline/hardening.ts";

/** Samples per second of all time-stretched sound. */
export const soundRate = 48_000;
/** A PCM sample is two channels of 16 bits. */
export const bytesPerSample = 4;
const plain = ["-f", "s16le", "-ar", String(soundRate), "-ac", "2"];

/** A sound file: encoded, or as raw PCM samples. */
export interface SoundFile {
  readonly path: string;
  readonly isPlain: boolean;
}

/**
 * ffmpeg arguments that filter a sound into another file, for exactly `seconds`, in the current folder.
 * @param filters start at the first audible sample; the encoder delay frame is trimmed before them
 */
export function soundThroughArgs(
  from: SoundFile,
  filters: readonly string[],
  seconds: number,
  to: SoundFile,
): string[] {
  const length = seconds.toFixed(6);
  const graph = [
    "atrim=start=0",
    "asetpts=PTS-STARTPTS",
    ...filters,
    `apad=whole_dur=${length}`,
    `atrim=end=${length}`,
  ];
  return [
    ...quiet,
    ...progress,
    ...(from.isPlain ? plain : [...soundFlags, "-copyts"]),
    "-i",
    inputOf(from.path),
    "-map",
    "0:a:0",
    "-af",
    graph.join(","),
    ...bare,
    ...(to.isPlain ? plain : aac),
    to.path,
  ];
}

/**
 * shaka-packager: `<percent>/index.m3u8` and its segments in the current folder, from `<percent>.mp4` in `from`, a
 * relative path.
 */
export function stretchPackageArgs(percents: readonly number[], from: string): string[] {
  return [
    ...packagerFlags,
    ...percents.map((percent) =>
      packageStream({
        in: `${from}/${percent}.mp4`,
        stream: "audio",
        init_segment: `${percent}/init.mp4`,
        segment_template: `${percent}/$Number%05d$.m4s`,
        playlist_name: `${percent}/index.m3u8`,
        hls_group_id: "sound",
        hls_name: String(percent),
      }),
    ),
    "--segment_duration",
    "4",
    "--hls_playlist_type",
    "VOD",
    "--hls_master_playlist_output",
    "master.m3u8",
  ];
}
