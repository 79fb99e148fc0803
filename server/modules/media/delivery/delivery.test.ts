import { describe, expect, it } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import { parseMasterPlaylist, parseMediaPlaylist } from "../../../testing/media-samples.ts";
import { server, play, statusOf, statusOfRaw, startDelivery } from "./testing.ts";

startDelivery();

const read = async (url: string) => {
  const response = await fetch(url);
  expect(response.status, url).toBe(200);
  return response.text();
};

describe("whole class", () => {
  it("serves every playlist, segment, storyboard and caption of both angles", async () => {
    const links = await play("full");
    expect(links.isPreview).toBe(false);
    for (const url of links.angles.map(({ hlsUrl }) => hlsUrl)) {
      expect(url.startsWith(`${server.url}/media/`)).toBe(true);
      const master = parseMasterPlaylist(await read(url));
      for (const uri of [...master.variants, ...master.sounds, ...master.iframes]) {
        const playlist = new URL(uri, url);
        const { map, segments } = parseMediaPlaylist(await read(playlist.href));
        expect(Math.abs(segments.reduce((sum, { seconds }) => sum + seconds, 0) - 40)).toBeLessThan(0.1);
        for (const name of [map, segments[0]!.uri, segments.at(-1)!.uri])
          expect(await statusOf(new URL(name, playlist).href)).toBe(200);
      }
    }
    const story = await read(links.storyboardUrl);
    expect(await statusOf(new URL("sprite_002.jpg", links.storyboardUrl).href)).toBe(200);
    expect(story).toContain("sprite_002.jpg#xywh=");
    expect(links.captions).toHaveLength(1);
    expect(await read(links.captions[0]!.url)).toContain("Late");
  });

  it("is cacheable by the viewer's own browser alone, and has its content type", async () => {
    const links = await play("full");
    const types = {
      "front/v180/00001.m4s": "video/iso.segment",
      "front/v180/init.mp4": "video/mp4",
      "front/v180/index.m3u8": "application/vnd.apple.mpegurl",
      "storyboard.vtt": "text/vtt; charset=utf-8",
      "sprite_001.jpg": "image/jpeg",
    };
    for (const [path, type] of Object.entries(types)) {
      const response = await fetch(new URL(path, links.storyboardUrl));
      await response.arrayBuffer();
      expect(response.headers.get("content-type")).toBe(type);
      expect(response.headers.get("cache-control")).toBe("private, max-age=14400, immutable");
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(response.headers.get("cross-origin-resource-policy")).toBe("same-origin");
    }
  });

  it("supports range, HEAD and conditional requests", async () => {
    const url = new URL("front/v180/00001.m4s", (await play("full")).storyboardUrl).href;
    const whole = Buffer.from(await (await fetch(url)).arrayBuffer());
    const size = whole.length;
    const ask = async (headers: Record<string, string>, method = "GET") => {
      const response = await fetch(url, { method, headers });
      return {
        status: response.status,
        range: response.headers.get("content-range"),
        length: Number(response.headers.get("content-length")),
        etag: response.headers.get("etag")!,
        body: Buffer.from(await response.arrayBuffer()),
      };
    };
    const part = await ask({ range: "bytes=10-19" });
    expect(part).toMatchObject({ status: 206, range: `bytes 10-19/${size}`, length: 10 });
    expect(part.body.equals(whole.subarray(10, 20))).toBe(true);
    expect((await ask({ range: `bytes=${size - 5}-` })).body.equals(whole.subarray(-5))).toBe(true);
    expect((await ask({ range: "bytes=-7" })).body.equals(whole.subarray(-7))).toBe(true);
    expect(await ask({ range: `bytes=0-${size * 2}` })).toMatchObject({
      status: 206,
      range: `bytes 0-${size - 1}/${size}`,
    });
    expect(await ask({ range: `bytes=${size}-` })).toMatchObject({ status: 416, range: `bytes */${size}` });
    expect(await ask({ range: "bytes=0-1,5-6" })).toMatchObject({ status: 200, length: size });
    expect(await ask({ range: "nonsense" })).toMatchObject({ status: 200, length: size });
    expect(await ask({}, "HEAD")).toMatchObject({ status: 200, length: size, body: Buffer.alloc(0) });
    expect((await ask({ "if-none-match": part.etag })).status).toBe(304);
    expect((await ask({ range: "bytes=0-1", "if-range": part.etag })).status).toBe(206);
    expect((await ask({ range: "bytes=0-1", "if-range": '"another"' })).status).toBe(200);
  });
});

