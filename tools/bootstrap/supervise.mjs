import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { pinnedNode, root } from "./paths.mjs";
import { findOnPath } from "./programs.mjs";
import { fail } from "./terminal.mjs";

/** A graceful shutdown may take 30 s; after this limit, in ms, a program is killed. */
const graceLimit = 35_000;
/** Ctrl-C arrives from the terminal and from npm. One that comes this many ms later is a second Ctrl-C. */
const impatienceAfter = 1_000;

const tether = pathToFileURL(join(root, "tools", "bootstrap", "tether.mjs")).href;

/** @type {import("node:child_process").ChildProcess | undefined} */
let current;
let endedAt = 0;

/**
 * Runs scripts one after the other under the pinned Node. Exits with the last one's exit code, or with that of the first failure.
 *
 * @param {string[][]} steps
 * @returns {Promise<never>}
 */
export async function runSteps(steps) {
  const env = {
    ...process.env,
    PATH: [join(root, "node_modules", ".bin"), dirname(pinnedNode), process.env.PATH].join(delimiter),
    // Compiled and type-stripped modules are kept: a server starts in half the processor time.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, "node_modules", ".cache", "node"),
  };
  for (const [script = "", ...args] of steps) {
    const nodeArgs = ["--import", tether, join(root, script), ...args];
    const code = await runTied(pinnedNode, nodeArgs, {
      cwd: root,
      env,
      stdio: ["inherit", "inherit", "inherit", "ipc"],
    });
    if (code !== 0) process.exit(code);
  }
  process.exit(0);
}

/**
 * Runs a program that ends when this process ends. It has its own process group and gets one SIGTERM for any number of signals to
 * us. Its leftover children are killed with the group. After a signal to end, this process ends once the program has.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} options with an IPC channel the program must end itself when that closes
 * @param {(pid: number) => void} [onSpawn]
 * @returns {Promise<number>} the exit code; 128 and more after a signal
 */
export async function runTied(file, args, options, onSpawn) {
  listen();
  const setpriv =
    process.platform === "linux" && !String(options.stdio).includes("ipc")
      ? findOnPath("setpriv")
      : undefined;
  const [program = file, ...all] = setpriv
    ? [setpriv, "--pdeathsig", "TERM", "--", file, ...args]
    : [file, ...args];
  const code = await new Promise((resolve) => {
    const child = spawn(program, all, { ...options, detached: true });
    current = child;
    if (child.pid) onSpawn?.(child.pid);
    child.once("error", (error) => fail(`Couldn't start ${file}: ${error.message}`));
    child.once("exit", (status, signal) => {
      killGroup(child, "SIGKILL");
      resolve(status ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
  current = undefined;
  if (endedAt > 0) process.exit(code);
  return code;
}

/** Installs the signal handlers once per process. */
function listen() {
  if (process.listenerCount("SIGTERM") > 0) return;
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.on(signal, end);
  watchParent();
}

function end() {
  const now = performance.now();
  if (endedAt > 0) {
    if (now - endedAt > impatienceAfter) killGroup(current, "SIGKILL");
    return;
  }
  endedAt = now;
  current?.kill("SIGTERM");
  setTimeout(() => killGroup(current, "SIGKILL"), graceLimit).unref();
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
    // The group is empty; macOS reports EPERM when only a zombie is left.
    if (!["ESRCH", "EPERM"].includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? "")) throw error;
  }
}

/** Under npm, end when npm ends, also by SIGKILL: the process that started npm expects us to end with it. */
function watchParent() {
  if (!process.env.npm_lifecycle_event) return;
  const before = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === before) return;
    clearInterval(timer);
    end();
  }, 500);
  timer.unref();
}

/** PIDs of our parent and, if that is npm's shell, of the shell's parent. */
function ancestors() {
  if (process.platform !== "linux") return `${process.ppid}`;
  try {
    const parent = readFileSync(`/proc/${process.ppid}/stat`, "utf8");
    const isShell = /^\d+ \((sh|dash|bash)\)/.test(parent);
    return `${process.ppid} ${isShell ? parent.slice(parent.lastIndexOf(")")).split(" ")[2] : ""}`;
  } catch {
    return `${process.ppid}`;
  }
}
