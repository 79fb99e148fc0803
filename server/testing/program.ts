import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type pg from "pg";

/** The program in a process of its own, as an operator starts it. */
export interface Program {
  readonly child: ChildProcess;
  /** Its exit code (null: killed by a signal) and its output. */
  readonly ended: Promise<{ code: number | null; said: string; complained: string }>;
  /** Waits until it serves. @returns its URL */
  ready(): Promise<string>;
  /** What it has printed until now. */
  said(): string;
  /** Kills it, and waits until it has ended. */
  kill(): Promise<void>;
}

/**
 * What a Node process of a test takes from this process's environment. Without the compiled modules that runs share, it needs twice
 * the processor time to start.
 */
export const nodeEnvironment = (): NodeJS.ProcessEnv => ({
  PATH: process.env["PATH"],
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
});

/**
 * Starts server/main.ts, or another program.
 * @param env in addition to the tests' own: development, no demo, any port, four connections
 * @param folder of a copy of the product
 * @param file another program of the product
 * @param user runs it; default: this one
 */
export function startProgram(
  env: Record<string, string>,
  args: readonly string[] = [],
  folder = join(import.meta.dirname, "../.."),
  file = "server/main.ts",
  user: { readonly uid?: number; readonly gid?: number } = {},
): Program {
  const child = spawn(process.execPath, [join(folder, file), ...args], {
    env: {
      ...nodeEnvironment(),
      NODE_ENV: "development",
      DEMO: "off",
      PORT: "0",
      DATABASE_CONNECTIONS: "4",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    ...user,
  });
  let output = "";
  let complained = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (complained += chunk.toString()));
  const ended = once(child, "exit").then(([code]) => ({
    code: code as number | null,
    said: output,
    complained,
  }));
  return {
    child,
    ended,
    said: () => output,
    ready: async () => {
      while (!/ is running( at |\n)/.test(output)) {
        if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${complained}`);
        await Promise.race([once(child.stdout, "data"), ended]);
      }
      return /http:\/\/\S+/.exec(output)?.[0] ?? "";
    },
    kill: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
      await ended;
    },
  };
}

/** A postgres:// URL of a test's database, or of another database or user on the same server. */
export function urlOfDatabase(
  connection: pg.PoolConfig,
  other: { readonly name?: string; readonly user?: string } = {},
): string {
  const { host = "", port } = connection;
  const name = other.name ?? connection.database;
  const user = other.user ?? String(connection.user);
  return host.startsWith("/")
    ? `postgres://${user}@/${name}?host=${encodeURIComponent(host)}&port=${port}`
    : `postgres://${user}@${host}:${port}/${name}`;
}
