/** Generates the journeys' media: source videos of both angles, captions, a small clip, an image. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ffmpeg } from "../server/testing/media-samples.ts";

/** Length of the class's source video: twelve eights at 96 BPM. */
export const seconds = 60;
/** Length of a short class: two eights at 96 BPM. */
export const shortSeconds = 10;

/** A drum on each beat, each different from the one before, with hats between: the sound identifies its position in the class. */
const music = `aevalsrc='0.6*(0.45+0.55*sin(2.3*floor(t/0.625)))*sin(2*PI*90*t)*exp(-25*mod(t\\,0.625))+0.2*(random(0)-0.5)*exp(-50*mod(t\\,0.3125))':s=44100:d=${seconds}`;

/** One angle of the class: a moving shape on a plain color, and the music. @returns its path in `folder` */
async function makeView(
  folder: string,
  name: string,
  color: string,
  { length = seconds, size = "640x360" } = {},
): Promise<string> {
  const path = join(folder, name);
  const picture = `color=c=${color}:s=${size}:r=30:d=${length},drawbox=x=mod(t*80\\,600):y=150:w=40:h=60:color=white:t=fill`;
  const inputs = ["-f", "lavfi", "-i", picture, "-f", "lavfi", "-i", music];
  await ffmpeg(
    ...inputs,
    ..."-c:v libx264 -preset ultrafast -c:a aac".split(" "),
    "-t",
    String(length),
    path,
  );
  return path;
}

/** The source videos of a short class: wide and upright. @returns paths of files in `folder` */
export async function makeShortClass(folder: string): Promise<{ wide: string; upright: string }> {
  const length = shortSeconds;
  return {
    wide: await makeView(folder, "short.mp4", "darkgreen", { length }),
    upright: await makeView(folder, "short-upright.mp4", "indigo", { length, size: "360x640" }),
  };
}

/** Source videos and captions of the class. @returns paths of files in `folder` */
export async function makeClass(folder: string): Promise<{ front: string; back: string; captions: string }> {
  const captions = join(folder, "en.vtt");
  await writeFile(
    captions,
    "WEBVTT\n\n00:00:00.000 --> 00:00:30.000\nWeight on the right\n\n00:00:30.000 --> 00:01:00.000\nNow let it drag\n",
  );
  return {
    front: await makeView(folder, "front.mp4", "royalblue"),
    back: await makeView(folder, "back.mp4", "firebrick"),
    captions,
  };
}

/** A purple WebP of 320 × 180. */
export async function makePicture(folder: string): Promise<Buffer> {
  const path = join(folder, "picture.webp");
  await ffmpeg("-f", "lavfi", "-i", "color=c=purple:s=320x180", "-frames:v", "1", path);
  return readFile(path);
}

/** A clip of two seconds for an onboarding option. */
export async function makeOptionVideo(folder: string): Promise<Buffer> {
  const path = join(folder, "preview.mp4");
  const coding = "-c:v libx264 -pix_fmt yuv420p -movflags +faststart".split(" ");
  await ffmpeg("-f", "lavfi", "-i", "testsrc=s=320x180:r=25:d=2", ...coding, path);
  return readFile(path);
}
