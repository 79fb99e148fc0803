import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { nodeEnvironment } from "./program.ts";

/** A process of a studio that a test ends and starts again. */
export interface Part {
  /** Folder that is its own. */
  readonly dataDir: string;
  start(): Promise<void>;
  /** SIGTERM ends it as a deploy does, SIGKILL as a lost machine. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
}

/**
 * A process that says when it works: a server its port, a worker a word.
 * @param script of this folder
 */
export function partOf(
  script: string,
  env: Readonly<Record<string, string>> & { readonly DATA_DIR: string },
): Part {
  let child: ChildProcess | null = null;
  return {
    dataDir: env.DATA_DIR,
    start: async () => {
      const started = spawn(process.execPath, [join(import.meta.dirname, script)], {
        env: { ...nodeEnvironment(), ...env },
        stdio: ["ignore", "pipe", "inherit"],
      });
      child = started;
      await new Promise<void>((resolve, reject) => {
        // Read to the end: a full pipe would stop the process.
        started.stdout.on("data", (chunk: Buffer) => {
          if (/^(?:\d+|working)$/m.test(chunk.toString())) resolve();
        });
        started.once("exit", (code) => reject(new Error(`${script} ended with code ${code}`)));
      });
    },
    end: async (signal) => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill(signal);
      await ended;
    },
  };
}
