import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { Analytics } from "@segment/analytics-node";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import { untilSettled } from "../../../testing/settled.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { forwardEvents, forwarderOf } from "./forward.ts";
import { correctTime, readCall } from "./protocol.ts";
import { keepEvents } from "./retention.ts";
import { touchOf } from "./touches.ts";

describe("times", () => {
  test("the sender's clock doesn't matter, only what passed on it; nothing happens after it came", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4e12 }),
        fc.integer({ min: 0, max: 4e12 }),
        fc.integer({ min: 0, max: 4e12 }),
        fc.integer({ min: -1e9, max: 1e9 }),
        (receivedAt, sentAt, timestamp, skew) => {
          const corrected = correctTime({ timestamp, sentAt }, receivedAt);
          expect(corrected).toBeLessThanOrEqual(receivedAt);
          expect(corrected).toBeGreaterThanOrEqual(0);
          expect(correctTime({ timestamp: timestamp + skew, sentAt: sentAt + skew }, receivedAt)).toBe(
            corrected,
          );
          expect(correctTime({ timestamp: null, sentAt }, receivedAt)).toBe(receivedAt);
        },
      ),
    );
  });

  test("an event of an hour ago, sent late by a clock that is a day off, is of an hour ago", () => {
    const received = { receivedAt: new Date("2026-11-21T12:00:00Z"), countryCode: null, bytes: 200 };
    const [event] = readCall(
      "batch",
      {
        sentAt: "2026-11-20T12:00:00Z",
        batch: [{ type: "track", event: "x", userId: "u", timestamp: "2026-11-20T11:00:00Z" }],
      },
      received,
    );
    expect(event!.happenedAt).toBe("2026-11-21T11:00:00.000Z");
  });
});

describe("what led here", () => {
  const page = (url: string, referrer = "") => touchOf("page", {}, { url, referrer });
  test.each([
    [
      "https://d.example/?utm_source=News&utm_medium=Email&utm_campaign=Spring",
      "",
      ["news", "email", "Spring"],
    ],
    ["https://d.example/?gclid=1&utm_campaign=c", "https://www.google.com/", ["google", "cpc", "c"]],
    ["https://d.example/?fbclid=1", "", ["facebook", "paid", null]],
    ["https://d.example/", "https://www.google.co.uk/", ["google", "organic", null]],
    ["https://d.example/", "https://www.blog.example/post", ["blog.example", "referral", null]],
    ["https://d.example/b", "https://d.example/a", [null, null, null]],
    ["not a url", "", [null, null, null]],
  ])("%s after %s", (url, referrer, [source, medium, campaign]) => {
    expect(page(url, referrer)).toEqual({ source, medium, campaign });
  });
  test("Segment's own words come first, and only pages lead anywhere", () => {
    expect(touchOf("track", { campaign: { source: "X", name: "n" } }, {})).toEqual({
      source: "x",
      medium: null,
      campaign: "n",
    });
    expect(touchOf("track", {}, { url: "https://d.example/?gclid=1" }).source).toBeNull();
  });
});

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roles: "api", env: { LOG_LEVEL: "silent" } });
});
afterAll(() => server?.stop());

