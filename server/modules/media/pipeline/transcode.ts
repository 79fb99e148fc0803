import { mkdir, rename, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { proposeBeat } from "../beat/beat-of-file.ts";
import type { ProposedSpan } from "../beat/propose.ts";
import { encodeAngle, isNearlyFull, packageAngle, planAngle } from "./angle.ts";
import type { AngleSource } from "./angle.ts";
import { checkCaptions } from "./captions.ts";
import type { CaptionSource } from "./captions.ts";
import type { Preset } from "./commands/encode.ts";
import type { StillsPlan } from "./filters.ts";
import { framesPerSecond } from "./ladder.ts";
import type { FrameRate, LadderLimits, Rung, Size } from "./ladder.ts";
import { measureSeconds } from "./measure.ts";
import type { SourceLimits } from "./probe.ts";
import { ChildFailed } from "./process.ts";
import { steadily } from "./progress.ts";
import { SourceRefused } from "./refusal.ts";
import { cutStoryboard, planStoryboard, spriteNames, storyboardVtt } from "./storyboard.ts";
import { limitConcurrency, runTogether } from "../../../platform/concurrency.ts";
import type { TranscodeContext } from "./context.ts";

export interface TranscodeRequest {
  readonly front: AngleSource;
  /** The back angle of the same class; it gets the front's sound. */
  readonly back: AngleSource | null;
  readonly captions: readonly CaptionSource[];
  /** Position of the poster, seconds; null: at a third. */
  readonly posterAt: number | null;
  readonly limits: SourceLimits;
  readonly encoding: LadderLimits & { readonly preset: Preset };
  /** Whether to propose tempo and beats from the sound. */
  readonly findsBeat: boolean;
}

export interface TranscodeResult {
  /** Contains exactly the published files: `front/`, `back/`, `captions/`, sprites, `storyboard.vtt`. */
  readonly folder: string;
  readonly poster: string;
  readonly thumbnail: string;
  readonly seconds: number;
  readonly size: Size;
  readonly rate: FrameRate;
  readonly rungs: readonly string[];
  readonly hasBack: boolean;
  readonly hasSound: boolean;
  readonly sourceBytes: number;
  /** Proposed spans; null if not requested, or without sound. */
  readonly beat: readonly ProposedSpan[] | null;
}

/** Clips encoded concurrently, each on one thread; more would saturate the disk. */
const clipsAtOnce = Math.min(6, Math.max(2, availableParallelism()));
/**
 * How much shorter than declared a source may be before it counts as damaged.
 * @param seconds declared
 */
const maxMissing = (seconds: number) => seconds * 0.05 + 0.5;
/** Maximum difference in length between the angles of a class; the longer one is cut. Seconds. */
const angleTolerance = 0.5;

/**
 * Transcodes sources into the files to publish.
 * @throws SourceRefused if the source is at fault
 * @throws ChildFailed if a program failed, also for a full disk
 */
export async function transcode(
  context: TranscodeContext,
  request: TranscodeRequest,
): Promise<TranscodeResult> {
  const progress = steadily(context.onProgress);
  const captions = await checkCaptions(request.captions);
  const front = await planAngle(context, request.front, request);
  const rate = front.rate;
  const back = request.back ? await planAngle(context, request.back, request, rate) : null;
  const frames = Math.min(front.angle.frames, back?.angle.frames ?? Infinity);
  const longest = Math.max(front.angle.frames, back?.angle.frames ?? 0);
  if ((longest - frames) / framesPerSecond(rate) > angleTolerance)
    throw new SourceRefused("angles_differ", "their lengths differ");

  const out = join(context.folder, "out");
  const [rungsFolder, backFolder] = [join(context.folder, "rungs"), join(context.folder, "rungs-back")];
  for (const folder of [out, rungsFolder, backFolder]) await mkdir(folder);
  const frontRungs = front.angle.rungs;
  const seconds = frames / framesPerSecond(rate);
  const stills = planStills(frontRungs, rate, frames, request.posterAt);
  const parts = { front: 0, back: 0 };
  const trackProgress = (angle: keyof typeof parts) => (part: number) => {
    parts[angle] = part;
    progress(97 * (back ? (parts.front + parts.back) / 2 : parts.front));
  };
  const work = {
    rate,
    frames,
    preset: request.encoding.preset,
    inTurn: limitConcurrency(clipsAtOnce),
    made: new Map<string, Promise<string>>(),
  };
  const under = (signal: AbortSignal) => ({ ...context, signal });
  let measured = seconds;

  const encodeFront = async (signal: AbortSignal) => {
    const folder = rungsFolder;
    const onPart = trackProgress("front");
    await encodeAngle(under(signal), front.angle, { ...work, stills, withSound: true, folder, onPart });
    measured = await measureSeconds(context.tools, join(folder, `${frontRungs[0]!.name}.mp4`), signal);
    if (await isNearlyFull(folder)) throw new ChildFailed("ffmpeg", "disk_full", "");
    if (seconds - measured > maxMissing(seconds))
      throw new SourceRefused("damaged", `${measured.toFixed(1)} s of ${seconds.toFixed(1)} s can be read`);
  };
  const encodeBack = async (signal: AbortSignal) => {
    if (!back) return;
    const folder = backFolder;
    const onPart = trackProgress("back");
    await encodeAngle(under(signal), back.angle, { ...work, stills: null, withSound: false, folder, onPart });
  };
  const packFront = (signal: AbortSignal) =>
    packageAngle(under(signal), frontRungs, rate, join(out, "front"), {
      rungs: "../../rungs",
      sound: "../../rungs",
    });
  const packBack = async (signal: AbortSignal) => {
    if (back)
      await packageAngle(under(signal), back.angle.rungs, rate, join(out, "back"), {
        rungs: "../../rungs-back",
        sound: "../../rungs",
      });
  };
  const hasSound = front.angle.kind === "cuts" || front.angle.source.audioStream !== null;
  const findBeat = async (signal: AbortSignal) =>
    request.findsBeat && hasSound
      ? proposeBeat(under(signal), join(rungsFolder, "sound.mp4"), measured)
      : null;

  let beat: ProposedSpan[] | null;
  if (front.angle.kind === "cuts" && (!back || back.angle.kind === "cuts")) {
    // Clips are short: encoding one alone can't use all cores.
    await runTogether(context.signal, [encodeFront, encodeBack]);
    [beat] = await runTogether(context.signal, [findBeat, packFront, packBack]);
  } else {
    await encodeFront(context.signal);
    [beat] = await runTogether(context.signal, [findBeat, packFront]);
    // Encoded only now: the disk may not have room for the renditions of both angles.
    await encodeBack(context.signal);
    await packBack(context.signal);
  }
  const storyboard = cutStoryboard(stills.storyboard, measured);
  await writeFile(join(out, "storyboard.vtt"), storyboardVtt(storyboard, measured));
  for (const name of spriteNames(storyboard)) await rename(join(rungsFolder, name), join(out, name));
  if (captions.length > 0) await mkdir(join(out, "captions"));
  for (const track of captions) await writeFile(join(out, "captions", `${track.language}.vtt`), track.text);
  progress(99);
  return {
    folder: out,
    poster: join(rungsFolder, "poster.jpg"),
    thumbnail: join(rungsFolder, "thumbnail.jpg"),
    seconds: measured,
    size: { width: frontRungs[0]!.width, height: frontRungs[0]!.height },
    rate,
    rungs: frontRungs.map((rung) => rung.name),
    hasBack: back !== null,
    hasSound,
    sourceBytes: front.angle.bytes + (back?.angle.bytes ?? 0),
    beat,
  };
}

function planStills(
  rungs: readonly Rung[],
  rate: FrameRate,
  frames: number,
  posterAt: number | null,
): StillsPlan {
  const shown = rungs.find((rung) => Math.min(rung.width, rung.height) <= 720) ?? rungs[0]!;
  const scale = Math.min(1, 480 / Math.max(shown.width, shown.height));
  const even = (value: number) => Math.max(2, Math.round((value * scale) / 2) * 2);
  const wanted = posterAt === null ? Math.floor(frames / 3) : Math.round(posterAt * framesPerSecond(rate));
  return {
    // Not the very last frame: a container's declared length is often a frame too long.
    posterFrame: Math.max(0, Math.min(wanted, frames - 3)),
    heldSeconds: maxMissing(frames / framesPerSecond(rate)),
    poster: { width: shown.width, height: shown.height },
    thumbnail: { width: even(shown.width), height: even(shown.height) },
    storyboard: planStoryboard(frames / framesPerSecond(rate), shown),
  };
}
