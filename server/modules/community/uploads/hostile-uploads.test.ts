import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { hostileMedia } from "../../../testing/hostile-media.ts";
import { ffmpeg, makeSample } from "../../../testing/media-samples.ts";
import { probeLimits, scanLimits } from "../../media/pipeline/tools.ts";
import { open, read, send, settled } from "./testing.ts";

let folder: string;
let server: TestServer;
/** A server that no request may ever reach. */
let bait: Server;
let visits = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "eightcount-hostile-"));
  server = await startTestServer({ roles: "api,worker", dataDir: join(folder, "data") });
  bait = createServer((socket) => {
    visits += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => {
    bait.listen(0, "127.0.0.1", resolve);
  });
});
afterAll(async () => {
  await server?.stop();
  bait?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Storage files that contain any part of the upload. */
async function publishedFiles(): Promise<string[]> {
  const names = await readdir(join(folder, "data"), { recursive: true });
  return names.filter((name) => /(^|\/)(assets|pictures)\//.test(name));
}

test("rejects hostile files without outgoing requests or leftover files", async () => {
  const url = `http://127.0.0.1:${(bait.address() as AddressInfo).port}`;
  const hostile = await hostileMedia(folder, url);
  const left = hostile.values();
  const found: string[] = [];
  const wanted: string[] = [];
  const sendSome = async () => {
    let author: TestPerson | null = null;
    let sent = 0;
    for (const { what, reasons, content } of left) {
      // Ten uploads a day are the limit.
      if (!author || sent % 10 === 0) author = await server.member();
      sent += 1;
      const { ticket } = await open(server, author, content.length);
      await send(ticket!, author, content);
      const { id } = ticket!.videoUpload;
      const { availability, errorReason, thumbnailUrl, playback } = await settled(server, id, author);
      expect({ what, availability, thumbnailUrl, playback }).toEqual({
        what,
        availability: "error",
        thumbnailUrl: null,
        playback: null,
      });
      wanted.push(`${what}: ${reasons.includes(errorReason!) ? errorReason : reasons.join(" or ")}`);
      found.push(`${what}: ${errorReason}`);
      await expect.poll(() => existsSync(join(folder, "data/uploads", id)), { timeout: 60_000 }).toBe(false);
    }
  };
  await Promise.all([sendSome(), sendSome()]);
  expect(found).toEqual(wanted);
  expect(found).toHaveLength(hostile.length);
  expect(await publishedFiles()).toEqual([]);
  expect(visits).toBe(0);
});

test("stops probing a hostile small file within ten seconds", () => {
  expect(probeLimits.wallMs + scanLimits(10 * 1024 * 1024).wallMs).toBeLessThanOrEqual(10_000);
});

test("rejects an empty file", async () => {
  const author = await server.member();
  expect((await open(server, author, 0)).errors[0]).toMatchObject({
    code: "BAD_INPUT",
    field: "sizeInBytes",
  });
});

test("publishes only re-encoded video and audio of an upload", async () => {
  const canary = "canary-of-a-dancer";
  await makeSample(folder, "plain.mp4", { seconds: 2 });
  const subtitles = join(folder, "words.srt");
  await writeFile(subtitles, `1\n00:00:00,000 --> 00:00:01,000\n${canary}\n`);
  const path = join(folder, "told.mp4");
  await ffmpeg(
    "-i",
    join(folder, "plain.mp4"),
    "-i",
    subtitles,
    "-c",
    "copy",
    "-c:s",
    "mov_text",
    "-metadata",
    `title=${canary}`,
    "-metadata",
    `comment=${canary}`,
    "-metadata",
    "location=+48.85+002.35/",
    "-metadata:s:v",
    `handler_name=${canary}`,
    path,
  );
  const content = await readFile(path);
  expect(content.includes(canary)).toBe(true);
  const author = await server.member();
  const { ticket } = await open(server, author, content.length);
  await send(ticket!, author, content);
  expect(await settled(server, ticket!.videoUpload.id, author)).toMatchObject({ availability: "available" });
  const published = await publishedFiles();
  expect(published.length).toBeGreaterThan(5);
  for (const name of published) {
    const file = join(folder, "data", name);
    if (!(await stat(file)).isFile()) continue;
    const bytes = await readFile(file);
    expect([name, bytes.includes(canary), bytes.includes("+48.85")]).toEqual([name, false, false]);
  }
});

test("accepts a browser recording without a duration", async () => {
  const path = join(folder, "recorded.webm");
  await makeSample(folder, "recorded.webm", {
    seconds: 3,
    options: [
      "-c:v",
      "libvpx",
      "-deadline",
      "realtime",
      "-cpu-used",
      "8",
      "-c:a",
      "libopus",
      "-f",
      "webm",
      "-live",
      "1",
    ],
  });
  const content = await readFile(path);
  const author = await server.member();
  const { ticket } = await open(server, author, content.length);
  await send(ticket!, author, content);
  const { availability, durationInMs } = await settled(server, ticket!.videoUpload.id, author);
  expect(availability).toBe("available");
  expect(Math.abs(durationInMs! - 3000)).toBeLessThan(300);
  expect(await read(server, ticket!.videoUpload.id)).toBeNull();
});
