import { spawn } from "node:child_process";
import { rename, rm } from "node:fs/promises";
import { FIRST_BEAT, LAST_BEAT } from "../movement/footwork.ts";
import type { Eight, StyleMovement } from "../movement/types.ts";
import type { Angle } from "./camera.ts";
import { cameraFor, performTogether, PICTURE, stageFor, type Scene } from "./shot.ts";
import type { Stage } from "./stage.ts";
import { convertToYuv, createYuvFrame } from "./yuv.ts";

/** One eight, danced in one scene, seen from one side, `frames` pictures long. */
export type ClipPlan = { scene: Scene; movement: StyleMovement; eight: Eight; angle: Angle; frames: number };

/** Every clip is coded alike, so that clips can be put one after another without coding them again. */
export const encodeArguments = (file: string): string[] => [
  "-hide_banner",
  "-loglevel",
  "error",
  "-y",
  "-f",
  "rawvideo",
  "-pix_fmt",
  "yuv420p",
  "-s",
  `${PICTURE.width}x${PICTURE.height}`,
  "-r",
  String(PICTURE.fps),
  "-i",
  "pipe:0",
  "-c:v",
  "libx264",
  "-preset",
  "veryfast",
  "-crf",
  "18",
  "-pix_fmt",
  "yuv420p",
  "-threads",
  "1",
  "-x264-params",
  "keyint=60:min-keyint=60:scenecut=0:open-gop=0:bframes=0",
  "-color_range",
  "tv",
  "-color_primaries",
  "bt709",
  "-color_trc",
  "bt709",
  "-colorspace",
  "bt709",
  "-video_track_timescale",
  "30000",
  "-f",
  "mp4",
  file,
];

/** Facets of film are this much larger than those of stills, which are looked at for longer. */
const FILM_GRAIN = 1.22;

/** The stages of a class's two angles: each takes some 50 MB. */
const STAGES = 2;
const stages = new Map<string, Stage>();

/**
 * Renders a clip to `file`, which appears whole or not at all. `partial` is a name beside it that no other process uses.
 * Throws what ffmpeg says when it fails, and the signal's reason when it is aborted; nothing stays behind then.
 */
export const renderClip = async (
  plan: ClipPlan,
  file: string,
  partial: string,
  options: { ffmpeg: string; signal: AbortSignal },
): Promise<void> => {
  const { width, height } = PICTURE;
  const key = JSON.stringify([plan.scene, plan.angle]);
  if (!stages.has(key)) {
    if (stages.size >= STAGES) stages.delete(stages.keys().next().value!);
    stages.set(key, stageFor(plan.scene, cameraFor(plan.scene, plan.angle), width, height, FILM_GRAIN));
  }
  const stage = stages.get(key)!;
  const dance = performTogether(plan.scene, plan.movement, plan.eight, plan.frames);
  const frame = createYuvFrame(width, height);
  // What the encoder has taken is filled again: a megabyte a picture would keep the collector busy.
  const spare: Uint8Array[] = [];
  const encoder = spawn(options.ffmpeg, encodeArguments(partial), { stdio: ["pipe", "ignore", "pipe"] });
  let complaint = "";
  encoder.stderr.on("data", (chunk: Buffer) => (complaint = (complaint + chunk).slice(-2000)));
  const closed = new Promise<number>((resolve, reject) => {
    encoder.on("error", reject);
    encoder.on("close", (code) => resolve(code ?? 1));
  });
  closed.catch(() => undefined);
  // A broken pipe is told by the exit code; the write's own error would only hide it.
  encoder.stdin.on("error", () => undefined);
  try {
    for (let i = 0; i < plan.frames; i++) {
      options.signal.throwIfAborted();
      const beat = FIRST_BEAT + ((LAST_BEAT - FIRST_BEAT) * i) / plan.frames;
      const changed = stage.draw(dance.skeletonsAt(beat));
      convertToYuv(
        frame,
        stage.pixels,
        i === 0 ? { left: 0, top: 0, right: width, bottom: height } : changed,
      );
      const sent = spare.pop() ?? new Uint8Array(frame.bytes.length);
      sent.set(frame.bytes);
      if (!encoder.stdin.write(sent, () => spare.push(sent)))
        await Promise.race([new Promise((resume) => encoder.stdin.once("drain", resume)), closed]);
      if (encoder.exitCode !== null) break;
    }
    encoder.stdin.end();
    const code = await closed;
    options.signal.throwIfAborted();
    if (code !== 0) throw new Error(`ffmpeg ended with ${code}: ${complaint.trim()}`);
    await rename(partial, file);
  } catch (error) {
    encoder.kill("SIGKILL");
    await rm(partial, { force: true });
    throw error;
  }
};
