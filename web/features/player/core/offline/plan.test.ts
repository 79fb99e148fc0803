import { expect, test } from "vitest";
import { chooseVariant, filesOf, keptName, listVariants, masterOf } from "./plan.ts";
import { forgetKept, type KeptClass, listKept, readKept, writeKept } from "./record.ts";

const master = [
  "#EXTM3U",
  '#EXT-X-MEDIA:TYPE=AUDIO,URI="sound/index.m3u8",GROUP-ID="sound"',
  '#EXT-X-STREAM-INF:BANDWIDTH=900000,AVERAGE-BANDWIDTH=700000,RESOLUTION=640x360,AUDIO="sound"',
  "360p/index.m3u8",
  '#EXT-X-STREAM-INF:BANDWIDTH=2900000,RESOLUTION=1280x720,AUDIO="sound"',
  "720p/index.m3u8",
  '#EXT-X-STREAM-INF:BANDWIDTH=5900000,RESOLUTION=1920x1080,AUDIO="sound"',
  "1080p/index.m3u8",
  '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100,URI="360p/iframe.m3u8"',
  "",
].join("\n");

test("one rendition is kept: the tallest within what a device needs", () => {
  const variants = listVariants(master);
  expect(variants.map(({ height, bandwidth }) => [height, bandwidth])).toEqual([
    [360, 900_000],
    [720, 2_900_000],
    [1080, 5_900_000],
  ]);
  expect(chooseVariant(variants, 720)?.uri).toBe("720p/index.m3u8");
  expect(chooseVariant(variants, 100)?.uri).toBe("360p/index.m3u8");
  expect(chooseVariant([], 720)).toBeNull();
  const left = masterOf(master, variants[1]!);
  expect(left).toContain("720p/index.m3u8");
  expect(left).toContain('URI="sound/index.m3u8"');
  expect(left).not.toMatch(/360p|1080p|I-FRAME/);
});

test("every file of a playlist is known, and found again whatever right is in its address", () => {
  expect(
    filesOf('#EXT-X-MAP:URI="init.mp4"\n#EXTINF:3,\n00001.m4s\n#EXTINF:3,\n00002.m4s\n#EXT-X-ENDLIST\n'),
  ).toEqual(["init.mp4", "00001.m4s", "00002.m4s"]);
  const of = (token: string) => keptName(`https://studio.test/media/${token}/asset/v1/front/720p/00001.m4s`);
  expect(of("f.a.b")).toBe("/kept/asset/v1/front/720p/00001.m4s");
  expect(of("f.a.b")).toBe(of("f.c.d"));
  expect(keptName("https://studio.test/pictures/a.webp")).toBeNull();
});

test("what is kept is written down by class, and forgotten", () => {
  const kept = new Map<string, string>([["eightcount.kept.broken", "{"]]);
  const storage = {
    get length() {
      return kept.size;
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage;
  const record = {
    studioClass: { classId: "drag", title: "Drag" },
    expiresAt: 5,
    bytes: 7,
  } as unknown as KeptClass;
  writeKept(storage, record);
  expect(readKept(storage, "drag")).toEqual(record);
  expect(listKept(storage)).toEqual([record]);
  forgetKept(storage, "drag");
  expect(listKept(storage)).toEqual([]);
});
