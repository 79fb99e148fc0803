import { randomUUID } from "node:crypto";
import { Analytics } from "@segment/analytics-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { basic, postAt } from "./testing.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roles: "api", env: { LOG_LEVEL: "silent" } });
});
afterAll(() => server?.stop());

const post = postAt(() => server);

describe("collector rate limits", () => {
  const event = (userId: string, properties = {}) => ({ userId, event: "x", properties });
  const from = (address: string) => ({ "x-forwarded-for": address });

  test("answers one IP address with Retry-After before reading its body, without limiting others", async () => {
    const small = await startTestServer({
      roles: "api",
      env: { LOG_LEVEL: "silent", COLLECTOR_LIMIT_PER_ADDRESS: "1" },
    });
    try {
      const send = (address: string, properties = {}) =>
        small.fetch("/v1/track", {
          method: "POST",
          headers: { "content-type": "application/json", authorization: basic(), ...from(address) },
          body: JSON.stringify(event(randomUUID(), properties)),
        });
      const long = { text: "y".repeat(20_000) };
      expect((await send("2001:db8:1:2::1", long)).status).toBe(200);
      expect((await send("2001:db8:1:2::2", long)).status).toBe(200);
      expect((await send("2001:db8:1:2::3", long)).status).toBe(200);
      const refused = await send("2001:db8:1:2::4");
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(refused.headers.get("access-control-expose-headers")).toBe("retry-after");
      expect((await send("2001:db8:1:3::1")).status).toBe(200);
      expect((await send("203.0.113.7")).status).toBe(200);
      expect((await small.pool.query("select from growth.events")).rowCount).toBe(5);
    } finally {
      await small.stop();
    }
  });

  test("loses nothing when Segment's client retries after the given delay", async () => {
    const small = await startTestServer({ roles: "api", env: { LOG_LEVEL: "silent", COLLECTOR_LIMIT: "4" } });
    try {
      const analytics = new Analytics({
        writeKey: "eightcount-web",
        host: small.url,
        path: "/v1/batch",
        flushAt: 1,
        maxRetries: 3,
      });
      const refusals: number[] = [];
      const errors: unknown[] = [];
      analytics.on("error", (error) => errors.push(error));
      analytics.on("http_request", () => refusals.push(1));
      const [userId, text] = [randomUUID(), "y".repeat(20_000)];
      for (let n = 0; n < 4; n += 1) analytics.track({ userId, event: `n${n}`, properties: { text } });
      await analytics.closeAndFlush({ timeout: 60_000 });
      expect(errors).toEqual([]);
      expect(refusals.length).toBeGreaterThan(4);
      expect(
        (await small.pool.query("select from growth.events where user_id = $1", [userId])).rowCount,
      ).toBe(4);
    } finally {
      await small.stop();
    }
  }, 90_000);

  test("accepts a school of five hundred behind one IP address at the start of a class", async () => {
    const answers = await Promise.all(
      Array.from({ length: 1_500 }, () =>
        post(
          "page",
          { userId: randomUUID(), name: "/class", properties: { title: "y".repeat(400) } },
          from("198.51.100.1"),
        ),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
