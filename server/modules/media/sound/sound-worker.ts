/** Worker thread that measures sound for drawing, and divides it into silence, talk and music. */
import { parentPort, workerData } from "node:worker_threads";
import { analysisRate, onsetsOf } from "../beat/onsets.ts";
import { proposeSpans } from "../beat/propose.ts";
import { readSamples } from "../pipeline/read-samples.ts";
import { featuresOf } from "./features.ts";
import { peaksOf } from "./peaks.ts";
import { segmentsOf } from "./segments.ts";

const { path } = workerData as { path: string };
const samples = readSamples(path);
const features = featuresOf(samples, analysisRate, proposeSpans(onsetsOf(samples)));
parentPort?.postMessage({
  peaks: peaksOf(samples, analysisRate),
  segments: segmentsOf(features, Math.round((samples.length / analysisRate) * 1000)),
});
