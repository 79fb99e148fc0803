import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const root = join(import.meta.dirname, "../..");

/**
 * The version and the commit that a copy of the project is of: `0.2.0+1a2b3c4`, or the version alone where no commit is known.
 * An image holds its commit in the file COMMIT; a clone is asked without git.
 * @param folder the project's root
 */
export function readRelease(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
  const file = join(folder, "COMMIT");
  const commit = existsSync(file) ? readFileSync(file, "utf8").trim() : headOf(join(folder, ".git"));
  return /^[0-9a-f]{7,64}$/.test(commit) ? `${version}+${commit.slice(0, 7)}` : version;
}

/** The commit that a clone is at; empty where there is none. */
function headOf(git: string): string {
  if (!existsSync(git)) return "";
  if (statSync(git).isFile()) {
    // A work tree beside its clone names the folder that is its own.
    const [, folder = ""] = /^gitdir: (.+)$/m.exec(readFileSync(git, "utf8")) ?? [];
    return headOf(resolve(dirname(git), folder));
  }
  const head = read(join(git, "HEAD"));
  const [, ref] = /^ref: (.+)$/.exec(head) ?? [];
  if (!ref) return head;
  const common = join(git, read(join(git, "commondir")) || ".");
  const packed = read(join(common, "packed-refs")).split("\n");
  return read(join(common, ref)) || (packed.find((line) => line.endsWith(` ${ref}`))?.split(" ")[0] ?? "");
}

const read = (file: string): string => (existsSync(file) ? readFileSync(file, "utf8").trim() : "");

/** What this process runs. In `x-client-version`, at /healthz and on every log line. */
export const release: string = readRelease(root);
