import { join } from "node:path";
import { analyzeSamples } from "../pipeline/samples.ts";
import type { TranscodeContext } from "../pipeline/context.ts";
import { analysisRate } from "./onsets.ts";
import type { ProposedSpan } from "./propose.ts";

/**
 * Proposes tempo and beats of a sound track that we encoded ourselves.
 * @param seconds duration of the track
 */
export const proposeBeat = (
  context: TranscodeContext,
  path: string,
  seconds: number,
): Promise<ProposedSpan[]> =>
  analyzeSamples(
    context,
    { path, stream: 0, seconds, rate: analysisRate, raw: join(context.folder, "beat.f32") },
    new URL("./beat-worker.ts", import.meta.url),
  );
