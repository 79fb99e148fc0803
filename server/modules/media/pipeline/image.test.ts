import { execFileSync } from "node:child_process";
import { crc32, deflateSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readImage } from "../../../platform/images/image-properties.ts";
import { frameImage, frameImages } from "./image.ts";

const ffmpeg = (args: string, input?: Buffer) =>
  execFileSync("ffmpeg", ["-v", "error", ...args.split(" ")], { maxBuffer: 64 * 1024 * 1024, input });
/** EXIF with an orientation alone. */
const exifOf = (orientation: number) =>
  Buffer.from([77, 77, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]);
const jpegExif = (jpeg: Buffer, orientation: number) => {
  const held = Buffer.concat([Buffer.from("Exif\0\0"), exifOf(orientation)]);
  return Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xe1, 0, held.length + 2]),
    held,
    jpeg.subarray(2),
  ]);
};
const pngChunk = (name: string, held: Buffer) => {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(held.length);
  const named = Buffer.concat([Buffer.from(name), held]);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};
/** Inserts chunks after a PNG's header. */
const pngWith = (png: Buffer, ...chunks: Buffer[]) =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
/** A single-color PNG that declares this size. */
const pngBomb = (side: number) => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", head),
    pngChunk("IDAT", deflateSync(Buffer.alloc(1000))),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
};
/** Appends EXIF after the pixels of a 64 by 64 WebP. */
const webpExif = (plain: Buffer, orientation: number) => {
  const [held, head] = [exifOf(orientation), Buffer.alloc(18)];
  head.write("VP8X", 0, "latin1");
  head.writeUInt32LE(10, 4);
  head.writeUInt8(8, 8);
  head.writeUIntLE(63, 12, 3);
  head.writeUIntLE(63, 15, 3);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(held.length);
  const body = Buffer.concat([
    Buffer.from("WEBP"),
    head,
    plain.subarray(12),
    Buffer.from("EXIF"),
    length,
    held,
  ]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from("RIFF"), size, body]);
};
/** Red, blue, green and white corners: top left, top right, bottom left, bottom right. */
const corners =
  "-f lavfi -i color=c=red:s=32x32[a];color=c=blue:s=32x32[b];color=c=lime:s=32x32[c];color=c=white:s=32x32[d];[a][b]hstack[x];[c][d]hstack[y];[x][y]vstack -frames:v 1";
/** The corners of an image in the same order, by the first letters of their colors. */
const cornersOf = (shown: Buffer): string => {
  const pixels = ffmpeg("-f webp_pipe -i - -vf scale=4:4:flags=area -pix_fmt rgb24 -f rawvideo -", shown);
  return [0, 3, 12, 15]
    .map((at) => {
      const bright = [...pixels.subarray(at * 3, at * 3 + 3)].map((value) => value > 127);
      return bright.every(Boolean) ? "w" : "rgb"[bright.indexOf(true)];
    })
    .join("");
};

const picture = (codec: string, container: string) => ffmpeg(`${corners} -c:v ${codec} -f ${container} -`);

test("renders an image upright for every EXIF orientation", async () => {
  const jpeg = picture("mjpeg -q:v 2", "image2pipe");
  const upright = async (content: Buffer) => {
    const drawn = await frameImage(content, { width: 64, height: 64 });
    if (typeof drawn === "string") throw new Error(`It was refused as ${drawn}.`);
    return cornersOf(Buffer.from(drawn));
  };
  // By orientation, from 1 to 8.
  for (const [index, expected] of "rbgw brwg wgbr gwrb rgbw grwb wbgr bwrg".split(" ").entries())
    expect(await upright(jpegExif(jpeg, index + 1))).toBe(expected);
  const png = pngWith(picture("png", "image2pipe"), pngChunk("eXIf", exifOf(6)));
  expect(await upright(png)).toBe("grwb");
  expect(await upright(webpExif(picture("libwebp", "webp"), 6))).toBe("grwb");
});

test("renders several crops of one image at once, each with its size and focus", async () => {
  const wide = ffmpeg(`${corners} -s 128x64 -c:v png -f image2pipe -`);
  const frames = [
    { width: 64, height: 64, focus: { x: 0, y: 50 } },
    { width: 32, height: 32, focus: { x: 100, y: 50 } },
    { width: 128, height: 64 },
  ];
  const crops = await frameImages(wide, frames);
  if (typeof crops === "string") throw new Error(`It was refused as ${crops}.`);
  const sizes = crops.map((crop) => readImage(crop)).map((facts) => facts && [facts.width, facts.height]);
  expect(sizes).toEqual([
    [64, 64],
    [32, 32],
    [128, 64],
  ]);
  expect(crops.map((crop) => cornersOf(Buffer.from(crop)))).toEqual(["rrgg", "bbww", "rbgw"]);
});

test.each([
  ["a film", "animated", () => pngWith(picture("png", "image2pipe"), pngChunk("acTL", Buffer.alloc(8)))],
  [
    "a film of WebP",
    "animated",
    () => ffmpeg("-f lavfi -i testsrc=s=32x32:r=2:d=1 -c:v libwebp_anim -f webp -"),
  ],
  ["a GIF", "unreadable", () => ffmpeg("-f lavfi -i testsrc=s=32x32:r=2:d=1 -f gif -")],
  ["more pixels than any camera has", "too_large", () => pngBomb(50_000)],
  ["a size that its pixels don't have", "unreadable", () => pngBomb(7000)],
])("refuses to make an image of %s", async (_what, fault, given) => {
  expect(await frameImage(given(), { width: 64, height: 64 })).toBe(fault);
});

test("reads the declared size of every image format", () => {
  const size = { width: 64, height: 64, orientation: 1, isAnimated: false };
  expect(readImage(picture("mjpeg", "image2pipe"))).toEqual({ format: "jpeg", ...size });
  expect(readImage(picture("png", "image2pipe"))).toEqual({ format: "png", ...size });
  expect(readImage(picture("libwebp", "webp"))).toEqual({ format: "webp", ...size });
  expect(readImage(picture("libwebp -lossless 1", "webp"))).toEqual({ format: "webp", ...size });
});

test("reads an image header without throwing for any bytes after the signature", () => {
  const begins = ["ffd8ff", "89504e470d0a1a0a", "524946460000000057454250"].map((hex) =>
    Buffer.from(hex, "hex"),
  );
  fc.assert(
    fc.property(fc.constantFrom(...begins), fc.uint8Array({ maxLength: 200 }), (begin, rest) => {
      const facts = readImage(Buffer.concat([begin, rest]));
      expect(facts === null || (facts.width > 0 && facts.orientation >= 1 && facts.orientation <= 8)).toBe(
        true,
      );
    }),
  );
});
