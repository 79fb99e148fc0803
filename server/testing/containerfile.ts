import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join, matchesGlob, relative, resolve } from "node:path";

/** One instruction of a Containerfile, such as `COPY server server`. */
type Instruction = { readonly name: string; readonly rest: string };
type Stage = { readonly name: string; readonly instructions: readonly Instruction[] };

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
 * Runs a stage without a container engine: `COPY` into `roots[stage]`, honoring .dockerignore, and `RUN` in the working
 * folder there. A `RUN` that installs Debian packages needs root and is left out.
 * @param roots the root folder of each stage; those that `--from` names must be filled
 */
export function runStage(stage: Stage, context: string, roots: Readonly<Record<string, string>>): void {
  const root = roots[stage.name];
  if (!root) throw new Error(`The stage ${stage.name} has no folder`);
  let folder = root;
  for (const { name, rest } of stage.instructions) {
    if (name === "WORKDIR") mkdirSync((folder = join(root, rest)), { recursive: true });
    if (name === "COPY") copy(rest, { context, folder, root, roots });
    if (name === "RUN" && !rest.startsWith("apt-get")) {
      const { status } = spawnSync("sh", ["-e", "-c", rest], {
        cwd: folder,
        env: plainEnv(),
        stdio: "inherit",
      });
      if (status !== 0) throw new Error(`RUN failed with ${status}: ${rest}`);
    }
  }
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
    const into = paths.length > 2 || target.endsWith("/") ? join(to, path) : to;
    mkdirSync(dirname(into), { recursive: true });
    cpSync(found, into, { recursive: true, filter: (file) => !ignored(file) });
  }
}

/** Whether .dockerignore keeps a file of the build context out. */
export function ignoredBy(context: string): (file: string) => boolean {
  const patterns = readFileSync(join(context, ".dockerignore"), "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"));
  return (file) => {
    const path = relative(resolve(context), resolve(file));
    return patterns.some((pattern) => matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`));
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
