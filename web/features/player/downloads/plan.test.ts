import { expect, test } from "vitest";
import {
  chooseVariant,
  filesOf,
  downloadFolder,
  downloadLinks,
  downloadName,
  listVariants,
  masterOf,
  shellOf,
} from "./plan.ts";
import {
  forgetDownload,
  type DownloadedClass,
  listDownloads,
  mayDance,
  readDownload,
  writeDownload,
} from "./record.ts";

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

test("chooses one rendition: the tallest within what a device needs", () => {
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

test("lists every file of a playlist and finds each again regardless of the signature in its URL", () => {
  expect(
    filesOf('#EXT-X-MAP:URI="init.mp4"\n#EXTINF:3,\n00001.m4s\n#EXTINF:3,\n00002.m4s\n#EXT-X-ENDLIST\n'),
  ).toEqual(["init.mp4", "00001.m4s", "00002.m4s"]);
  const of = (token: string) =>
    downloadName(`https://studio.test/media/${token}/asset/v1/front/720p/00001.m4s`);
  expect(of("f.a.b")).toBe("/kept/asset/v1/front/720p/00001.m4s");
  expect(of("f.a.b")).toBe(of("f.c.d"));
  expect(downloadName("https://studio.test/pictures/a.webp")).toBeNull();
});

test("stores downloads by profile and class, and deletes them", () => {
  const entries = new Map<string, string>([["eightcount.kept.ana.broken", "{"]]);
  const storage = {
    get length() {
      return entries.size;
    },
    key: (index: number) => [...entries.keys()][index] ?? null,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  } as Storage;
  const record = {
    owner: { userId: "ana", accountId: "ana" },
    studioClass: { classId: "drag", title: "Drag" },
    playback: { hlsUrl: "front.m3u8", angles: [{ key: "front", label: "Front", hlsUrl: "front.m3u8" }] },
    expiresAt: 5,
    bytes: 7,
    isWhole: true,
  } as unknown as DownloadedClass;
  writeDownload(storage, record);
  expect(readDownload(storage, "ana", "drag")).toEqual(record);
  expect(listDownloads(storage, "ana")).toEqual([record]);
  // Other profiles on this device don't see it.
  expect(readDownload(storage, "ben", "drag")).toBeNull();
  expect(listDownloads(storage, "ben")).toEqual([]);
  expect(mayDance(record, 4)).toBe(true);
  expect(mayDance(record, 5)).toBe(false);
  expect(mayDance({ ...record, isWhole: false }, 4)).toBe(false);
  // A record of a release that knew two angles.
  const earlier = { ...record, playback: { hlsUrl: "front.m3u8", backHlsUrl: "back.m3u8" } };
  writeDownload(storage, earlier as unknown as DownloadedClass);
  expect(readDownload(storage, "ana", "drag")!.playback.angles.map(({ hlsUrl }) => hlsUrl)).toEqual([
    "front.m3u8",
    "back.m3u8",
  ]);
  forgetDownload(storage, record);
  expect(listDownloads(storage, "ana")).toEqual([]);
});

test("reports a new caption or a new sound of the same video as missing", () => {
  const at = (path: string, token = "t") => `https://studio.test/media/${token}/asset/v1/${path}`;
  const links = {
    angles: [{ hlsUrl: at("front/master.m3u8") }],
    captions: [{ url: at("captions/en.vtt") }],
  };
  const later = { ...links, angles: [{ hlsUrl: at("front/master.m3u8", "u") }], slowSounds: [] };
  expect(downloadLinks(later)).toEqual(downloadLinks(links));
  expect(downloadLinks({ ...later, slowSounds: [{ url: at("slow/60/index.m3u8") }] })).not.toEqual(
    downloadLinks(links),
  );
  expect(downloadFolder(links.angles[0]!.hlsUrl)).toBe("/kept/asset/v1/");
});

test("builds an app shell without account data, of the same build as its files", () => {
  const boot = {
    accessToken: "secret",
    ipLocation: { ip: "1.2.3.4" },
    results: [{ data: "Ana</script>" }],
    release: "7",
  };
  const inPage = JSON.stringify(boot).replaceAll("<", String.raw`\u003c`);
  const page = `<script src="/assets/a.js"></script><script type="application/json" id="boot">${inPage}</script>`;
  const shell = shellOf(page, ["/assets/a.js", "/assets/b.js"]);
  expect(JSON.parse(/id="boot">(.*)<\/script>/.exec(shell)![1]!)).toEqual({
    release: "7",
    accessToken: null,
    ipLocation: null,
    results: [],
    isFromCache: true,
  });
  expect(shell).not.toMatch(/secret|Ana/);
  expect(() => shellOf(page, ["/assets/b.js"])).toThrow("another build");
});
