import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess, SpawnSyncReturns } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findOnPath } from "./binaries.ts";
import type { Binaries } from "./binaries.ts";
import { describeFault, otherVersion } from "./fault.ts";
import type { Layout } from "./layout.ts";

/** Role and database of the app in the embedded cluster. */
export const owner = "eightcount";
const maxLogBytes = 20 * 1024 * 1024;
/**
 * How PostgreSQL syncs a cluster to disk after a crash and on creation. Its default is file by file, which on a busy disk takes
 * most of the recovery time. Linux can sync the whole file system at once.
 */
const syncMethod = process.platform === "linux" ? "syncfs" : "fsync";
/** No environment variable (PGDATA, PGHOST, a locale) may change PostgreSQL's behavior. */
const cleanEnvironment = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  LC_ALL: "C",
  TZ: "UTC",
};

/**
 * Command that runs a program as the cluster's user. The kernel ends it when this process ends for any reason. As root the program
 * may also read folders that aren't open to that user (a clone under /root).
 */
function wrap(layout: Layout, program: string, args: string[], endWithUs: boolean) {
  const setpriv = process.platform === "linux" ? findOnPath("setpriv") : undefined;
  const ids = layout.user ?? {};
  if (!setpriv) return { file: program, args, ids };
  const death = endWithUs ? ["--pdeathsig", "INT"] : [];
  const drop = layout.user
    ? [
        "--reuid",
        String(layout.user.uid),
        "--regid",
        String(layout.user.gid),
        "--clear-groups",
        ...lookIntoFolders(),
      ]
    : [];
  return { file: setpriv, args: [...death, ...drop, "--", program, ...args], ids: {} };
}

/** Containers often drop dac_read_search and keep dac_override, which includes it. */
function lookIntoFolders(): string[] {
  const status = readFileSync("/proc/self/status", "utf8");
  const bounding = BigInt(`0x${/CapBnd:\s*([0-9a-f]+)/.exec(status)?.[1] ?? "0"}`);
  const able = [
    { bit: 2n, name: "dac_read_search" },
    { bit: 1n, name: "dac_override" },
  ].find(({ bit }) => (bounding >> bit) & 1n);
  return able ? ["--inh-caps", `+${able.name}`, "--ambient-caps", `+${able.name}`] : [];
}

function runToEnd(layout: Layout, program: string, args: string[], input?: string): SpawnSyncReturns<string> {
  const command = wrap(layout, program, args, true);
  return spawnSync(command.file, command.args, {
    ...command.ids,
    env: cleanEnvironment,
    cwd: "/",
    encoding: "utf8",
    ...(input ? { input } : {}),
  });
}

/**
 * Creates the cluster with the app's role and database if it is missing. A rename makes all of it appear at once. A crash leaves
 * only a folder that the next call removes. The caller holds the lock.
 * @throws PostgresFault
 */
export function makeCluster(layout: Layout, binaries: Binaries): void {
  const draft = `${layout.cluster}.draft`;
  try {
    for (const name of readdirSync(layout.home)) {
      if (name.startsWith("cluster.draft")) rmSync(join(layout.home, name), { recursive: true, force: true });
    }
    if (existsSync(layout.cluster)) {
      const found = readFileSync(join(layout.cluster, "PG_VERSION"), "utf8").trim();
      if (found !== binaries.majorVersion) throw otherVersion(layout.cluster, found, binaries.majorVersion);
      return;
    }
    mkdirSync(draft, { mode: 0o700 });
    if (layout.user) chownSync(draft, layout.user.uid, layout.user.gid);
    const made = runToEnd(layout, binaries.initdb, [
      "-D",
      draft,
      "-U",
      owner,
      "-A",
      "trust",
      "-E",
      "UTF8",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
      "--no-instructions",
      `--sync-method=${syncMethod}`,
    ]);
    if (made.status !== 0) throw describeFault(made.error ?? `${made.stdout}\n${made.stderr}`, layout.home);
    const named = runToEnd(
      layout,
      binaries.postgres,
      ["--single", "-D", draft, "postgres"],
      `CREATE DATABASE ${owner} OWNER ${owner};\n`,
    );
    if (named.status !== 0 || /\b(ERROR|FATAL|PANIC):/.test(named.stderr))
      throw describeFault(named.error ?? named.stderr, layout.home);
    renameSync(draft, layout.cluster);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw describeFault(error, layout.home);
  }
}

