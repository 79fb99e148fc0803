import { tiles } from "../filters.ts";
import { inputOf } from "../hardening.ts";
import type { Size } from "../ladder.ts";
import type { StoryboardPlan } from "../storyboard.ts";
import { bare, quiet } from "./flags.ts";

const jpegQuality = ["-q:v", "4", "-f", "image2"] as const;
const oneJpeg = [...bare, "-frames:v", "1", ...jpegQuality, "-update", "1"] as const;
/** Outputs `[poster]` and `[thumbnail]` of a filter graph as `poster.jpg` and `thumbnail.jpg`. */
const frameOutputs = [
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
/** Outputs `[poster]`, `[thumbnail]` and `[story]` of a filter graph as files of those names. */
export const stillsOutputs = [...frameOutputs, "-map", "[story]", ...spritesOutput] as const;

/** Extracts poster and thumbnail from a joined rendition of our own. */
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
    ...frameOutputs,
  ];
}

/**
 * Extracts storyboard sprites from a joined rendition of our own. Decodes keyframes only, which are at most 1.5 s
 * apart.
 */
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
    // Clones the last frame past the end: the fps filter drops a short last interval by rounding.
    `tpad=stop_mode=clone:stop_duration=${2 * plan.everySeconds},fps=fps=1/${plan.everySeconds}:start_time=0:round=near,` +
      `trim=end_frame=${plan.pictures},${tiles(plan)}`,
    ...spritesOutput,
  ];
}
