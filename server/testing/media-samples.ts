import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Runs ffmpeg on the tests' own inputs. */
export async function ffmpeg(...args: string[]): Promise<void> {
  await run("ffmpeg", ["-hide_banner", "-loglevel", "error", "-nostdin", "-y", ...args]);
}

export interface SampleOptions {
  readonly size?: string;
  readonly rate?: string;
  readonly seconds?: number;
  /** False: no sound. Else the level of a tone in decibels below full scale. */
  readonly sound?: number | false;
  /** More options for the output. */
  readonly options?: readonly string[];
}

/** Creates a small video of a moving test pattern and a tone. @returns its path */
export async function makeSample(folder: string, name: string, sample: SampleOptions = {}): Promise<string> {
  const { size = "426x240", rate = "30", seconds = 3, sound = 30, options = [] } = sample;
  const path = join(folder, name);
  const tone =
    sound === false
      ? []
      : [
          "-f",
          "lavfi",
          "-i",
          `sine=f=440:r=48000:d=${seconds},volume=${18 - sound}dB,aformat=channel_layouts=stereo`,
        ];
  await ffmpeg(
    "-f",
    "lavfi",
    "-i",
    `testsrc2=s=${size}:r=${rate}:d=${seconds}`,
    ...tone,
    "-c:v",
    "libx264",
    "-preset",
    "ultrafast",
    "-pix_fmt",
    "yuv420p",
    ...(sound === false ? [] : ["-c:a", "aac"]),
    ...options,
    path,
  );
  return path;
}

/** Creates a video that flashes white and beeps for a tenth of every second. */
export async function makeFlashes(
  folder: string,
  name: string,
  seconds: number,
  options: readonly string[] = [],
): Promise<string> {
  const path = join(folder, name);
  await ffmpeg(
    "-f",
    "lavfi",
    "-i",
    `color=black:s=320x180:r=30:d=${seconds},drawbox=c=white:t=fill:enable='lt(mod(t,1),0.099)'`,
    "-f",
    "lavfi",
    "-i",
    beeps(seconds),
    "-c:v",
    "libx264",
    "-preset",
    "ultrafast",
    "-pix_fmt",
    "yuv420p",
    "-c:a",
    "aac",
    "-b:a",
    "128k",
    ...options,
    path,
  );
  return path;
}

/** The constant rate factors with which x264 encoded the parts of a video. */
export async function factorsOf(path: string): Promise<number[]> {
  const text = (await readFile(path)).toString("latin1");
  return [...text.matchAll(/x264 - core [^\0]*? crf=([\d.]+)/g)].map(([, factor]) => Number(factor));
}

/** Structural similarity of a video to one of the same length, scaled to its size: 0 to 1, mean of all frames. */
export async function compare(path: string, source: string): Promise<number> {
  const graph = "[1:v][0:v]scale2ref=flags=bicubic[source][video];[video][source]ssim";
  const args = ["-hide_banner", "-nostdin", "-i", path, "-i", source, "-lavfi", graph, "-f", "null", "-"];
  const { stderr } = await run("ffmpeg", args, { maxBuffer: 10_000_000 });
  return Number(/SSIM .*All:([\d.]+)/.exec(stderr)![1]);
}

/** lavfi source of a beep at the start of every second. */
export function beeps(seconds: number): string {
  return `aevalsrc='if(lt(mod(t,1),0.1),0.5*sin(2*PI*1000*t),0)':d=${seconds}:s=48000`;
}

/** Coded luma in the middle of every frame of a video, 16 to 235. */
export async function readLuma(path: string): Promise<number[]> {
  // Extracts the luma plane: every other conversion to gray changes the range.
  const { stdout } = await run(
    "ffmpeg",
    ["-v", "error", "-i", path, "-map", "0:v:0", "-vf", "extractplanes=y,crop=2:2", "-f", "rawvideo", "-"],
    { encoding: "buffer" },
  );
  return Array.from({ length: stdout.length / 4 }, (_unused, frame) => stdout[frame * 4]!);
}

