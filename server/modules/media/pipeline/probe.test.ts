import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ffmpeg, makeSample } from "../../../testing/media-samples.ts";
import { probeSource, uploadLimits } from "./probe.ts";
import { SourceRefused } from "./refusal.ts";
import { installedTools } from "./tools.ts";

const tools = installedTools();
let folder: string;
let normal: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "probe-"));
  normal = await makeSample(folder, "normal.mp4", { options: ["-movflags", "+faststart"] });
});
afterAll(() => rm(folder, { recursive: true }));

const probe = (path: string, limits = uploadLimits) => probeSource(tools, path, limits);
const reasonOf = async (path: string, limits = uploadLimits) => {
  const error = await probe(path, limits).then(
    (facts) => facts,
    (failure: unknown) => failure,
  );
  if (error instanceof SourceRefused) {
    // Viewers see the reason; it must not reveal server paths.
    expect(error.detail).not.toContain(folder);
    return error.reason;
  }
  throw error instanceof Error ? error : new Error(`It was taken: ${JSON.stringify(error)}`);
};
const file = async (name: string, content: string | Buffer) => {
  await writeFile(join(folder, name), content);
  return join(folder, name);
};

describe("valid source", () => {
  it("is described by size, length, rate and codecs", async () => {
    expect(await probe(normal)).toMatchObject({
      size: { width: 426, height: 240 },
      seconds: 3,
      rate: { numerator: 30, denominator: 1 },
      videoStream: 0,
      audioStream: 1,
      isHdr: false,
    });
  });

  it("is accepted by content under any file name", async () => {
    const odd = join(folder, "-i %d file:http.txt");
    await writeFile(odd, await readFile(normal));
    expect((await probe(odd)).seconds).toBe(3);
  });

  it("has its display size: rotated, with square pixels", async () => {
    const rotated = join(folder, "rotated.mp4");
    await ffmpeg("-i", normal, "-c", "copy", "-metadata:s:v", "rotate=90", rotated);
    expect((await probe(rotated)).size).toEqual({ width: 240, height: 426 });
    const stretched = await makeSample(folder, "stretched.mp4", {
      size: "360x288",
      sound: false,
      options: ["-vf", "setsar=16/15"],
    });
    expect((await probe(stretched)).size).toEqual({ width: 384, height: 288 });
  });

  it("is accepted without sound, with other codecs, or with a cover image", async () => {
    const silent = await makeSample(folder, "silent.mp4", { sound: false });
    expect((await probe(silent)).audioStream).toBeNull();
    const covered = join(folder, "covered.mp4");
    const cover = join(folder, "cover.jpg");
    await ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x64:r=1:d=1", "-frames:v", "1", cover);
    await ffmpeg(
      "-i",
      normal,
      "-i",
      cover,
      "-map",
      "0",
      "-map",
      "1",
      "-c",
      "copy",
      "-disposition:v:1",
      "attached_pic",
      covered,
    );
    expect((await probe(covered)).size.width).toBe(426);
    const webm = await makeSample(folder, "v.webm", {
      seconds: 1,
      options: ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-c:a", "libopus"],
    });
    expect((await probe(webm)).size.width).toBe(426);
  });
});

