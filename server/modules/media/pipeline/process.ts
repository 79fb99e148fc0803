import { spawn } from "node:child_process";
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { getPriority, setPriority } from "node:os";
import { createInterface } from "node:readline";

/** Resource limits of a child process. */
export interface ChildLimits {
  /** Wall-clock time, milliseconds. */
  readonly wallMs: number;
  /** CPU time over all threads, seconds. */
  readonly cpuSeconds: number;
  /** Address space, bytes. */
  readonly memoryBytes: number;
  /** Largest file that it may write, bytes. */
  readonly fileBytes: number;
}

/** Why a child process failed. */
export type ChildFault =
  | "aborted"
  | "timeout"
  | "cpu"
  | "memory"
  | "file_size"
  | "disk_full"
  | "exit"
  | "killed"
  | "missing";

/** A child process failed. `detail` is the end of its standard error. */
export class ChildFailed extends Error {
  readonly program: string;
  readonly fault: ChildFault;
  readonly detail: string;

  constructor(program: string, fault: ChildFault, detail: string) {
    super(`${program} failed (${fault}): ${detail.slice(-600) || "it said nothing"}`);
    this.name = "ChildFailed";
    this.program = program;
    this.fault = fault;
    this.detail = detail;
  }
}

export interface ChildCall {
  /** Path or name of the program. */
  readonly program: string;
  readonly args: readonly string[];
  readonly limits: ChildLimits;
  readonly cwd?: string;
  /** Brief work that a person waits for: keeps our own priority. */
  readonly isBrief?: boolean;
  /** Kills the child at once when it aborts. */
  readonly signal?: AbortSignal;
  /** Called with each line of standard output. Without it the output is collected (at most 1 MiB). */
  readonly onLine?: (line: string) => void;
}

export interface ChildResult {
  /** Standard output, if no `onLine` was given. */
  readonly stdout: string;
  /** The last 64 KiB of standard error. */
  readonly stderr: string;
}

const maxErrorLength = 64 * 1024;
const maxOutputLength = 1024 * 1024;
/** Lower priority than the server's own, which must respond during transcodes. */
const niceness = 10;

/**
 * Runs a program under limits, without standard input and without our environment. A limit or an abort kills it with
 * SIGKILL, since ffmpeg reacts slowly to SIGTERM. Where Linux's setpriv exists, it also dies with this process.
 * @throws ChildFailed unless it exits with code 0
 */
export async function runChild(call: ChildCall): Promise<ChildResult> {
  const name = call.program.slice(call.program.lastIndexOf("/") + 1);
  if (call.signal?.aborted) throw new ChildFailed(name, "aborted", "");
  const [program, ...args] = await underLimits(call);
  const child = spawn(program!, args, {
    cwd: call.cwd,
    stdio: ["ignore", "pipe", "pipe"],
    // A process group of its own, so that its descendants are killed with it.
    detached: true,
    env: {
      PATH: process.env["PATH"] ?? "/usr/bin:/bin",
      LC_ALL: "C",
      // shaka-packager renames temporary files to its playlists, which fails between file systems.
      ...(call.cwd ? { TMPDIR: resolve(call.cwd) } : {}),
    },
  });
  let stderr = "";
  let stdout = "";
  let fault: ChildFault | null = null;
  const kill = (why: ChildFault) => {
    fault ??= why;
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) killGroup(child.pid);
  };
  const onAbort = () => kill("aborted");
  call.signal?.addEventListener("abort", onAbort, { once: true });
  const timer = setTimeout(() => kill("timeout"), call.limits.wallMs);
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(-maxErrorLength);
  });
  if (call.onLine) createInterface({ input: child.stdout }).on("line", call.onLine);
  else {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      if (stdout.length > maxOutputLength) kill("file_size");
    });
  }
  try {
    const ended = await new Promise<{ code: number | null; signal: NodeJS.Signals | null }>(
      (resolve, reject) => {
        child.once("error", reject);
        child.once("close", (code, signal) => resolve({ code, signal }));
        if (child.pid !== undefined && !call.isBrief) lowerPriority(child.pid);
      },
    );
    if (ended.code === 0 && fault === null) return { stdout, stderr };
    throw new ChildFailed(name, fault ?? faultOf(ended.signal, stderr), stderr.trim());
  } catch (error) {
    if (error instanceof ChildFailed) throw error;
    throw new ChildFailed(
      name,
      (error as NodeJS.ErrnoException).code === "ENOENT" ? "missing" : "exit",
      (error as Error).message,
    );
  } finally {
    clearTimeout(timer);
    call.signal?.removeEventListener("abort", onAbort);
  }
}

/** Whether a program's output reports that the disk (or a quota) is full. */
function isDiskFullMessage(text: string): boolean {
  return /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/i.test(text);
}

function faultOf(signal: NodeJS.Signals | null, stderr: string): ChildFault {
  if (isDiskFullMessage(stderr)) return "disk_full";
  if (signal === "SIGXFSZ" || /File too large|EFBIG/.test(stderr)) return "file_size";
  if (signal === "SIGXCPU") return "cpu";
  // By the kernel, which is short of memory, or by an operator.
  if (signal === "SIGKILL") return "killed";
  if (
    /Cannot allocate memory|out of memory|memory exhausted|std::bad_alloc|Resource temporarily unavailable/i.test(
      stderr,
    )
  )
    return "memory";
  return "exit";
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function lowerPriority(pid: number): void {
  try {
    // A process that was started with a lower priority may not raise it.
    setPriority(pid, Math.max(niceness, getPriority()));
  } catch (error) {
    // The process may have ended already; other errors are logged.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH" && !/ESRCH/.test(String(error))) throw error;
  }
}

async function underLimits({ program, args, limits }: ChildCall): Promise<string[]> {
  const [setpriv, prlimit] = await Promise.all([findProgram("setpriv"), findProgram("prlimit")]);
  const bound = setpriv ? [setpriv, "--pdeathsig", "KILL", "--"] : [];
  const cpu = Math.ceil(limits.cpuSeconds);
  if (prlimit) {
    // The soft limit sends SIGXCPU, which identifies the cause. The hard limit, a little later, kills programs that
    // ignore it.
    return [
      ...bound,
      prlimit,
      `--as=${limits.memoryBytes}`,
      `--cpu=${cpu}:${cpu + 5}`,
      `--fsize=${limits.fileBytes}`,
      "--core=0",
      program,
      ...args,
    ];
  }
  const blocks = Math.ceil(limits.fileBytes / 512);
  return [
    ...bound,
    "/bin/sh",
    "-c",
    `ulimit -t ${cpu}; ulimit -f ${blocks}; exec "$0" "$@"`,
    program,
    ...args,
  ];
}

const found = new Map<string, Promise<string | null>>();

/** Absolute path of a program on the PATH; null if not found. */
function findProgram(name: string): Promise<string | null> {
  const cached = found.get(name);
  if (cached) return cached;
  const search = (async () => {
    for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
      if (!folder) continue;
      const path = join(folder, name);
      try {
        await access(path, constants.X_OK);
        return path;
      } catch {
        continue; // not in this folder
      }
    }
    return null;
  })();
  found.set(name, search);
  return search;
}
