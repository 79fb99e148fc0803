import { execFileSync } from "node:child_process";
import { crc32, deflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../testing/harness.ts";
import { squarePicture } from "../media/index.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
});
afterAll(() => server?.stop());

/** A picture with a place and a camera in its metadata. */
function picture(format: "mjpeg" | "png" | "libwebp", colour: string): Buffer {
  const container = format === "libwebp" ? "webp" : "image2pipe";
  const args = `-v error -f lavfi -i color=c=${colour}:s=640x360 -frames:v 1 -c:v ${format} -f ${container} -`;
  const made = execFileSync("ffmpeg", args.split(" "));
  if (format !== "mjpeg") return made;
  // A comment segment right after the start of the image, as cameras write.
  const comment = Buffer.from("canary: 52.5200 N 13.4050 E, Demo Camera");
  const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
  return Buffer.concat([made.subarray(0, 2), head, comment, made.subarray(2)]);
}
const ffmpeg = (args: string, input?: Buffer) =>
  execFileSync("ffmpeg", ["-v", "error", ...args.split(" ")], { maxBuffer: 64 * 1024 * 1024, input });
/** EXIF that holds an orientation alone. */
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
/** Puts chunks behind a PNG's head. */
const pngWith = (png: Buffer, ...chunks: Buffer[]) =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
/** A PNG of one colour that says it is this large. */
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
/** Puts EXIF behind the pixels of a WebP of 64 by 64. */
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
/** Red, blue, green and white corners: above left, above right, below left, below right. */
const corners =
  "-f lavfi -i color=c=red:s=32x32[a];color=c=blue:s=32x32[b];color=c=lime:s=32x32[c];color=c=white:s=32x32[d];[a][b]hstack[x];[c][d]hstack[y];[x][y]vstack -frames:v 1";
/** The corners of a picture, in the same order, by the first letters of their colours. */
const cornersOf = (shown: Buffer): string => {
  const pixels = ffmpeg("-f webp_pipe -i - -vf scale=4:4:flags=area -pix_fmt rgb24 -f rawvideo -", shown);
  return [0, 3, 12, 15]
    .map((at) => {
      const bright = [...pixels.subarray(at * 3, at * 3 + 3)].map((value) => value > 127);
      return bright.every(Boolean) ? "w" : "rgb"[bright.indexOf(true)];
    })
    .join("");
};
const send = async (as: TestPerson, body: Buffer, method = "POST") => {
  const response = await server.fetch("/me/photo", {
    method,
    headers: { "x-auth-token": `Bearer ${await as.token()}`, "content-type": "image/jpeg" },
    ...(method === "POST" ? { body: new Uint8Array(body) } : {}),
  });
  return {
    status: response.status,
    body: (await response.json()) as { photoURL?: string; error?: { code: string } },
  };
};
const photoOf = async (as: TestPerson) =>
  (await server.graphql<{ me: { photoURL: string | null } }>("{ me { photoURL } }", {}, { as })).data!.me
    .photoURL;