export type Postmaster = {
  /** Resolves when the process has ended, for any reason. */
  ended: Promise<void>;
  /** Ends sessions, writes a checkpoint and resolves when the process has ended. */
  stop(): Promise<void>;
};

/**
 * Starts the postmaster and resolves when it accepts connections. The caller holds the lock and has ended leftovers.
 * @param settings PostgreSQL settings in addition to the defaults, such as `{ fsync: "off" }`
 * @throws PostgresFault
 */
export async function startPostmaster(
  layout: Layout,
  binaries: Binaries,
  settings: Readonly<Record<string, string>>,
): Promise<Postmaster> {
  if ((statSync(layout.logFile, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes)
    truncateSync(layout.logFile);
  const log = openSync(layout.logFile, "a", 0o600);
  const logStart = statSync(layout.logFile).size;
  const all = {
    listen_addresses: "",
    unix_socket_directories: layout.sockets,
    unix_socket_permissions: "0700",
    max_connections: "200",
    // The default assumes a hard disk. On an SSD a random read costs hardly more than a sequential one.
    random_page_cost: "1.1",
    recovery_init_sync_method: syncMethod,
    ...settings,
  };
  const command = wrap(
    layout,
    binaries.postgres,
    ["-D", layout.cluster, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    true,
  );
  let child: ChildProcess;
  try {
    child = spawn(command.file, command.args, {
      ...command.ids,
      env: cleanEnvironment,
      cwd: "/",
      stdio: ["ignore", log, log],
      detached: true,
    });
  } finally {
    closeSync(log);
  }
  let failure: Error | true | undefined;
  const ended = new Promise<void>((resolve) => {
    child.once("error", (error) => {
      failure = error;
      resolve();
    });
    child.once("exit", () => {
      failure = true;
      resolve();
    });
  });
  while (!isReady(layout, child.pid)) {
    if (failure)
      throw describeFault(
        failure === true ? readFileSync(layout.logFile, "utf8").slice(logStart) : failure,
        layout.home,
      );
    await Promise.race([sleep(10), ended]);
  }
  return {
    ended,
    stop: async () => {
      if (!failure) child.kill("SIGINT");
      await ended;
    },
  };
}

/** The eighth line of postmaster.pid is its status; pg_ctl reads the same. A replica that answers reads is a standby. */
function isReady(layout: Layout, pid: number | undefined): boolean {
  const lines = readPidFile(layout);
  return Number(lines[0]) === pid && ["ready", "standby"].includes(lines[7]?.trim() ?? "");
}

function readPidFile(layout: Layout): string[] {
  try {
    return readFileSync(join(layout.cluster, "postmaster.pid"), "utf8").split("\n");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/**
 * Ends a postmaster that outlived a killed keeper, and removes the lock files of a dead one. PostgreSQL itself would mistake a
 * zombie for a live postmaster. The same goes for another program that got its PID after a reboot.
 * @throws PostgresFault when it doesn't end within 30 s
 */
export async function endLeftover(layout: Layout): Promise<void> {
  for (let waited = 0; waited < 30_000; waited += 50) {
    const pid = Number(readPidFile(layout)[0]);
    const command = pid ? commandOf(pid) : undefined;
    if (!command?.includes("postgres") || !command.includes(layout.cluster)) {
      rmSync(join(layout.cluster, "postmaster.pid"), { force: true });
      rmSync(join(layout.sockets, ".s.PGSQL.5432.lock"), { force: true });
      return;
    }
    if (waited === 0) process.kill(pid, "SIGINT");
    if (waited === 15_000) process.kill(pid, "SIGQUIT");
    await sleep(50);
  }
  throw describeFault("an earlier PostgreSQL process doesn't stop", layout.home);
}

/** The command line of a live process; undefined for a dead one or a zombie. */
function commandOf(pid: number): string | undefined {
  if (process.platform === "linux") {
    try {
      // Empty for a zombie.
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim() || undefined;
    } catch {
      return undefined;
    }
  }
  const listed = spawnSync("ps", ["-o", "stat=,command=", "-p", String(pid)], {
    encoding: "utf8",
  }).stdout.trim();
  return listed === "" || listed.startsWith("Z") ? undefined : listed;
}
