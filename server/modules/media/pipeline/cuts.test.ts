import { copyFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { beeps, ffmpeg, ffprobe, makeSample, readLuma, readOnsets } from "../../../testing/media-samples.ts";
import { checkAngle, joinedOf, openWorkbench, spritesOf } from "./testing.ts";
import type { Track, Workbench } from "./testing.ts";

let bench: Workbench;
let folder: string;
beforeAll(async () => {
  bench = await openWorkbench();
  ({ folder } = bench);
});
afterAll(() => bench.close());
const work: Workbench["work"] = (...request) => bench.work(...request);

describe("class assembled from clips", () => {
  const luma = (clip: number) => Array.from({ length: 30 }, (_unused, frame) => 40 + clip * 90 + 2 * frame);
  let cuts: { kind: "cuts"; clips: { path: string }[]; order: number[]; audio: string };
  /** The clip, turned upright. */
  const turned = async (path: string) => {
    const upright = path.replace(".mp4", "-upright.mp4");
    await ffmpeg(
      "-y",
      "-i",
      path,
      "-vf",
      "transpose=1",
      "-c:v",
      "libx264",
      "-qp",
      "4",
      "-preset",
      "ultrafast",
      upright,
    );
    return { path: upright };
  };
  beforeAll(async () => {
    const clips = [0, 1].map((index) => ({ path: join(folder, `clip-${index}.mp4`) }));
    for (const [index, { path }] of clips.entries()) {
      // The luma of every frame encodes its clip and its position in the clip.
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

  it("shows every frame of every clip in order, in sync with the sound, and encodes a clip once", async () => {
    const result = await work({ front: cuts, back: { ...cuts, order: [1, 0, 0, 1, 0, 1, 1] } });
    expect(result).toMatchObject({ seconds: 7, angles: ["front", "back"], hasSound: true });
    const front = await checkAngle(result, "front");
    const back = await checkAngle(result, "back");
    const keysOf = (track: Track) =>
      track.packets.filter(({ flags }) => flags.startsWith("K")).map(({ pts_time: time }) => time);
    expect(keysOf(front.get("v180")!)).toEqual(keysOf(back.get("v180")!));
    const shown = await readLuma(joinedOf(result, "front", "v180"));
    const expected = cuts.order.flatMap(luma);
    expect(shown).toHaveLength(expected.length);
    for (const [frame, value] of shown.entries())
      expect(Math.abs(value - expected[frame]!), `picture ${frame}`).toBeLessThan(3);
    const onsets = await readOnsets(joinedOf(result, "front", "sound"));
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
    await work({ front: { ...cuts, clips: [{ path: copy }, cuts.clips[1]!] } });
    expect(await readdir(join(folder, "cache"))).toEqual(entries);
  });

  it("has upright versions beside their angles, in step with them, and with the sound", async () => {
    const upright = { ...cuts, clips: await Promise.all(cuts.clips.map(({ path }) => turned(path))) };
    const result = await work({
      angles: [
        { key: "front", source: cuts, upright },
        { key: "back", source: cuts },
      ],
    });
    expect(result).toMatchObject({ angles: ["front", "back"], uprightAngles: ["front"] });
    expect(result.size).toEqual({ width: 320, height: 180 });
    for (const name of ["front", "front-upright"] as const) await checkAngle(result, name);
    const [shown, expected] = await Promise.all(
      (["front-upright", "front"] as const).map((name) => readLuma(joinedOf(result, name, "v180"))),
    );
    expect(shown).toHaveLength(expected!.length);
    for (const [frame, value] of shown!.entries())
      expect(Math.abs(value - expected![frame]!), `picture ${frame}`).toBeLessThan(4);
  });

  it("refuses an upright version that is wide, and one of another length", async () => {
    const upright = { ...cuts, clips: await Promise.all(cuts.clips.map(({ path }) => turned(path))) };
    const made = (version: typeof cuts) =>
      work({ angles: [{ key: "front", source: cuts, upright: version }] });
    await expect(made(cuts)).rejects.toMatchObject({ reason: "not_upright" });
    await expect(made({ ...upright, order: [0, 1] })).rejects.toMatchObject({ reason: "upright_differs" });
  });

  it("has a storyboard image for a short remainder after the last whole second", async () => {
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

  it("refuses clips or angles that differ in size or rate", async () => {
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
