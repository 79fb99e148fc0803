import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TranscodeContext } from "../pipeline/context.ts";
import { inputOf } from "../pipeline/hardening.ts";
import { runChild } from "../pipeline/process.ts";
import { encodeLimits } from "../pipeline/tools.ts";
import { frameHeight, frameWidth, proposeFraming } from "./propose.ts";
import type { Framing } from "./propose.ts";

/**
 * Proposes the framing of a video track that we encoded ourselves. Decodes key frames only, which takes under a hundredth of its length.
 * @param seconds from the start, at most the duration of the track
 */
export async function proposeFramingOf(
  context: TranscodeContext,
  path: string,
  seconds: number,
): Promise<Framing | null> {
  const raw = join(context.folder, "frames.gray");
  await runChild({
    program: context.tools.ffmpeg,
    args: [
      ...`-nostdin -v error -threads 1 -discard nokey -skip_frame nokey -protocol_whitelist file,pipe -t ${seconds} -i`.split(
        " ",
      ),
      inputOf(path),
      ...`-an -vf scale=${frameWidth}:${frameHeight}:flags=area,format=gray -fps_mode passthrough -f rawvideo -y`.split(
        " ",
      ),
      inputOf(raw),
    ],
    limits: encodeLimits(seconds),
    signal: context.signal,
  });
  const bytes = await readFile(raw);
  await rm(raw, { force: true });
  const size = frameWidth * frameHeight;
  const count = Math.floor(bytes.length / size);
  const frames = Array.from({ length: count }, (_unused, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
  return proposeFraming(frames, (seconds * 1000) / Math.max(1, count));
}
