import { chmod, mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import { compare, factorsOf, ffmpeg, makeSample } from "../../../testing/media-samples.ts";
import { encodingOf } from "../order.ts";
import { checkAngle, joinedOf, openWorkbench } from "../pipeline/testing.ts";
import { assetOf, folder, order, server, startTranscoding, startWorker, until } from "./testing.ts";

startTranscoding();

/** A video of more than a minute, 426 × 240, in the colors of the renditions. @param noise of each picture: 0 to 100 */
const makeFootage = async (noise: number): Promise<string> => {
  const path = join(folder, `noise-${noise}.mp4`);
  await ffmpeg(
    ...`-f lavfi -i testsrc2=s=426x240:r=10:d=61,noise=alls=${noise}:allf=t`.split(" "),
    ..."-c:v libx264 -preset ultrafast -crf 10 -pix_fmt yuv420p".split(" "),
    ..."-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv".split(" "),
    path,
  );
  return path;
};
/** The joined segments of a published rendition, as a file. */
const published = async (id: string, rung: string): Promise<string> => {
  const { version } = await assetOf(id);
  const { storage } = server.ctx().ports;
  const prefix = `assets/${id}/${version}/front/${rung}/`;
  const keys: string[] = [];
  for await (const { key } of storage.list(prefix)) if (key.endsWith(".m4s")) keys.push(key);
  const pieces: Buffer[] = [];
  for (const key of [`${prefix}init.mp4`, ...keys.toSorted()])
    pieces.push(await buffer((await storage.get(key))!.content));
  const path = join(folder, `${id}-${rung}.mp4`);
  await writeFile(path, Buffer.concat(pieces));
  return path;
};
const transcoded = async (source: string): Promise<string> => {
  const id = await order(source);
  await until(id, ({ availability }) => availability === "available");
  return id;
};
/** The rate factor of the ladder at 240p and below. */
const ofLadder = 24;

it.each([{ noise: 0 }, { noise: 6 }])(
  "footage with noise of $noise gets fewer bytes than by the ladder's rate factors, without looking worse",
  async ({ noise }) => {
    const source = await makeFootage(noise);
    const worker = await startWorker();
    const id = await transcoded(source);
    await worker.end();
    const bench = await openWorkbench();
    try {
      const front = { kind: "file", path: source } as const;
      const before = await bench.work({ front, encoding: encodingOf("upload") });
      await checkAngle(before, "front");
      const [old, now] = [joinedOf(before, "front", "v240"), await published(id, "v240")];
      const [factor] = await factorsOf(now);
      expect(factor).toBeGreaterThan(ofLadder);
      expect(factor).toBeLessThanOrEqual(ofLadder + 6);
      expect((await stat(now)).size).toBeLessThan((await stat(old)).size * 0.97);
      // Of all pictures, not only of the samples.
      const [likeness, likenessBefore] = [await compare(now, source), await compare(old, source)];
      expect(likeness).toBeGreaterThan(Math.min(0.985, likenessBefore - 0.002) - 0.001);
    } finally {
      await bench.close();
    }
  },
  200_000,
);

it("a short video has the ladder's rate factors", async () => {
  const worker = await startWorker();
  const id = await transcoded(await makeSample(folder, "short.mp4", { size: "160x120", seconds: 4 }));
  expect(await factorsOf(await published(id, "v120"))).toEqual([ofLadder]);
  await worker.end();
});

it("a video that can't be measured has the ladder's rate factors, and the log says so", async () => {
  const source = await makeSample(folder, "minute.mp4", { size: "160x120", seconds: 61, rate: "10" });
  const bin = join(folder, "bin");
  await mkdir(bin);
  await writeFile(
    join(bin, "ffmpeg"),
    `#!/bin/sh\ncase "$*" in *ssim*) exit 1;; esac\nPATH="${process.env["PATH"]}" exec ffmpeg "$@"\n`,
  );
  await chmod(join(bin, "ffmpeg"), 0o755);
  const path = process.env["PATH"];
  process.env["PATH"] = `${bin}:${path}`;
  const worker = await startWorker().finally(() => (process.env["PATH"] = path));
  const id = await transcoded(source);
  expect(await factorsOf(await published(id, "v120"))).toEqual([ofLadder]);
  expect(worker.logged()).toContain("A video couldn't be measured; it has the ladder's rate factors");
  await worker.end();
}, 100_000);
