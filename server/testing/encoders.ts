import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

/** Process ids of the ffmpeg processes of a source. */
export function encodersOf(source: string): number[] {
  const { stdout } = spawnSync("ps", ["-eo", "pid,args"], { encoding: "utf8" });
  const lines = stdout.split("\n").filter((line) => /\bffmpeg\b/.test(line) && line.includes(source));
  return lines.map((line) => Number.parseInt(line, 10));
}

/**
 * Stops an ffmpeg of a source with SIGSTOP, so that its transcode stays in progress. Waits until there is one.
 * @param others process ids of those that aren't meant
 * @returns its process id
 */
export async function stopEncoder(source: string, others: readonly number[] = []): Promise<number> {
  for (;;) {
    const pid = encodersOf(source).find((found) => !others.includes(found));
    if (pid !== undefined && (await isStopped(pid))) return pid;
    await sleep(20);
  }
}

/** Stops a process; false if it ends instead. */
async function isStopped(pid: number): Promise<boolean> {
  try {
    process.kill(pid, "SIGSTOP");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    throw error;
  }
  for (;;) {
    const { stdout } = spawnSync("ps", ["-o", "state=", "-p", String(pid)], { encoding: "utf8" });
    const state = stdout.trim();
    if (state.startsWith("T")) return true;
    // The signal was sent to a process that was ending.
    if (state === "" || state.startsWith("Z")) return false;
    await sleep(5);
  }
}
