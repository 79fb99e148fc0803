/**
 * Worker thread that analyses sound: half an hour of sound takes seconds and would block requests on the main thread.
 */
import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { onsetsOf } from "./onsets.ts";
import { proposeSpans } from "./propose.ts";

/** `path`: raw 32-bit floats, mono, at the sample rate of the analysis. */
const { path } = workerData as { path: string };
const bytes = readFileSync(path);
const samples = new Float32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.byteLength / 4));
parentPort?.postMessage(proposeSpans(onsetsOf(samples)));
