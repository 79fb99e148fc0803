import { spawnSync } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fail, say } from "./terminal.mjs";

/** @typedef {"ffmpeg" | "chromium" | "headless-shell" | "pgbouncer" | "redis" | "nginx" | "promtool" | "caddy" | "clickhouse" | "debootstrap" | "ffuf" | "slowhttptest" | "sqlmap" | "wapiti"} Program */

/**
 * Alternative names of each program, and the packages that contain it. An optional one has a substitute.
 *
 * @type {Record<Program, { names: string[][]; apt: string; brew: string; isOptional?: true }>}
 */
const programs = {
  ffmpeg: { names: [["ffmpeg"], ["ffprobe"]], apt: "ffmpeg", brew: "ffmpeg" },
  chromium: {
    names: [
      [
        "chromium",
        "chromium-browser",
        "google-chrome",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
      ],
    ],
    apt: "chromium",
    brew: "--cask google-chrome",
  },
  "headless-shell": {
    names: [["chromium-headless-shell"]],
    apt: "chromium-headless-shell",
    brew: "",
    isOptional: true,
  },
  pgbouncer: { names: [["pgbouncer", "/usr/sbin/pgbouncer"]], apt: "pgbouncer", brew: "pgbouncer" },
  redis: { names: [["redis-server"]], apt: "redis-server", brew: "redis" },
  nginx: { names: [["nginx", "/usr/sbin/nginx"]], apt: "nginx", brew: "nginx" },
  promtool: { names: [["promtool"]], apt: "prometheus", brew: "prometheus" },
  caddy: { names: [["caddy"]], apt: "caddy", brew: "caddy" },
  clickhouse: {
    names: [["clickhouse-server", "/usr/sbin/clickhouse-server"]],
    apt: "clickhouse-server",
    brew: "--cask clickhouse",
  },
  // Makes folders of Debian; only on Debian.
  debootstrap: {
    names: [["debootstrap", "/usr/sbin/debootstrap"]],
    apt: "debootstrap",
    brew: "",
    isOptional: true,
  },
  // Tools of `npm run attack`.
  ffuf: { names: [["ffuf"]], apt: "ffuf", brew: "ffuf" },
  slowhttptest: { names: [["slowhttptest"]], apt: "slowhttptest", brew: "slowhttptest" },
  sqlmap: { names: [["sqlmap"]], apt: "sqlmap", brew: "sqlmap" },
  wapiti: { names: [["wapiti"]], apt: "wapiti", brew: "wapiti" },
};

/** @param {string[]} names */
const listed = (names) => new Intl.ListFormat("en").format(names);

/**
 * Installs Debian's packages as root; elsewhere prints what to install and exits.
 *
 * @param {Program[]} wanted
 */
export async function installPrograms(wanted) {
  const canInstall = process.getuid?.() === 0 && findOnPath("apt-get");
  const missing = wanted.filter((name) => !isThere(name) && (canInstall || !programs[name].isOptional));
  if (missing.length === 0) return;
  const packages = missing.map((name) => programs[name].apt);
  if (canInstall) {
    say(`Installing ${listed(packages)}…`);
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const apt = (/** @type {string[]} */ ...args) =>
      spawnSync("apt-get", ["-q", "-y", ...args], { env, stdio: ["ignore", "ignore", 2] });
    const update = apt("update");
    // Each on its own, as not every system has the optional ones.
    if (update.status === 0) for (const name of packages) apt("install", "--no-install-recommends", name);
  }
  const still = missing.filter((name) => !isThere(name) && !programs[name].isOptional);
  if (still.length === 0) return;
  const names = listed(still);
  const how =
    process.platform === "darwin"
      ? `brew install ${still.map((name) => programs[name].brew).join(" ")}`
      : `sudo apt-get install ${still.map((name) => programs[name].apt).join(" ")}`;
  fail(`${names} not found. Install ${still.length > 1 ? "them" : "it"} (${how}), then try again.`);
}

/** @param {Program} name */
function isThere(name) {
  if (name === "chromium" && process.env.CHROMIUM_PATH) return isProgram(process.env.CHROMIUM_PATH);
  return programs[name].names.every((alternatives) => alternatives.some(findOnPath));
}

/** Path of the browser without a user interface, which is lighter; otherwise of the whole browser. */
export function findHeadlessShell() {
  return (process.env.CHROMIUM_PATH ? undefined : findOnPath("chromium-headless-shell")) ?? findChromium();
}

/** Path of the browser for end-to-end tests and benchmarks: `CHROMIUM_PATH`, or the first one found. */
export function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  return programs.chromium.names[0]?.map(findOnPath).find((path) => path !== undefined);
}

/**
 * Path of the first program of that name on PATH.
 *
 * @param {string} name
 */
export function findOnPath(name) {
  if (name.startsWith("/")) return isProgram(name) ? name : undefined;
  return (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, name))
    .find(isProgram);
}

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
