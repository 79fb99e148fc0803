import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
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
interface StoredEvent {
  type: string;
  name: string | null;
  userId: string | null;
  anonymousId: string | null;
  message: Record<string, unknown>;
}
const storedEvents = async (user: string): Promise<StoredEvent[]> =>
  (
    await server.pool.query<StoredEvent>(
      `select type, name, user_id as "userId", anonymous_id as "anonymousId", message from growth.events
       where user_id = $1 or anonymous_id = $1 order by seq`,
      [user],
    )
  ).rows;

describe("collector protocol", () => {
  test("accepts every call of Segment's own client, in batches, with basic auth", async () => {
    const userId = randomUUID();
    const analytics = new Analytics({
      writeKey: "eightcount-web",
      host: server.url,
      path: "/v1/batch",
      flushAt: 3,
      maxRetries: 0,
    });
    const errors: unknown[] = [];
    analytics.on("error", (error) => errors.push(error));
    analytics.identify({ userId, traits: { plan: "premium" } });
    analytics.track({ userId, event: "Class Opened", properties: { class: "drag-the-left" } });
    analytics.page({ userId, name: "Library", properties: { url: "https://d.example/?gclid=1" } });
    analytics.screen({ userId, name: "Player" });
    analytics.group({ userId, groupId: "crew-1" });
    analytics.alias({ userId, previousId: "before" });
    await analytics.closeAndFlush();
    expect(errors).toEqual([]);
    const stored = await storedEvents(userId);
    expect(stored.map(({ type }) => type).toSorted()).toEqual([
      "alias",
      "group",
      "identify",
      "page",
      "screen",
      "track",
    ]);
    expect(stored.find(({ type }) => type === "track")).toMatchObject({
      name: "Class Opened",
      message: {
        properties: { class: "drag-the-left" },
        context: { library: { name: "@segment/analytics-node" } },
      },
    });
    const { rows } = await server.pool.query(
      "select source, medium from growth.events where user_id = $1 and type = 'page'",
      [userId],
    );
    expect(rows).toEqual([{ source: "google", medium: "cpc" }]);
  });

  test.each(["track", "t"])(
    "%s accepts one message, and stores repeated or concurrent sends of an id once",
    async (path) => {
      const userId = randomUUID();
      const message = { userId, event: "Tried", messageId: randomUUID() };
      const answers = await Promise.all(Array.from({ length: 8 }, () => post(path, message)));
      for (const answer of answers) {
        expect(answer.status).toBe(200);
        expect(await answer.json()).toEqual({ success: true });
      }
      expect(await storedEvents(userId)).toHaveLength(1);
    },
  );

  test("stores a message sent twice around the end of a month once", async () => {
    const userId = randomUUID();
    const message = { userId, event: "Tried", messageId: randomUUID() };
    await post("track", message);
    await server.pool.query(
      `select growth.ensure_event_partitions((date_trunc('month', now()) - interval '1 month')::date)`,
    );
    await server.pool.query(
      `update growth.events set received_month = (received_month - interval '1 month')::date where user_id = $1`,
      [userId],
    );
    await post("track", message);
    expect(await storedEvents(userId)).toHaveLength(1);
  });

  test("stores an empty id as none", async () => {
    const anonymousId = randomUUID();
    await post("track", { userId: "", anonymousId, event: "Tried" });
    const { rows } = await server.pool.query("select user_id from growth.events where anonymous_id = $1", [
      anonymousId,
    ]);
    expect(rows).toEqual([{ user_id: null }]);
  });

  test("accepts a gzipped body, and a beacon's text body that contains the write key", async () => {
    const userId = randomUUID();
    const body = JSON.stringify({ batch: [{ type: "track", event: "Packed", userId }] });
    expect((await post("batch", gzipSync(body), { "content-encoding": "gzip" })).status).toBe(200);
    const beacon = await server.fetch("/v1/batch", {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: JSON.stringify({
        writeKey: "eightcount-web",
        batch: [{ type: "track", event: "Beacon", userId }],
      }),
    });
    expect(beacon.status).toBe(200);
    expect((await storedEvents(userId)).map(({ name }) => name)).toEqual(["Packed", "Beacon"]);
  });

  test("allows cross-origin requests from browsers", async () => {
    const asked = await server.fetch("/v1/track", {
      method: "OPTIONS",
      headers: { origin: "https://other.example" },
    });
    expect(asked.status).toBe(204);
    expect(asked.headers.get("access-control-allow-origin")).toBe("*");
    expect(asked.headers.get("access-control-allow-headers")).toContain("authorization");
  });

  test("drops invalid messages of a batch and stores the rest", async () => {
    const userId = randomUUID();
    const batch = [
      { type: "track", event: "Good", userId },
      { type: "track", event: "Nobody" },
      5,
      { type: "dance", userId },
    ];
    expect((await post("batch", { batch })).status).toBe(200);
    expect((await storedEvents(userId)).map(({ name }) => name)).toEqual(["Good"]);
  });

  test.each([
    ["no key", 401, "track", { userId: "u", event: "x" }, { authorization: "" }],
    ["another key", 401, "track", { userId: "u", event: "x" }, { authorization: basic("other") }],
    ["no JSON", 400, "track", "{", {}],
    ["nobody", 400, "track", { event: "x" }, {}],
    ["no event", 400, "track", { userId: "u" }, {}],
    ["no group", 400, "group", { userId: "u" }, {}],
    ["a name that is too long", 400, "track", { userId: "u", event: "n".repeat(201) }, {}],
    ["an id that is too long", 400, "track", { userId: "u".repeat(201), event: "x" }, {}],
    ["an object for a name", 400, "track", { userId: "u", event: { a: 1 } }, {}],
    ["an object for an id", 400, "track", { userId: { a: 1 }, event: "x" }, {}],
    ["a list", 400, "track", [], {}],
    ["nothing", 400, "track", "", {}],
    ["null", 400, "batch", "null", {}],
    ["a prototype", 400, "track", '{"userId":"u","event":"x","__proto__":{"isAdmin":true}}', {}],
    ["a batch of no list", 400, "batch", { batch: { 0: { type: "track", userId: "u", event: "x" } } }, {}],
    [
      "too many messages",
      400,
      "batch",
      { batch: Array.from({ length: 2_501 }, () => ({ type: "track", userId: "u", event: "x" })) },
      {},
    ],
    ["an empty batch", 400, "batch", { batch: [] }, {}],
    ["only nonsense", 400, "batch", { batch: [{}] }, {}],
    ["a large message", 413, "track", { userId: "u", event: "x", properties: { x: "y".repeat(33_000) } }, {}],
    [
      "a large body",
      413,
      "batch",
      { batch: [{ type: "track", userId: "u", event: "x", properties: { x: "y".repeat(600_000) } }] },
      {},
    ],
    ["a bomb", 413, "batch", gzipSync(Buffer.alloc(5_000_000, " ")), { "content-encoding": "gzip" }],
    ["what isn't packed", 400, "batch", "{}", { "content-encoding": "gzip" }],
    ["another packing", 415, "batch", "{}", { "content-encoding": "zstd" }],
  ])("refuses %s by %i", async (_what, status, path, body, headers) => {
    expect((await post(path, body, headers as Record<string, string>)).status).toBe(status);
  });

  test("accepts unusual but harmless messages, and stores their valid fields", async () => {
    const userId = randomUUID();
    const strange = [
      `{"userId":"${userId}","event":"keys","properties":{"constructor":1,"toString":2,"hasOwnProperty":{"a":null}}}`,
      `{"userId":"${userId}","event":"types","context":"none","properties":[1],"timestamp":{"a":1},"sentAt":true}`,
      `{"userId":"${userId}","event":"numbers","properties":{"a":1e999,"b":-0,"c":12345678901234567890}}`,
      `{"userId":"${userId}","event":"${"n".repeat(200)}"}`,
      `{"anonymousId":"${userId}","userId":"","event":"nobody yet"}`,
    ];
    for (const body of strange) expect((await post("track", body)).status).toBe(200);
    expect((await post("identify", { userId, traits: "none" })).status).toBe(200);
    const stored = await storedEvents(userId);
    expect(stored.map(({ name }) => name)).toEqual([
      "keys",
      "types",
      "numbers",
      "n".repeat(200),
      "nobody yet",
      null,
    ]);
    expect(stored[0]!.message["properties"]).toEqual({
      constructor: 1,
      toString: 2,
      hasOwnProperty: { a: null },
    });
  });

  test.each(["0001-01-01", "1970-01-02", "2019-03-01", "2038-01-20", "9999-12-31", "yesterday", -1, 1e18])(
    "dates an event of %s from a stopped clock by its arrival",
    async (time) => {
      const userId = randomUUID();
      const began = new Date();
      const message = { type: "track", event: "x", userId, timestamp: time };
      expect((await post("batch", { sentAt: time, batch: [message] })).status).toBe(200);
      const { rows } = await server.pool.query<{ happened_at: Date }>(
        "select happened_at from growth.events where user_id = $1",
        [userId],
      );
      expect(rows[0]!.happened_at.getTime()).toBeGreaterThanOrEqual(began.getTime() - 1);
      expect(rows[0]!.happened_at.getTime()).toBeLessThanOrEqual(Date.now());
    },
  );

  test("stores neither IP address nor write key, and isolates events that PostgreSQL can't store", async () => {
    const userId = randomUUID();
    const deep = `${"[".repeat(9_000)}${"]".repeat(9_000)}`;
    const answers = await Promise.all([
      post("track", `{"userId":"${userId}","event":"Deep","properties":{"x":${deep}}}`),
      ...Array.from({ length: 20 }, (_unused, n) =>
        post(
          "track",
          `{"writeKey":"eightcount-web","userId":"${userId}","event":"n${n}","context":{"ip":"203.0.113.9"},"properties":{"a\\u0000b":"c\\ud800d"}}`,
        ),
      ),
    ]);
    for (const answer of answers.slice(1)) expect(answer.status).toBe(200);
    const stored = (await storedEvents(userId)).filter(({ name }) => name !== "Deep");
    expect(stored).toHaveLength(20);
    expect(JSON.stringify(stored)).not.toMatch(/203\.0\.113\.9|eightcount-web/);
    expect(stored[0]!.message["properties"]).toEqual({ ab: "c\ufffdd" });
  });
});
