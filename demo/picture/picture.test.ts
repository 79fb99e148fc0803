import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { loadImage } from "@napi-rs/canvas";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { troupeOf, TROUPES } from "../catalog/troupes.ts";
import {
  demoCatalog,
  renderCategoryPicture,
  renderInstructorPicture,
  renderPoster,
  renderSectionPicture,
  renderStylePicture,
  renderViews,
} from "../index.ts";
import { boneIndex } from "../figure/body.ts";
import { eightOf, MOVEMENTS, type MovementSlug } from "../movement/styles.ts";
import { project, toView } from "./camera.ts";
import type { ClipPlan } from "./clip.ts";
import { clipName, renderMissingClips } from "./clip-cache.ts";
import { cameraFor, performTogether, PICTURES, stageFor, type Scene, type View } from "./shot.ts";

const run = promisify(execFile);
const ffprobe = (process.env["FFMPEG_PATH"] ?? "ffmpeg").replace(/ffmpeg$/, "ffprobe");
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "eightcount-picture-"));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const troupe = troupeOf("latin");
const movement = MOVEMENTS.latin;
const FRONT = { angle: "front", shot: "wide", format: "landscape" } as const;
const planOf = (
  eight: string,
  angle: "front" | "back",
  frames = 12,
  format: "landscape" | "upright" = "landscape",
): ClipPlan => ({
  scene: troupe.scene,
  movement,
  eight: eightOf(movement, eight),
  view: { angle, shot: "wide", format },
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
    const job = renderViews({
      classSlug: "basic-on-one",
      views: [{ angle: "front", format: "landscape" }],
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
    const camera = cameraFor(troupe.scene, FRONT);
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
    const camera = cameraFor(scene, FRONT);
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

describe("looks", () => {
  it("differ at a glance, at the size of a thumbnail", () => {
    const slugs = ["ana", "kofi", "luz", "jules", "imani", "noor", "rio", "sam"] as const;
    const [width, height] = [72, 128];
    const pictures = slugs.map((look) => {
      const scene = { ...troupeOf("hip-hop").scene, cast: [{ look, x: 0, z: 0 }] };
      const stage = stageFor(scene, cameraFor(scene, { ...FRONT, format: "upright" }), width, height);
      const dance = performTogether(scene, MOVEMENTS["hip-hop"], eightOf(MOVEMENTS["hip-hop"], "listen"));
      stage.draw(dance.skeletonsAt(0.5));
      return { look, pixels: new Uint8ClampedArray(stage.pixels) };
    });
    for (const [i, one] of pictures.entries())
      for (const other of pictures.slice(i + 1)) {
        let differing = 0;
        for (let at = 0; at < one.pixels.length; at += 4)
          if ([0, 1, 2].some((c) => Math.abs(one.pixels[at + c]! - other.pixels[at + c]!) > 60)) differing++;
        // A dancer covers about a fifth of the picture.
        expect(differing / (width * height), `${one.look}, ${other.look}`).toBeGreaterThan(0.06);
      }
  });
});

describe("cameras", () => {
  const solos = TROUPES.filter((one) => one.scene.cast.length === 1);
  it.each(TROUPES)(
    "keep hands and feet of $slug in a landscape picture",
    ({ scene, shots, movement: slug }) => {
      for (const shot of new Set(["wide", shots.slow] as const))
        for (const angle of ["front", "back"] as const)
          for (const { x, y } of placesOf(scene, slug, { angle, shot, format: "landscape" })) {
            expect(x).toBeGreaterThan(0);
            expect(x).toBeLessThan(1);
            expect(y).toBeGreaterThan(0);
            expect(y).toBeLessThan(1);
          }
    },
  );

  it.each(solos)(
    "let the dancer of $slug fill an upright picture, head and feet in it",
    ({ scene, movement: slug }) => {
      const view = { angle: "front", shot: "wide", format: "upright" } as const;
      const heights = placesOf(scene, slug, view).map(({ y }) => y);
      expect(Math.min(...heights)).toBeGreaterThan(0.02);
      expect(Math.max(...heights)).toBeLessThan(0.98);
      expect(Math.max(...heights) - Math.min(...heights)).toBeGreaterThan(0.6);
    },
  );

  it("show only what is below the waist in the shot of the feet", () => {
    const view = { angle: "front", shot: "feet", format: "landscape" } as const;
    const { scene } = troupeOf("latin");
    const camera = cameraFor(scene, view);
    const [skeleton] = performTogether(scene, movement, eightOf(movement, "basic")).skeletonsAt(0);
    const head = project(camera, 1280, 720, toView(camera, skeleton!.at[boneIndex("head")]!));
    const foot = project(camera, 1280, 720, toView(camera, skeleton!.at[boneIndex("toe.l")]!));
    expect(head.y).toBeLessThan(0);
    expect(foot.y).toBeGreaterThan(400);
    expect(foot.y).toBeLessThan(700);
  });

  it("change on the first count of a part, and show the counts of steps from near", () => {
    const of = demoCatalog.classes.find((one) => one.slug === "drag-the-left")!;
    for (const part of of.parts)
      expect(new Set(of.sequence.filter((one) => one.part === part.index).map(({ shot }) => shot)).size).toBe(
        1,
      );
    expect(new Set(of.sequence.map(({ shot }) => shot))).toEqual(new Set(["wide", "mid", "feet"]));
    expect(of.sequence.find((one) => of.parts[one.part - 1]!.kind === "counts")!.shot).toBe("feet");
  });

  it("follow a dancer who travels in an upright clip, and stand where clips join", async () => {
    const plan = { ...planOf("side", "front", 24, "upright"), scene: troupe.scene };
    const [path] = await renderMissingClips([plan], { cacheDir: dir, concurrency: 1 });
    const columnsOf = async (at: number): Promise<Buffer> => {
      const raw = `${path}.${at}.gray`;
      const chosen = `select=eq(n\\,${at}),crop=720:200:0:0,format=gray`;
      await run(process.env["FFMPEG_PATH"] ?? "ffmpeg", [
        "-v",
        "error",
        "-y",
        "-i",
        path!,
        "-vf",
        chosen,
        "-frames:v",
        "1",
        "-f",
        "rawvideo",
        raw,
      ]);
      return readFile(raw);
    };
    // The wall above the dancer moves only if the camera does.
    const [first, during, last] = [await columnsOf(0), await columnsOf(8), await columnsOf(23)];
    const apart = (a: Buffer, b: Buffer): number =>
      a.reduce((sum, v, i) => sum + Math.abs(v - b[i]!), 0) / a.length;
    expect(apart(first, during)).toBeGreaterThan(1);
    expect(apart(first, last)).toBeLessThan(apart(first, during) / 2);
  });
});

/** Where joints of the dancers are in the picture in all eights, as shares of its width and height. */
const placesOf = (scene: Scene, slug: MovementSlug, view: View): { x: number; y: number }[] => {
  const camera = cameraFor(scene, view);
  const { width, height } = PICTURES[view.format];
  return MOVEMENTS[slug].eights.flatMap((eight) => {
    const dance = performTogether(scene, MOVEMENTS[slug], eight);
    return Array.from({ length: 24 }, (_, i) => dance.skeletonsAt(i / 3 - 0.4)).flatMap((skeletons) =>
      skeletons.flatMap((skeleton) =>
        (["head", "tips.l", "tips.r", "toe.l", "toe.r"] as const).map((name) => {
          const { x, y } = project(camera, width, height, toView(camera, skeleton.at[boneIndex(name)]!));
          return { x: x / width, y: y / height };
        }),
      ),
    );
  });
};

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