const basic = (key = "eightcount-web") => `Basic ${Buffer.from(`${key}:`).toString("base64")}`;
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  server.fetch(`/v1/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: basic(), ...headers },
    body: typeof body === "string" || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
  });
interface Kept {
  type: string;
  name: string | null;
  userId: string | null;
  anonymousId: string | null;
  message: Record<string, unknown>;
}
const keptOf = async (user: string): Promise<Kept[]> =>
  (
    await server.pool.query<Kept>(
      `select type, name, user_id as "userId", anonymous_id as "anonymousId", message from growth.events
       where user_id = $1 or anonymous_id = $1 order by seq`,
      [user],
    )
  ).rows;

describe("the protocol", () => {
  test("takes every call of Segment's own client, in batches, with basic auth", async () => {
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
    const kept = await keptOf(userId);
    expect(kept.map(({ type }) => type).toSorted()).toEqual([
      "alias",
      "group",
      "identify",
      "page",
      "screen",
      "track",
    ]);
    expect(kept.find(({ type }) => type === "track")).toMatchObject({
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
    "%s takes one message, and the same id once however often and at once it comes",
    async (path) => {
      const userId = randomUUID();
      const message = { userId, event: "Tried", messageId: randomUUID() };
      const answers = await Promise.all(Array.from({ length: 8 }, () => post(path, message)));
      for (const answer of answers) {
        expect(answer.status).toBe(200);
        expect(await answer.json()).toEqual({ success: true });
      }
      expect(await keptOf(userId)).toHaveLength(1);
    },
  );

  test("a message is kept once over the end of a month too", async () => {
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
    expect(await keptOf(userId)).toHaveLength(1);
  });

  test("takes a packed body, and text from a beacon that names its key inside", async () => {
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
    expect((await keptOf(userId)).map(({ name }) => name)).toEqual(["Packed", "Beacon"]);
  });

  test("answers browsers of other origins", async () => {
    const asked = await server.fetch("/v1/track", {
      method: "OPTIONS",
      headers: { origin: "https://other.example" },
    });
    expect(asked.status).toBe(204);
    expect(asked.headers.get("access-control-allow-origin")).toBe("*");
    expect(asked.headers.get("access-control-allow-headers")).toContain("authorization");
  });

  test("leaves out what isn't a message of a batch, and keeps the rest", async () => {
    const userId = randomUUID();
    const batch = [
      { type: "track", event: "Good", userId },
      { type: "track", event: "Nobody" },
      5,
      { type: "dance", userId },
    ];
    expect((await post("batch", { batch })).status).toBe(200);
    expect((await keptOf(userId)).map(({ name }) => name)).toEqual(["Good"]);
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

  test("takes what is strange and means no harm, and keeps of it what can be kept", async () => {
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
    const kept = await keptOf(userId);
    expect(kept.map(({ name }) => name)).toEqual([
      "keys",
      "types",
      "numbers",
      "n".repeat(200),
      "nobody yet",
      null,
    ]);
    expect(kept[0]!.message["properties"]).toEqual({
      constructor: 1,
      toString: 2,
      hasOwnProperty: { a: null },
    });
  });

  test.each(["0001-01-01", "1970-01-02", "2019-03-01", "2038-01-20", "9999-12-31", "yesterday", -1, 1e18])(
    "an event of %s by a clock that stands still there came now",
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

  test("keeps neither the address nor the key, and nothing that PostgreSQL can't keep loses what came along", async () => {
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
    const kept = (await keptOf(userId)).filter(({ name }) => name !== "Deep");
    expect(kept).toHaveLength(20);
    expect(JSON.stringify(kept)).not.toMatch(/203\.0\.113\.9|eightcount-web/);
    expect(kept[0]!.message["properties"]).toEqual({ ab: "c\ufffdd" });
  });
});

describe("limits", () => {
  const event = (userId: string, properties = {}) => ({ userId, event: "x", properties });
  const from = (address: string) => ({ "x-forwarded-for": address });

  test("one address is told when to come back, before its body is read; others aren't held up", async () => {
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
      const long = { text: "y".repeat(30_000) };
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

  test("Segment's own client comes back when it was told to, and nothing is lost", async () => {
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

  test("a school of five hundred behind one address, whose class begins, isn't held up", async () => {
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

test("several servers make the same months at once", async () => {
  await server.pool.query(
    "drop table if exists growth.events_2031_05, growth.events_2031_06, growth.events_2031_07",
  );
  await Promise.all(
    Array.from({ length: 8 }, () => server.pool.query("select growth.ensure_event_partitions('2031-05-01')")),
  );
  const { rows } = await server.pool.query(
    "select count(*)::int as made from pg_inherits where inhrelid::regclass::text like 'growth.events_2031_0_'",
  );
  expect(rows).toEqual([{ made: 3 }]);
  await server.pool.query("drop table growth.events_2031_05, growth.events_2031_06, growth.events_2031_07");
});

test("months that are older than events are kept are dropped whole, and months to come are made", async () => {
  const userId = randomUUID();
  await post("track", { userId, event: "New" });
  const partitions = async () =>
    (
      await server.pool.query<{ name: string }>(
        "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'growth.events'::regclass order by 1",
      )
    ).rows.map(({ name }) => name);
  await server.pool.query("select growth.ensure_event_partitions('2025-01-01')");
  await server.pool.query(
    `insert into growth.events (message_id, received_month, type, user_id, happened_at, message)
     values ('old', '2025-01-01', 'track', $1, '2025-01-05', '{}'), ('kept', '2025-03-01', 'track', $1, '2025-03-05', '{}')`,
    [userId],
  );
  await server.pool.query(
    `insert into growth.visitors (person_id, first_seen_at) values ('old', '2025-02-01'), ('new', '2025-04-01')`,
  );
  await server.pool.query(
    `insert into growth.milestones (person_id, kind, happened_at) values ('old', 'paid', '2025-04-01'), ('new', 'paid', '2025-04-01')`,
  );
  await keepEvents(server.ctx(), new Date("2025-03-01T00:00:00Z"));
  for (const table of ["visitors", "milestones"])
    expect((await server.pool.query(`select person_id from growth.${table}`)).rows).toEqual([
      { person_id: "new" },
    ]);
  expect((await partitions()).filter((name) => name.includes("2025"))).toEqual(["growth.events_2025_03"]);
  expect(await keptOf(userId)).toHaveLength(2);
  await server.pool.query("drop table growth.events_2025_03");
});

describe("forwarding", () => {
  let service: Server | null = null;
  afterEach(() => {
    service?.closeAllConnections();
    service?.close();
    service = null;
  });

  test("tells a service everything that came since, in order and once, with its own key, and goes on after it was away", async () => {
    const got: { key: string; names: string[]; body: string }[] = [];
    let status = 200;
    service = createServer((request, response) => {
      let body = "";
      request.on("data", (part: Buffer) => (body += part.toString()));
      request.on("end", () => {
        if (status === 200) {
          const { batch } = JSON.parse(body) as { batch: { event: string }[] };
          got.push({
            key: String(request.headers.authorization),
            names: batch.map(({ event }) => event),
            body,
          });
        }
        response.writeHead(status).end("{}");
      });
    });
    await new Promise<void>((resolve) => service!.listen(0, "127.0.0.1", resolve));
    const forwarder = forwarderOf(
      `http://their-key@127.0.0.1:${(service.address() as AddressInfo).port}/v1/`,
    );
    const forward = async () => {
      await untilSettled(server.pool, "growth.events");
      await forwardEvents(server.ctx(), forwarder, new AbortController().signal);
    };
    const userId = randomUUID();
    await post("track", { userId, event: "Before" });
    await forward();
    expect(got).toEqual([]);
    await post("track", { userId, event: "First", messageId: "m-1", context: { ip: "203.0.113.9" } });
    await post("batch", {
      batch: Array.from({ length: 250 }, (_unused, n) => ({ type: "track", userId, event: `n${n}` })),
    });
    await forward();
    expect(got.flatMap(({ names }) => names)).toEqual([
      "First",
      ...Array.from({ length: 250 }, (_unused, n) => `n${n}`),
    ]);
    expect(got[0]!.key).toBe(basic("their-key"));
    expect(got[0]!.body).toContain("m-1");
    expect(got[0]!.body).not.toContain("203.0.113.9");
    got.length = 0;
    status = 503;
    await post("track", { userId, event: "Late" });
    await expect(forward()).rejects.toThrow("503");
    status = 200;
    await forward();
    await forward();
    expect(got.flatMap(({ names }) => names)).toEqual(["Late"]);
  });
});