/** Times in seconds at which sound begins after silence. Sound before 0 is trimmed, as players do. */
export async function readOnsets(path: string): Promise<number[]> {
  const { stdout } = await run(
    "ffmpeg",
    [
      "-v",
      "error",
      "-copyts",
      "-i",
      path,
      "-map",
      "0:a:0",
      "-af",
      "aresample=48000:async=1:first_pts=0",
      "-ac",
      "1",
      "-f",
      "s16le",
      "-",
    ],
    { encoding: "buffer", maxBuffer: 1 << 28 },
  );
  const onsets: number[] = [];
  let quietFor = 48_000;
  for (let at = 0; at + 1 < stdout.length; at += 2) {
    if (Math.abs(stdout.readInt16LE(at)) < 1500) quietFor += 1;
    else {
      if (quietFor > 4800) onsets.push(at / 2 / 48_000);
      quietFor = 0;
    }
  }
  return onsets;
}

/** ffprobe's report on a local file. */
export async function ffprobe<Report>(path: string, ...args: string[]): Promise<Report> {
  const { stdout } = await run("ffprobe", ["-v", "error", "-of", "json", ...args, path], {
    maxBuffer: 1 << 26,
  });
  return JSON.parse(stdout) as Report;
}

/** A parsed media playlist. */
export interface MediaPlaylist {
  readonly map: string;
  readonly segments: readonly {
    readonly uri: string;
    readonly seconds: number;
    readonly range: string | null;
  }[];
}

/** Parses a media playlist by RFC 8216. @throws Error when a rule is broken */
export function parseMediaPlaylist(text: string): MediaPlaylist {
  const lines = text.split("\n").filter((line) => line !== "");
  if (lines[0] !== "#EXTM3U") throw new Error("It doesn't begin with #EXTM3U.");
  if (lines.at(-1) !== "#EXT-X-ENDLIST") throw new Error("It doesn't end with #EXT-X-ENDLIST.");
  const target = Number(/#EXT-X-TARGETDURATION:(\d+)/.exec(text)?.[1]);
  const map = /#EXT-X-MAP:URI="([^"]+)"/.exec(text)?.[1];
  if (!map || !(target > 0)) throw new Error("It lacks EXT-X-MAP or EXT-X-TARGETDURATION.");
  const segments: { uri: string; seconds: number; range: string | null }[] = [];
  let seconds: number | null = null;
  let range: string | null = null;
  for (const line of lines) {
    if (line.startsWith("#EXTINF:")) seconds = Number.parseFloat(line.slice(8));
    else if (line.startsWith("#EXT-X-BYTERANGE:")) range = line.slice(17);
    else if (!line.startsWith("#")) {
      if (seconds === null) throw new Error(`${line} has no EXTINF.`);
      if (Math.round(seconds) > target) throw new Error(`${line} is longer than the target duration.`);
      segments.push({ uri: line, seconds, range });
      seconds = null;
      range = null;
    }
  }
  return { map, segments };
}

/** The media playlists of a master playlist, relative to it. */
export function parseMasterPlaylist(text: string): {
  variants: string[];
  iframes: string[];
  sounds: string[];
} {
  if (!text.startsWith("#EXTM3U")) throw new Error("It doesn't begin with #EXTM3U.");
  const lines = text.split("\n");
  return {
    variants: lines.filter((_line, index) => lines[index - 1]?.startsWith("#EXT-X-STREAM-INF:")),
    iframes: lines.flatMap((line) => /^#EXT-X-I-FRAME-STREAM-INF:.*URI="([^"]+)"/.exec(line)?.[1] ?? []),
    sounds: lines.flatMap((line) => /^#EXT-X-MEDIA:TYPE=AUDIO.*URI="([^"]+)"/.exec(line)?.[1] ?? []),
  };
}

/** Concatenates a track's init segment and segments, like a player. @returns the bytes */
export async function joinTrack(folder: string): Promise<Buffer> {
  const playlist = parseMediaPlaylist(await readFile(join(folder, "index.m3u8"), "utf8"));
  const names = [playlist.map, ...playlist.segments.map(({ uri }) => uri)];
  return Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name)))));
}
