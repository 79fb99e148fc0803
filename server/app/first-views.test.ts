import { createHash } from "node:crypto";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { publishImage } from "../modules/media/index.ts";
import { installedTools } from "../modules/media/pipeline/tools.ts";
import { startTestServer } from "../testing/harness.ts";
import type { TestServer } from "../testing/harness.ts";
import { captureLog } from "../testing/log.ts";
import { ffmpeg } from "../testing/media-samples.ts";
import { buildSmallWeb } from "../testing/small-web.ts";

const logged = captureLog();
const started: { server: TestServer; webDir: string }[] = [];
afterAll(async () => {
  for (const { server, webDir } of started) {
    await server.stop();
    await rm(webDir, { recursive: true, force: true });
  }
});

/** A server whose home page has the first view that `code` renders. */
async function start(code: string): Promise<TestServer> {
  const webDir = await buildSmallWeb(code);
  const server = await startTestServer({ webDir, env: { METRICS_PORT: "0" } });
  started.push({ server, webDir });
  return server;
}
const open = async (server: TestServer, cookie?: string, path = "/dashboard") => {
  const response = await server.fetch(path, { headers: cookie ? { cookie } : {} });
  return { status: response.status, headers: response.headers, html: await response.text() };
};
const counted = async (server: TestServer, outcome: string): Promise<number> => {
  const text = await (await fetch(`${server.metricsUrl}/metrics`)).text();
  return Number(
    new RegExp(`eightcount_first_views_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1] ?? 0,
  );
};

describe("a page with a first view", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await start(`
      let renders = 0;
      export const renderFirstView = (boot) => {
        renders += 1;
        const { accessToken, ipLocation, collector } = boot;
        return '<link rel="preload" as="image" href="/hero.webp"/><main><b class="first">' +
          JSON.stringify({ renders, accessToken, ipLocation, collector, view: boot.firstView.operationName }) + "</b></main>";
      };`);
  });

  test("shows visitors the same HTML, rendered once and of the data of none of them", async () => {
    const pages = [await open(server), await open(server)];
    for (const { html } of pages) {
      expect(html).toContain(
        '<div id="root"><main><b class="first">{"renders":1,"accessToken":null,"ipLocation":null,"collector":null,"view":"Config"}</b></main></div>',
      );
      expect(html).not.toContain("<!--loader-->");
      expect(html).toContain('"firstView":{"operationName":"Config"');
    }
    expect(await counted(server, "rendered")).toBe(1);
    expect(await counted(server, "shared")).toBeGreaterThan(0);
  });

  test("is sent smaller once visitors of a country have read it, each with their own preferences", async () => {
    let visitors = 0;
    const load = async (encoding: string, cookie = "") => {
      visitors += 1;
      const response = await server.fetch("/dashboard", {
        headers: { "accept-encoding": encoding, "x-forwarded-for": `193.99.144.${visitors % 250}`, cookie },
      });
      expect(response.headers.get("content-encoding")).toBe(encoding);
      const bytes = Number(response.headers.get("content-length"));
      expect(bytes).toBeGreaterThan(0);
      return { bytes, html: await response.text() };
    };
    const first = await load("br");
    expect(first.html).toContain('"countryCode":"DE"');
    expect(first.html).not.toContain("193.99.144");
    await expect.poll(async () => (await load("br")).bytes).toBeLessThan(first.bytes);
    expect((await load("br")).html).toBe(first.html);
    expect((await load("gzip")).html).toBe(first.html);
    expect((await load("br", "theme=daylight")).html).toContain('data-theme="daylight"');
  });

  test("names its images in the head", async () => {
    const { html } = await open(server);
    expect(html.indexOf('href="/hero.webp"')).toBeLessThan(html.indexOf("<body>"));
  });

  test("allows exactly the script that its HTML has", async () => {
    const { html, headers } = await open(server);
    const script = /<script>(.*?)<\/script>/s.exec(html)![1]!;
    const hash = createHash("sha256").update(script).digest("base64");
    expect(headers.get("content-security-policy")).toContain(`script-src 'self' 'sha256-${hash}'`);
    expect(html.match(/<script>/g)).toHaveLength(1);
  });

  test("has the styles that it needs in its HTML, allowed by their hash", async () => {
    const { html, headers } = await open(server);
    const styles = /<style data-part-of="\/assets\/shell-1a2b.css">(.*?)<\/style>/s.exec(html)![1]!;
    expect(styles).toBe(
      "@layer base{main{color:#100a0e}@media print{.first{color:black}}}.first,.other{margin:0}",
    );
    expect(html).not.toContain('<link rel="stylesheet"');
    const hash = createHash("sha256").update(styles).digest("base64");
    expect(headers.get("content-security-policy")).toContain(`style-src 'self' 'sha256-${hash}'`);
  });

  test("isn't shown to someone with a session", async () => {
    const { html, headers } = await open(server, (await server.anonymous()).cookie);
    expect(html).not.toContain("<main>");
    expect(html).not.toContain("firstView");
    expect(html).toContain('href="/assets/shell-1a2b.css"');
    expect(headers.get("content-security-policy")).not.toContain("sha256-");
  });
});

describe("the image of a first view", () => {
  const code = `export const renderFirstView = () =>
    '<link rel="preload" as="image" imageSrcSet="/pictures/classes/hero-640.webp 640w" fetchPriority="high"/>' +
    '<main><img src="/pictures/classes/hero-640.webp" alt="" fetchPriority="high"/></main>';`;
  const own = (html: string): string => /<style>(img.*?)<\/style>/s.exec(html)?.[1] ?? "";

  /** Structural similarity of two images, 0 to 1. @throws if their sizes differ */
  const likeness = async (one: string, other: string): Promise<number> => {
    const { stderr } = await promisify(execFile)(installedTools().ffmpeg, [
      "-i",
      one,
      "-i",
      other,
      ..."-lavfi [0]format=gray[a];[1]format=gray[b];[a][b]ssim -f null -".split(" "),
    ]);
    return Number(/ All:([\d.]+)/.exec(stderr)?.[1]);
  };

  test("has a small preview of the same picture in the HTML, allowed by its hash", async () => {
    const server = await start(code);
    const folder = await mkdtemp(join(tmpdir(), "eightcount-hero-"));
    const file = join(folder, "hero.webp");
    await ffmpeg(..."-f lavfi -i testsrc2=s=1280x720 -frames:v 1".split(" "), file);
    await publishImage(server.ctx(), "classes/hero-1280.webp", await readFile(file));
    // Its encoder may take longer than a page waits.
    await expect.poll(async () => own((await open(server)).html)).not.toBe("");
    const { html, headers } = await open(server);
    const [, image = "", encoded = ""] =
      /^img\[src\$="(.*?)"\]\{background:url\(data:image\/avif;base64,(.*?)\)/.exec(own(html)) ?? [];
    expect(image).toBe("/pictures/classes/hero-640.webp");
    const preview = join(folder, "preview.avif");
    await writeFile(preview, Buffer.from(encoded, "base64"));
    expect(await likeness(preview, file)).toBeGreaterThan(0.8);
    await rm(folder, { recursive: true });
    const hash = createHash("sha256").update(own(html)).digest("base64");
    expect(headers.get("content-security-policy")).toMatch(
      new RegExp(`style-src [^;]*'sha256-${RegExp.escape(hash)}'`),
    );
    // The picture itself doesn't hold up the page's code.
    expect(html).not.toContain("imageSrcSet");
    expect(html).toContain('fetchPriority="low"');
  });

  test("has its preview on every page, drawn once", async () => {
    const server = await start(code);
    const folder = await mkdtemp(join(tmpdir(), "eightcount-hero-"));
    const file = join(folder, "hero.webp");
    await ffmpeg(..."-f lavfi -i testsrc2=s=1280x720 -frames:v 1".split(" "), file);
    await publishImage(server.ctx(), "classes/hero-1280.webp", await readFile(file));
    await rm(folder, { recursive: true });
    await expect.poll(async () => own((await open(server)).html)).not.toBe("");
    // Another page shows the same image; it isn't read again.
    await server.ctx().ports.storage.delete("pictures/classes/hero-1280.webp");
    expect(own((await open(server, undefined, "/dashboard/")).html)).not.toBe("");
  });

  test("has no preview while the picture can't be read", async () => {
    const { status, html } = await open(await start(code));
    expect(status).toBe(200);
    expect(html).toContain('fetchPriority="high"/></main>');
    expect(html.indexOf("imageSrcSet")).toBeLessThan(html.indexOf("<body>"));
    expect(own(html)).toBe("");
  });
});

test("serves the page without its first view when rendering fails, and logs that once", async () => {
  const server = await start(`export const renderFirstView = () => { throw new Error("no such room"); };`);
  for (let visit = 0; visit < 3; visit += 1) {
    const { status, html } = await open(server);
    expect(status).toBe(200);
    expect(html).toContain("Loading");
    expect(html).not.toContain("firstView");
  }
  expect(logged()).toContain("no such room");
  expect(logged().match(/A first view failed/g)).toHaveLength(1);
  expect(await counted(server, "failed")).toBe(1);
});

test("serves the page without its first view when there is nothing to show", async () => {
  const server = await start(`export const renderFirstView = () => null;`);
  const { status, html } = await open(server);
  expect(status).toBe(200);
  expect(html).toContain("Loading");
  expect(await counted(server, "skipped")).toBe(1);
});