describe("probe refuses a source", () => {
  it("if it is empty, no video, or a video in name only", async () => {
    expect(await reasonOf(await file("empty.mp4", ""))).toBe("empty_file");
    expect(await reasonOf(await file("text.mp4", "Dance with me. ".repeat(500)))).toBe("not_a_video");
    expect(
      await reasonOf(
        await file(
          "noise.mp4",
          Buffer.from(Array.from({ length: 20_000 }, (_unused, index) => (index * 7919) % 251)),
        ),
      ),
    ).toBe("not_a_video");
    expect(
      await reasonOf(
        await file(
          "picture.mp4",
          '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
        ),
      ),
    ).toBe("not_a_video");
  });

  it("if it is a video behind a GIF signature", async () => {
    const gif = join(folder, "real.gif");
    await ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x64:r=5:d=1", gif);
    expect(await reasonOf(gif)).toBe("not_a_video");
    expect(
      await reasonOf(
        await file("polyglot.mp4", Buffer.concat([await readFile(gif), await readFile(normal)])),
      ),
    ).toBe("not_a_video");
  });

  it("if it is truncated", async () => {
    const late = await makeSample(folder, "late.mp4");
    await truncate(late, 20_000);
    expect(await reasonOf(late)).toBe("damaged");
  });

  it("if it has no video track", async () => {
    const sound = join(folder, "sound.m4a");
    await ffmpeg("-f", "lavfi", "-i", "sine=d=1", "-c:a", "aac", sound);
    expect(await reasonOf(sound)).toBe("no_video");
  });

  it("if its codec is unsupported", async () => {
    const mjpeg = await makeSample(folder, "mjpeg.mov", {
      seconds: 1,
      sound: false,
      options: ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p"],
    });
    expect(await reasonOf(mjpeg)).toBe("forbidden_codec");
    const ffv1 = await makeSample(folder, "ffv1.mkv", {
      seconds: 1,
      sound: false,
      options: ["-c:v", "ffv1"],
    });
    expect(await reasonOf(ffv1)).toBe("forbidden_codec");
  });

  it("if its container is unsupported", async () => {
    for (const name of ["v.avi", "v.ts", "v.flv"])
      expect(await reasonOf(await makeSample(folder, name, { seconds: 1, sound: false }))).toBe(
        "not_a_video",
      );
  });

  it("if it is too large or too small", async () => {
    const giant = join(folder, "giant.mp4");
    await ffmpeg(
      "-f",
      "lavfi",
      "-i",
      "color=s=9216x4800:r=1:d=1",
      "-c:v",
      "libx264",
      "-preset",
      "ultrafast",
      "-pix_fmt",
      "yuv420p",
      giant,
    );
    expect(await reasonOf(giant)).toBe("dimensions_too_large");
    expect(
      await reasonOf(await makeSample(folder, "strip.mp4", { size: "1600x64", seconds: 1, sound: false })),
    ).toBe("dimensions_too_large");
    expect(
      await reasonOf(await makeSample(folder, "dot.mp4", { size: "16x16", seconds: 1, sound: false })),
    ).toBe("dimensions_too_small");
    expect(await reasonOf(normal, { ...uploadLimits, maxBytes: 1000 })).toBe("file_too_large");
  });

  it("if it declares a length of hours", async () => {
    const long = join(folder, "long.mp4");
    await ffmpeg(
      "-f",
      "lavfi",
      "-i",
      "color=s=64x64:r=1/3600:d=18000",
      "-c:v",
      "libx264",
      "-preset",
      "ultrafast",
      "-pix_fmt",
      "yuv420p",
      long,
    );
    expect(await reasonOf(long)).toBe("too_long");
    expect(await reasonOf(normal, { ...uploadLimits, maxSeconds: 2 })).toBe("too_long");
  });

  it("if only its first bytes are a video", async () => {
    expect(
      await reasonOf(
        await file(
          "begins.mp4",
          Buffer.concat([(await readFile(normal)).subarray(0, 40), Buffer.alloc(5000, 7)]),
        ),
      ),
    ).toBe("damaged");
  });

  it("if it is a playlist or a script, without opening what it references", async () => {
    const asked: string[] = [];
    const listener = createServer((request, response) => {
      asked.push(request.url!);
      response.end();
    });
    await new Promise<void>((resolve) => {
      listener.listen(4110, "127.0.0.1", resolve);
    });
    const { port } = listener.address() as AddressInfo;
    const playlist = `#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\nhttp://127.0.0.1:${port}/a.ts\n#EXTINF:3,\nfile:///etc/passwd\n#EXTINF:3,\nfile://${normal}\n#EXT-X-ENDLIST\n`;
    expect(await reasonOf(await file("playlist.mp4", playlist))).toBe("not_a_video");
    expect(await reasonOf(await file("playlist.m3u8", playlist))).toBe("not_a_video");
    expect(
      await reasonOf(
        await file(
          "script.mp4",
          `ffconcat version 1.0\nfile 'http://127.0.0.1:${port}/b.mp4'\nfile '${normal}'\n`,
        ),
      ),
    ).toBe("not_a_video");
    expect(
      await reasonOf(
        await file(
          "dash.mp4",
          `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><BaseURL>http://127.0.0.1:${port}/</BaseURL></MPD>`,
        ),
      ),
    ).toBe("not_a_video");
    expect(
      await reasonOf(
        await file(
          "sdp.mp4",
          `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video ${port} RTP/AVP 96\na=rtpmap:96 H264/90000\n`,
        ),
      ),
    ).toBe("not_a_video");
    await new Promise((resolve) => {
      listener.close(resolve);
    });
    expect(asked).toEqual([]);
  });
});
