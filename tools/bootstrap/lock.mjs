import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { say } from "./terminal.mjs";

/**
 * Runs `work` while no other process does. A lock is held as long as any of its processes lives. So it still covers npm if only
 * its first holder was killed. When all have ended, the next process takes it over.
 *
 * @param {string} file
 * @param {(hold: (pid: number) => void) => void | Promise<void>} work gets a function that adds a process to the lock
 */
export async function withLock(file, work) {
  const holders = [identify(process.pid)];
  let isAnnounced = false;
  while (!(await take(file, holders.join(" ")))) {
    if (!isAnnounced) say("Waiting for another install to finish…");
    isAnnounced = true;
    await sleep(300);
  }
  const release = () => rmSync(file, { force: true });
  process.once("exit", release);
  try {
    await work((pid) => {
      holders.push(identify(pid));
      writeFileSync(file, holders.join(" "));
    });
  } finally {
    process.off("exit", release);
    release();
  }
}

/**
 * @param {string} file
 * @param {string} mine
 */
async function take(file, mine) {
  const found = read(file);
  if (found?.split(" ").some(isAlive)) return false;
  if (found !== undefined) rmSync(file, { force: true });
  try {
    writeFileSync(file, mine, { flag: "wx" });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") return false;
    throw error;
  }
  // If two processes found the same dead holder, the slower one may have removed the faster one's lock. The file decides.
  if (found !== undefined) await sleep(200);
  return read(file) === mine;
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** @param {string} holder */
function isAlive(holder) {
  const pid = Number(holder.split("@")[0]);
  return pid > 0 && holder === identify(pid) && holder !== `${pid}@`;
}

/**
 * Identifies a process by PID and start time, since PIDs are reused after a reboot.
 *
 * @param {number} pid
 */
function identify(pid) {
  return `${pid}@${startOf(pid)}`;
}

/**
 * Start time of a process; empty for a dead one and for a zombie.
 *
 * @param {number} pid
 */
function startOf(pid) {
  if (process.platform !== "linux") {
    const listed = spawnSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], {
      encoding: "utf8",
    }).stdout.trim();
    return listed.startsWith("Z") ? "" : listed.split(/\s+/).slice(1).join("-");
  }
  const stat = read(`/proc/${pid}/stat`);
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ") ?? [];
  return fields[0] === "Z" ? "" : (fields[19] ?? "");
}
