/**
 * Makes small HLS streams whose every frame says its own number, so that tests can tell which frame was on the screen.
 * Needs ffmpeg on the path; packs with shaka-packager, as the pipeline does.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { BARCODE, SAMPLE } from "./sample.ts";

const { width, height, fps, seconds, bpm } = SAMPLE;

async function run(
  command: string,
  args: readonly string[],
  write?: (stdin: NodeJS.WritableStream) => Promise<void>,
): Promise<void> {
  const child = spawn(command, args, { stdio: [write === undefined ? "ignore" : "pipe", "ignore", "pipe"] });
  let complaint = "";
  child.stderr?.on("data", (chunk) => (complaint = (complaint + String(chunk)).slice(-2000)));
  const exit = once(child, "exit");
  if (write !== undefined && child.stdin !== null) await write(child.stdin);
  const [code] = await exit;
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${complaint}`);
}

/** One grey frame with its number in black and white bars, a mark at its left edge and a dot that moves with the beat. */
function drawFrame(frame: Uint8Array, n: number, back: boolean): void {
  const luma = frame.subarray(0, width * height);
  luma.fill(back ? 70 : 40);
  frame.fill(128, width * height);
  const rectangle = (x: number, y: number, w: number, h: number, value: number) => {
    for (let row = y; row < y + h; row++) luma.fill(value, row * width + x, row * width + x + w);
  };
  rectangle(0, 60, 40, 120, 235);
  const beat = (n / fps) * (bpm / 60);
  rectangle(
    120 + Math.round((beat % 8) * 50),
    80 + Math.round(60 * Math.abs(Math.sin(Math.PI * beat))),
    40,
    40,
    200,
  );
  for (let bit = 0; bit <= BARCODE.bits; bit++) {
    const on = bit === BARCODE.bits ? back : ((n >> bit) & 1) === 1;
    rectangle(BARCODE.x + bit * BARCODE.step, BARCODE.y - 20, BARCODE.step, 40, on ? 235 : 16);
  }
}

async function encode(folder: string, back: boolean): Promise<void> {
  const size = (width * height * 3) / 2;
  const x264 = [
    "-c:v",
    "libx264",
    "-preset",
    "veryfast",
    "-crf",
    "24",
    "-g",
    String(fps * 2),
    "-keyint_min",
    String(fps * 2),
    "-sc_threshold",
    "0",
    "-pix_fmt",
    "yuv420p",
  ];
  // A steady tone shows gaps; the beeps on the beat show where in time the sound is.
  const sound = `aevalsrc='0.2*sin(2*PI*440*t)+0.4*sin(2*PI*1500*t)*lt(mod(t,${60 / bpm}),0.04)':s=48000:d=${seconds}`;
  await run(
    "ffmpeg",
    [
      "-hide_banner",
      "-loglevel",
      "error",
      "-nostdin",
      "-y",
      "-f",
      "rawvideo",
      "-pix_fmt",
      "yuv420p",
      "-s",
      `${width}x${height}`,
      "-r",
      String(fps),
      "-i",
      "pipe:0",
      "-f",
      "lavfi",
      "-i",
      sound,
      "-filter_complex",
      "[0:v]split=2[a][b];[b]scale=426:240[low]",
      "-map",
      "[a]",
      ...x264,
      join(folder, "high.mp4"),
      "-map",
      "[low]",
      ...x264,
      join(folder, "low.mp4"),
      "-map",
      "1:a",
      "-c:a",
      "aac",
      "-b:a",
      "96k",
      "-ac",
      "2",
      join(folder, "sound.mp4"),
    ],
    async (stdin) => {
      for (let n = 0; n < seconds * fps; n++) {
        const frame = new Uint8Array(size);
        drawFrame(frame, n, back);
        if (!stdin.write(frame)) await once(stdin, "drain");
      }
      stdin.end();
    },
  );
}

async function pack(folder: string): Promise<void> {
  const home = dirname(createRequire(import.meta.url).resolve("shaka-packager/package.json"));
  const platform =
    { linux: "linux", darwin: "osx", win32: "win" }[process.platform as "linux"] ?? process.platform;
  const binary = join(home, "bin", `packager-${platform}-${process.arch}${platform === "win" ? ".exe" : ""}`);
  const track = (name: string, stream: string, more = "") =>
    `in=${join(folder, `${name}.mp4`)},stream=${stream},init_segment=${join(folder, name, "init.mp4")},segment_template=${join(folder, name)}/$Number%05d$.m4s,playlist_name=${name}/index.m3u8${more}`;
  await run(binary, [
    "--quiet",
    track("low", "video"),
    track("high", "video"),
    track("sound", "audio", ",hls_group_id=sound,hls_name=sound"),
    "--segment_duration",
    "4",
    "--hls_master_playlist_output",
    join(folder, "master.m3u8"),
  ]);
  await Promise.all(["high", "low", "sound"].map((name) => rm(join(folder, `${name}.mp4`))));
}

function captions(): string {
  const stamp = (s: number) => new Date(s * 1000).toISOString().slice(11, 23);
  const cues = Array.from(
    { length: seconds / 5 },
    (_, i) => `${stamp(i * 5)} --> ${stamp(i * 5 + 4)}\n<v Demo Ana>Words from ${i * 5} on\n`,
  );
  return `WEBVTT\n\n${cues.join("\n")}`;
}

function storyboard(): string {
  const stamp = (s: number) => new Date(s * 1000).toISOString().slice(11, 23);
  return `WEBVTT\n\n${Array.from({ length: seconds / 5 }, (_, i) => `${stamp(i * 5)} --> ${stamp(i * 5 + 5)}\nstory.jpg#xywh=${(i % 4) * 160},${Math.floor(i / 4) * 90},160,90\n`).join("\n")}`;
}

/** Writes `front/`, `back/`, captions and storyboard into `folder`; does nothing when they are there already. */
export async function makeSampleMedia(folder: string): Promise<void> {
  const done = join(folder, `done-${SAMPLE.version}`);
  if (existsSync(done)) return;
  for (const angle of ["front", "back"]) {
    const home = join(folder, angle);
    await rm(home, { recursive: true, force: true });
    for (const name of ["", "high", "low", "sound"]) await mkdir(join(home, name), { recursive: true });
    await encode(home, angle === "back");
    await pack(home);
  }
  await run("ffmpeg", [
    "-hide_banner",
    "-loglevel",
    "error",
    "-nostdin",
    "-y",
    "-f",
    "lavfi",
    "-i",
    "testsrc=s=640x270:d=1",
    "-frames:v",
    "1",
    join(folder, "story.jpg"),
  ]);
  await writeFile(join(folder, "captions.vtt"), captions());
  await writeFile(join(folder, "storyboard.vtt"), storyboard());
  await writeFile(done, "");
}
