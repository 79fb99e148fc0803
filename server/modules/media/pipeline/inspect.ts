import { checkContainer } from "./container.ts";
import { readPackets } from "./packets.ts";
import { probeSource } from "./probe.ts";
import type { SourceProperties, SourceLimits } from "./probe.ts";
import { SourceRefused } from "./refusal.ts";
import type { Tools } from "./tools.ts";

/** Maximum gap between two frames, seconds. */
const maxGap = 10;
/** Maximum difference between a container's declared length and that of its frames: seconds, and a share. */
const lengthSlack = { seconds: 5, share: 0.05 };
/** Maximum decoded pixels: two hours of 4K at 60 frames per second. */
const maxPixels = 3840 * 2160 * 60 * 7200;
/** Up to this many decoded bytes are cheap, whatever the compression ratio. */
const cheapBytes = 4 * 1024 ** 3;
/** Maximum compression ratio, against decompression bombs. Cameras reach a hundred, a static wall a thousand. */
const maxPacketGap = 20_000;

/**
 * Inspects an uploaded file as closely as is possible without decoding: format, structure, frame timing and decoding
 * cost. Takes at most 10 s for small files.
 * @throws SourceRefused with the reason
 * @throws ChildFailed if the inspection itself failed: aborted, no ffprobe
 */
export async function inspectSource(
  tools: Tools,
  path: string,
  limits: SourceLimits,
  signal?: AbortSignal,
): Promise<SourceProperties> {
  const properties = await probeSource(tools, path, limits, signal);
  await checkContainer(path);
  const { bytes, size, seconds } = properties;
  const packets = await readPackets(tools, { path, bytes, stream: properties.videoStream }, signal);
  if (packets.maxGap > maxGap)
    throw new SourceRefused("frame_gaps", `${packets.maxGap.toFixed(1)} s without a picture`);
  const missing = seconds - packets.seconds;
  if (missing > Math.max(lengthSlack.seconds, seconds * lengthSlack.share))
    throw new SourceRefused(
      "damaged",
      `${packets.seconds.toFixed(1)} s of ${seconds.toFixed(1)} s are there`,
    );
  if (packets.seconds > limits.maxSeconds)
    throw new SourceRefused("too_long", `${Math.round(packets.seconds)} s`);
  const pixels = size.width * size.height * packets.pictures;
  const decoded = pixels * 1.5;
  if (pixels > maxPixels || (decoded > cheapBytes && decoded / bytes > maxPacketGap))
    throw new SourceRefused("too_costly", `${Math.round(decoded / bytes)} times its size`);
  return properties;
}
