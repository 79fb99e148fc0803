import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { chmod, chown, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installedTools } from "./modules/media/pipeline/tools.ts";
import { ignoredBy, runStage, stagesOf } from "./testing/containerfile.ts";
import { createTestDatabase } from "./testing/harness.ts";
import { startProgram, urlOfDatabase } from "./testing/program.ts";
import { freePort } from "./testing/free-port.ts";

const context = join(import.meta.dirname, "..");
let folder: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "eightcount-image-"));
  database = await createTestDatabase();
});
afterAll(async () => {
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Whom no file of the image belongs to: what it can't write is as good as read-only. Only root may become someone else. */
const stranger = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

test("the image's steps give a server of both roles that starts, and writes only to its data and temporary folders", async () => {
  const stages = stagesOf(readFileSync(join(context, "ops/Containerfile"), "utf8"));
  const final = stages.at(-1)!;
  const roots = Object.fromEntries(stages.map(({ name }) => [name, join(folder, name)]));
  // The web's build is what `npm test` has built already.
  const built = join(roots["build"]!, "app");
  mkdirSync(built, { recursive: true });
  cpSync(join(context, "dist"), join(built, "dist"), { recursive: true });
  writeFileSync(join(built, "COMMIT"), "0123456789abcdef\n");
  // What Node's image has there.
  mkdirSync(join(roots["packages"]!, "usr/local/bin"), { recursive: true });
  symlinkSync(process.execPath, join(roots["packages"]!, "usr/local/bin/node"));
  // ffmpeg is compiled by `npm run bench -- image`.
  for (const stage of stages)
    if (stage.name !== "build" && stage.name !== "ffmpeg") runStage(stage, context, roots);

  const app = join(roots[final.name]!, "app");
  const env = {
    NODE_ENV: "production",
    DATABASE_URL: urlOfDatabase(database.connection),
    AUTH_SECRET: "a".repeat(40),
    MEDIA_SECRET: "m".repeat(40),
    PUBLIC_URL: "https://studio.example",
  };
  const port = `${await freePort()}`;
  await chmod(folder, 0o711);
  const start = async (role: string, settings: Record<string, string>) => {
    const dataDir = join(folder, role);
    await mkdir(dataDir);
    if (stranger.uid) await chown(dataDir, stranger.uid, stranger.gid);
    const program = startProgram(
      { ...env, ...settings, DATA_DIR: dataDir },
      [`--role=${role}`],
      app,
      undefined,
      stranger,
    );
    await program.ready();
    return program;
  };
  const api = await start("api", { PORT: port });
  expect(await (await fetch(`http://127.0.0.1:${port}/healthz`)).text()).toContain("+0123456");
  const worker = await start("worker", {});
  await Promise.all([api.kill(), worker.kill()]);
  for (const absent of ["tools", "web", "e2e", "data", ".git", "node_modules/vitest", "server/image.test.ts"])
    expect([absent, existsSync(join(app, absent))]).toEqual([absent, false]);
  // Images are always Linux; on other hosts no binary matches.
  const packagers = process.platform === "linux" ? [basename(installedTools().packager)] : [];
  expect(readdirSync(join(app, "node_modules/shaka-packager/bin"))).toEqual(packagers);
  expect(fontFilesFor(app).filter((file) => !existsSync(file))).toEqual([]);
}, 600_000);

/** Font files in a copy of the product that its invoices draw names of many scripts with. */
function fontFilesFor(app: string): string[] {
  const names =
    "Zoë Ольга Ελένη Նարե ნინო שירה محمد سارا সীমা ਸਿਮਰਨ આશા அருண் తేజ ಅನು അനു නිමල් สมชาย ລາວ ကို ሰላም ខ្មែរ 김민준 さくら 王小明";
  const script = `
    import { fontFileFinder } from "./server/modules/billing/invoices/pdf-fonts.ts";
    for (const name of ${JSON.stringify(names.split(" "))})
      for (const country of ["CN", "TW", "JP", "KR"])
        for (const letter of name) console.log(fontFileFinder(name, country)(letter));`;
  const lines = execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: app,
    encoding: "utf8",
  });
  return [...new Set(lines.trim().split("\n"))];
}

test("the image lacks no package that one of its programs names", () => {
  const containerfile = readFileSync(join(context, "ops/Containerfile"), "utf8");
  const [, list = ""] = /npm uninstall (?:--\S+ )*\\\n([^&]+)&&/.exec(containerfile) ?? [];
  const removed = list.split(/[\s\\]+/).filter(Boolean);
  const { dependencies } = JSON.parse(readFileSync(join(context, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  expect(removed.length).toBeGreaterThan(10);
  expect(removed.filter((name) => !(name in dependencies))).toEqual([]);
  const isIgnored = ignoredBy(context);
  const named = ["contract", "demo", "messages", "server"].flatMap((top) =>
    globSync(`${top}/**/*.{ts,tsx,js}`, { cwd: context })
      .filter((file) => !isIgnored(join(context, file)))
      .flatMap((file) => {
        const text = readFileSync(join(context, file), "utf8");
        return removed
          .filter((name) => text.includes(`"${name}"`) || text.includes(`"${name}/`))
          .map((name) => [file, name]);
      }),
  );
  expect(named).toEqual([]);
  // The server imports it, and its packages are in it.
  const firstViews = globSync("dist/web/.meta/first-view/**/*.js", { cwd: context });
  for (const file of firstViews) {
    const text = readFileSync(join(context, file), "utf8");
    const imported = [...text.matchAll(/^import[^;]*?\bfrom\s*"([^"./][^"]*)"/gm)].map(([, name]) => name!);
    expect(imported.filter((name) => !name.startsWith("node:"))).toEqual([]);
  }
});

test("no build of the image reads the host's data, packages or secrets", () => {
  const isIgnored = ignoredBy(context);
  for (const path of ["data/secrets.json", ".env", "ops/.env", "node_modules/pg/package.json", ".git/config"])
    expect([path, isIgnored(join(context, path))]).toEqual([path, true]);
  for (const path of ["server/main.ts", "ops/ffmpeg/build.sh"])
    expect([path, isIgnored(join(context, path))]).toEqual([path, false]);
});
