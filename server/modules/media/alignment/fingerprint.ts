import { join } from "node:path";
import { analysisRate } from "../beat/onsets.ts";
import { sourceFlags } from "../pipeline/hardening.ts";
import type { SourceProperties } from "../pipeline/probe.ts";
import { analyzeSamples } from "../pipeline/samples.ts";
import type { Tools } from "../pipeline/tools.ts";

/** What alignment needs of the sound of a source video, kept so that its file isn't read again. */
export interface Fingerprint {
  /** Of the video, milliseconds. */
  readonly durationMs: number;
  /** `onsetsPerSecond` values, each an onset's strength times `strengthSteps`; empty without sound. */
  readonly onsets: Uint8Array;
}

/** Steps of a stored onset strength. */
const strengthSteps = 20;

/** Stores onsets as bytes: 50 KB for ten minutes. */
export const toBytes = (onsets: Float32Array): Uint8Array =>
  Uint8Array.from(onsets, (value) => Math.min(255, Math.round(value * strengthSteps)));

/** Onsets from their bytes. */
export const fromBytes = (bytes: Uint8Array): Float32Array =>
  Float32Array.from(bytes, (value) => value / strengthSteps);

/**
 * Decodes the sound of an inspected source video.
 * @param folder for a temporary file
 * @throws ChildFailed if its sound can't be decoded
 */
export async function fingerprintOf(
  tools: Tools,
  source: SourceProperties,
  folder: string,
  signal: AbortSignal,
): Promise<Fingerprint> {
  const durationMs = Math.round(source.seconds * 1000);
  if (source.audioStream === null) return { durationMs, onsets: new Uint8Array() };
  const onsets = await analyzeSamples<Uint8Array>(
    { tools, signal },
    {
      path: source.path,
      stream: source.audioStream,
      seconds: source.seconds,
      flags: sourceFlags,
      rate: analysisRate,
      raw: join(folder, "fingerprint.f32"),
    },
    new URL("./fingerprint-worker.ts", import.meta.url),
  );
  return { durationMs, onsets };
}