describe("a photo", () => {
  test.each(["mjpeg", "png", "libwebp"] as const)(
    "from %s is drawn anew as a square, with nothing but its pixels",
    async (format) => {
      const me = await server.member();
      const given = picture(format, "teal");
      const { status, body } = await send(me, given);
      expect(status).toBe(200);
      expect(await photoOf(me)).toBe(body.photoURL);
      const response = await server.fetch(new URL(body.photoURL!).pathname);
      expect(response.headers.get("content-type")).toBe("image/webp");
      const shown = Buffer.from(await response.arrayBuffer());
      expect(shown.subarray(8, 12).toString()).toBe("WEBP");
      expect(shown.includes("canary")).toBe(false);
      expect(shown.includes("EXIF")).toBe(false);
      const size = execFileSync(
        "ffprobe",
        ["-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", "-"],
        {
          input: shown,
          encoding: "utf8",
        },
      );
      expect(size.trim()).toBe("512,512");
    },
  );

  test("stands upright, however the camera was held", async () => {
    const [jpeg, png, webp] = [
      ffmpeg(`${corners} -c:v mjpeg -q:v 2 -f image2pipe -`),
      ffmpeg(`${corners} -c:v png -f image2pipe -`),
      ffmpeg(`${corners} -c:v libwebp -f webp -`),
    ] as const;
    // By orientation, from 1 to 8.
    for (const [index, upright] of "rbgw brwg wgbr gwrb rgbw grwb wbgr bwrg".split(" ").entries()) {
      const exif = pngChunk("eXIf", exifOf(index + 1));
      for (const content of [jpegExif(jpeg, index + 1), webpExif(webp, index + 1), pngWith(png, exif)]) {
        const picture = await squarePicture(content, 64);
        if (typeof picture === "string") throw new Error(`It was refused as ${picture}.`);
        expect(cornersOf(Buffer.from(picture))).toBe(upright);
      }
    }
  });

  test("keeps nothing of what else its file is", async () => {
    const me = await server.member();
    const page = Buffer.from("<script>canary</script>PK\x03\x04canary");
    const { body } = await send(me, Buffer.concat([picture("mjpeg", "teal"), page]));
    const response = await server.fetch(new URL(body.photoURL!).pathname);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(Buffer.from(await response.arrayBuffer()).includes("canary")).toBe(false);
  });

  test.each([
    ["a film", "PICTURE_ANIMATED", () => pngWith(picture("png", "teal"), pngChunk("acTL", Buffer.alloc(8)))],
    [
      "a film of WebP",
      "PICTURE_ANIMATED",
      () => ffmpeg("-f lavfi -i testsrc=s=32x32:r=2:d=1 -c:v libwebp_anim -f webp -"),
    ],
    ["a GIF", "PICTURE_UNREADABLE", () => ffmpeg("-f lavfi -i testsrc=s=32x32:r=2:d=1 -f gif -")],
    ["more pixels than any camera has", "PICTURE_TOO_LARGE", () => pngBomb(50_000)],
    ["a size that its pixels don't have", "PICTURE_UNREADABLE", () => pngBomb(7000)],
  ])("isn't made of %s", async (_what, code, given) => {
    const me = await server.member();
    expect(await send(me, given())).toMatchObject({ status: 422, body: { error: { code } } });
    expect(await photoOf(me)).toBeNull();
  });

  test("takes the place of the one before, and can be taken away", async () => {
    const me = await server.member();
    const first = (await send(me, picture("png", "teal"))).body.photoURL!;
    const second = (await send(me, picture("png", "plum"))).body.photoURL!;
    expect(second).not.toBe(first);
    expect((await server.fetch(new URL(first).pathname)).status).toBe(404);
    expect((await server.fetch(new URL(second).pathname)).status).toBe(200);
    expect((await send(me, Buffer.alloc(0), "DELETE")).body.photoURL).toBeNull();
    expect(await photoOf(me)).toBeNull();
    expect((await server.fetch(new URL(second).pathname)).status).toBe(404);
  });

  test.each([
    ["nothing", Buffer.alloc(0)],
    ["a page", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>")],
    ["a cut picture", Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ["a playlist", Buffer.from("#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n")],
  ])("isn't made of %s", async (_what, given) => {
    const me = await server.member();
    expect(await send(me, given)).toMatchObject({
      status: 422,
      body: { error: { code: "PICTURE_UNREADABLE" } },
    });
    expect(await photoOf(me)).toBeNull();
  });

  test("is for those who registered", async () => {
    expect((await send(await server.anonymous(), picture("png", "teal"))).body.error?.code).toBe(
      "REGISTRATION_REQUIRED",
    );
    expect((await server.fetch("/me/photo", { method: "POST", body: "x" })).status).toBe(401);
    expect((await server.fetch("/photos/..%2f..%2fsecrets/x.webp")).status).toBe(404);
  });
});
