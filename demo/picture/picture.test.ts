import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { loadImage } from "@napi-rs/canvas";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { troupeOf } from "../catalog/troupes.ts";
import {
  demoCatalog,
  renderCategoryPicture,
  renderClips,
  renderInstructorPicture,
  renderPoster,
  renderSectionPicture,
  renderStylePicture,
} from "../index.ts";
import { boneIndex } from "../figure/body.ts";
import { eightOf, MOVEMENTS } from "../movement/styles.ts";
import { project, toView } from "./camera.ts";
import type { ClipPlan } from "./clip.ts";
import { clipName, renderMissingClips } from "./clip-cache.ts";
import { cameraFor, performTogether, stageFor } from "./shot.ts";

const run = promisify(execFile);
const ffprobe = (process.env["FFMPEG_PATH"] ?? "ffmpeg").replace(/ffmpeg$/, "ffprobe");
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "eightcount-picture-"));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const troupe = troupeOf("latin");
const movement = MOVEMENTS.latin;
const planOf = (eight: string, angle: "front" | "back", frames = 12): ClipPlan => ({
  scene: troupe.scene,
  movement,
  eight: eightOf(movement, eight),
  angle,
  frames,
});

describe("clips", () => {
  it("have the same encoding and the requested length, and begin with a key frame", async () => {
    const paths = await renderMissingClips([planOf("basic", "front"), planOf("side", "front", 24)], {
      cacheDir: dir,
      concurrency: 1,
    });
    const probes = await Promise.all(
      paths.map(async (path) => {
        const { stdout } = await run(ffprobe, [
          "-v",
          "error",
          "-count_frames",
          "-select_streams",
          "v:0",
          "-show_entries",
          "stream=codec_name,profile,width,height,pix_fmt,r_frame_rate,color_space,time_base,nb_read_frames",
          "-show_frames",
          "-show_entries",
          "frame=key_frame",
          "-of",
          "json",
          path,
        ]);
        return JSON.parse(stdout) as { streams: Record<string, string>[]; frames: { key_frame: number }[] };
      }),
    );
    const [a, b] = probes.map((p) => p.streams[0]!);
    expect(a).toMatchObject({
      codec_name: "h264",
      width: 1280,
      height: 720,
      pix_fmt: "yuv420p",
      r_frame_rate: "30/1",
      color_space: "bt709",
      nb_read_frames: "12",
    });
    expect({ ...b, nb_read_frames: "" }).toEqual({ ...a, nb_read_frames: "" });
    expect(b!["nb_read_frames"]).toBe("24");
    for (const p of probes) expect(p.frames[0]!.key_frame).toBe(1);
  });

  it("are rendered once, even with a second or a concurrent process", async () => {
    const plans = [planOf("cumbia", "back")];
    const progress: number[] = [];
    const [one, two] = await Promise.all([
      renderMissingClips(plans, { cacheDir: dir, concurrency: 1 }),
      renderMissingClips(plans, { cacheDir: dir, concurrency: 1 }),
    ]);
    expect(one).toEqual(two);
    await renderMissingClips(plans, { cacheDir: dir, onProgress: (share) => progress.push(share) });
    expect(progress).toEqual([1]);
    expect((await readdir(dir)).filter((name) => name.endsWith(".partial"))).toEqual([]);
  });

  it("are named by a hash of everything that affects their frames", () => {
    const name = clipName(planOf("basic", "front"));
    expect(clipName(planOf("basic", "front"))).toBe(name);
    const others = [
      planOf("basic", "back"),
      planOf("side", "front"),
      planOf("basic", "front", 24),
      { ...planOf("basic", "front"), scene: { ...troupe.scene, room: "teal" as const } },
    ];
    expect(new Set([name, ...others.map(clipName)]).size).toBe(5);
  });

  it("stop when aborted and leave no partial files", async () => {
    const stop = new AbortController();
    const job = renderClips({
      classSlug: "basic-on-one",
      angle: "front",
      cacheDir: join(dir, "stopped"),
      signal: stop.signal,
      concurrency: 1,
    });
    setTimeout(() => stop.abort(new Error("enough")), 700);
    await expect(job).rejects.toThrow("enough");
    expect((await readdir(join(dir, "stopped"))).filter((name) => name.endsWith(".partial"))).toEqual([]);
  });

  it("report ffmpeg's message when it fails", async () => {
    await expect(
      renderMissingClips([planOf("shine", "front")], { cacheDir: dir, concurrency: 1, ffmpeg: "/bin/false" }),
    ).rejects.toThrow(/shine.*ffmpeg ended with 1/);
  });
});

