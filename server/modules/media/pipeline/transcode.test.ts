import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  ffmpeg,
  ffprobe,
  makeFlashes,
  makeSample,
  joinTrack,
  readLuma,
  readOnsets,
} from "../../../testing/media-samples.ts";
import { ChildFailed } from "./process.ts";
import { SourceRefused } from "./refusal.ts";
import { checkAngle, joinedOf, openWorkbench, video } from "./testing.ts";
import type { Track, Workbench } from "./testing.ts";

let bench: Workbench;
let folder: string;
beforeAll(async () => {
  bench = await openWorkbench();
  ({ folder } = bench);
});
afterAll(() => bench.close());
const work: Workbench["work"] = (...request) => bench.work(...request);

describe("ordinary source", () => {
  it("is transcoded to renditions, normalized sound, stills and captions", async () => {
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
      angles: ["front"],
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
    const sound = joinedOf(result, "front", "sound");
    const { stderr } = spawnSync(
      "ffmpeg",
      ["-nostdin", "-i", sound, "-af", "ebur128=peak=true:framelog=verbose", "-f", "null", "-"],
      { encoding: "utf8" },
    );
    expect(Math.abs(Number(/I:\s+(-[\d.]+) LUFS/.exec(stderr)![1]) + 16)).toBeLessThan(1);
    expect(Number(/Peak:\s+(-?[\d.]+) dBFS/.exec(stderr)![1])).toBeLessThanOrEqual(-1.5);
  });

  it.runIf(existsSync("/dev/shm"))("may be on another file system than temporary files", async () => {
    const elsewhere = await mkdtemp("/dev/shm/transcode-");
    try {
      const source = await makeSample(folder, "elsewhere.mp4", { seconds: 1 });
      const result = await work({ front: video(source) }, { folder: elsewhere });
      expect(await readdir(join(result.folder, "front"))).toContain("master.m3u8");
    } finally {
      await rm(elsewhere, { recursive: true });
    }
  });

  it("keeps video and sound in sync", async () => {
    const result = await work({ front: video(await makeFlashes(folder, "flashes.mp4", 5)) });
    await checkAngle(result, "front");
    const luma = await readLuma(joinedOf(result, "front", "v180"));
    expect(luma).toHaveLength(150);
    const flashes = luma.flatMap((value, frame) =>
      value > 120 && (luma[frame - 1] ?? 0) <= 120 ? [frame / 30] : [],
    );
    const onsets = await readOnsets(joinedOf(result, "front", "sound"));
    expect(flashes).toEqual([0, 1, 2, 3, 4]);
    expect(onsets).toHaveLength(5);
    for (const [index, onset] of onsets.entries())
      expect(Math.abs(onset - flashes[index]!)).toBeLessThan(0.02);
  });

  it("keeps an angle in step whose clock runs faster and that starts later", async () => {
    const slowed = ["-vf", "setpts=1.04*PTS+0.5/TB", "-fps_mode", "cfr"];
    const result = await work({
      front: video(await makeFlashes(folder, "steady.mp4", 5)),
      back: {
        ...video(await makeFlashes(folder, "fast.mp4", 5, slowed)),
        fromMs: 500,
        toMs: 5600,
        driftPpm: 40_000,
      },
    });
    const flashes = async (angle: "front" | "back") =>
      (await readLuma(joinedOf(result, angle, "v180"))).flatMap((value, frame, luma) =>
        value > 120 && (luma[frame - 1] ?? 0) <= 120 ? [frame] : [],
      );
    await checkAngle(result, "front");
    await checkAngle(result, "back");
    const front = await flashes("front");
    expect(front.length).toBeGreaterThanOrEqual(4);
    for (const [index, frame] of (await flashes("back")).entries())
      expect(Math.abs(frame - front[index]!)).toBeLessThanOrEqual(1);
  });

  it("has a loudness of −16 LUFS without clipping, whether it was quiet or too loud", async () => {
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
    const result = await work({ front: video(source) });
    await checkAngle(result, "front");
    const { stderr } = spawnSync(
      "ffmpeg",
      [
        "-nostdin",
        "-i",
        joinedOf(result, "front", "sound"),
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

describe("failing transcode", () => {
  it("stops at once when aborted, and leaves no process", async () => {
    const source = await makeSample(folder, "abort.mp4", { size: "640x360", seconds: 12 });
    const processes = () => spawnSync("ps", ["-eo", "args"], { encoding: "utf8" }).stdout;
    const stop = new AbortController();
    const running = expect(work({ front: video(source) }, { signal: stop.signal })).rejects.toMatchObject({
      fault: "aborted",
    });
    // The encoder is running.
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

  it("refuses captions that aren't WebVTT", async () => {
    const captions = join(folder, "not.vtt");
    await writeFile(captions, "1\n00:00:00,000 --> 00:00:01,000\nSubRip\n");
    const front = video(await makeSample(folder, "c.mp4", { seconds: 1 }));
    await expect(
      work({ front, captions: [{ language: "en", label: "English", path: captions }] }),
    ).rejects.toBeInstanceOf(SourceRefused);
  });

  it.runIf(process.getuid?.() === 0 && process.platform === "linux")("reports a full disk", async () => {
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
  });
});
