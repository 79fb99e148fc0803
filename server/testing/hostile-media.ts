import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { ffmpeg, makeSample } from "./media-samples.ts";

/** A box of ISO BMFF. */
const box = (type: string, ...content: readonly (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(content.map((part) => (typeof part === "string" ? Buffer.from(part) : part)));
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + body.length);
  header.write(type, 4, "latin1");
  return Buffer.concat([header, body]);
};
const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const containers = new Set(["moov", "trak", "mdia", "minf", "dinf", "stbl"]);

/** Rewrites boxes of a video at any depth by the result of `change`. */
function rewrite(video: Buffer, change: (type: string, body: Buffer) => Buffer | null): Buffer {
  const made: Buffer[] = [];
  for (let at = 0; at + 8 <= video.length;) {
    const size = video.readUInt32BE(at);
    const type = video.toString("latin1", at + 4, at + 8);
    const body = video.subarray(at + 8, at + size);
    made.push(change(type, body) ?? box(type, containers.has(type) ? rewrite(body, change) : body));
    at += size;
  }
  return Buffer.concat(made);
}

/** Malicious media files. `url` must never be requested. */
export async function hostileMedia(
  folder: string,
  url: string,
): Promise<
  readonly { readonly what: string; readonly reasons: readonly string[]; readonly content: Buffer }[]
