import { spawnSync } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  beeps,
  ffmpeg,
  ffprobe,
  joinTrack,
  makeFlashes,
  makeSample,
  parseMasterPlaylist,
  parseMediaPlaylist,
  readLuma,
  readOnsets,
} from "../../../testing/media-samples.ts";
import { uploadLimits } from "./probe.ts";
import { ChildFailed } from "./process.ts";
import { SourceRefused } from "./refusal.ts";
import { installedTools } from "./tools.ts";
import { transcode } from "./transcode.ts";
import type { TranscodeRequest, TranscodeResult } from "./transcode.ts";

let folder: string;
let count = 0;
let shopFolder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "transcode-"));
});
beforeEach(async () => {
  shopFolder = join(folder, `shop-${(count += 1)}`);
  await mkdir(shopFolder);
});
afterAll(() => rm(folder, { recursive: true }));

const work = (
  request: Partial<TranscodeRequest> & Pick<TranscodeRequest, "front">,
  options: { signal?: AbortSignal; onProgress?: (percent: number) => void; folder?: string } = {},
) =>
  transcode(
    {
      tools: installedTools(),
      folder: options.folder ?? shopFolder,
      cacheFolder: join(folder, "cache"),
      signal: options.signal ?? new AbortController().signal,
      onProgress: options.onProgress ?? (() => {}),
    },
    {
      back: null,
      captions: [],
      posterAt: null,
      limits: uploadLimits,
      encoding: { maxLines: 1080, maxFrameRate: 60, preset: "ultrafast" },
      findsBeat: false,
      ...request,
    },
  );
const spritesOf = async ({ folder: published }: TranscodeResult) =>
  (await readdir(published)).filter((name) => name.startsWith("sprite_")).toSorted();
const video = (path: string) => ({ kind: "file", path }) as const;

