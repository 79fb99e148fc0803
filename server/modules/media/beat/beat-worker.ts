/** Worker thread that proposes tempo and beats of samples. */
import { parentPort, workerData } from "node:worker_threads";
import { readSamples } from "../pipeline/read-samples.ts";
import { onsetsOf } from "./onsets.ts";
import { proposeSpans } from "./propose.ts";

const { path } = workerData as { path: string };
parentPort?.postMessage(proposeSpans(onsetsOf(readSamples(path))));
