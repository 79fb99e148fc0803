import { inputOf, probeFlags } from "./hardening.ts";
import { ChildFailed, runChild } from "./process.ts";
import type { SourceProperties } from "./probe.ts";
import { probeLimits } from "./tools.ts";
import type { Tools } from "./tools.ts";

/** Bytes of a file. The end isn't part of it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
/** A part of a source's time, seconds. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}
type SpanContext = { readonly tools: Tools; readonly signal: AbortSignal };

/** What ffmpeg reads at the start of a file to learn about its tracks (5 MB), and some more. Bytes. */
const headBytes = 6_000_000;
/** Around what is decoded: Matroska has headers between the packets. Bytes. */
const marginBytes = 256 * 1024;
/** ffmpeg begins at a keyframe before the one that ffprobe begins at, if frames are reordered. Seconds. */
const marginSeconds = 3;
/** Files without an index are read from their start for each part: then their parts aren't worth it. Milliseconds. */
const maxMs = 60_000;
/** ffmpeg counts times from the first one of a file, ffprobe from 0. The margins are enough for a difference of this much. Seconds. */
const maxStartSeconds = 0.5;

/**
 * The bytes of a source from which each of some parts can be decoded: the container's headers and index, and the part itself.
 * @returns null for a part whose packets don't have positions, or take too long to find; for all parts, if the source's times don't
 * begin near 0
 */
export async function spansOf(
  context: SpanContext,
  source: SourceProperties,
  times: readonly TimeSpan[],
): Promise<(Span[] | null)[]> {
  const { path, bytes, videoStream } = source;
  const until = Date.now() + maxMs;
  const ofVideo = ["-select_streams", String(videoStream)];
  const head = await unlessFailed(packetsOf(context, path, [], "%+#20"));
  const tail = await unlessFailed(packetsOf(context, path, [], `${Math.max(0, source.seconds - 10)}%`));
  if (!head || !tail || Math.abs(head.startSeconds) > maxStartSeconds) return times.map(() => null);
  // As arguments of Math.min, the packets of a long interval would be more than a call may have.
  const first = head.packets.reduce((least, { start }) => Math.min(least, start), Infinity);
  const last = lastEndOf(tail.packets);
  const find = async ({ from, to }: TimeSpan): Promise<Span[] | null> => {
    const begin = await packetsOf(context, path, ofVideo, `${Math.max(0, from - 2 * marginSeconds)}%+#1`);
    const end = await packetsOf(context, path, ofVideo, `${to + marginSeconds}%${to + 2 * marginSeconds}`);
    if (!begin) return null;
    return [
      { start: 0, end: first + headBytes },
      {
        start: begin.packets[0]!.start - marginBytes,
        end: lastEndOf((end ?? tail).packets) + marginBytes,
      },
      { start: last - marginBytes, end: bytes },
    ].map((span) => ({ start: Math.max(0, span.start), end: Math.min(bytes, span.end) }));
  };
  const spans: (Span[] | null)[] = [];
  for (const time of times) spans.push(Date.now() > until ? null : await unlessFailed(find(time)));
  return spans;
}

const lastEndOf = (packets: readonly Span[]): number =>
  packets.reduce((last, { end }) => Math.max(last, end), 0);

/** The parts of some spans that others don't have. */
export function missingFrom(spans: readonly Span[], others: readonly Span[]): Span[] {
  return others.reduce<Span[]>(
    (left, { start, end }) =>
      left.flatMap((span) =>
        [
          { start: span.start, end: Math.min(span.end, start) },
          { start: Math.max(span.start, end), end: span.end },
        ].filter((rest) => rest.end > rest.start),
      ),
    joined(spans),
  );
}

/** The same bytes as some spans, in order, without overlaps or neighbors. */
export function joined(spans: readonly Span[]): Span[] {
  const found: { start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = found.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else found.push({ start, end });
  }
  return found;
}

/**
 * Whether a copy that has only some bytes of a source, and zeros elsewhere, is enough to decode a part: each packet that is read for it
 * has its bytes, and the container can be read without an error. Decoders hide the damage of missing bytes.
 */
export async function isEnough(
  context: SpanContext,
  copy: { readonly path: string; readonly videoStream: number; readonly spans: readonly Span[] },
  { from, to }: TimeSpan,
): Promise<boolean> {
  const isThere = (packet: Span) =>
    copy.spans.some(({ start, end }) => start <= packet.start && packet.end <= end);
  const read = packetsOf(
    context,
    copy.path,
    ["-select_streams", String(copy.videoStream)],
    `${Math.max(0, from - marginSeconds)}%${to + marginSeconds / 2}`,
  );
  return (await unlessFailed(read))?.packets.every(isThere) ?? false;
}

/** Null if ffprobe fails, other than by the signal. */
const unlessFailed = <Result>(reading: Promise<Result | null>): Promise<Result | null> =>
  reading.catch((error: unknown) => {
    if (error instanceof ChildFailed && error.fault !== "aborted") return null;
    throw error;
  });

/** Bytes of some packets, and the first time of their file. Null if there is none, one without a position, or any complaint. */
async function packetsOf(
  { tools, signal }: SpanContext,
  path: string,
  selection: readonly string[],
  interval: string,
): Promise<{ readonly packets: readonly Span[]; readonly startSeconds: number } | null> {
  const packets: Span[] = [];
  let startSeconds = 0;
  let isKnown = true;
  const { stderr } = await runChild({
    program: tools.ffprobe,
    args: [
      "-v",
      "error",
      ...probeFlags,
      ...selection,
      "-read_intervals",
      interval,
      "-show_entries",
      "packet=pos,size:format=start_time",
      "-of",
      "compact=p=0",
      "-i",
      inputOf(path),
    ],
    limits: { ...probeLimits, wallMs: 20_000, cpuSeconds: 20 },
    signal,
    onLine: (line) => {
      const startTime = /^start_time=(.*)/.exec(line)?.[1];
      // Not known to ffmpeg either: then it counts from 0.
      if (startTime !== undefined) return void (startSeconds = Number(startTime) || 0);
      const [size, start] = [/size=(\d+)/.exec(line)?.[1], /pos=(\d+)/.exec(line)?.[1]];
      if (size && start) packets.push({ start: Number(start), end: Number(start) + Number(size) });
      else if (line.trim()) isKnown = false;
    },
  });
  return isKnown && packets.length > 0 && stderr.trim() === "" ? { packets, startSeconds } : null;
}
