/** Helpers for tests that transcode real files, and assertions about the results. */
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import {
  ffprobe,
  joinTrack,
  parseMasterPlaylist,
  parseMediaPlaylist,
} from "../../../testing/media-samples.ts";
import type { AngleKey } from "../../../../contract/angles.ts";
import type { StretchStore } from "./context.ts";
import { uploadLimits } from "./probe.ts";
import { installedTools } from "./tools.ts";
import { transcode } from "./transcode.ts";
import type { AngleSource } from "./angle.ts";
import type { TranscodeRequest, TranscodeResult } from "./transcode.ts";

/** Folder in which a test file creates and transcodes its sources. */
export interface Workbench {
  readonly folder: string;
  /** Transcodes as the job does; default: in a folder of its own. */
  work(
    request: Partial<Record<AngleKey, AngleSource>> & Partial<TranscodeRequest>,
    options?: {
      signal?: AbortSignal;
      onProgress?: (percent: number) => void;
      folder?: string;
      stretches?: StretchStore;
    },
  ): Promise<TranscodeResult>;
  close(): Promise<void>;
}

/** Creates a workbench whose transcodes share a clip cache. */
export async function openWorkbench(): Promise<Workbench> {
  const folder = await mkdtemp(join(tmpdir(), "transcode-"));
  return {
    folder,
    work: async ({ front, back, feet, ...request }, options = {}) =>
      transcode(
        {
          tools: installedTools(),
          folder: options.folder ?? (await mkdtemp(join(folder, "shop-"))),
          cacheFolder: join(folder, "cache"),
          stretches: options.stretches ?? null,
          rateFactors: null,
          signal: options.signal ?? new AbortController().signal,
          onProgress: options.onProgress ?? (() => {}),
        },
        {
          angles: Object.entries({ front, back, feet }).flatMap(([key, source]) =>
            source ? [{ key: key as AngleKey, source }] : [],
          ),
          captions: [],
          posterAt: null,
          limits: uploadLimits,
          encoding: { maxLines: 1080, maxFrameRate: 60, preset: "ultrafast" },
          findsBeat: false,
          findsDancer: false,
          ...request,
        },
      ),
    close: () => rm(folder, { recursive: true }),
  };
}

/** A file as a source. */
export const video = (path: string) => ({ kind: "file", path }) as const;

/** File names of the published sprites. */
export const spritesOf = async ({ folder }: TranscodeResult): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.startsWith("sprite_")).toSorted();

/** ffprobe's report about a rendition. */
export interface Track {
  streams: {
    codec_name: string;
    profile: string;
    pix_fmt: string;
    width: number;
    height: number;
    start_time: string;
    duration: string;
    r_frame_rate: string;
    color_space: string;
    color_transfer: string;
    tags?: Record<string, string>;
    side_data_list?: unknown[];
  }[];
  packets: { pts_time: string; flags: string }[];
}

/** A folder of a result: an angle, or its upright version. */
type AngleFolder = AngleKey | `${AngleKey}-upright`;

/** Path to which `checkAngle` writes the joined segments of a rendition. */
export const joinedOf = (result: TranscodeResult, angle: AngleFolder, name: string): string =>
  join(dirname(result.folder), `joined-${angle}-${name}.mp4`);

/**
 * Asserts everything that holds of any published angle.
 * @returns ffprobe's report about the joined segments, by rendition
 */
export async function checkAngle(result: TranscodeResult, angle: AngleFolder): Promise<Map<string, Track>> {
  const root = join(result.folder, angle);
  const master = parseMasterPlaylist(await readFile(join(root, "master.m3u8"), "utf8"));
  expect(master.variants).toHaveLength(master.iframes.length);
  expect(master.sounds).toHaveLength(1);
  const tracks = new Map<string, Track>();
  const keyframes = new Set<string>();
  for (const uri of [...master.variants, ...master.sounds]) {
    const name = uri.split("/")[0]!;
    const joined = joinedOf(result, angle, name);
    await writeFile(joined, await joinTrack(join(root, name)));
    const track = await ffprobe<Track>(
      joined,
      "-show_streams",
      "-show_packets",
      "-show_entries",
      "packet=pts_time,flags:stream",
    );
    tracks.set(name, track);
    const playlist = parseMediaPlaylist(await readFile(join(root, uri), "utf8"));
    const total = playlist.segments.reduce((sum, { seconds }) => sum + seconds, 0);
    expect(Math.abs(total - result.seconds)).toBeLessThan(0.1);
    if (name === "sound") {
      // The first AAC frame is encoder delay (priming), which players trim.
      expect(Number(track.streams[0]!.start_time)).toBeCloseTo(-1024 / 48_000, 3);
      continue;
    }
    expect(track.streams[0]).toMatchObject({
      codec_name: "h264",
      pix_fmt: "yuv420p",
      color_space: "bt709",
      color_transfer: "bt709",
    });
    expect(Number(track.streams[0]!.start_time)).toBe(0);
    expect(track.streams[0]!.width % 2 || track.streams[0]!.height % 2).toBe(0);
    const keys = track.packets
      .filter(({ flags }) => flags.startsWith("K"))
      .map(({ pts_time: time }) => Number(time));
    keyframes.add(JSON.stringify(keys));
    for (const [index, key] of keys.entries())
      expect(key - (keys[index - 1] ?? key)).toBeLessThanOrEqual(1.502);
    const frames = parseMediaPlaylist(await readFile(join(root, name, "iframe.m3u8"), "utf8"));
    expect(frames.segments).toHaveLength(playlist.segments.length);
    expect(frames.segments.every(({ range }) => /^\d+@\d+$/.test(range ?? ""))).toBe(true);
  }
  expect([...keyframes]).toHaveLength(1);
  return tracks;
}

/** The worst likeness of two videos over all frames, decibels. That of neighboring frames is below 24. */
export async function worstLikeness(one: string, other: string): Promise<number> {
  const { stderr } = await promisify(execFile)(
    installedTools().ffmpeg,
    ["-i", one, "-i", other, "-lavfi", "psnr", "-f", "null", "-"],
    { maxBuffer: 10_000_000 },
  );
  return Number(/PSNR .*min:(\S+)/.exec(stderr)![1]!.replace("inf", "1000"));
}
