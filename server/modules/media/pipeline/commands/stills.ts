import { tiles } from "../filters.ts";
import { inputOf } from "../hardening.ts";
import type { Size } from "../ladder.ts";
import type { StoryboardPlan } from "../storyboard.ts";
import { bare, quiet } from "./flags.ts";

const jpegQuality = ["-q:v", "4", "-f", "image2"] as const;
const oneJpeg = [...bare, "-frames:v", "1", ...jpegQuality, "-update", "1"] as const;
/** `[poster]` and `[thumbnail]` of a filter graph, as `poster.jpg` and `thumbnail.jpg`. */
const pictureOutputs = [
  "-map",
  "[poster]",
  ...oneJpeg,
  "poster.jpg",
  "-map",
  "[thumbnail]",
  ...oneJpeg,
  "thumbnail.jpg",
] as const;
const spritesOutput = [...bare, "-fps_mode", "passthrough", ...jpegQuality, "sprite_%03d.jpg"] as const;
/** `[poster]`, `[thumbnail]` and `[story]` of a filter graph, as the files of their names. */
export const stillsOutputs = [...pictureOutputs, "-map", "[story]", ...spritesOutput] as const;

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
    ...pictureOutputs,
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
    // Held a while beyond its end, since the filter rounds the last moment away where it is short.
    `tpad=stop_mode=clone:stop_duration=${2 * plan.everySeconds},fps=fps=1/${plan.everySeconds}:start_time=0:round=near,` +
      `trim=end_frame=${plan.pictures},${tiles(plan)}`,
    ...spritesOutput,
  ];
}
