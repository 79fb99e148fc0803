import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { rename } from "node:fs/promises";
import { promisify } from "node:util";
import type { RenderedClips } from "../../../demo/index.ts";
import { installedTools } from "../../modules/media/index.ts";

/** The demo's class with a third angle. */
export const closeUpClass = "drag-the-left";

/** The lower middle of the picture, where the feet are, at full size. */
const crop = "crop=iw/2:ih/2:iw/4:ih/2,scale=iw*2:ih*2:flags=lanczos";

/** Crops each clip of the front view to the feet; takes a fraction of a second per clip. */
export async function cropToFeet(front: RenderedClips, signal: AbortSignal): Promise<RenderedClips> {
  const { ffmpeg } = installedTools();
  const clips = [];
  for (const clip of front.clips) {
    const path = clip.path.replace(/\.mp4$/, "-feet.mp4");
    if (!existsSync(path)) {
      const partial = `${path}.partial`;
      const coding = `-c:v libx264 -preset veryfast -crf 18 -pix_fmt yuv420p -an -f mp4 ${partial}`;
      const input = ["-hide_banner", "-loglevel", "error", "-y", "-i", clip.path, "-vf", crop];
      await promisify(execFile)(ffmpeg, [...input, ...coding.split(" ")], { signal });
      await rename(partial, path);
    }
    clips.push({ ...clip, path });
  }
  return { ...front, clips };
}
