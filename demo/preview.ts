/**
 * For developers: looks at the demo without a server.
 *   node demo/preview.ts poster <class> [--out poster.png] [--width 1600] [--height 900]
 *   node demo/preview.ts sheet <troupe> [--angle back] [--shot mid] [--out sheet.png]  one row per eight, one picture per count
 *   node demo/preview.ts clip <troupe> <eight> [--angle back] [--shot feet] [--upright] [--out clip.mp4] with its music
 *   node demo/preview.ts class <class> [--angle back] [--upright] [--cache dir] [--out class.mp4]  the whole class
 *   node demo/preview.ts budget                                             how much picture there is
 */
import { createCanvas, ImageData } from "@napi-rs/canvas";
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { troupeOf, TROUPES } from "./catalog/troupes.ts";
import { demoCatalog, renderAudio, renderViews, renderPoster, type Angle, type Format } from "./index.ts";
import { eightOf, MOVEMENTS } from "./movement/styles.ts";
import { writeSoundtrack } from "./music/soundtrack.ts";
import { renderMissingClips } from "./picture/clip-cache.ts";
import { cameraFor, performTogether, stageFor, type Shot } from "./picture/shot.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: "string" },
    angle: { type: "string", default: "front" },
    shot: { type: "string" },
    upright: { type: "boolean" },
    cache: { type: "string" },
    width: { type: "string", default: "1600" },
    height: { type: "string", default: "900" },
  },
});
const angle: Angle = values.angle === "back" ? "back" : "front";
const format: Format = values.upright ? "upright" : "landscape";
const shot = (values.shot ?? "wide") as Shot;
const ffmpeg = process.env["FFMPEG_PATH"] ?? "ffmpeg";

const runFfmpeg = (args: string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(ffmpeg, ["-hide_banner", "-loglevel", "error", "-y", ...args], {
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg ended with ${code}`))));
  });

const drawSheet = async (slug: string, out: string): Promise<void> => {
  const troupe = troupeOf(slug);
  const movement = MOVEMENTS[troupe.movement];
  const [width, height] = [640, 360];
  const wide = troupe.scene.cast.length > 1;
  const [left, across] = wide ? [40, 560] : [170, 300];
  const scale = wide ? 0.5 : 0.7;
  const stage = stageFor(
    troupe.scene,
    cameraFor(troupe.scene, { angle, shot, format: "landscape" }),
    width,
    height,
  );
  const sheet = createCanvas(
    Math.round(across * scale * 8),
    Math.round(height * scale * movement.eights.length),
  );
  const cell = createCanvas(width, height);
  movement.eights.forEach((eight, row) => {
    const dance = performTogether(troupe.scene, movement, eight);
    for (let count = 0; count < 8; count++) {
      stage.draw(dance.skeletonsAt(count));
      cell
        .getContext("2d")
        .putImageData(new ImageData(new Uint8ClampedArray(stage.pixels), width, height), 0, 0);
      sheet
        .getContext("2d")
        .drawImage(
          cell,
          left,
          0,
          across,
          height,
          count * across * scale,
          row * height * scale,
          across * scale,
          height * scale,
        );
    }
  });
  await writeFile(out, sheet.toBuffer("image/png"));
};

const withTemp = async (work: (dir: string) => Promise<void>): Promise<void> => {
  const dir = await mkdtemp(join(tmpdir(), "eightcount-preview-"));
  try {
    await work(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
};

const [command, first = "", second = ""] = positionals;
switch (command) {
  case "poster": {
    const picture = renderPoster(first, {
      width: Number(values.width),
      height: Number(values.height),
      format: "jpeg",
      quality: 92,
    });
    await writeFile(values.out ?? "poster.jpg", picture);
    break;
  }
  case "sheet":
    await drawSheet(first, values.out ?? "sheet.png");
    break;
  case "clip":
    await withTemp(async (dir) => {
      const troupe = troupeOf(first);
      const movement = MOVEMENTS[troupe.movement];
      const [clip] = await renderMissingClips(
        [
          {
            scene: troupe.scene,
            movement,
            eight: eightOf(movement, second),
            view: { angle, shot, format },
            frames: troupe.frames.full,
          },
        ],
        { cacheDir: dir },
      );
      await writeSoundtrack(
        troupe.movement,
        [{ frames: troupe.frames.full, eights: 4, arrangement: "full", countIn: false }],
        join(dir, "music.wav"),
      );
      await runFfmpeg([
        "-stream_loop",
        "3",
        "-i",
        clip!,
        "-i",
        join(dir, "music.wav"),
        "-c:v",
        "copy",
        "-c:a",
        "aac",
        "-b:a",
        "160k",
        values.out ?? "clip.mp4",
      ]);
    });
    break;
  case "class":
    await withTemp(async (dir) => {
      const [rendered] = await renderViews({
        classSlug: first,
        views: [{ angle, format }],
        cacheDir: values.cache ?? dir,
        onProgress: (share) => process.stdout.write(`\r${Math.round(share * 100)} %`),
      });
      const { clips, order } = rendered!;
      await renderAudio({ classSlug: first, file: join(dir, "music.wav") });
      await writeFile(join(dir, "list.txt"), order.map((i) => `file '${clips[i]!.path}'`).join("\n"));
      await runFfmpeg([
        "-f",
        "concat",
        "-safe",
        "0",
        "-i",
        join(dir, "list.txt"),
        "-i",
        join(dir, "music.wav"),
        "-c:v",
        "copy",
        "-c:a",
        "aac",
        "-b:a",
        "160k",
        values.out ?? "class.mp4",
      ]);
    });
    break;
  case "budget": {
    let total = 0;
    for (const troupe of TROUPES) {
      const unique = new Map(
        demoCatalog.classes
          .filter((c) => c.troupe === troupe.slug)
          .flatMap((c) => c.sequence.map((e) => [`${e.eight}/${e.frames}/${e.shot}`, e.frames])),
      );
      const seconds = [...unique.values()].reduce((sum, frames) => sum + frames / 30, 0);
      total += seconds;
      console.log(
        `${troupe.slug.padEnd(14)} ${String(unique.size).padStart(3)} clips ${seconds.toFixed(1).padStart(7)} s per angle and format`,
      );
    }
    console.log(
      `together ${(total / 15).toFixed(1)} min of picture, both angles and formats; ${demoCatalog.classes.length} classes of ${(demoCatalog.classes.reduce((sum, c) => sum + c.durationInMs, 0) / 60_000 / demoCatalog.classes.length).toFixed(1)} min on average`,
    );
    break;
  }
  default:
    console.error("poster <class> | sheet <troupe> | clip <troupe> <eight> | class <class> | budget");
    process.exitCode = 2;
}
