import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { pinnedNode, root } from "./paths.mjs";
import { fail } from "./terminal.mjs";

/** A graceful end may take 30 s; past this, in ms, a step is killed. */
const graceLimit = 35_000;
/** Ctrl-C arrives from the terminal and from npm; a second one after this many ms is the person's impatience. */
const impatienceAfter = 1_000;

const tether = pathToFileURL(join(root, "tools", "bootstrap", "tether.mjs")).href;

/**
 * Runs scripts one after the other under the pinned Node and ends the process with the last one's exit code, or with that of the first
 * that fails. Each step has a process group of its own: it gets one SIGTERM for however many signals reach us, and what it leaves
 * behind is killed with the group.
 *
 * @param {string[][]} steps
 * @returns {Promise<never>}
 */
export async function runSteps(steps) {
  /** @type {import("node:child_process").ChildProcess | undefined} */
  let child;
  let endedAt = 0;
  const end = () => {
    const now = performance.now();
    if (endedAt > 0) {
      if (now - endedAt > impatienceAfter) killGroup(child, "SIGKILL");
      return;
    }
    endedAt = now;
    child?.kill("SIGTERM");
    setTimeout(() => killGroup(child, "SIGKILL"), graceLimit).unref();
  };
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.on(signal, end);
  watchParent(end);

  for (const [script = "", ...args] of steps) {
    const code = await new Promise((resolve) => {
      child = spawn(pinnedNode, ["--import", tether, join(root, script), ...args], {
        cwd: root,
        env: { ...process.env, PATH: [join(root, "node_modules", ".bin"), dirname(pinnedNode), process.env.PATH].join(delimiter) },
        stdio: ["inherit", "inherit", "inherit", "ipc"],
        detached: true,
      });
      child.once("error", (error) => fail(`Node.js couldn't be started: ${error.message}`));
      child.once("exit", (status, signal) => {
        killGroup(child, "SIGKILL");
        resolve(status ?? 128 + (signal ? constants.signals[signal] : 0));
      });
    });
    if (code !== 0) process.exit(code);
    if (endedAt > 0) process.exit(0);
  }
  process.exit(0);
}

/**
 * @param {import("node:child_process").ChildProcess | undefined} child
 * @param {NodeJS.Signals} signal
 */
function killGroup(child, signal) {
  if (!child?.pid) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    // Nobody is left in it.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "ESRCH") throw error;
  }
}

/**
 * Under npm, its death (by SIGKILL too) is ours: it stands for us in the eyes of whoever started it. Between npm and us there may be a shell.
 *
 * @param {() => void} end
 */
function watchParent(end) {
  if (!process.env.npm_lifecycle_event) return;
  const chain = () => `${process.ppid} ${grandparent()}`;
  const before = chain();
  const timer = setInterval(() => {
    if (chain() === before) return;
    clearInterval(timer);
    end();
  }, 500);
  timer.unref();
}

function grandparent() {
  if (process.platform !== "linux") return "";
  try {
    const parent = readFileSync(`/proc/${process.ppid}/stat`, "utf8");
    // A shell whose own parent changes has lost its npm; npm itself may be handed on freely.
    return /^\d+ \((sh|dash|bash)\)/.test(parent) ? parent.slice(parent.lastIndexOf(")")).split(" ")[2] : "";
  } catch {
    return "";
  }
}
