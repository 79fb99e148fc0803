import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, relative } from "node:path";
import { withLock } from "./lock.mjs";
import { nodeHome, pinnedNode, root } from "./paths.mjs";
import { findOnPath, installPrograms } from "./programs.mjs";
import { runTied } from "./supervise.mjs";
import { fail, say } from "./terminal.mjs";

/** Settings of an outer npm that the inner one keeps: registries and proxies, but no flags. */
const networkSettings =
  /^npm_config_(registry|.*:registry|\/\/.*|proxy|https?_proxy|noproxy|ca|cafile|cert|key|strict_ssl|cache|userconfig|globalconfig|fetch_.*|maxsockets|offline|prefer_offline)$/i;

/**
 * Installs missing Node, packages and programs. Uses neither the network nor the disk when nothing is missing.
 *
 * @param {import("./programs.mjs").Program[]} programs
 */
export async function install(programs) {
  if (process.platform === "win32") fail("Eightcount runs on Linux and macOS. On Windows, run it in WSL.");
  if (Number(process.versions.node.split(".")[0]) < 20)
    fail(`Eightcount needs Node.js 20 or later (found ${process.version}).`);
  if (!isInstalled(nodeHome) || !isInstalled(root)) {
    await withLock(join(root, ".install.lock"), async (hold) => {
      if (!isInstalled(nodeHome))
        await installPackages(nodeHome, "Installing Node.js…", process.execPath, hold);
      checkPinnedNode();
      if (!isInstalled(root)) await installPackages(root, "Installing packages…", pinnedNode, hold);
    });
  }
  linkPinnedNode();
  await installPrograms(programs);
}

/** @param {string} folder */
function stampOf(folder) {
  return join(folder, "node_modules", ".installed");
}

/**
 * Content of an installed folder's stamp: changes with the lockfile and with the platform.
 *
 * @param {string} folder
 */
function fingerprint(folder) {
  const lockfile = readFileSync(join(folder, "package-lock.json"));
  return createHash("sha256").update(lockfile).update(`${process.platform} ${process.arch}`).digest("hex");
}

/** @param {string} folder */
function isInstalled(folder) {
  const stamp = stampOf(folder);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint(folder)) return true;
  if (!matchesLockfile(folder)) return false;
  writeStamp(folder);
  return true;
}

/** @param {string} folder */
function writeStamp(folder) {
  const draft = `${stampOf(folder)}.${process.pid}`;
  writeFileSync(draft, fingerprint(folder));
  renameSync(draft, stampOf(folder));
}

/**
 * Whether someone has already run npm with the same result. npm writes its hidden lockfile last, so the file proves a complete
 * install.
 *
 * @param {string} folder
 */
function matchesLockfile(folder) {
  const hidden = join(folder, "node_modules", ".package-lock.json");
  if (!existsSync(hidden)) return false;
  const { packages: have } = JSON.parse(readFileSync(hidden, "utf8"));
  const { packages: want } = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
  return Object.entries(want).every(
    ([path, { version, integrity, optional }]) =>
      path === "" ||
      (optional && !have[path]) ||
      (have[path]?.version === version && have[path]?.integrity === integrity),
  );
}

/**
 * @param {string} folder
 * @param {string} line progress message
 * @param {string} node the Node that runs npm, which selects versions and platform packages by it
 * @param {(pid: number) => void} hold adds npm to the lock's holders
 */
async function installPackages(folder, line, node, hold) {
  say(line);
  rmSync(stampOf(folder), { force: true });
  const npm =
    process.env.npm_execpath && existsSync(process.env.npm_execpath)
      ? [node, process.env.npm_execpath]
      : ["npm"];
  if (npm[0] === "npm" && !findOnPath("npm")) fail("npm not found. Install it, then try again.");
  const [file = "npm", ...args] = [...npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const code = await runTied(
    file,
    args,
    { cwd: folder, env: npmEnvironment(node), stdio: ["ignore", 2, 2] },
    hold,
  );
  if (code !== 0) fail("Couldn't install packages (see npm's error above). Fix it, then try again.");
  writeStamp(folder);
}

/** @param {string} node */
function npmEnvironment(node) {
  /** @type {NodeJS.ProcessEnv} */
  const environment = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (!/^npm_/i.test(name) || networkSettings.test(name)) environment[name] = value;
  }
  environment.PATH = [dirname(node), process.env.PATH].join(delimiter);
  return environment;
}

function checkPinnedNode() {
  const answer = existsSync(pinnedNode)
    ? spawnSync(pinnedNode, ["--version"], { encoding: "utf8" })
    : undefined;
  if (answer?.status !== 0) {
    const version = readFileSync(join(nodeHome, "package.json"), "utf8").match(
      /"node-[^"]*":\s*"([^"]+)"/,
    )?.[1];
    fail(
      `Node.js ${version} isn't available for ${process.platform} on ${process.arch}, or doesn't run on this machine.`,
    );
  }
}

/** Makes npx and the packages' own programs run under the pinned Node, too. */
function linkPinnedNode() {
  const link = join(root, "node_modules", ".bin", "node");
  if (existsSync(link)) return;
  mkdirSync(dirname(link), { recursive: true });
  rmSync(link, { force: true });
  try {
    symlinkSync(relative(dirname(link), pinnedNode), link);
  } catch (error) {
    // A concurrent start created it.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
  }
}
