import { spawn } from "node:child_process";
import { rename, rm } from "node:fs/promises";
import { clamp, ease, mix } from "../figure/math.ts";
import { FIRST_BEAT, LAST_BEAT } from "../movement/footwork.ts";
import type { Performance } from "../movement/performance.ts";
import type { Eight, StyleMovement } from "../movement/types.ts";
import { project, toView, type Camera } from "./camera.ts";
import {
  arrange,
  cameraFor,
  FPS,
  performTogether,
  PICTURES,
  stageFor,
  type Scene,
  type View,
} from "./shot.ts";
import type { Box, Stage } from "./stage.ts";
import { convertToYuv, createYuvFrame } from "./yuv.ts";

/** One eight, danced in one scene, seen by one camera, `frames` pictures long. */
export type ClipPlan = { scene: Scene; movement: StyleMovement; eight: Eight; view: View; frames: number };

/** Every clip of a format is coded alike, so that clips can be put one after another without coding them again. */
export const encodeArguments = (
  { width, height }: { width: number; height: number },
  file: string,
): string[] => [
  "-hide_banner",
  "-loglevel",
  "error",
  "-y",
  "-f",
  "rawvideo",
  "-pix_fmt",
  "yuv420p",
  "-s",
  `${width}x${height}`,
  "-r",
  String(FPS),
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

/** Stages that a thread keeps: each takes some 50 MB. */
const STAGES = 2;
const stages = new Map<string, Stage>();

/** Pixels by which a camera may follow the dancers to each side: an upright picture is too narrow for their ways. */
const PAN: Record<View["format"], number> = { landscape: 0, upright: 180 };
/** Beats before and after a moment over which the camera's way is smoothed. */
const PAN_BEATS = 1.5;

/** The camera's way along the dancers' bodies: whole pixels to the right by beat, at most `limit`; 0 where clips meet. */
const followSideways = (
  dancers: readonly Performance[],
  camera: Camera,
  { width, height }: { width: number; height: number },
  limit: number,
): ((beat: number) => number) => {
  if (limit === 0) return () => 0;
  const step = 0.25;
  const count = Math.round((LAST_BEAT - FIRST_BEAT) / step) + 1;
  const middle = Array.from({ length: count }, (_, i) => {
    const places = dancers.map((dancer) => toView(camera, dancer.poseAt(FIRST_BEAT + i * step).pelvis.at));
    return (
      places.reduce((sum, v) => sum + project(camera, width, height, v).x, 0) / places.length - width / 2
    );
  });
  const around = PAN_BEATS / step;
  const smooth = middle.map((_, i) => {
    let sum = 0;
    let total = 0;
    for (let k = -around; k <= around; k++) {
      const weight = 1 + Math.cos((Math.PI * k) / (around + 1));
      sum += weight * middle[Math.min(count - 1, Math.max(0, i + k))]!;
      total += weight;
    }
    const beat = FIRST_BEAT + i * step;
    return clamp(sum / total, -limit, limit) * ease(Math.min(beat - FIRST_BEAT, LAST_BEAT - beat) / 1.5);
  });
  return (beat) => {
    const place = clamp((beat - FIRST_BEAT) / step, 0, count - 1.001);
    const i = Math.floor(place);
    return Math.round(mix(smooth[i]!, smooth[i + 1]!, place - i));
  };
};

const shifted = ({ left, right, ...rows }: Box, by: number): Box => ({
  ...rows,
  left: left + by,
  right: right + by,
});

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
  const { format } = plan.view;
  const { width, height } = PICTURES[format];
  const across = width + 2 * PAN[format];
  const scene = arrange(plan.scene, format);
  const camera = cameraFor(scene, plan.view);
  // A wider stage keeps the scale of the picture: focal length and height of a camera are in picture heights.
  const key = JSON.stringify([scene, plan.view]);
  if (!stages.has(key)) {
    if (stages.size >= STAGES) stages.delete(stages.keys().next().value!);
    stages.set(key, stageFor(scene, camera, across, height, FILM_GRAIN));
  }
  const stage = stages.get(key)!;
  const dance = performTogether(scene, plan.movement, plan.eight, plan.frames);
  const panAt = followSideways(dance.dancers, camera, PICTURES[format], PAN[format]);
  const frame = createYuvFrame(width, height);
  // What the encoder has taken is filled again: a megabyte a picture would keep the collector busy.
  const spare: Uint8Array[] = [];
  const encoder = spawn(options.ffmpeg, encodeArguments(PICTURES[format], partial), {
    stdio: ["pipe", "ignore", "pipe"],
  });
  let complaint = "";
  encoder.stderr.on("data", (chunk: Buffer) => (complaint = (complaint + chunk).slice(-2000)));
  const closed = new Promise<number>((resolve, reject) => {
    encoder.on("error", reject);
    encoder.on("close", (code) => resolve(code ?? 1));
  });
  closed.catch(() => undefined);
  // A broken pipe is told by the exit code; the write's own error would only hide it.
  encoder.stdin.on("error", () => undefined);
  let seenFrom = 0;
  try {
    for (let i = 0; i < plan.frames; i++) {
      options.signal.throwIfAborted();
      const beat = FIRST_BEAT + ((LAST_BEAT - FIRST_BEAT) * i) / plan.frames;
      const changed = stage.draw(dance.skeletonsAt(beat));
      const from = PAN[format] + panAt(beat);
      const whole = i === 0 || from !== seenFrom;
      seenFrom = from;
      convertToYuv(
        frame,
        stage.pixels,
        whole ? { left: 0, top: 0, right: width, bottom: height } : shifted(changed, -from),
        across,
        from,
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
