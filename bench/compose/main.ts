/**
 * The Compose file in Podman, as an operator uses it: builds the image, brings up the studio on loopback, becomes its first admin, uploads and
 * plays a class, stops a server, updates, restores a backup and restarts all; then removes containers, networks and volumes. Prints a table.
 *
 * Needs root on Linux with Podman 4 or later and Compose 2.24 or later. Base images are made of Debian's packages and this machine's programs,
 * unless DEBIAN_IMAGE, NODE_IMAGE, POSTGRES_IMAGE or CADDY_IMAGE names one. Images stay, so that later runs don't compile ffmpeg again; the
 * first run takes about half an hour on two cores, later ones ten minutes.
 *
 *     npm run bench -- compose [program of Compose, default docker-compose]
 */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  backUpAndRestore,
  followTranscode,
  limitByAddress,
  playClass,
  readLogs,
  restartAll,
  stopOneServer,
  updateStudio,
  uploadClass,
  writeDraft,
} from "./checks.ts";
import { becomeAdmin, openToVisitors, trustCaddy } from "./client.ts";
import { podman, prepareStudio } from "./engine.ts";
import { buildImage, makeBaseImages } from "./images.ts";

const maxImageBytes = 600e6;
const classSeconds = 20;
const image = "localhost/eightcount-bench/studio";
const [composer = "docker-compose"] = process.argv.slice(2);

if (process.platform !== "linux" || process.getuid?.() !== 0) {
  process.stderr.write("This benchmark needs root on Linux: it makes images and networks of containers.\n");
  process.exit(1);
}

/** Prints a row. */
async function row(what: string, check: Promise<string>): Promise<void> {
  process.stdout.write(`${what.padEnd(44)}${await check}\n`);
}

const secret = () => randomBytes(32).toString("hex");
const images = await makeBaseImages();
const bytes = buildImage(images, image);
await row("The image", Promise.resolve(`${(bytes / 1e6).toFixed(0)} MB`));
if (bytes > maxImageBytes) throw new Error(`The image takes more than ${maxImageBytes / 1e6} MB`);

const folder = await mkdtemp(join(tmpdir(), "eightcount-compose-run-"));
const variables = {
  ...images,
  SITE: "localhost",
  POSTGRES_PASSWORD: secret(),
  POSTGRES_ADMIN_PASSWORD: secret(),
};
const studio = await prepareStudio(composer, image, variables, {
  AUTH_SECRET: secret(),
  MEDIA_SECRET: secret(),
  // The calls below aren't those of the web.
  GRAPHQL_OPEN: "on",
});
try {
  const began = performance.now();
  await studio.compose("up", "--detach");
  await studio.healthy("postgres", "api", "api-2", "worker");
  await row("Up and healthy", Promise.resolve(`${((performance.now() - began) / 1000).toFixed(0)} s`));
  await trustCaddy(studio);
  await openToVisitors(studio);
  const admin = await becomeAdmin(studio);
  await row("The first admin, by the code of the log", Promise.resolve("yes"));
  const classId = await writeDraft(admin, classSeconds);
  await row("Upload through Caddy", uploadClass(admin, classId, folder, classSeconds));
  await row("Transcode, followed through Caddy", followTranscode(studio, admin, classId));
  await row("Play", playClass(admin, classId));
  await row("A server stops and starts", stopOneServer(studio));
  // Another image with the same programs.
  const containerfile = join(folder, "Containerfile");
  await writeFile(containerfile, `FROM ${image}\nLABEL run=${secret()}\n`);
  await podman("build", "--quiet", "--tag", image, "--file", containerfile, folder);
  await row("Update by ops/update.sh", updateStudio(studio));
  await row("Backup, restored into empty volumes", backUpAndRestore(studio, admin, classId));
  await row("Stop and start of all", restartAll(studio));
  await openToVisitors(studio);
  await row("Limit by address", limitByAddress(studio));
  await row("Logs", readLogs(studio));
  process.stdout.write(await podman("stats", "--no-stream", "--format", "{{.Name}}\t{{.MemUsage}}"));
} finally {
  await studio.end();
  await rm(folder, { recursive: true, force: true });
}
