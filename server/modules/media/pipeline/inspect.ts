import { checkContainer } from "./container.ts";
import { readPackets } from "./packets.ts";
import { probeSource } from "./probe.ts";
import type { SourceFacts, SourceLimits } from "./probe.ts";
import { SourceRefused } from "./refusal.ts";
import type { Tools } from "./tools.ts";

/** Nobody stands still for so long between two pictures, seconds. */
const longestGap = 10;
/** What a container says of its length, and what its pictures last, may differ by so much: seconds, and a share. */
const lengthSlack = { seconds: 5, share: 0.05 };
/** 4K at 60 pictures a second for two hours: decoding more is nobody's dance. Pixels. */
const mostPixels = 3840 * 2160 * 60 * 7200;
/** Up to so much decoded picture is cheap, however well it is packed. Bytes. */
const cheapBytes = 4 * 1024 ** 3;
/** Cameras pack a picture to a hundredth, a filmed wall to a thousandth; so much is a bomb. */
const mostPacked = 20_000;

/**
 * Looks at a file that somebody sent, as closely as is possible without decoding it: what it is, how it is put together, when its
 * pictures are shown, and what decoding them would cost. Takes 10 s at most where the file is small.
 * @throws SourceRefused with the reason
 * @throws ChildFailed when the look itself failed: aborted, no ffprobe
 */
export async function inspectSource(
  tools: Tools,
  path: string,
  limits: SourceLimits,
  signal?: AbortSignal,
): Promise<SourceFacts> {
  const facts = await probeSource(tools, path, limits, signal);
  await checkContainer(path);
  const { bytes, size, seconds } = facts;
  const shown = await readPackets(tools, { path, bytes, stream: facts.videoStream }, signal);
  if (shown.longestGap > longestGap)
    throw new SourceRefused("frame_gaps", `${shown.longestGap.toFixed(1)} s without a picture`);
  const missing = seconds - shown.seconds;
  if (missing > Math.max(lengthSlack.seconds, seconds * lengthSlack.share))
    throw new SourceRefused("damaged", `${shown.seconds.toFixed(1)} s of ${seconds.toFixed(1)} s are there`);
  if (shown.seconds > limits.maxSeconds)
    throw new SourceRefused("too_long", `${Math.round(shown.seconds)} s`);
  const pixels = size.width * size.height * shown.pictures;
  const decoded = pixels * 1.5;
  if (pixels > mostPixels || (decoded > cheapBytes && decoded / bytes > mostPacked))
    throw new SourceRefused("too_costly", `${Math.round(decoded / bytes)} times its size`);
  return facts;
}
