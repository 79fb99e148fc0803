import { inputOf } from "../hardening.ts";
import type { FrameRate } from "../ladder.ts";
import { bare, progress, quiet, timescaleOf } from "./flags.ts";

/**
 * Script of the concat demuxer. Only for files of our own. Says how long each is: containers round their length to milliseconds, which
 * would add up.
 */
export function concatScript(files: readonly { readonly path: string; readonly seconds: number }[]): string {
  const entries = files.map(
    ({ path, seconds }) =>
      `file 'file:${path.replaceAll("'", String.raw`'\''`)}'\nduration ${seconds.toFixed(6)}`,
  );
  return `ffconcat version 1.0\n${entries.join("\n")}\n`;
}

/** Joins encoded clips without re-encoding; each script to a file of its own. */
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
