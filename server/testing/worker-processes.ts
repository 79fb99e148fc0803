import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { nodeEnvironment } from "./program.ts";

/** A worker role in a process of its own. */
export interface WorkerProcess {
  readonly child: ChildProcess;
  /** Its log output. */
  logged(): string;
  /** Sends SIGTERM like an operator, and waits for the exit. */
  end(): Promise<void>;
  /** Kills it if it still runs, and waits for the exit. */
  kill(): Promise<void>;
}

/** Starts a worker, and waits until it takes jobs. @param settings variables of its configuration */
export async function startWorkerProcess(
  connection: pg.PoolConfig,
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<WorkerProcess> {
  const script = fileURLToPath(new URL("./worker-process.ts", import.meta.url));
  const child = spawn(process.execPath, [script], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...nodeEnvironment(),
      DATA_DIR: dataDir,
      CONNECTION: JSON.stringify(connection),
      SETTINGS: JSON.stringify(settings),
    },
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  while (!said.includes("working\n")) await once(child.stdout, "data");
  const endBy = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, "close");
  };
  return { child, logged: () => said, end: () => endBy("SIGTERM"), kill: () => endBy("SIGKILL") };
}
