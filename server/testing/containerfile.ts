import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, matchesGlob, relative, resolve } from "node:path";

/** One instruction of a Containerfile, such as `COPY server server`. */
type Instruction = { readonly name: string; readonly rest: string };
type Stage = { readonly name: string; readonly instructions: readonly Instruction[] };

/** A `RUN` of a stage. */
export interface RunStep {
  readonly command: string;
  /** The root folder of the stage. */
  readonly root: string;
  /** The working folder, below the root folder. */
  readonly folder: string;
  /** What `--mount=type=bind` shows for the time of the command: a folder, at a path in the root folder. */
  readonly mounts: readonly { readonly from: string; readonly at: string }[];
}

/** The stages of a Containerfile, in order. A stage without a name has its index as one. */
export function stagesOf(text: string): Stage[] {
  const lines = text
    .replace(/^\s*#.*\n/gm, "")
    .replace(/\\\n\s*/g, "")
    .split("\n")
    .map((line) => /^([A-Z]+)\s+(.+)$/.exec(line.trim()))
    .filter((match) => match !== null)
    .map(([, name = "", rest = ""]) => ({ name, rest }));
  const stages: { name: string; instructions: Instruction[] }[] = [];
  for (const line of lines) {
    if (line.name === "FROM")
      stages.push({ name: / AS (\S+)/.exec(line.rest)?.[1] ?? `${stages.length}`, instructions: [] });
    else stages.at(-1)?.instructions.push(line);
  }
  return stages;
}

/**
 * Runs a stage without a container engine: `COPY` into `roots[stage]`, honoring .dockerignore, and `RUN`.
 * @param roots the root folder of each stage; those that `--from` names must be filled
 * @param run default: in the working folder there, with this machine's programs. What installs Debian packages needs root and is left out
 */
export function runStage(
  stage: Stage,
  context: string,
  roots: Readonly<Record<string, string>>,
  run: (step: RunStep) => void = runHere,
): void {
  const root = roots[stage.name];
  if (!root) throw new Error(`The stage ${stage.name} has no folder`);
  let folder = root;
  for (const { name, rest } of stage.instructions) {
    if (name === "WORKDIR") mkdirSync((folder = join(root, rest)), { recursive: true });
    if (name === "COPY") copy(rest, { context, folder, root, roots });
    if (name === "RUN") {
      const [, flags = "", command = ""] = /^((?:--\S+\s+)*)(.*)$/s.exec(rest)!;
      const mounts = flags
        .split(/\s+/)
        .filter(Boolean)
        .map((flag) => mountOf(flag, roots));
      run({ command, root, folder, mounts });
    }
  }
}

/** @param flag such as `--mount=type=bind,from=stage,source=/folder,target=/folder` */
function mountOf(flag: string, roots: Readonly<Record<string, string>>): RunStep["mounts"][number] {
  const fields = new Map(
    flag
      .replace("--mount=", "")
      .split(",")
      .map((field) => field.split("=", 2) as [string, string]),
  );
  const from = roots[fields.get("from") ?? ""];
  if (fields.get("type") !== "bind" || !from) throw new Error(`RUN with an unknown flag: ${flag}`);
  return { from: join(from, fields.get("source") ?? "/"), at: fields.get("target") ?? "/" };
}

/** Runs a command with this machine's programs. */
export function runHere({ command, folder }: RunStep): void {
  if (/\bapt-get\b/.test(command)) return;
  const { status } = spawnSync("sh", ["-e", "-c", command], {
    cwd: folder,
    env: plainEnv(),
    stdio: "inherit",
  });
  if (status !== 0) throw new Error(`RUN failed with ${status}: ${command}`);
}

function copy(
  rest: string,
  on: { context: string; folder: string; root: string; roots: Readonly<Record<string, string>> },
): void {
  const words = rest.split(/\s+/);
  const from = words.find((word) => word.startsWith("--from="))?.slice("--from=".length);
  const paths = words.filter((word) => !word.startsWith("--"));
  const target = paths.at(-1) ?? ".";
  const to = target.startsWith("/") ? join(on.root, target) : join(on.folder, target);
  const source = from === undefined ? on.context : on.roots[from];
  if (!source) throw new Error(`COPY from an unknown stage: ${rest}`);
  const ignored = from === undefined ? ignoredBy(on.context) : () => false;
  for (const path of paths.slice(0, -1)) {
    const found = join(source, path);
    if (!existsSync(found)) throw new Error(`COPY of a missing file: ${path}`);
    const into = paths.length > 2 || target.endsWith("/") ? join(to, basename(path)) : to;
    mkdirSync(dirname(into), { recursive: true });
    cpSync(found, into, { recursive: true, filter: (file) => !ignored(file) });
  }
}

/** Whether .dockerignore keeps a file of the build context out. The last pattern that matches decides; `!` lets a file in again. */
export function ignoredBy(context: string): (file: string) => boolean {
  const patterns = readFileSync(join(context, ".dockerignore"), "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"))
    .map((line) => ({ lets: line.startsWith("!"), pattern: line.replace(/^!/, "") }));
  return (file) => {
    const path = relative(resolve(context), resolve(file));
    const last = patterns.findLast(
      ({ pattern }) => matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`),
    );
    return last !== undefined && !last.lets;
  };
}

/** The environment without what an outer npm adds, and with the Node that runs this. */
function plainEnv(): NodeJS.ProcessEnv {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_|NODE_ENV$|VITEST)/.test(name) || /^npm_config_(cache|registry)$/i.test(name),
    ),
  );
  return { ...env, PATH: `${dirname(process.execPath)}:${process.env["PATH"]}` };
}
