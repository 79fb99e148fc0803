/** Worker thread that aligns two recordings by their fingerprints. */
import { parentPort, workerData } from "node:worker_threads";
import { align } from "./align.ts";
import { fromBytes } from "./fingerprint.ts";

const { main, other } = workerData as { main: Uint8Array; other: Uint8Array };
parentPort?.postMessage(align(fromBytes(main), fromBytes(other)));
