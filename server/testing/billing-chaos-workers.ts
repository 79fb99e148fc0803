import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Worker } from "./billing-chaos.ts";

/** How to start worker processes with a database, a folder, a clock and settings. */
export function workersOf(environment: {
  readonly connection: object;
  readonly dataDir: string;
  readonly clockFile: string;
  readonly settings: Readonly<Record<string, string>>;
}): () => Promise<Worker> {
  return async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, "worker-process.ts")], {
      env: {
        ...process.env,
        CONNECTION: JSON.stringify(environment.connection),
        DATA_DIR: environment.dataDir,
        CLOCK_FILE: environment.clockFile,
        SETTINGS: JSON.stringify(environment.settings),
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    await new Promise<void>((resolve, reject) => {
      child.stdout!.on("data", (chunk: Buffer) => {
        if (chunk.toString().includes("working\n")) resolve();
      });
      child.once("exit", (code) => reject(new Error(`The worker ended with code ${code}`)));
    });
    return {
      kill: async () => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = once(child, "exit");
        child.kill("SIGKILL");
        await ended;
      },
    };
  };
}
