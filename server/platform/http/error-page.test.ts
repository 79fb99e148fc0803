import { get, type IncomingHttpHeaders } from "node:http";
import { text as readText } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../testing/harness.ts";
import type { TestServer } from "../../testing/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
});
afterAll(() => server?.stop());

const navigation = { "sec-fetch-mode": "navigate", accept: "text/html,*/*" };
/** Addresses that answer a navigation with an error, below several modules. */
const failing = ["/media/x/y/z/front/master.m3u8", "/calendar/nothing.ics"];

/** A request with exactly these headers: `fetch` sets its own mode. */
async function open(path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
    get(new URL(path, server.url), { headers }, (message) => {
      readText(message).then(
        (text) => resolve({ status: message.statusCode ?? 0, headers: message.headers, text }),
        reject,
      );
    }).on("error", reject);
  });
}

describe("a navigation that fails", () => {
  test("gets a page that says what to do, never JSON", async () => {
    for (const path of failing) {
      const { status, headers, text } = await open(path, navigation);
      expect(status, path).toBeGreaterThanOrEqual(400);
      expect(headers["content-type"], path).toMatch(/^text\/html/);
      expect(headers["cache-control"], path).toBe("no-store");
      expect(text, path).toMatch(/<h1>[^<]+<\/h1>/);
      expect(text, path).toContain('href="/dashboard"');
      expect(text, path).not.toContain('{"error"');
    }
  });

  test("gets it in the browser’s language", async () => {
    const { text } = await open(failing[0]!, { ...navigation, "accept-language": "de" });
    expect(text).toContain('<html lang="de" dir="ltr">');
  });

  test("is recognized without fetch metadata by what it accepts", async () => {
    const { headers } = await open(failing[0]!, { accept: "text/html,application/xml" });
    expect(headers["content-type"]).toMatch(/^text\/html/);
  });
});

test("answers programs with JSON and a code", async () => {
  for (const path of failing) {
    const response = await server.fetch(path, { headers: { accept: "*/*" } });
    expect(response.headers.get("content-type"), path).toMatch(/^application\/json/);
    const { error } = (await response.json()) as { error: { code: string } };
    expect(error.code, path).toMatch(/^[A-Z_]+$/);
  }
});
