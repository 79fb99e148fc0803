import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { say } from "./terminal.mjs";

/**
 * Runs `work` while no other process does. A lock whose holder has died is taken over.
 *
 * @param {string} file
 * @param {() => void | Promise<void>} work
 */
export async function withLock(file, work) {
  const mine = `${process.pid} ${Math.random()}`;
  let told = false;
  while (!(await take(file, mine))) {
    if (!told) say("Another start is installing; waiting for it …");
    told = true;
    await sleep(300);
  }
  const release = () => {
    if (read(file) === mine) rmSync(file, { force: true });
  };
  process.once("exit", release);
  try {
    await work();
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
  const holder = Number(read(file)?.split(" ")[0]);
  if (holder && isAlive(holder)) return false;
  if (holder) rmSync(file, { force: true });
  try {
    writeFileSync(file, mine, { flag: "wx" });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") return false;
    throw error;
  }
  // Of two that found the same dead holder, the slower one may just have removed the faster one's lock: the file decides.
  if (holder) await sleep(200);
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

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}