describe("preview", () => {
  it("plays its full 30 s in every playlist, and names no segment that begins later", async () => {
    const links = await play("preview");
    expect(links.isPreview).toBe(true);
    for (const url of links.angles.map(({ hlsUrl }) => hlsUrl)) {
      const master = parseMasterPlaylist(await read(url));
      for (const uri of [...master.variants, ...master.sounds, ...master.iframes]) {
        const playlist = new URL(uri, url);
        const { map, segments } = parseMediaPlaylist(await read(playlist.href));
        const seconds = segments.reduce((sum, segment) => sum + segment.seconds, 0);
        expect(seconds).toBeGreaterThanOrEqual(30);
        expect(seconds - segments.at(-1)!.seconds).toBeLessThan(30);
        for (const name of [map, ...segments.map((segment) => segment.uri)])
          expect(await statusOf(new URL(name, playlist).href)).toBe(200);
      }
    }
    const story = await read(links.storyboardUrl);
    expect(story).toContain("00:00:29.000 --> 00:00:30.000");
    expect(story).not.toContain("sprite_002");
    const captions = await read(links.captions[0]!.url);
    expect(captions).toContain("00:29.000 --> 00:00:30.000\nAcross");
    expect(captions).not.toContain("Late");
  });

  it("refuses segments beyond its end under any path", async () => {
    const links = await play("preview");
    const at = (path: string) => statusOf(new URL(path, links.storyboardUrl).href);
    for (const angle of ["front", "back"]) {
      for (const track of ["v180", "sound"]) {
        expect(await at(`${angle}/${track}/00010.m4s`)).toBe(200);
        for (const name of [
          "00011.m4s",
          "00012.m4s",
          "00014.m4s",
          "99999.m4s",
          "0011.m4s",
          "00011.m4s.",
          "00011.M4S",
          "00011%2em4s",
          "%30%30011.m4s",
        ]) {
          expect(await at(`${angle}/${track}/${name}`), name).toBe(403);
        }
      }
    }
    expect(await at("sprite_002.jpg")).toBe(403);
    const base = new URL(".", links.storyboardUrl).pathname;
    for (const path of [
      "front/v180/../v180/00012.m4s",
      "front//v180/00012.m4s",
      "./front/v180/00012.m4s",
      "front/v180/%2e%2e/v180/00012.m4s",
      "front/v180/..%2f00012.m4s",
      "front/v180/00012.m4s%00.m3u8",
      "front/v180/00012.m4s?x=.m3u8",
    ]) {
      expect([400, 403, 404], path).toContain(await statusOfRaw(base + path));
    }
  });
});

it("allows a Cast receiver's origin only if Google Cast is configured, and no other origin", async () => {
  const { hlsUrl } = await play("full");
  const path = new URL(hlsUrl).pathname;
  expect((await server.fetch(path)).headers.get("access-control-allow-origin")).toBeNull();
  expect((await server.fetch(path, { method: "OPTIONS" })).status).toBe(404);
  const cast = await startTestServer({ roles: "api", env: { CAST_APP_ID: "CC1AD845" } });
  const answer = await cast.fetch("/media/x/y/z/front/master.m3u8");
  expect([
    answer.status,
    answer.headers.get("access-control-allow-origin"),
    answer.headers.get("cross-origin-resource-policy"),
  ]).toEqual([403, "*", "cross-origin"]);
  const asked = await cast.fetch("/media/x/y/z/front/master.m3u8", { method: "OPTIONS" });
  expect([asked.status, asked.headers.get("access-control-allow-headers")]).toEqual([204, "range"]);
  // Signed media alone: CORS covers nothing that a cookie or token authorizes.
  const graphql = await cast.fetch("/graphql", { method: "OPTIONS" });
  expect(graphql.headers.get("access-control-allow-origin")).toBeNull();
  await cast.stop();
});

it("serves media from another origin if one is configured", async () => {
  const apart = await startTestServer({
    roles: "api",
    env: { PUBLIC_URL: "https://app.example.test", MEDIA_URL: "https://media.example.test" },
  });
  const answer = await apart.fetch("/media/x/y/z/front/master.m3u8");
  expect([
    answer.status,
    answer.headers.get("access-control-allow-origin"),
    answer.headers.get("cross-origin-resource-policy"),
  ]).toEqual([403, "https://app.example.test", "cross-origin"]);
  await apart.stop();
});
