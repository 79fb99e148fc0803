import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Clock } from "../../../platform/clock.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";

// Rate limits use time windows: here a test ends them.
let shift = 0;
const start = Date.now();
const clock: Clock = { now: () => new Date(start + shift) };
let server: TestServer;
let network = 0;
let address: string;
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock });
});
afterAll(() => server?.stop());

const nextAddress = () => (address = `2001:db8:${(network += 1).toString(16)}::1`);

const tokens = new Map<string, Promise<string>>();
function tokenOf(person: TestPerson): Promise<string> {
  const token = tokens.get(person.id) ?? person.token();
  tokens.set(person.id, token);
  return token;
}

async function ask(as: TestPerson, method: string, path: string, body?: unknown) {
  const response = await server.fetch(`/rtdb/subscriptions/${as.id}${path}.json?auth=${await tokenOf(as)}`, {
    method,
    headers: { "x-forwarded-for": address },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    body: (await response.json()) as unknown,
    retryAfter: response.headers.get("retry-after"),
  };
}
const facebook = {
  fbc: "fb.1.1795356112414.F1",
  timestamp: 1_795_356_112_414,
  landing_url: "https://dance.example/library?fbclid=F1",
  source: "url_generated",
};
const google = { gclid: "G1", timestamp: 1_795_356_112_414, landing_url: "https://dance.example/?gclid=G1" };
const denied = { status: 401, body: { error: "Permission denied" } };

describe("a person's record", () => {
  test("accepts ad clicks: pushed, under a client's name, and several at once", async () => {
    nextAddress();
    for (const me of [await server.anonymous(), await server.member()]) {
      const pushed = await ask(me, "POST", "/facebookClicks", facebook);
      expect(pushed.status).toBe(200);
      const cookie = { ...facebook, source: "cookie" };
      expect((await ask(me, "PUT", "/facebookClicks/-Oa1", cookie)).status).toBe(200);
      expect((await ask(me, "PATCH", "", { "googleClicks/b": google })).status).toBe(200);
      expect((await ask(me, "PATCH", "/googleClicks", { c: google, d: google })).status).toBe(200);
      const stamped = { ...google, timestamp: { ".sv": "timestamp" } };
      expect(await ask(me, "PUT", "/googleClicks/e", stamped)).toMatchObject({
        status: 200,
        body: { ...google, timestamp: start },
      });
      expect((await ask(me, "GET", "")).body).toEqual({
        facebookClicks: { [(pushed.body as { name: string }).name]: facebook, "-Oa1": cookie },
        googleClicks: { b: google, c: google, d: google, e: { ...google, timestamp: start } },
      });
    }
  });

  const { timestamp: _without, ...timeless } = google;
  test.each<[string, string, string, unknown]>([
    ["a list that isn't one", "POST", "/status", google],
    ["a value beside the lists", "PUT", "/status", "active"],
    ["a click of the other list", "POST", "/facebookClicks", google],
    ["a click with more than a click has", "POST", "/googleClicks", { ...google, note: "x" }],
    ["a click without its time", "POST", "/googleClicks", timeless],
    ["a click with a time in words", "POST", "/googleClicks", { ...google, timestamp: "no" }],
    ["a click before all time", "POST", "/googleClicks", { ...google, timestamp: -1 }],
    ["a click from no page", "POST", "/googleClicks", { ...google, landing_url: 1 }],
    ["a click from a script", "POST", "/googleClicks", { ...google, landing_url: "javascript:alert(1)" }],
    ["a click that is too long", "POST", "/googleClicks", { ...google, gclid: "x".repeat(2_000) }],
    ["a click of an unknown source", "POST", "/facebookClicks", { ...facebook, source: "zzz" }],
    ["a text for a click", "POST", "/facebookClicks", "text"],
    ["one part of a click", "PUT", "/googleClicks/stored/gclid", "G2"],
    ["a click within a click", "PUT", "/googleClicks/stored/gclid/deeper", google],
    ["a whole list at once", "PUT", "/googleClicks", { a: google }],
    ["a whole record at once", "PUT", "", { googleClicks: { a: google } }],
    ["a click among what isn't one", "PATCH", "", { "googleClicks/a": google, note: "x" }],
    ["a name that is too long", "PUT", `/googleClicks/${"k".repeat(65)}`, google],
    ["another click in a click's place", "PUT", "/googleClicks/stored", { ...google, gclid: "G2" }],
    ["nothing in a click's place", "DELETE", "/googleClicks/stored", undefined],
    ["nothing in a list's place", "DELETE", "/googleClicks", undefined],
    ["nothing in a record's place", "PUT", "", null],
    ["a click taken out by a patch", "PATCH", "/googleClicks", { stored: null }],
  ])("refuses %s", async (_what, method, path, body) => {
    nextAddress();
    const me = await server.member();
    expect((await ask(me, "PUT", "/googleClicks/stored", google)).status).toBe(200);
    expect(await ask(me, method, path, body)).toMatchObject(denied);
    expect((await ask(me, "GET", "")).body).toEqual({ googleClicks: { stored: google } });
  });

  test("stores a click that was sent twice once", async () => {
    nextAddress();
    const me = await server.anonymous();
    for (let sent = 0; sent < 3; sent += 1)
      expect(await ask(me, "PUT", "/googleClicks/a", google)).toMatchObject({ status: 200, body: google });
    const { rows } = await server.pool.query("select from growth.rtdb_changes where path like $1", [
      `%${me.id}%`,
    ]);
    expect(rows).toHaveLength(1);
  });
});

describe("one anonymous IP address", () => {
  const sizeOf = async () =>
    (
      await server.pool.query<{ bytes: string }>(
        "select pg_total_relation_size('growth.rtdb_leaves') + pg_total_relation_size('growth.rtdb_changes') as bytes",
      )
    ).rows.map(({ bytes }) => Number(bytes))[0]!;

  /**
   * Pushes clicks from one IP address until it is refused, with a new account whenever one is exhausted.
   * @returns how many were accepted
   */
  async function flood(urlLength: number): Promise<number> {
    let taken = 0;
    for (let account = 0; account < 8; account += 1) {
      const guest = await server.anonymous();
      for (;;) {
        const noise = randomBytes(urlLength).toString("base64url").slice(0, urlLength);
        const click = { ...google, landing_url: `https://dance.example/${noise}` };
        const answer = await ask(guest, "POST", "/googleClicks", click);
        if (answer.status === 200) taken += 1;
        else {
          expect(answer).toMatchObject({ status: 429, body: { error: expect.any(String) as string } });
          expect(Number(answer.retryAfter)).toBeGreaterThan(0);
          break;
        }
      }
    }
    return taken;
  }

  test.each([
    ["small clicks", 10],
    ["the longest clicks", 4_000],
  ])("can't grow the database by more than 1 MB a minute with %s", async (_size, urlLength) => {
    nextAddress();
    const before = await sizeOf();
    const first = await flood(urlLength);
    expect(first).toBeGreaterThan(10);
    expect((await sizeOf()) - before).toBeLessThan(1024 * 1024);
    // Nor from other IP addresses of the same network.
    address = address.replace("::1", "::2");
    expect(await flood(urlLength)).toBe(0);
    shift += 61_000;
    expect((await ask(await server.anonymous(), "POST", "/googleClicks", google)).status).toBe(200);
  });

  test("is refused after its request limit, with Retry-After", async () => {
    nextAddress();
    const me = await server.anonymous();
    const answers = await Promise.all(Array.from({ length: 130 }, () => ask(me, "GET", "/googleClicks")));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    expect(refused[0]).toMatchObject({ body: { error: expect.any(String) as string } });
    expect(Number(refused[0]!.retryAfter)).toBeGreaterThan(0);
  });
});
