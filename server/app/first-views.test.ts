import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../testing/harness.ts";
import type { TestServer } from "../testing/harness.ts";
import { captureLog } from "../testing/log.ts";
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
const open = async (server: TestServer, cookie?: string) => {
  const response = await server.fetch("/dashboard", { headers: cookie ? { cookie } : {} });
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
        return '<link rel="preload" as="image" href="/hero.webp"/><main>' +
          JSON.stringify({ renders, accessToken, ipLocation, collector, view: boot.firstView.operationName }) + "</main>";
      };`);
  });

  test("shows visitors the same HTML, rendered once and of the data of none of them", async () => {
    const pages = [await open(server), await open(server)];
    for (const { html } of pages) {
      expect(html).toContain(
        '<div id="root"><main>{"renders":1,"accessToken":null,"ipLocation":null,"collector":null,"view":"Config"}</main></div>',
      );
      expect(html).not.toContain("<!--loader-->");
      expect(html).toContain('"firstView":{"operationName":"Config"');
    }
    expect(await counted(server, "rendered")).toBe(1);
    expect(await counted(server, "shared")).toBeGreaterThan(0);
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

  test("has the styles of the build in its HTML, allowed by their hash", async () => {
    const { html, headers } = await open(server);
    const styles = /<style>(.*?)<\/style>/s.exec(html)![1]!;
    expect(styles).toBe("main{color:#100a0e}");
    expect(html).not.toContain("stylesheet");
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
