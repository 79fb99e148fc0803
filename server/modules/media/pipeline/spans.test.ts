import { execFileSync } from "node:child_process";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ffmpeg } from "../../../testing/media-samples.ts";
import { probeSource, studioLimits } from "./probe.ts";
import { isEnough, spansOf } from "./spans.ts";
import type { Span } from "./spans.ts";
import { installedTools } from "./tools.ts";

let folder: string;
const context = { tools: installedTools(), signal: new AbortController().signal };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "spans-"));
  await ffmpeg(
    ..."-f lavfi -i testsrc2=s=192x108:r=10:d=200,noise=alls=30:allf=t -f lavfi -i sine=f=300:d=200".split(
      " ",
    ),
    ..."-c:v libx264 -preset ultrafast -bf 2 -g 30 -qp 16 -pix_fmt yuv420p -c:a aac -shortest".split(" "),
    join(folder, "end.mp4"),
  );
  await ffmpeg(
    ..."-f lavfi -i testsrc2=s=320x180:r=10:d=200,noise=alls=30:allf=t -vf".split(" "),
    "select=not(mod(n\\,7))+gt(mod(n\\,5)\\,2)",
    ..."-vsync vfr -c:v libx264 -preset ultrafast -bf 2 -g 30 -qp 16 -pix_fmt yuv420p".split(" "),
    join(folder, "variable.mp4"),
  );
  const copy = (name: string, ...flags: string[]) =>
    ffmpeg("-i", join(folder, "end.mp4"), "-c", "copy", ...flags, join(folder, name));
  await copy("start.mp4", "-movflags", "+faststart");
  await copy("indexed.mkv");
  await copy("later.mp4", "-output_ts_offset", "30");
  await copy("later.mkv", "-output_ts_offset", "30");
  await copy("fragments.mp4", "-movflags", "+frag_keyframe+empty_moov");
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The frames of a part, by their checksums. */
const frames = (path: string, { from, to }: { from: number; to: number }) =>
  execFileSync(
    "ffmpeg",
    [
      "-v",
      "quiet",
      "-ss",
      String(from),
      "-t",
      String(to - from),
      "-i",
      path,
      "-map",
      "0:v:0",
      "-f",
      "framemd5",
      "-",
    ],
    { encoding: "utf8" },
  );

/** A copy that has zeros in place of all other bytes. */
async function copyOf(path: string, spans: readonly Span[], size: number): Promise<string> {
  const to = `${path}.part`;
  const [source, target] = [await open(path), await open(to, "w")];
  try {
    await target.truncate(size);
    for (const { start, end } of spans) {
      const bytes = Buffer.alloc(end - start);
      await source.read(bytes, 0, bytes.length, start);
      await target.write(bytes, 0, bytes.length, start);
    }
  } finally {
    await source.close();
    await target.close();
  }
  return to;
}

const times = [
  { from: 0, to: 41 },
  { from: 79.98, to: 121 },
  { from: 159.98, to: 201 },
];
test.each(["end.mp4", "start.mp4", "indexed.mkv", "variable.mp4"])(
  "a third of %s is enough to decode a part to the same frames",
  async (name) => {
    const path = join(folder, name);
    const source = await probeSource(context.tools, path, studioLimits);
    const spans = await spansOf(context, source, times);
    for (const [index, time] of times.entries()) {
      const own = spans[index]!;
      const copy = await copyOf(path, own, source.bytes);
      const { videoStream } = source;
      expect(await isEnough(context, { path: copy, videoStream, spans: own }, time)).toBe(true);
      const decoded = frames(copy, time);
      expect(decoded).toBe(frames(path, time));
      expect(decoded.split("\n").length).toBeGreaterThan(200);
      expect(own.reduce((sum, { start, end }) => sum + end - start, 0)).toBeLessThan(source.bytes * 0.5);
      // Of another part, it isn't.
      const other = times[(index + 1) % 3]!;
      expect(await isEnough(context, { path: copy, videoStream, spans: own }, other)).toBe(false);
    }
  },
  120_000,
);

test.each(["later.mp4", "later.mkv"])("%s, whose times begin at 30 seconds, is read whole", async (name) => {
  const path = join(folder, name);
  const source = await probeSource(context.tools, path, studioLimits);
  expect(await spansOf(context, source, times)).toEqual([null, null, null]);
});

test("a part of a fragmented file, whose index isn't read, is never enough", async () => {
  const path = join(folder, "fragments.mp4");
  const source = await probeSource(context.tools, path, studioLimits);
  const own = (await spansOf(context, source, times))[1]!;
  expect(own).not.toBeNull();
  const copy = await copyOf(path, own, source.bytes);
  const { videoStream } = source;
  expect(await isEnough(context, { path: copy, videoStream, spans: own }, times[1]!)).toBe(false);
}, 60_000);

test.each(["end.mp4", "indexed.mkv"])(
  "64 KB that are missing in a part of %s are found",
  async (name) => {
    const path = join(folder, name);
    const source = await probeSource(context.tools, path, studioLimits);
    const own = (await spansOf(context, source, times))[1]!;
    const { start, end } = own[1]!;
    const middle = Math.round((start + end) / 2);
    const holed = [own[0]!, { start, end: middle }, { start: middle + 64 * 1024, end }, own[2]!];
    const copy = await copyOf(path, holed, source.bytes);
    const { videoStream } = source;
    expect(await isEnough(context, { path: copy, videoStream, spans: holed }, times[1]!)).toBe(false);
  },
  60_000,
);
