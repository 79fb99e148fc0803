/** Root folders in which programs of another Debian run, as in containers, without a container engine. Needs root on Linux. */
import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess, SpawnOptions } from "node:child_process";
import { mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const mirror = "http://deb.debian.org/debian";
/** What Debian's slim images leave out. */
const excluded = ["doc", "info", "linda", "lintian/overrides", "locale", "man"];

/** Fills an empty folder like the image `debian:<release>-slim`. */
export function makeDebian(release: string, root: string): void {
  run("debootstrap", ["--variant=minbase", release, root, mirror]);
  const write = (path: string, text: string) => writeFileSync(join(root, path), text);
  const stanza = (uri: string, suites: string) =>
    `Types: deb\nURIs: ${uri}\nSuites: ${suites}\nComponents: main\nSigned-By: /usr/share/keyrings/debian-archive-keyring.gpg\n`;
  rmSync(join(root, "etc/apt/sources.list"));
  write(
    "etc/apt/sources.list.d/debian.sources",
    `${stanza(mirror, `${release} ${release}-updates`)}\n${stanza(`${mirror}-security`, `${release}-security`)}`,
  );
  // Packages and their lists don't stay in a layer.
  write(
    "etc/apt/apt.conf.d/docker-clean",
    `DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb /var/cache/apt/*.bin || true"; };\nDir::Cache::pkgcache "";\nDir::Cache::srcpkgcache "";\n`,
  );
  write(
    "etc/dpkg/dpkg.cfg.d/docker",
    [
      ...excluded.map((folder) => `path-exclude /usr/share/${folder}/*`),
      "path-include /usr/share/doc/*/copyright",
    ].join("\n"),
  );
  const clean = [
    "find /usr/share/doc -type f ! -name copyright -delete",
    `rm -rf ${excluded
      .slice(1)
      .map((folder) => `/usr/share/${folder}/*`)
      .join(" ")}`,
    "rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/apt /var/log/*.log /var/cache/debconf/*-old /var/cache/ldconfig/aux-cache",
  ];
  runIn(root, ["sh", "-ec", clean.join("\n")]);
}

/** How a program runs in a root folder. */
export interface Inside {
  readonly env?: Readonly<Record<string, string>>;
  /** Working folder in the root folder. */
  readonly folder?: string;
  readonly user?: number;
  /** Folders or files of this machine, and where they are in the root folder. */
  readonly mounts?: readonly { readonly from: string; readonly at: string }[];
  /** Whether only what is mounted can be written. */
  readonly isReadOnly?: boolean;
}

/** The command that runs a program in a root folder. Its mounts are its own, and end with it. */
function commandIn(root: string, args: readonly string[], inside: Inside): string[] {
  const { env = {}, folder = "/", user = 0, mounts = [], isReadOnly = false } = inside;
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const at = (path: string) => quoted(join(root, path));
  const steps = [
    // A mount of its own, which may become read-only.
    `mount --bind ${at("/")} ${at("/")}`,
    `mount --types proc proc ${at("/proc")}`,
    `mount --rbind /dev ${at("/dev")}`,
    ...(isReadOnly ? [`mount --options remount,bind,ro ${at("/")}`] : []),
    ...mounts.map((mount) => `mount --bind ${quoted(mount.from)} ${at(mount.at)}`),
    `exec chroot --userspec=${user}:${user} ${at("/")} env --ignore-environment --chdir=${quoted(folder)} "$@"`,
  ];
  const variables = { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", ...env };
  const words = [...Object.entries(variables).map(([name, value]) => `${name}=${value}`), ...args];
  return ["unshare", "--mount", "sh", "-ec", steps.join("\n"), "sh", ...words];
}

/** Makes the places of mounts, runs something, and removes those that are still empty. */
function withPlaces<Result>(root: string, { mounts = [] }: Inside, work: () => Result): Result {
  const made = mounts.map(({ at }) => mkdirSync(join(root, at), { recursive: true }));
  const result = work();
  for (const [index, first] of made.entries()) if (first) rmdirSync(join(root, mounts[index]!.at));
  return result;
}

/** Runs a program in a root folder until it ends. @throws Error unless it ends well */
export function runIn(root: string, args: readonly string[], inside: Inside = {}): void {
  withPlaces(root, inside, () => {
    const [program, ...rest] = commandIn(root, args, inside);
    run(program!, rest);
  });
}

/** Starts a program in a root folder. The places of its mounts stay. */
export function startIn(
  root: string,
  args: readonly string[],
  inside: Inside,
  options: SpawnOptions,
): ChildProcess {
  for (const { at } of inside.mounts ?? []) mkdirSync(join(root, at), { recursive: true });
  const [program, ...rest] = commandIn(root, args, inside);
  return spawn(program!, rest, options);
}

/** Runs a program of this machine, whose output goes to standard error. @throws Error unless it ends well */
export function run(program: string, args: readonly string[], env?: NodeJS.ProcessEnv): void {
  const { status, error } = spawnSync(program, args, { stdio: ["ignore", 2, 2], ...(env ? { env } : {}) });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ended with ${status}`);
}

/** Bytes that a folder or file takes on the disk. */
export function bytesOf(path: string): number {
  const { stdout } = spawnSync("du", ["--summarize", "--block-size=1", path], { encoding: "utf8" });
  return Number.parseInt(stdout, 10);
}

/** Name of the release in a base image's name, such as `debian:trixie-slim`. */
export function releaseOf(containerfile: string): string {
  const image = /^ARG DEBIAN_IMAGE=(\S+)$/m.exec(readFileSync(containerfile, "utf8"))?.[1] ?? "";
  const release = /debian:([a-z]+)-slim$/.exec(image)?.[1];
  if (!release) throw new Error(`No release of Debian in the name of the base image: ${image}`);
  return release;
}
