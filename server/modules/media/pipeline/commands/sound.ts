import { soundGraph } from "../filters.ts";
import { inputOf, soundFlags } from "../hardening.ts";
import { bare, progress, quiet, skipArgs } from "./flags.ts";

/**
 * Audio codec arguments. At this bit rate the fast coder is closer to the original below 5 kHz than the two-loop one,
 * at less than half its cost.
 */
export const aac = "-c:a aac -aac_coder fast -b:a 128k -ar 48000 -ac 2 -f mp4".split(" ");

/**
 * Encodes only the sound of a file to `sound.mp4`.
 * @param from where its sound is: the stream (null: silence), the flags of its input, and the start position in seconds
 */
export function soundArgs(
  path: string,
  gainDb: number,
  seconds: number,
  from: { readonly stream: string | null; readonly flags: readonly string[]; readonly skip?: number } = {
    stream: "0:a:0",
    flags: soundFlags,
  },
): string[] {
  return [
    ...quiet,
    ...progress,
    ...from.flags,
    ...skipArgs(from.skip),
    "-t",
    (seconds + 1).toFixed(3),
    "-i",
    inputOf(path),
    "-filter_complex",
    soundGraph(from.stream, gainDb, seconds),
    "-map",
    "[sound]",
    ...bare,
    ...aac,
    "sound.mp4",
  ];
}

/** Measures loudness by EBU R128; the summary goes to standard error. */
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

/** Integrated loudness from the summary of `loudnessArgs`, LUFS; −Infinity for silence. */
export function parseLoudness(stderr: string): number {
  const found = [...stderr.matchAll(/\bI:\s+(-?[\d.]+|-inf|nan) LUFS/g)].at(-1)?.[1];
  const value = Number(found);
  return Number.isFinite(value) ? value : -Infinity;
}
