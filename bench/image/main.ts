/**
 * Makes the container image's steps without a container engine, in root folders of Debian; prints what each part takes; and proves that the
 * result works: both roles start on a read-only root, the demo's dancers are rendered, and the tests of media pass with its ffmpeg.
 * Fails above 600 MB. Needs root on Linux, and takes about 20 minutes on two cores, most of them to compile ffmpeg.
 *
 *     npm run bench -- image
 */
import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runHere, runStage, stagesOf } from "../../server/testing/containerfile.ts";
import { startTestDatabase } from "../../server/testing/harness.ts";
import { enabledComponents } from "../../tools/ffmpeg/components.ts";
import { startRolesIn } from "./roles.ts";
import { bytesOf, makeDebian, releaseOf, run, runIn } from "./roots.ts";

const limitMb = 600;
/** Whom the image's programs run as. */
const user = 1000;
/** Tests in which the server runs ffmpeg. */
const mediaTests = [
  // One freezes programs in the middle of their start, which here is that of a shell.
  ...globSync("server/modules/{media,community/uploads}/**/*.test.ts").filter(
    (file) => !file.endsWith("transcodes/job.test.ts"),
  ),
  "server/modules/catalog/editing/poster.test.ts",
  "server/modules/catalog/songs/excerpts.test.ts",
  "server/modules/onboarding/option-videos.test.ts",
  "server/modules/profiles/photo.test.ts",
];

if (process.platform !== "linux" || process.getuid?.() !== 0) {
  process.stderr.write("This benchmark needs root on Linux: it installs Debian's packages into folders.\n");
  process.exit(1);
}
const context = join(import.meta.dirname, "../..");
const containerfile = join(context, "ops/Containerfile");
const folder = await mkdtemp(join(tmpdir(), "eightcount-image-"));
const say = (text: string) => process.stdout.write(`${text}\n`);
const row = (what: string, bytes: number) =>
  say(`${what.padEnd(48)}${(bytes / 1e6).toFixed(1).padStart(8)} MB`);

/** Makes the image's root folder, and prints its parts. */
function makeImage(): string {
  const stages = stagesOf(readFileSync(containerfile, "utf8"));
  const roots = Object.fromEntries(stages.map(({ name }) => [name, join(folder, name)]));
  const rootOf = (name: string) => roots[name]!;
  const final = stages.at(-1)!;
  const root = rootOf(final.name);
  for (const { name } of stages) mkdirSync(rootOf(name));
  // Others than root pass through.
  chmodSync(folder, 0o755);

  makeDebian(releaseOf(containerfile), root);
  const debian = bytesOf(root);
  run("cp", ["--archive", `${root}/.`, rootOf("ffmpeg")]);
  for (const stage of stages) {
    const isOfDebian = stage.name === "ffmpeg" || stage === final;
    if (stage.name === "build") {
      // The web's build is what `npm run bench` has built already.
      cpSync(join(context, "dist"), join(rootOf("build"), "app/dist"), { recursive: true });
      writeFileSync(
        join(rootOf("build"), "app/COMMIT"),
        execFileSync("git", ["rev-parse", "HEAD"], { cwd: context }),
      );
    } else if (isOfDebian) {
      runStage(stage, context, roots, ({ command, folder: at, mounts }) => {
        const env = { DEBIAN_FRONTEND: "noninteractive" };
        const inside = { mounts, env, folder: at.slice(rootOf(stage.name).length) || "/" };
        runIn(rootOf(stage.name), ["sh", "-ec", command], inside);
      });
    } else {
      runStage(stage, context, roots, runHere);
      // The base image of this stage has it there.
      mkdirSync(join(rootOf(stage.name), "usr/local/bin"), { recursive: true });
      cpSync(process.execPath, join(rootOf(stage.name), "usr/local/bin/node"));
    }
  }

  const part = (...paths: string[]) => paths.reduce((sum, path) => sum + bytesOf(join(root, path)), 0);
  const total = bytesOf(root);
  const [node, app] = [part("usr/local/bin/node"), part("app")];
  const own = { packages: part("app/node_modules"), web: part("app/dist") };
  row(`Debian ${releaseOf(containerfile)}`, debian);
  row("ffmpeg and libraries", total - debian - node - app);
  row("Node", node);
  row("npm packages", own.packages);
  row("built web", own.web);
  row("server, demo, messages", app - own.packages - own.web);
  row("together", total);
  if (total > limitMb * 1e6) throw new Error(`The image takes more than ${limitMb} MB`);
  return root;
}

/** @throws Error if the image's ffmpeg lacks a part that is to be enabled */
function checkComponents(root: string): void {
  for (const [kind, names] of Object.entries(enabledComponents(context))) {
    const list = execFileSync("chroot", [root, "ffmpeg", "-hide_banner", `-${kind}s`], { encoding: "utf8" });
    const there = new Set(list.split(/[\s,]+/));
    const missing = [...names].filter((name) => !there.has(name));
    if (missing.length > 0) throw new Error(`The image's ffmpeg lacks the ${kind} ${missing.join(", ")}`);
  }
}

/** Renders a few seconds of the demo's dancers in the image, as its user and with a read-only root. */
function renderDemo(root: string, data: string): void {
  const args = ["node", "demo/preview.ts", "clip", "house", "jack", "--out", "/data/demo.mp4"];
  runIn(root, args, {
    user,
    folder: "/app",
    isReadOnly: true,
    mounts: [
      { from: data, at: "/data" },
      { from: data, at: "/tmp" },
    ],
  });
}

/**
 * Runs the tests of media. What the server starts there is the image's ffmpeg, with the image's libraries; the tests make and examine their
 * films with this machine's. The server starts programs without an environment, so without HOME.
 */
function testMedia(root: string): number {
  const [bin, log] = [join(folder, "bin"), join(folder, "commands.log")];
  mkdirSync(bin);
  for (const name of ["ffmpeg", "ffprobe"]) {
    const ours = execFileSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim();
    const libraries = `$(echo ${root}/usr/lib/*-linux-gnu)`;
    const script = `#!/bin/sh
[ -n "$HOME" ] && exec ${ours} "$@"
echo ${name} >> ${log}
exec ${root}/lib*/ld-linux-*.so.? --library-path "${libraries}" ${root}/usr/bin/${name} "$@"
`;
    writeFileSync(join(bin, name), script, { mode: 0o755 });
  }
  writeFileSync(log, "", { mode: 0o666 });
  const env = { ...process.env, HOME: process.env["HOME"] ?? "/root", PATH: `${bin}:${process.env["PATH"]}` };
  run(process.execPath, ["node_modules/vitest/vitest.mjs", "run", "--project=server", ...mediaTests], env);
  return readFileSync(log, "utf8").split("\n").length - 1;
}

try {
  const root = makeImage();
  checkComponents(root);
  say("ffmpeg has each part that the server and the demo name");
  const data = join(folder, "data");
  mkdirSync(data);
  chownSync(data, user, user);
  renderDemo(root, data);
  say("the demo's dancers were rendered in the image");
  const stopDatabase = await startTestDatabase();
  try {
    say(await startRolesIn(root, data, user));
  } finally {
    await stopDatabase();
  }
  const commands = testMedia(root);
  if (commands < 100) throw new Error(`Only ${commands} commands of the tests ran with the image's ffmpeg`);
  say(`the tests of media passed; ${commands} of their commands ran with the image's ffmpeg`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
