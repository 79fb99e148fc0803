/** Analyses sound off the main thread: half an hour of it takes seconds, in which requests would wait. */
import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { onsetsOf } from "./onsets.ts";
import { proposeSpans } from "./propose.ts";

/** `path`: raw 32-bit floats, mono, at the analysis's rate. */
const { path } = workerData as { path: string };
const bytes = readFileSync(path);
const samples = new Float32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.byteLength / 4));
parentPort?.postMessage(proposeSpans(onsetsOf(samples)));
