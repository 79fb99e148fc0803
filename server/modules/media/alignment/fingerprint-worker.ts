/** Worker thread that finds the onsets of samples. */
import { parentPort, workerData } from "node:worker_threads";
import { onsetsOf } from "../beat/onsets.ts";
import { readSamples } from "../pipeline/read-samples.ts";
import { toBytes } from "./fingerprint.ts";

const { path } = workerData as { path: string };
parentPort?.postMessage(toBytes(onsetsOf(readSamples(path))));
