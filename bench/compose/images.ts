/** Base images that stand in for those of registries, made of Debian's packages and this machine's programs, and the studio's own image. */
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
} from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findBinaries, findOnPath } from "../../server/platform/postgres/binaries.ts";
import { makeDebian, releaseOf, run } from "../image/roots.ts";

const context = join(import.meta.dirname, "../..");
const containerfile = join(context, "ops/Containerfile");
const definitions = join(import.meta.dirname, "images");
const nameOf = (kind: string) => `localhost/eightcount-bench/${kind}`;

/** Base images by the variable that names each in `ops/compose.yaml`. */
export interface BaseImages {
  readonly DEBIAN_IMAGE: string;
  readonly NODE_IMAGE: string;
  readonly POSTGRES_IMAGE: string;
  readonly CADDY_IMAGE: string;
}

/** Makes the base images that neither the environment names nor an earlier run has left. */
export async function makeBaseImages(): Promise<BaseImages> {
  const given = (variable: keyof BaseImages, kind: string) => process.env[variable] ?? nameOf(kind);
  const images: BaseImages = {
    DEBIAN_IMAGE: given("DEBIAN_IMAGE", "debian"),
    NODE_IMAGE: given("NODE_IMAGE", "node"),
    POSTGRES_IMAGE: given("POSTGRES_IMAGE", "postgres"),
    CADDY_IMAGE: given("CADDY_IMAGE", "caddy"),
  };
  const folder = await mkdtemp(join(tmpdir(), "eightcount-compose-images-"));
  try {
    const folderOf = (kind: string) => {
      const path = join(folder, kind);
      mkdirSync(path);
      return path;
    };
    const build = (image: string, kind: string, fill: (path: string) => void) => {
      if (exists(image)) return;
      const path = folderOf(kind);
      fill(path);
      const args = [
        "--build-arg",
        `DEBIAN=${images.DEBIAN_IMAGE}`,
        "--file",
        join(definitions, `${kind}.Containerfile`),
      ];
      run("podman", ["build", ...args, "--tag", image, path]);
    };
    if (!exists(images.DEBIAN_IMAGE)) importDebian(images.DEBIAN_IMAGE, folderOf("debian"));
    build(images.NODE_IMAGE, "node", copyNode);
    build(images.POSTGRES_IMAGE, "postgres", (path) => {
      const native = dirname(dirname(findBinaries().postgres));
      cpSync(native, join(path, "native"), { recursive: true, verbatimSymlinks: true });
      copyFileSync(join(definitions, "postgres-entrypoint.sh"), join(path, "postgres-entrypoint.sh"));
    });
    build(images.CADDY_IMAGE, "caddy", () => {});
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return images;
}

const exists = (image: string) => spawnSync("podman", ["image", "exists", image]).status === 0;

function importDebian(image: string, root: string): void {
  makeDebian(releaseOf(containerfile), root);
  run("sh", ["-c", 'tar --directory "$0" --create . | podman import --quiet - "$1"', root, image]);
}

/** This machine's Node, npm, npm's configuration and certificates, in the folder `root` of a context. */
function copyNode(path: string): void {
  const root = join(path, "root");
  const place = (at: string) => {
    mkdirSync(dirname(join(root, at)), { recursive: true });
    return join(root, at);
  };
  copyFileSync(process.execPath, place("usr/local/bin/node"));
  const npm = dirname(
    dirname(realpathSync(findOnPath("npm") ?? createRequire(import.meta.url).resolve("npm"))),
  );
  cpSync(npm, place("usr/local/lib/node_modules/npm"), { recursive: true });
  for (const command of ["npm", "npx"])
    symlinkSync(`../lib/node_modules/npm/bin/${command}-cli.js`, place(`usr/local/bin/${command}`));
  for (const file of ["etc/ssl/certs/ca-certificates.crt", "etc/npmrc", "usr/local/etc/npmrc"])
    if (existsSync(`/${file}`)) copyFileSync(realpathSync(`/${file}`), place(file));
}

/** Builds the studio's image by `ops/Containerfile`. @returns its size in bytes */
export function buildImage(images: BaseImages, image: string): number {
  const named = Object.entries(images).filter(([variable]) =>
    new RegExp(`^ARG ${variable}=`, "m").test(readFileSync(containerfile, "utf8")),
  );
  const args = named.flatMap(([variable, name]) => ["--build-arg", `${variable}=${name}`]);
  run("podman", ["build", ...args, "--file", containerfile, "--tag", image, context]);
  const { stdout } = spawnSync("podman", ["image", "inspect", "--format", "{{.Size}}", image], {
    encoding: "utf8",
  });
  return Number.parseInt(stdout, 10);
}
