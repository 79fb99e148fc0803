import { proposeBeat } from "../beat/beat-of-file.ts";
import type { ProposedSpan } from "../beat/propose.ts";
import { mkdir, rename, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { checkCaptions } from "./captions.ts";
import type { CaptionSource } from "./captions.ts";
import { encodeArgs, loudnessArgs, packageArgs, parseLoudness } from "./commands.ts";
import type { Preset } from "./commands.ts";
import { assembleCuts, planCuts } from "./cuts.ts";
import type { CutsPlan, CutsSource } from "./cuts.ts";
import { gainFor } from "./filters.ts";
import type { StillsPlan } from "./filters.ts";
import { sourceFlags } from "./hardening.ts";
import { constantRate, framesPerSecond, ladderFor } from "./ladder.ts";
import type { FrameRate, LadderLimits, Rung, Size } from "./ladder.ts";
import { measureTrack } from "./measure.ts";
import { probeSource } from "./probe.ts";
import type { SourceFacts, SourceLimits } from "./probe.ts";
import { ChildFailed, runChild } from "./process.ts";
import { progressReader, steadily } from "./progress.ts";
import { SourceRefused } from "./refusal.ts";
import { planStoryboard, storyboardVtt } from "./storyboard.ts";
import { encodeLimits } from "./tools.ts";
import type { Workshop } from "./workshop.ts";

/** One angle: a file, or clips that are joined. */
export type AngleSource =
  | {
      readonly kind: "file";
      readonly path: string;
      /** What is taken of it, milliseconds; its beginning and its end unless told. */
      readonly fromMs?: number | null;
      readonly toMs?: number | null;
    }
  | CutsSource;

export interface TranscodeRequest {
  readonly front: AngleSource;
  /** The same class from behind; it gets the front's sound. */
  readonly back: AngleSource | null;
  readonly captions: readonly CaptionSource[];
  /** Where the poster is taken, seconds; null: at a third. */
  readonly posterAt: number | null;
  readonly limits: SourceLimits;
  readonly encoding: LadderLimits & { readonly preset: Preset };
  /** Whether tempo and beats are looked for in the sound. */
  readonly findsBeat: boolean;
}

export interface TranscodeResult {
  /** Holds exactly what is published: `front/`, `back/`, `captions/`, sprites, `storyboard.vtt`. */
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
  /** What the sound proposes; null where it wasn't asked for, or there is none. */
  readonly beat: readonly ProposedSpan[] | null;
}

/** An angle that was looked at: everything that its encoding needs. */
type Angle =
  | {
      readonly kind: "file";
      readonly source: SourceFacts;
      readonly rungs: Rung[];
      readonly frames: number;
      /** Where it begins in the source, seconds. */
      readonly skip: number;
      readonly bytes: number;
    }
  | ({ readonly kind: "cuts" } & CutsPlan);

/** A source must leave this much, seconds. */
const shortestCut = 0.2;
/** Angles of one class may differ by this much; the longer one is cut. Seconds. */
const angleTolerance = 0.5;

/**
 * Turns sources into what is published.
 * @throws SourceRefused when the source is at fault
 * @throws ChildFailed when a program failed, also for a full disk
 */
export async function transcode(shop: Workshop, request: TranscodeRequest): Promise<TranscodeResult> {
  const progress = steadily(shop.onProgress);
  const captions = await checkCaptions(request.captions);
  const front = await planAngle(shop, request.front, request);
  const rate = front.rate;
  const back = request.back ? await planAngle(shop, request.back, request, rate) : null;
  const frames = Math.min(front.angle.frames, back?.angle.frames ?? Infinity);
  const longest = Math.max(front.angle.frames, back?.angle.frames ?? 0);
  if ((longest - frames) / framesPerSecond(rate) > angleTolerance)
    throw new SourceRefused("angles_differ", "their lengths differ");

  const out = join(shop.folder, "out");
  const rungsFolder = join(shop.folder, "rungs");
  await mkdir(out);
  await mkdir(rungsFolder);
  const shares = back ? [0, 0.5, 0.97] : [0, 0.97, 0.97];
  const within = (from: number, to: number) => (part: number) => progress(100 * (from + (to - from) * part));
  const frontRungs = front.angle.rungs;
  const seconds = frames / framesPerSecond(rate);
  const stills = planStills(frontRungs, rate, frames, request.posterAt);

  await encodeAngle(shop, front.angle, {
    rate,
    frames,
    stills,
    withSound: true,
    preset: request.encoding.preset,
    folder: rungsFolder,
    onPart: within(shares[0]!, shares[1]!),
  });
  const measured = await measureTrack(
    shop.tools,
    join(rungsFolder, `${frontRungs[0]!.name}.mp4`),
    shop.signal,
  );
  if (await isNearlyFull(rungsFolder)) throw new ChildFailed("ffmpeg", "disk_full", "");
  if (measured.seconds < seconds * 0.95 - 0.5)
    throw new SourceRefused(
      "damaged",
      `${measured.seconds.toFixed(1)} s of ${seconds.toFixed(1)} s can be read`,
    );
  await packageAngle(shop, frontRungs, rate, join(out, "front"));
  await removeRungs(rungsFolder, frontRungs);

  if (back) {
    await encodeAngle(shop, back.angle, {
      rate,
      frames,
      stills: null,
      withSound: false,
      preset: request.encoding.preset,
      folder: rungsFolder,
      onPart: within(shares[1]!, shares[2]!),
    });
    await packageAngle(shop, back.angle.rungs, rate, join(out, "back"));
    await removeRungs(rungsFolder, back.angle.rungs);
  }

  const hasSound = front.angle.kind === "cuts" || front.angle.source.audioStream !== null;
  const beat =
    request.findsBeat && hasSound
      ? await proposeBeat(shop, join(rungsFolder, "sound.mp4"), measured.seconds)
      : null;
  await writeFile(join(out, "storyboard.vtt"), storyboardVtt(stills.storyboard, measured.seconds));
  const sprites = Math.ceil(
    stills.storyboard.pictures / (stills.storyboard.columns * stills.storyboard.rows),
  );
  for (let number = 1; number <= sprites; number += 1) {
    const name = `sprite_${String(number).padStart(3, "0")}.jpg`;
    await rename(join(rungsFolder, name), join(out, name));
  }
  if (captions.length > 0) await mkdir(join(out, "captions"));
  for (const track of captions) await writeFile(join(out, "captions", `${track.language}.vtt`), track.text);
  progress(99);
  return {
    folder: out,
    poster: join(rungsFolder, "poster.jpg"),
    thumbnail: join(rungsFolder, "thumbnail.jpg"),
    seconds: measured.seconds,
    size: { width: frontRungs[0]!.width, height: frontRungs[0]!.height },
    rate,
    rungs: frontRungs.map((rung) => rung.name),
    hasBack: back !== null,
    hasSound,
    sourceBytes: front.angle.bytes + (back?.angle.bytes ?? 0),
    beat,
  };
}

async function planAngle(
  shop: Workshop,
  source: AngleSource,
  request: TranscodeRequest,
  rate?: FrameRate,
): Promise<{ angle: Angle; rate: FrameRate }> {
  if (source.kind === "cuts") {
    const plan = await planCuts(shop, source, request, rate);
    return { angle: { kind: "cuts", ...plan }, rate: plan.rate };
  }
  const facts = await probeSource(shop.tools, source.path, request.limits, shop.signal);
  const chosen = rate ?? constantRate(facts.rate, request.encoding.maxFrameRate);
  const skip = (source.fromMs ?? 0) / 1000;
  const end = Math.min(facts.seconds, (source.toMs ?? Infinity) / 1000);
  if (end - skip < shortestCut) throw new SourceRefused("too_short", "nothing is left of it");
  const frames = Math.max(1, Math.round((end - skip) * framesPerSecond(chosen)));
  return {
    angle: {
      kind: "file",
      source: facts,
      rungs: ladderFor(facts.size, chosen, request.encoding),
      frames,
      skip,
      bytes: facts.bytes,
    },
    rate: chosen,
  };
}

interface AngleWork {
  readonly rate: FrameRate;
  readonly frames: number;
  readonly stills: StillsPlan | null;
  readonly withSound: boolean;
  readonly preset: Preset;
  readonly folder: string;
  readonly onPart: (part: number) => void;
}

async function encodeAngle(shop: Workshop, angle: Angle, work: AngleWork): Promise<void> {
  if (angle.kind === "cuts") return assembleCuts(shop, angle, work);
  const { source, rungs, skip } = angle;
  const seconds = work.frames / framesPerSecond(work.rate);
  let gainDb: number | null = null;
  if (work.withSound) {
    gainDb = 0;
    if (source.audioStream !== null) {
      const { stderr } = await runChild({
        program: shop.tools.ffmpeg,
        args: loudnessArgs(source.path, `0:${source.audioStream}`, seconds, sourceFlags, skip),
        limits: encodeLimits(seconds),
        signal: shop.signal,
      });
      gainDb = gainFor(parseLoudness(stderr));
    }
  }
  await runChild({
    program: shop.tools.ffmpeg,
    args: encodeArgs({
      source,
      skip,
      rungs,
      rate: work.rate,
      frames: work.frames,
      preset: work.preset,
      gainDb,
      stills: work.stills,
    }),
    cwd: work.folder,
    limits: encodeLimits(seconds),
    signal: shop.signal,
    onLine: progressReader(seconds, work.onPart),
  }).catch(asRefusal);
}

/** A source that eats more than its length allows is hostile or broken: another try would only eat the same again. */
function asRefusal(error: unknown): never {
  if (error instanceof ChildFailed) {
    if (error.fault === "cpu" || error.fault === "memory" || error.fault === "file_size")
      throw new SourceRefused("too_costly", error.fault);
    if (
      error.fault === "exit" &&
      /Invalid data found when processing input|Error while decoding|not on whitelist|does not contain any stream|matches no streams|Error submitting audio frame to the encoder/i.test(
        error.detail,
      )
    ) {
      throw new SourceRefused("damaged", "it can't be decoded");
    }
  }
  throw error;
}

/** Packs what is in the folder `rungs` beside `folder`. */
async function packageAngle(
  shop: Workshop,
  rungs: readonly Rung[],
  rate: FrameRate,
  folder: string,
): Promise<void> {
  await mkdir(folder);
  try {
    await runChild({
      program: shop.tools.packager,
      args: packageArgs(rungs, rate, "../../rungs"),
      cwd: folder,
      limits: {
        wallMs: 30 * 60_000,
        cpuSeconds: 15 * 60,
        memoryBytes: 4 * 1024 ** 3,
        fileBytes: 4 * 1024 ** 3,
      },
      signal: shop.signal,
    });
  } catch (error) {
    // shaka-packager doesn't say why it could not write.
    if (error instanceof ChildFailed && error.fault === "exit" && (await isNearlyFull(folder)))
      throw new ChildFailed(error.program, "disk_full", error.detail);
    throw error;
  }
}

/** Whether a folder's disk has less than 4 MiB left. */
export async function isNearlyFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < 4 * 1024 * 1024;
}

async function removeRungs(folder: string, rungs: readonly Rung[]): Promise<void> {
  for (const rung of rungs) await rm(join(folder, `${rung.name}.mp4`));
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
    // Not the very last one: a container's length is often a frame too long.
    posterFrame: Math.max(0, Math.min(wanted, frames - 3)),
    poster: { width: shown.width, height: shown.height },
    thumbnail: { width: even(shown.width), height: even(shown.height) },
    storyboard: planStoryboard(frames / framesPerSecond(rate), shown),
  };
}
