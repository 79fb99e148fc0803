import { mkdir, rename, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { AngleKey } from "../../../../contract/angles.ts";
import { proposeBeat } from "../beat/beat-of-file.ts";
import type { ProposedSpan } from "../beat/propose.ts";
import { proposeFramingOf } from "../framing/framing-of-file.ts";
import type { Framing } from "../framing/propose.ts";
import { encodeAngle, isNearlyFull, packageAngle, planAngle } from "./angle.ts";
import type { Angle, AngleSource } from "./angle.ts";
import { checkCaptions } from "./captions.ts";
import type { CaptionSource } from "./captions.ts";
import type { Preset } from "./commands/encode.ts";
import type { StillsPlan } from "./filters.ts";
import { framesPerSecond } from "./ladder.ts";
import { uprightFolder } from "../paths.ts";
import type { FrameRate, LadderLimits, Rung, Size } from "./ladder.ts";
import { measureSeconds } from "./measure.ts";
import type { SourceLimits } from "./probe.ts";
import { ChildFailed } from "./process.ts";
import { steadily } from "./progress.ts";
import { SourceRefused } from "./refusal.ts";
import { cutStoryboard, planStoryboard, spriteNames, storyboardVtt } from "./storyboard.ts";
import { limitConcurrency, runTogether } from "../../../platform/concurrency.ts";
import type { TranscodeContext } from "./context.ts";
import { rateFactorsFile } from "./rate-factors.ts";
import type { RateFactors } from "./rate-factors.ts";

export interface TranscodeRequest {
  /** One to six angles of the same class; all get the sound of the first. */
  readonly angles: readonly {
    readonly key: AngleKey;
    readonly source: AngleSource;
    /** The same angle filmed upright, as long as the others. */
    readonly upright?: AngleSource | null | undefined;
  }[];
  readonly captions: readonly CaptionSource[];
  /** Position of the poster, seconds; null: at a third. */
  readonly posterAt: number | null;
  readonly limits: SourceLimits;
  readonly encoding: LadderLimits & { readonly preset: Preset };
  /** Whether to propose tempo and beats from the sound. */
  readonly findsBeat: boolean;
  /** Whether to propose where the dancer is in the image. */
  readonly findsDancer: boolean;
}

export interface TranscodeResult {
  /** Contains exactly the published files: a folder per angle, `captions/`, sprites, `storyboard.vtt`, `rate-factors.json` if some were measured. */
  readonly folder: string;
  readonly poster: string;
  readonly thumbnail: string;
  readonly seconds: number;
  readonly size: Size;
  readonly rate: FrameRate;
  readonly rungs: readonly string[];
  readonly angles: readonly AngleKey[];
  /** Those that have an upright version. */
  readonly uprightAngles: readonly AngleKey[];
  readonly hasSound: boolean;
  readonly sourceBytes: number;
  /** Proposed spans; null if not requested, or without sound. */
  readonly beat: readonly ProposedSpan[] | null;
  /** Where the dancer of the main angle is; null if not requested, or not found. */
  readonly framing: Framing | null;
}

interface PlannedAngle {
  readonly key: AngleKey;
  readonly isUpright: boolean;
  /** Of its published files. */
  readonly name: string;
  readonly angle: Angle;
  readonly rate: FrameRate;
  /** Of its renditions, below the work folder. */
  readonly folder: string;
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
  const planned: PlannedAngle[] = [];
  for (const { key, source, isUpright } of viewsOf(request)) {
    const { angle, rate } = await planAngle(context, source, request, planned[0]?.rate);
    const [top] = angle.rungs;
    if (isUpright && top && top.width >= top.height)
      throw new SourceRefused("not_upright", `it is ${top.width} × ${top.height}`);
    const name = isUpright ? uprightFolder(key) : key;
    planned.push({
      key,
      isUpright,
      name,
      angle,
      rate,
      folder: planned.length === 0 ? "rungs" : `rungs-${name}`,
    });
  }
  const [main, ...others] = planned;
  if (!main) throw new Error("A class has at least one angle");
  const { rate } = main;
  const framesOf = (views: readonly PlannedAngle[]) => views.map(({ angle }) => angle.frames);
  const differ = (lengths: readonly number[]) =>
    (Math.max(...lengths) - Math.min(...lengths)) / framesPerSecond(rate) > angleTolerance;
  if (differ(framesOf(planned.filter(({ isUpright }) => !isUpright))))
    throw new SourceRefused("angles_differ", "their lengths differ");
  if (differ(framesOf(planned))) throw new SourceRefused("upright_differs", "their lengths differ");
  const frames = Math.min(...framesOf(planned));

  const out = join(context.folder, "out");
  const folderOf = ({ folder }: PlannedAngle) => join(context.folder, folder);
  const rungsFolder = folderOf(main);
  for (const folder of [out, ...planned.map(folderOf)]) await mkdir(folder);
  const mainRungs = main.angle.rungs;
  const seconds = frames / framesPerSecond(rate);
  const stills = planStills(mainRungs, rate, frames, request.posterAt);
  const parts = new Map<string, number>();
  const trackProgress = (name: string) => (part: number) => {
    parts.set(name, part);
    progress((97 * [...parts.values()].reduce((sum, one) => sum + one, 0)) / planned.length);
  };
  const work = {
    rate,
    frames,
    preset: request.encoding.preset,
    inTurn: limitConcurrency(clipsAtOnce),
    made: new Map<string, Promise<string>>(),
  };
  const under = (signal: AbortSignal) => ({ ...context, signal });
  /** By view. */
  const factors: Record<string, RateFactors> = {};
  const noteFactors = ({ name }: PlannedAngle, chosen: RateFactors | null) => {
    if (chosen) factors[name] = chosen;
  };
  let measured = seconds;

  const encodeMain = async (signal: AbortSignal) => {
    const onPart = trackProgress(main.name);
    const folder = rungsFolder;
    const plan = { ...work, name: main.name, stills, withSound: true, folder, onPart };
    noteFactors(main, await encodeAngle(under(signal), main.angle, plan));
    measured = await measureSeconds(context.tools, join(folder, `${mainRungs[0]!.name}.mp4`), signal);
    if (await isNearlyFull(folder)) throw new ChildFailed("ffmpeg", "disk_full", "");
    if (seconds - measured > maxMissing(seconds))
      throw new SourceRefused("damaged", `${measured.toFixed(1)} s of ${seconds.toFixed(1)} s can be read`);
  };
  const encode = (one: PlannedAngle) => async (signal: AbortSignal) => {
    const onPart = trackProgress(one.name);
    const folder = folderOf(one);
    const plan = { ...work, name: one.name, stills: null, withSound: false, folder, onPart };
    noteFactors(one, await encodeAngle(under(signal), one.angle, plan));
  };
  const pack = (one: PlannedAngle) => async (signal: AbortSignal) =>
    packageAngle(under(signal), one.angle.rungs, rate, join(out, one.name), {
      rungs: `../../${one.folder}`,
      sound: `../../${main.folder}`,
    });
  const hasSound = main.angle.kind === "cuts" || main.angle.source.audioStream !== null;
  const findBeat = async (signal: AbortSignal) =>
    request.findsBeat && hasSound
      ? proposeBeat(under(signal), join(rungsFolder, "sound.mp4"), measured)
      : null;

  const isOfClips = planned.every(({ angle }) => angle.kind === "cuts");
  const smallest = mainRungs.at(-1)!;
  const findDancer = async (signal: AbortSignal) =>
    request.findsDancer && smallest.width > smallest.height
      ? proposeFramingOf(
          under(signal),
          join(rungsFolder, `${smallest.name}.mp4`),
          Math.min(measured, isOfClips ? 60 : measured),
        )
      : null;

  let beat: ProposedSpan[] | null;
  let framing: Framing | null;
  if (isOfClips) {
    // Clips are short: encoding one alone can't use all cores.
    await runTogether(context.signal, [encodeMain, ...others.map(encode)]);
    // Before packaging, which deletes the renditions.
    framing = await findDancer(context.signal);
    [beat] = await runTogether(context.signal, [findBeat, ...planned.map(pack)]);
  } else {
    await encodeMain(context.signal);
    framing = await findDancer(context.signal);
    [beat] = await runTogether(context.signal, [findBeat, pack(main)]);
    // Encoded only now: the disk may not have room for the renditions of all angles.
    for (const one of others) {
      await encode(one)(context.signal);
      await pack(one)(context.signal);
    }
  }
  const storyboard = cutStoryboard(stills.storyboard, measured);
  await writeFile(join(out, "storyboard.vtt"), storyboardVtt(storyboard, measured));
  if (Object.keys(factors).length > 0) await writeFile(join(out, rateFactorsFile), JSON.stringify(factors));
  for (const name of spriteNames(storyboard)) await rename(join(rungsFolder, name), join(out, name));
  if (captions.length > 0) await mkdir(join(out, "captions"));
  for (const track of captions) await writeFile(join(out, "captions", `${track.language}.vtt`), track.text);
  progress(99);
  return {
    folder: out,
    poster: join(rungsFolder, "poster.jpg"),
    thumbnail: join(rungsFolder, "thumbnail.jpg"),
    seconds: measured,
    size: { width: mainRungs[0]!.width, height: mainRungs[0]!.height },
    rate,
    rungs: mainRungs.map((rung) => rung.name),
    angles: request.angles.map(({ key }) => key),
    uprightAngles: planned.filter(({ isUpright }) => isUpright).map(({ key }) => key),
    hasSound,
    sourceBytes: planned.reduce((sum, { angle }) => sum + angle.bytes, 0),
    beat,
    framing,
  };
}

/** The angles of a request, then their upright versions: the first one carries the sound. */
export function viewsOf({
  angles,
}: Pick<TranscodeRequest, "angles">): { key: AngleKey; source: AngleSource; isUpright: boolean }[] {
  return [
    ...angles.map(({ key, source }) => ({ key, source, isUpright: false })),
    ...angles.flatMap(({ key, upright }) => (upright ? [{ key, source: upright, isUpright: true }] : [])),
  ];
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