interface Track {
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

/** Everything that must hold of a published angle, whatever its source. @returns by rung what ffprobe says of its joined segments */
async function checkAngle(result: TranscodeResult, angle: "front" | "back"): Promise<Map<string, Track>> {
  const root = join(result.folder, angle);
  const master = parseMasterPlaylist(await readFile(join(root, "master.m3u8"), "utf8"));
  expect(master.variants).toHaveLength(master.iframes.length);
  expect(master.sounds).toHaveLength(1);
  const tracks = new Map<string, Track>();
  const keyframes = new Set<string>();
  for (const uri of [...master.variants, ...master.sounds]) {
    const name = uri.split("/")[0]!;
    const joined = join(folder, `joined-${count}-${angle}-${name}.mp4`);
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
      // The first AAC frame is the codec's run-up, which players cut off.
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

describe("an ordinary source", () => {
  it("becomes rungs, even sound, stills and captions", async () => {
    const source = await makeSample(folder, "normal.mp4", {
      size: "854x480",
      seconds: 7,
      options: ["-metadata", "location=+52.5+013.4/", "-metadata", "title=Secret place"],
    });
    const captions = join(folder, "en.vtt");
    await writeFile(captions, "\uFEFFWEBVTT\r\n\r\n00:00.000 --> 00:02.000\r\nWelcome\r\n");
    const percents: number[] = [];
    const result = await work(
      { front: video(source), captions: [{ language: "en", label: "English", path: captions }] },
      { onProgress: (percent) => percents.push(percent) },
    );
    expect(result).toMatchObject({
      seconds: 7,
      size: { width: 854, height: 480 },
      rungs: ["v480", "v360", "v240"],
      hasBack: false,
      hasSound: true,
    });
    const tracks = await checkAngle(result, "front");
    expect(tracks.get("v480")!.streams[0]).toMatchObject({ width: 854, height: 480, r_frame_rate: "30/1" });
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
    expect(percents.at(-1)).toBe(99);

    const files = await readdir(result.folder, { recursive: true });
    expect(files).toEqual(expect.arrayContaining(["storyboard.vtt", "sprite_001.jpg", "captions/en.vtt"]));
    expect(await readFile(join(result.folder, "captions/en.vtt"), "utf8")).toBe(
      "WEBVTT\n\n00:00.000 --> 00:02.000\nWelcome\n",
    );
    expect(await readFile(join(result.folder, "storyboard.vtt"), "utf8")).toContain(
      "00:00:06.000 --> 00:00:07.000\nsprite_001.jpg#xywh=0,90,160,90",
    );
    const sprite = await ffprobe<Track>(join(result.folder, "sprite_001.jpg"), "-show_streams");
    expect(sprite.streams[0]).toMatchObject({ width: 960, height: 450 });
    expect((await ffprobe<Track>(result.poster, "-show_streams")).streams[0]).toMatchObject({
      width: 854,
      height: 480,
    });
    expect((await ffprobe<Track>(result.thumbnail, "-show_streams")).streams[0]).toMatchObject({
      width: 480,
      height: 270,
    });

    for (const name of ["v480", "sound"]) {
      const bytes = (await joinTrack(join(result.folder, "front", name))).toString("latin1");
      expect(bytes).not.toContain("Secret place");
      expect(bytes).not.toContain("+52.5");
    }
    const sound = join(folder, `joined-${count}-front-sound.mp4`);
    const { stderr } = spawnSync(
      "ffmpeg",
      ["-nostdin", "-i", sound, "-af", "ebur128=peak=true:framelog=verbose", "-f", "null", "-"],
      { encoding: "utf8" },
    );
    expect(Math.abs(Number(/I:\s+(-[\d.]+) LUFS/.exec(stderr)![1]) + 16)).toBeLessThan(1);
    expect(Number(/Peak:\s+(-?[\d.]+) dBFS/.exec(stderr)![1])).toBeLessThanOrEqual(-1.5);
  });

  it("keeps picture and sound together", async () => {
    const result = await work({ front: video(await makeFlashes(folder, "flashes.mp4", 5)) });
    await checkAngle(result, "front");
    const luma = await readLuma(join(folder, `joined-${count}-front-v180.mp4`));
    expect(luma).toHaveLength(150);
    const flashes = luma.flatMap((value, frame) =>
      value > 120 && (luma[frame - 1] ?? 0) <= 120 ? [frame / 30] : [],
    );
    const onsets = await readOnsets(join(folder, `joined-${count}-front-sound.mp4`));
    expect(flashes).toEqual([0, 1, 2, 3, 4]);
    expect(onsets).toHaveLength(5);
    for (const [index, onset] of onsets.entries())
      expect(Math.abs(onset - flashes[index]!)).toBeLessThan(0.02);
  });

  it("is loud at −16 LUFS whether it was quiet or too loud, without clipping", async () => {
    const source = join(folder, "loud.mp4");
    await ffmpeg(
      "-f",
      "lavfi",
      "-i",
      "testsrc2=s=320x180:d=4",
      "-f",
      "lavfi",
      "-i",
      "aevalsrc='(lt(mod(t,0.5),0.08)*0.85+0.1)*(sin(2*PI*110*t)+sin(2*PI*277*t)+sin(2*PI*3300*t))/2':d=4:s=48000",
      "-c:v",
      "libx264",
      "-preset",
      "ultrafast",
      "-c:a",
      "aac",
      source,
    );
    await checkAngle(await work({ front: video(source) }), "front");
    const { stderr } = spawnSync(
      "ffmpeg",
      [
        "-nostdin",
        "-i",
        join(folder, `joined-${count}-front-sound.mp4`),
        "-af",
        "ebur128=peak=true:framelog=verbose",
        "-f",
        "null",
        "-",
      ],
      { encoding: "utf8" },
    );
    expect(Math.abs(Number(/I:\s+(-[\d.]+) LUFS/.exec(stderr)![1]) + 16)).toBeLessThan(2);
    expect(Number(/Peak:\s+(-?[\d.]+) dBFS/.exec(stderr)![1])).toBeLessThanOrEqual(-1.5);
  });
});

describe("an odd source", () => {
  it("without sound gets silence", async () => {
    const result = await work({
      front: video(await makeSample(folder, "silent.mp4", { seconds: 1, sound: false })),
    });
    expect(result.hasSound).toBe(false);
    expect((await checkAngle(result, "front")).get("sound")!.streams[0]).toMatchObject({ codec_name: "aac" });
  });

  it("in portrait, or held sideways, stands upright", async () => {
    const portrait = await work({
      front: video(await makeSample(folder, "portrait.mp4", { size: "360x640", seconds: 1 })),
    });
    expect((await checkAngle(portrait, "front")).get("v360")!.streams[0]).toMatchObject({
      width: 360,
      height: 640,
    });
    const source = join(folder, "sideways.mp4");
    await ffmpeg(
      "-i",
      await makeSample(folder, "flat.mp4", { size: "640x360", seconds: 1 }),
      "-c",
      "copy",
      "-metadata:s:v",
      "rotate=90",
      source,
    );
    shopFolder = join(folder, "shop-sideways");
    await mkdir(shopFolder);
    const rotated = await work({ front: video(source) });
    const track = (await checkAngle(rotated, "front")).get("v360")!.streams[0]!;
    expect(track).toMatchObject({ width: 360, height: 640 });
    expect(track.side_data_list).toBeUndefined();
  });

  it("of variable rate gets a constant one and keeps its length", async () => {
    const source = join(folder, "variable.mp4");
    await ffmpeg(
      "-f",
      "lavfi",
      "-i",
      "testsrc2=s=426x240:r=30:d=5",
      "-vf",
      "select='lt(n,60)+not(mod(n,4))'",
      "-fps_mode",
      "vfr",
      "-c:v",
      "libx264",
      "-preset",
      "ultrafast",
      source,
    );
    const result = await work({ front: video(source) });
    const track = (await checkAngle(result, "front")).get("v240")!;
    const times = track.packets.map(({ pts_time: time }) => Number(time)).sort((a, b) => a - b);
    const steps = times.slice(1).map((time, index) => time - times[index]!);
    expect(Math.max(...steps) - Math.min(...steps)).toBeLessThan(0.001);
    expect(Math.abs(result.seconds - 5)).toBeLessThan(0.15);
  });

  it("of a rate that isn't whole has a storyboard to its last moment", async () => {
    // 2699 pictures last 90.06 s: the 91st second has begun, and with it the fourth sprite.
    const source = await makeSample(folder, "ntsc.mp4", {
      size: "160x90",
      rate: "30000/1001",
      seconds: 90.057,
      sound: false,
    });
    const result = await work({ front: video(source) });
    expect(await spritesOf(result)).toHaveLength(4);
    expect(await readFile(join(result.folder, "storyboard.vtt"), "utf8")).toMatch(
      /00:01:30\.000 --> 00:01:30\.0\d\d\nsprite_004\.jpg#xywh=0,0,/,
    );
  });

  it("that ends a little before it says has stills of what there is", async () => {
    const source = await makeSample(folder, "short.mp4", {
      seconds: 30.9,
      options: ["-movflags", "+faststart"],
    });
    await truncate(source, Math.floor((await stat(source)).size * 0.955));
    const result = await work({ front: video(source), posterAt: 30.7 });
    expect(result.seconds).toBeLessThan(30);
    expect((await ffprobe<Track>(result.poster, "-show_streams")).streams[0]).toMatchObject({ width: 426 });
    expect(await spritesOf(result)).toEqual(["sprite_001.jpg"]);
    const storyboard = await readFile(join(result.folder, "storyboard.vtt"), "utf8");
    expect(storyboard.match(/-->/g)).toHaveLength(Math.ceil(result.seconds));
  });

  it("of 10 bits, HDR and odd size becomes 8 bits, BT.709 and even", async () => {
    const source = await makeSample(folder, "hdr.mp4", {
      size: "428x242",
      seconds: 1,
      sound: false,
      options: [
        "-vf",
        "format=yuv420p10le",
        "-pix_fmt",
        "yuv420p10le",
        "-c:v",
        "libx265",
        "-preset",
        "ultrafast",
        "-x265-params",
        "log-level=error:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc",
      ],
    });
    await checkAngle(await work({ front: video(source) }), "front");
    const odd = await makeSample(folder, "odd.mp4", {
      size: "427x241",
      seconds: 1,
      options: ["-pix_fmt", "yuv444p10le"],
    });
    shopFolder = join(folder, "shop-odd");
    await mkdir(shopFolder);
    expect(
      (await checkAngle(await work({ front: video(odd) }), "front")).get("v240")!.streams[0],
    ).toMatchObject({ width: 426, height: 240 });
  });

  it("whose second half is missing is refused", async () => {
    const source = await makeSample(folder, "half.mp4", { seconds: 6, options: ["-movflags", "+faststart"] });
    await truncate(source, 200_000);
    await expect(work({ front: video(source) })).rejects.toMatchObject({ reason: "damaged" });
  });
});

describe("a class put together from clips", () => {
  const luma = (clip: number) => Array.from({ length: 30 }, (_unused, frame) => 40 + clip * 90 + 2 * frame);
  let cuts: { kind: "cuts"; clips: { path: string }[]; order: number[]; audio: string };
  beforeAll(async () => {
    const clips = [0, 1].map((index) => ({ path: join(folder, `clip-${index}.mp4`) }));
    for (const [index, { path }] of clips.entries()) {
      // Every picture tells its clip and its place in it.
      await ffmpeg(
        "-f",
        "lavfi",
        "-i",
        `nullsrc=s=320x180:r=30:d=1,geq=lum='${40 + index * 90}+2*N':cb=128:cr=128`,
        "-c:v",
        "libx264",
        "-qp",
        "4",
        "-preset",
        "ultrafast",
        "-pix_fmt",
        "yuv420p",
        "-color_range",
        "tv",
        "-colorspace",
        "bt709",
        path,
      );
    }
    const audio = join(folder, "music.wav");
    await ffmpeg("-f", "lavfi", "-i", beeps(8), audio);
    cuts = { kind: "cuts", clips, order: [0, 1, 1, 0, 1, 0, 0], audio };
  });

  it("shows every picture of every clip in order, in time with the sound, and encodes a clip once", async () => {
    const result = await work({ front: cuts, back: { ...cuts, order: [1, 0, 0, 1, 0, 1, 1] } });
    expect(result).toMatchObject({ seconds: 7, hasBack: true, hasSound: true });
    const front = await checkAngle(result, "front");
    const back = await checkAngle(result, "back");
    const keysOf = (track: Track) =>
      track.packets.filter(({ flags }) => flags.startsWith("K")).map(({ pts_time: time }) => time);
    expect(keysOf(front.get("v180")!)).toEqual(keysOf(back.get("v180")!));
    const shown = await readLuma(join(folder, `joined-${count}-front-v180.mp4`));
    const expected = cuts.order.flatMap(luma);
    expect(shown).toHaveLength(expected.length);
    for (const [frame, value] of shown.entries())
      expect(Math.abs(value - expected[frame]!), `picture ${frame}`).toBeLessThan(3);
    const onsets = await readOnsets(join(folder, `joined-${count}-front-sound.mp4`));
    expect(onsets).toHaveLength(7);
    for (const [index, onset] of onsets.entries()) expect(Math.abs(onset - index)).toBeLessThan(0.02);
    expect((await ffprobe<Track>(result.poster, "-show_streams")).streams[0]).toMatchObject({
      width: 320,
      height: 180,
    });

    const entries = await readdir(join(folder, "cache"));
    expect(entries).toHaveLength(2);
    // A copy under another name is the same clip.
    const copy = join(folder, "copy.mp4");
    await copyFile(cuts.clips[0]!.path, copy);
    shopFolder = join(folder, "shop-again");
    await mkdir(shopFolder);
    await work({ front: { ...cuts, clips: [{ path: copy }, cuts.clips[1]!] } });
    expect(await readdir(join(folder, "cache"))).toEqual(entries);
  });

  it("has a picture in the storyboard for what is left beyond the last whole second, if it is a short moment", async () => {
    const moment = join(folder, "moment.mp4");
    await ffmpeg("-i", cuts.clips[1]!.path, "-frames:v", "12", "-c:v", "libx264", "-qp", "4", moment);
    const order = [...Array.from({ length: 30 }, () => 0), 1];
    const result = await work({ front: { ...cuts, clips: [cuts.clips[0]!, { path: moment }], order } });
    expect(result.seconds).toBe(30.4);
    expect(await spritesOf(result)).toEqual(["sprite_001.jpg", "sprite_002.jpg"]);
    const last = join(folder, "last.jpg");
    await ffmpeg("-i", join(result.folder, "sprite_002.jpg"), "-vf", "crop=160:90:0:0", last);
    const [value] = await readLuma(last);
    expect(Math.abs(value! - luma(1)[0]!)).toBeLessThan(6);
  });

  it("is refused when its clips or its angles differ", async () => {
    const small = await makeSample(folder, "small.mp4", { size: "160x120", seconds: 1, sound: false });
    await expect(
      work({ front: { ...cuts, clips: [cuts.clips[0]!, { path: small }] } }),
    ).rejects.toMatchObject({ reason: "clips_differ" });
    await expect(work({ front: { ...cuts, order: [0, 2] } })).rejects.toMatchObject({
      reason: "clips_differ",
    });
    await expect(work({ front: cuts, back: { ...cuts, order: [0, 1] } })).rejects.toMatchObject({
      reason: "angles_differ",
    });
  });
});

describe("work that can't end well", () => {
  it("stops at once when it is given up, and leaves no process", async () => {
    const source = await makeSample(folder, "abort.mp4", { size: "640x360", seconds: 12 });
    const processes = () => spawnSync("ps", ["-eo", "args"], { encoding: "utf8" }).stdout;
    const stop = new AbortController();
    const running = expect(work({ front: video(source) }, { signal: stop.signal })).rejects.toMatchObject({
      fault: "aborted",
    });
    // The encoder is at work.
    while (
      !processes()
        .split("\n")
        .some((line) => line.includes(source) && line.includes("libx264"))
    )
      await sleep(20);
    stop.abort();
    await running;
    expect(processes()).not.toContain(source);
  });

  it("refuses captions that are none", async () => {
    const captions = join(folder, "not.vtt");
    await writeFile(captions, "1\n00:00:00,000 --> 00:00:01,000\nSubRip\n");
    const front = video(await makeSample(folder, "c.mp4", { seconds: 1 }));
    await expect(
      work({ front, captions: [{ language: "en", label: "English", path: captions }] }),
    ).rejects.toBeInstanceOf(SourceRefused);
  });

  it.runIf(process.getuid?.() === 0 && process.platform === "linux")(
    "says so when the disk is full",
    async () => {
      const disk = join(folder, "disk");
      await mkdir(disk);
      const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", disk]);
      expect(mounted.status).toBe(0);
      try {
        const source = await makeSample(folder, "d.mp4", { size: "640x360", seconds: 3 });
        const error = await work({ front: video(source) }, { folder: disk }).catch(
          (failure: unknown) => failure,
        );
        expect(error).toBeInstanceOf(ChildFailed);
        expect((error as ChildFailed).fault).toBe("disk_full");
      } finally {
        spawnSync("umount", [disk]);
      }
    },
  );
});
