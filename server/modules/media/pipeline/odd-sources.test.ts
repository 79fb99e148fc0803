import { readFile, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ffmpeg, ffprobe, makeSample } from "../../../testing/media-samples.ts";
import { checkAngle, openWorkbench, spritesOf, video } from "./testing.ts";
import type { Track, Workbench } from "./testing.ts";

let bench: Workbench;
let folder: string;
beforeAll(async () => {
  bench = await openWorkbench();
  ({ folder } = bench);
});
afterAll(() => bench.close());
const work: Workbench["work"] = (...request) => bench.work(...request);

describe("unusual source", () => {
  it("gets silence if it has no sound", async () => {
    const result = await work({
      front: video(await makeSample(folder, "silent.mp4", { seconds: 1, sound: false })),
    });
    expect(result.hasSound).toBe(false);
    expect((await checkAngle(result, "front")).get("sound")!.streams[0]).toMatchObject({ codec_name: "aac" });
  });

  it("is upright if it is portrait or rotated", async () => {
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
    const rotated = await work({ front: video(source) });
    const track = (await checkAngle(rotated, "front")).get("v360")!.streams[0]!;
    expect(track).toMatchObject({ width: 360, height: 640 });
    expect(track.side_data_list).toBeUndefined();
  });

  it("gets a constant rate and keeps its length if its rate is variable", async () => {
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

  it("has a storyboard to its end if its rate is fractional", async () => {
    // 2699 frames last 90.06 s: the 91st second has begun, and with it the fourth sprite.
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

  it("has stills of the existing frames if it ends earlier than declared", async () => {
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

  it("is converted to 8 bits, BT.709 and even size if it has 10 bits, HDR and odd size", async () => {
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
    expect(
      (await checkAngle(await work({ front: video(odd) }), "front")).get("v240")!.streams[0],
    ).toMatchObject({ width: 426, height: 240 });
  });

  it("is refused if its second half is missing", async () => {
    const source = await makeSample(folder, "half.mp4", { seconds: 6, options: ["-movflags", "+faststart"] });
    await truncate(source, 200_000);
    await expect(work({ front: video(source) })).rejects.toMatchObject({ reason: "damaged" });
  });
});