describe("frame", () => {
  it("changes only around the dancer, and is deterministic", () => {
    const camera = cameraFor(troupe.scene, "front");
    const dance = performTogether(troupe.scene, movement, eightOf(movement, "side"));
    const draw = (beats: number[]): { pixels: Uint8ClampedArray; box: { left: number; right: number } } => {
      const stage = stageFor(troupe.scene, camera, 320, 180);
      const boxes = beats.map((beat) => stage.draw(dance.skeletonsAt(beat)));
      return { pixels: new Uint8ClampedArray(stage.pixels), box: boxes.at(-1)! };
    };
    const direct = draw([2]);
    const after = draw([0, 5, 2]);
    expect(Buffer.compare(Buffer.from(direct.pixels), Buffer.from(after.pixels))).toBe(0);
    expect(after.box.left).toBeGreaterThan(40);
    expect(after.box.right).toBeLessThan(300);
  });
});

describe("shadows", () => {
  it("leave no dark blotch on a shirt", () => {
    const { scene } = troupeOf("hip-hop");
    const camera = cameraFor(scene, "front");
    const stage = stageFor(scene, camera, 640, 360);
    for (const [eight, beats] of [
      ["bounce", [0.8, 2, 4.1]],
      ["reach-roll", [2.5, 5, 7]],
    ] as const) {
      const dance = performTogether(scene, MOVEMENTS["hip-hop"], eightOf(MOVEMENTS["hip-hop"], eight));
      for (const beat of beats) {
        const [skeleton] = dance.skeletonsAt(beat);
        stage.draw([skeleton!]);
        const [waist, chest] = (["waist", "chest"] as const).map((name) =>
          project(camera, 640, 360, toView(camera, skeleton!.at[boneIndex(name)]!)),
        );
        // The belly, between the hem and the arms.
        const shirt: number[] = [];
        for (let y = Math.round(chest!.y); y < waist!.y; y++)
          for (let x = Math.round(waist!.x) - 8; x < waist!.x + 8; x++) {
            const [r, g, b] = stage.pixels.subarray(4 * (y * 640 + x), 4 * (y * 640 + x) + 3);
            // Orange, lit or not: skin and wristbands are bluer.
            if (b! < r! * 0.3) shirt.push(0.2126 * r! + 0.7152 * g! + 0.0722 * b!);
          }
        expect(shirt.length).toBeGreaterThan(60);
        shirt.sort((a, b) => a - b);
        expect(shirt[Math.floor(shirt.length * 0.02)]! / shirt[shirt.length >> 1]!).toBeGreaterThan(0.6);
      }
    }
  });
});

describe("still images", () => {
  it("exist for everything in the library that has an image", async () => {
    const size = { width: 160, height: 90 };
    const all = [
      renderPoster(demoCatalog.classes[0]!.slug, size),
      ...demoCatalog.instructors.map((i) => renderInstructorPicture(i.slug, size)),
      ...demoCatalog.categories.map((c) => renderCategoryPicture(c.slug, size)),
      ...demoCatalog.sections.map((s) => renderSectionPicture(s.slug, size)),
      ...demoCatalog.styles.map((s) => renderStylePicture(s.slug, size)),
    ];
    for (const picture of all) {
      const image = await loadImage(picture);
      expect([image.width, image.height]).toEqual([160, 90]);
    }
    expect(new Set(all.map((p) => p.toString("base64"))).size).toBeGreaterThan(all.length - 4);
  });

  it("throw for unknown slugs", () => {
    expect(() => renderPoster("no-such-class", { width: 10, height: 10 })).toThrow("no-such-class");
  });
});
