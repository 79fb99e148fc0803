/** Display size of a video: rotation applied, square pixels. Pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Frames per second as a fraction, so that 30000/1001 stays exact. */
export interface FrameRate {
  readonly numerator: number;
  readonly denominator: number;
}

/** One rendition of a ladder. */
export interface Rung extends Size {
  /** Folder name: `v720`. Unique within a ladder. */
  readonly name: string;
  /** Maximum bit rate, kilobits per second. */
  readonly maxKbps: number;
  /** The encoder's constant rate factor: target quality, under the maximum bit rate. */
  readonly crf: number;
  /** Default: H.264. */
  readonly codec?: "av1" | "lossless";
  readonly profile: "main" | "high";
  /** H.264 level in ffmpeg's notation: "3.1". */
  readonly level: string;
}

/** Upper limits of a ladder. */
export interface LadderLimits {
  /** Nominal lines of the highest rendition: 1080. */
  readonly maxLines: number;
  /** Higher source rates are halved, or reduced to this. Frames per second. */
  readonly maxFrameRate: number;
}

const steps = [
  { lines: 1080, maxKbps: 5000, crf: 22 },
  { lines: 720, maxKbps: 2800, crf: 22.5 },
  { lines: 480, maxKbps: 1200, crf: 23 },
  { lines: 360, maxKbps: 750, crf: 23.5 },
  { lines: 240, maxKbps: 400, crf: 24 },
] as const;

/**
 * Renditions for a source, highest first: 1080p to 240p, none above the source. Nominal lines are the short side for
 * shapes up to 16:9, so that portrait gets the same renditions as landscape. For wider shapes they are the lines of an
 * enclosing 16:9 frame, so that a rendition never has more pixels than its name says. A source below 240p has one
 * rendition of its own size.
 */
export function ladderFor(source: Size, rate: FrameRate, limits: Pick<LadderLimits, "maxLines">): Rung[] {
  const short = Math.min(source.width, source.height);
  const long = Math.max(source.width, source.height);
  const sourceLines = Math.max(short, (long * 9) / 16);
  const fitting = steps.filter((step) => step.lines <= Math.min(sourceLines, limits.maxLines));
  const own = { ...steps[steps.length - 1]!, lines: Math.floor(sourceLines) };
  return (fitting.length > 0 ? fitting : [own]).map((step) => {
    const scale = Math.min(1, step.lines / sourceLines);
    const width = even(source.width * scale);
    const height = even(source.height * scale);
    const fast = framesPerSecond(rate) > 31;
    return {
      name: `v${step.lines}`,
      width,
      height,
      maxKbps: fast ? Math.round(step.maxKbps * 1.5) : step.maxKbps,
      crf: step.crf,
      profile: step.lines <= 240 ? "main" : "high",
      level: levelFor({ width, height }, rate),
    };
  });
}

const commonRates: readonly FrameRate[] = [
  { numerator: 24000, denominator: 1001 },
  { numerator: 24, denominator: 1 },
  { numerator: 25, denominator: 1 },
  { numerator: 30000, denominator: 1001 },
  { numerator: 30, denominator: 1 },
  { numerator: 50, denominator: 1 },
  { numerator: 60000, denominator: 1001 },
  { numerator: 60, denominator: 1 },
];

/**
 * The constant rate to convert a source to. A rate that is common, or steady and low, is kept; otherwise the nearest
 * common rate. Rates above `maxFrameRate` are halved until they fit: dropping every second frame judders least.
 * @param source average rate; null if the container doesn't declare it (variable rate): 30
 */
export function constantRate(source: FrameRate | null, maxFrameRate: number): FrameRate {
  if (!source || framesPerSecond(source) < 1) return { numerator: 30, denominator: 1 };
  let rate = framesPerSecond(source);
  while (rate > maxFrameRate * 1.02) rate /= 2;
  const near = commonRates
    .map((candidate) => ({ candidate, distance: Math.abs(framesPerSecond(candidate) / rate - 1) }))
    .sort((a, b) => a.distance - b.distance)[0]!;
  if (near.distance < 0.0004) return near.candidate;
  if (rate < 23 && Number.isInteger(rate)) return { numerator: rate, denominator: 1 };
  const fitting = commonRates.filter((candidate) => framesPerSecond(candidate) <= maxFrameRate);
  return (
    fitting.sort((a, b) => Math.abs(framesPerSecond(a) - rate) - Math.abs(framesPerSecond(b) - rate))[0] ?? {
      numerator: maxFrameRate,
      denominator: 1,
    }
  );
}

/** Frames per second as a number. */
export function framesPerSecond(rate: FrameRate): number {
  return rate.numerator / rate.denominator;
}

/** Maximum GOP length, seconds: seeking and looping decode half of one on average. */
const maxGop = 1.5;

/** Frames between two keyframes. */
export function gopFrames(rate: FrameRate): number {
  return Math.max(1, Math.floor(framesPerSecond(rate) * maxGop + 1e-9));
}

/** Segment length, seconds: two GOPs, at most 3. */
export function segmentSeconds(rate: FrameRate): number {
  return (2 * gopFrames(rate)) / framesPerSecond(rate);
}

/** H.264 levels: macroblocks per frame, macroblocks per second. Table A-1 of the standard. */
const levels = [
  { level: "2.1", frame: 792, second: 19_800 },
  { level: "3.0", frame: 1620, second: 40_500 },
  { level: "3.1", frame: 3600, second: 108_000 },
  { level: "4.0", frame: 8192, second: 245_760 },
  { level: "4.2", frame: 8704, second: 522_240 },
  { level: "5.1", frame: 36_864, second: 983_040 },
] as const;

/** The lowest level that supports this size at this rate. */
export function levelFor(size: Size, rate: FrameRate): string {
  const blocks = Math.ceil(size.width / 16) * Math.ceil(size.height / 16);
  const perSecond = blocks * framesPerSecond(rate);
  return levels.find((row) => blocks <= row.frame && perSecond <= row.second)?.level ?? "5.2";
}

function even(value: number): number {
  return Math.max(2, Math.round(value / 2) * 2);
}