> {
  const at = (name: string) => join(folder, name);
  const video = await readFile(await makeSample(folder, "film.mp4"));
  const early = await readFile(
    await makeSample(folder, "early.mp4", { options: ["-movflags", "+faststart"] }),
  );
  await ffmpeg("-i", at("film.mp4"), "-c", "copy", at("film.mkv"));
  const matroska = await readFile(at("film.mkv"));
  const page = `<!doctype html><script>fetch("${url}")</script>`;
  const made = async (name: string, ...args: string[]) => {
    await ffmpeg(...args, at(name));
    return readFile(at(name));
  };
  const testPattern = (size: string, seconds: number, rate = 10) => [
    "-f",
    "lavfi",
    "-i",
    `testsrc2=s=${size}:r=${rate}:d=${seconds}`,
  ];
  const fast = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"];
  await writeFile(at("script.js"), `fetch("${url}")`);
  await ffmpeg(
    "-f",
    "lavfi",
    "-i",
    "color=black:s=3840x2160:r=60:d=1",
    ...fast,
    "-g",
    "600",
    at("second.mp4"),
  );
  const archive = Buffer.concat([
    Buffer.from("PK\u0003\u0004"),
    Buffer.alloc(26),
    Buffer.from(page),
    Buffer.from("PK\u0005\u0006"),
    Buffer.alloc(18),
  ]);
  const text = (what: string, content: string) => ({
    what,
    reasons: ["not_a_video"],
    content: Buffer.from(content),
  });
  const mixed = ["mixed_content"];
  const broken = ["damaged", "not_a_video", "no_video", "too_costly", "mixed_content"];
  return [
    text(
      "a playlist named as a film",
      `#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\n${url}/a.ts\n#EXTINF:3,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n`,
    ),
    text("a master playlist", `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${url}/a.m3u8\n`),
    text("a list of files to join", `ffconcat version 1.0\nfile '${url}/b.mp4'\nfile '/etc/passwd'\n`),
    text(
      "a DASH manifest",
      `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><BaseURL>${url}/</BaseURL></MPD>`,
    ),
    text(
      "a session description",
      `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 9 RTP/AVP 96\na=rtpmap:96 H264/90000\n`,
    ),
    text("a drawing", `<svg xmlns="http://www.w3.org/2000/svg"><image href="${url}"/></svg>`),
    text("a page", page),
    text("one byte", "x"),
    { what: "an archive", reasons: ["not_a_video"], content: archive },
    {
      what: "a film behind a picture",
      reasons: ["not_a_video"],
      content: Buffer.concat([await made("a.gif", ...testPattern("64x64", 1)), video]),
    },
    { what: "a film before a page", reasons: mixed, content: Buffer.concat([video, Buffer.from(page)]) },
    { what: "a film before an archive", reasons: mixed, content: Buffer.concat([video, archive]) },
    {
      what: "a film whose first bytes are a page",
      reasons: mixed,
      content: Buffer.concat([
        video.subarray(0, video.readUInt32BE(0)),
        box("free", page),
        video.subarray(video.readUInt32BE(0)),
      ]),
    },
    {
      what: "a document that is a film",
      reasons: mixed,
      content: Buffer.concat([
        video.subarray(0, video.readUInt32BE(0)),
        box("skip", "%PDF-1.7\n1 0 obj"),
        video.subarray(video.readUInt32BE(0)),
      ]),
    },
    {
      what: "a Matroska film before a page",
      reasons: mixed,
      content: Buffer.concat([matroska, Buffer.from(page)]),
    },
    {
      what: "a film with a script attached",
      reasons: mixed,
      content: await made(
        "attached.mkv",
        "-i",
        at("film.mp4"),
        "-attach",
        at("script.js"),
        "-metadata:s:t",
        "mimetype=application/javascript",
        "-c",
        "copy",
      ),
    },
    {
      what: "a film whose data lie elsewhere",
      reasons: ["external_reference"],
      content: rewrite(video, (type) =>
        type === "dref" ? box("dref", uint32(0), uint32(1), box("url ", uint32(0), `${url}/c.mp4\0`)) : null,
      ),
    },
    {
      what: "a film whose data lie in another file",
      reasons: ["external_reference", ...broken],
      content: rewrite(video, (type) =>
        type === "dref"
          ? box("dref", uint32(0), uint32(1), box("alis", uint32(0), Buffer.alloc(150), "/etc/passwd\0"))
          : null,
      ),
    },
    {
      what: "a film that names another film instead of itself",
      reasons: ["external_reference", ...broken],
      content: Buffer.concat([
        box("ftyp", "qt  ", uint32(0), "qt  "),
        box(
          "moov",
          box("rmra", box("rmda", box("rdrf", uint32(0), "url ", uint32(url.length + 1), `${url}\0`))),
        ),
      ]),
    },
    {
      what: "a packed table of contents that unpacks to much",
      reasons: ["external_reference", ...broken],
      content: Buffer.concat([
        box("ftyp", "qt  ", uint32(0), "qt  "),
        box(
          "moov",
          box(
            "cmov",
            box("dcom", "zlib"),
            box("cmvd", uint32(0x7fff_ffff), deflateSync(Buffer.alloc(64 * 1024 * 1024))),
          ),
        ),
      ]),
    },
    {
      what: "a table of half a billion pictures",
      reasons: broken,
      content: rewrite(video, (type) =>
        type === "stsz" ? box("stsz", uint32(0), uint32(1), uint32(0x1fff_ffff)) : null,
      ),
    },
    {
      what: "pictures that each last an hour",
      reasons: ["too_long", "frame_gaps", ...broken],
      content: rewrite(video, (type, body) => {
        if (type === "stts")
          return box("stts", uint32(0), uint32(1), uint32(body.readUInt32BE(8)), uint32(60 * 60 * 48_000));
        // An edit list would cut all but three seconds off.
        return type === "edts" ? box("free", body) : null;
      }),
    },
    {
      what: "a film with a gap of ten minutes",
      reasons: ["frame_gaps"],
      content: await made(
        "gap.mp4",
        ...testPattern("320x240", 3),
        "-vf",
        "setpts=PTS+if(gt(N\\,10)\\,600/TB)",
        "-fps_mode",
        "passthrough",
        ...fast,
      ),
    },
    {
      what: "a Matroska film with a gap of ten minutes",
      reasons: ["frame_gaps"],
      content: await made(
        "gap.mkv",
        ...testPattern("320x240", 3),
        "-vf",
        "setpts=PTS+if(gt(N\\,10)\\,600/TB)",
        "-fps_mode",
        "passthrough",
        ...fast,
      ),
    },
    {
      what: "little that becomes much",
      reasons: ["too_costly"],
      content: await made("bomb.mp4", "-stream_loop", "19", "-i", at("second.mp4"), "-c", "copy"),
    },
    {
      what: "a giant picture",
      reasons: ["dimensions_too_large"],
      content: await made("giant.mp4", "-f", "lavfi", "-i", "color=s=9216x4800:r=1:d=1", ...fast),
    },
    {
      what: "a strip",
      reasons: ["dimensions_too_large"],
      content: await made("strip.mp4", ...testPattern("1600x64", 1), ...fast),
    },
    {
      what: "a dot",
      reasons: ["dimensions_too_small"],
      content: await made("dot.mp4", ...testPattern("16x16", 1), ...fast),
    },
    {
      what: "a codec that isn’t decoded",
      reasons: ["forbidden_codec"],
      content: await made("ffv1.mkv", ...testPattern("64x64", 1), "-c:v", "ffv1"),
    },
    {
      what: "pictures of another kind in a film",
      reasons: ["forbidden_codec"],
      content: await made("mjpeg.mov", ...testPattern("64x64", 1), "-c:v", "mjpeg", "-pix_fmt", "yuvj420p"),
    },
    {
      what: "sound in a form that isn’t decoded",
      reasons: ["forbidden_codec"],
      content: await made(
        "gsm.mov",
        ...testPattern("64x64", 1),
        "-f",
        "lavfi",
        "-i",
        "sine=d=1",
        ...fast,
        "-c:a",
        "adpcm_ima_qt",
      ),
    },
    ...(await Promise.all(
      ["avi", "ts", "flv"].map(async (ending) => ({
        what: `a container that isn’t opened: ${ending}`,
        reasons: ["not_a_video"],
        content: await made(`other.${ending}`, ...testPattern("64x64", 1), ...fast),
      })),
    )),
    {
      what: "sound alone",
      reasons: ["no_video"],
      content: await made("sound.m4a", "-f", "lavfi", "-i", "sine=d=1", "-c:a", "aac"),
    },
    {
      what: "a film whose second half is missing",
      reasons: ["damaged"],
      content: early.subarray(0, early.length / 2),
    },
    {
      what: "a film without its table of contents",
      reasons: ["damaged"],
      content: video.subarray(0, video.length / 2),
    },
    {
      what: "noise that begins as a film does",
      reasons: broken,
      content: Buffer.concat([
        box("ftyp", "mp42", uint32(0), "mp42isom"),
        Buffer.from(Array.from({ length: 5000 }, (_unused, index) => (index * 7919) % 251)),
      ]),
    },
    {
      what: "empty boxes, one after another",
      reasons: broken,
      content: Buffer.concat(Array.from({ length: 400 }, () => box("free"))),
    },
  ];
}
