import { createServer, request as httpRequest } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { deleteApp, initializeApp } from "@firebase/app";
import {
  endAt,
  endBefore,
  equalTo,
  get,
  limitToFirst,
  limitToLast,
  onValue,
  orderByChild,
  orderByKey,
  orderByValue,
  push,
  query,
  ref,
  startAfter,
  startAt,
} from "@firebase/database";
import * as firebase from "@firebase/database";
import type { Database, DatabaseReference, DataSnapshot, QueryConstraint } from "@firebase/database";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { narrow } from "./narrowing.ts";
import { leavesOf, treeOf } from "./tree.ts";

/** Exports of the package that its types omit: the client over REST instead of a socket, and with a custom token. */
const { _initStandalone: initStandalone, _TEST_ACCESS_forceRestClient: forceRestClient } =
  firebase as unknown as {
    _initStandalone: (options: object) => Database;
    _TEST_ACCESS_forceRestClient: (isForced: boolean) => void;
  };

/** The browser API that the client needs for REST. */
class BrowserRequest {
  readyState = 0;
  status = 0;
  responseText = "";
  onreadystatechange: () => void = () => undefined;
  #url = "";
  open(_method: string, url: string): void {
    this.#url = url;
  }
  send(): void {
    void fetch(this.#url).then(async (response) => {
      this.status = response.status;
      this.responseText = await response.text();
      this.readyState = 4;
      this.onreadystatechange();
    });
  }
}

let server: TestServer;
let proxy: Server;
let me: TestPerson;
let token: string;
let database: Database;
const app = initializeApp({ projectId: "eightcount" });
beforeAll(async () => {
  vi.stubGlobal("XMLHttpRequest", BrowserRequest);
  server = await startTestServer({ roles: "api" });
  // Other people's permissions are tested in rules.test.ts.
  me = await server.member({ role: "admin" });
  token = await me.token();
  // The client doesn't support a path prefix: this proxy adds one.
  proxy = createServer((incoming, outgoing) => {
    const { hostname, port } = new URL(server.url);
    incoming.pipe(
      httpRequest(
        { hostname, port, path: `/rtdb${incoming.url}`, method: incoming.method, headers: incoming.headers },
        (answer) => {
          outgoing.writeHead(answer.statusCode!, answer.headers);
          answer.pipe(outgoing);
        },
      ),
    );
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  forceRestClient(true);
  database = initStandalone({
    app,
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/?ns=eightcount`,
    version: "test",
    customAuthImpl: {
      getToken: () => Promise.resolve({ accessToken: token }),
      addAuthTokenListener: () => undefined,
      removeAuthTokenListener: () => undefined,
    },
  });
});
afterAll(async () => {
  await deleteApp(app);
  proxy?.closeAllConnections();
  proxy?.close();
  await server?.stop();
  vi.unstubAllGlobals();
});

const write = async (path: string, body: unknown, init: RequestInit = {}, search = "") => {
  const response = await server.fetch(`/rtdb/subscriptions/${me.id}/${path}.json?auth=${token}${search}`, {
    method: "PUT",
    body: JSON.stringify(body),
    ...init,
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text ? (JSON.parse(text) as unknown) : null,
  };
};
const own = (path: string): DatabaseReference => ref(database, `subscriptions/${me.id}/${path}`);
const keysOf = (snapshot: DataSnapshot): string[] => {
  const keys: string[] = [];
  snapshot.forEach((child) => void keys.push(child.key));
  return keys;
};

describe("Firebase's own client", () => {
  const clicks = {
    a: { timestamp: 30, source: "cookie" },
    b: { timestamp: 10, source: "url_generated" },
    c: { timestamp: 20, source: "cookie" },
    "10": { timestamp: 20, source: "cookie" },
    "9": true,
  };
  beforeAll(() => write("clicks", clicks));

  test("reads back a written value, and whether one exists", async () => {
    const found = await get(own("clicks"));
    expect(found.val()).toEqual(clicks);
    expect(keysOf(found)).toEqual(["9", "10", "a", "b", "c"]);
    expect((await get(own("clicks/a/timestamp"))).val()).toBe(30);
    expect((await get(own("nothing"))).exists()).toBe(false);
  });

  test.each<[string, QueryConstraint[], string[]]>([
    ["the first keys", [orderByKey(), limitToFirst(2)], ["9", "10"]],
    ["the last keys", [orderByKey(), limitToLast(2)], ["b", "c"]],
    ["keys from one on", [orderByKey(), startAt("b")], ["b", "c"]],
    ["keys after one, before another", [orderByKey(), startAfter("10"), endBefore("c")], ["a", "b"]],
    ["one key", [orderByKey(), equalTo("b")], ["b"]],
    ["children by a value", [orderByChild("timestamp"), startAt(1)], ["b", "10", "c", "a"]],
    ["children of one value", [orderByChild("source"), equalTo("cookie")], ["10", "a", "c"]],
    ["children from a value and a key on", [orderByChild("timestamp"), startAt(20, "c")], ["c", "a"]],
    ["children after a value and a key", [orderByChild("timestamp"), startAfter(20, "10")], ["c", "a"]],
    ["children up to a value", [orderByChild("timestamp"), startAt(1), endAt(10)], ["b"]],
    ["children without the value come first", [orderByChild("timestamp"), limitToFirst(2)], ["9", "b"]],
  ])("queries %s", async (_what, constraints, keys) => {
    expect(keysOf(await get(query(own("clicks"), ...constraints)))).toEqual(keys);
  });

  test("orders values as Firebase does: false, true, numbers, text, objects", async () => {
    await write("values", { e: { x: 1 }, d: "b", c: "a", b: 2, a: -1, t: true, f: false });
    expect(keysOf(await get(query(own("values"), orderByValue())))).toEqual([
      "f",
      "t",
      "a",
      "b",
      "c",
      "d",
      "e",
    ]);
  });

  test("receives a value once, and an error for a forbidden path", async () => {
    const heard = await new Promise((resolve) => onValue(own("clicks/b"), (found) => resolve(found.val())));
    expect(heard).toEqual(clicks.b);
    const [other, asAdmin] = [await server.member(), token];
    token = await other.token();
    try {
      const refused = await new Promise<Error>((resolve) => onValue(own("clicks"), () => undefined, resolve));
      expect(refused.message).toContain("permission_denied");
      await expect(get(ref(database, "subscriptions"))).rejects.toThrow();
      expect((await get(ref(database, `subscriptions/${other.id}`))).exists()).toBe(false);
    } finally {
      token = asAdmin;
    }
  });

  test("generates push ids that sort among ours", async () => {
    const names: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      names.push(push(own("mixed")).key!);
      await new Promise((resolve) => setTimeout(resolve, 3));
      names.push(((await write("mixed", round, { method: "POST" })).body as { name: string }).name);
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    expect(names.toSorted()).toEqual(names);
  });
});

describe("requests of REST clients", () => {
  test("accept JSON with any content type, as curl sends", async () => {
    for (const type of ["application/x-www-form-urlencoded", "text/plain", "application/json"])
      expect(await write("curl", { type }, { headers: { "content-type": type } })).toMatchObject({
        status: 200,
        body: { type },
      });
    expect((await write("curl", null, { body: "{" })).status).toBe(400);
    expect((await write("curl", null, { body: "" })).status).toBe(400);
  });

  test("accept a method override with POST", async () => {
    await write("over", { a: 1, b: 2 });
    const patched = await write(
      "over",
      { b: 3 },
      { method: "POST", headers: { "x-http-method-override": "PATCH" } },
    );
    expect(patched.status).toBe(200);
    await write("over", null, { method: "POST" }, "&x-http-method-override=DELETE");
    expect((await get(own("over"))).exists()).toBe(false);
    expect((await write("over", 1, { method: "POST" }, "&x-http-method-override=TRACE")).status).toBe(405);
  });

  test("accept the token as a bearer, or as access_token", async () => {
    const path = `/rtdb/subscriptions/${me.id}/curl.json`;
    expect((await server.fetch(path, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
    expect((await server.fetch(`${path}?access_token=${token}`)).status).toBe(200);
    expect((await server.fetch(path)).status).toBe(401);
  });

  test("resolve server values, and count concurrent increments once each", async () => {
    const before = Date.now();
    const { body } = await write("server", { at: { ".sv": "timestamp" }, n: { ".sv": { increment: 2 } } });
    expect((body as { at: number }).at).toBeGreaterThanOrEqual(before);
    expect((body as { n: number }).n).toBe(2);
    await Promise.all(
      Array.from({ length: 8 }, () =>
        write("server", { n: { ".sv": { increment: 1 } } }, { method: "PATCH" }),
      ),
    );
    expect((await get(own("server/n"))).val()).toBe(10);
    expect((await write("server", { ".sv": "magic" })).status).toBe(400);
  });

  test("return an ETag for a missing value, and for written ones", async () => {
    const headers = { "x-firebase-etag": "true" };
    const first = await write("tagged", 1, { headers: { ...headers, "if-match": "null_etag" } });
    expect(first.status).toBe(200);
    expect((await write("tagged", 2, { headers: { "if-match": "null_etag" } })).status).toBe(412);
    expect((await write("tagged", 3, { headers: { "if-match": first.headers.get("etag")! } })).status).toBe(
      200,
    );
    expect((await write("tagged", null, { method: "DELETE", headers: { "if-match": "wrong" } })).status).toBe(
      412,
    );
  });

  test.each([
    ["limitToFirst=1", "orderBy must be defined"],
    ['orderBy="$key"&limitToFirst=0', "whole number"],
    ['orderBy="$key"&limitToFirst=1&limitToLast=1', "Only one"],
    ["orderBy=$key", "JSON"],
    ["orderBy=5", "path"],
    ['orderBy="$key"&startAt={}', "startAt"],
    ['orderBy="$key"&shallow=true', "shallow"],
  ])("get an explained error for %s", async (search, words) => {
    const response = await server.fetch(`/rtdb/subscriptions/${me.id}.json?auth=${token}&${search}`);
    expect(response.status).toBe(400);
    expect(((await response.json()) as { error: string }).error).toContain(words);
  });
});

test("return an array if more than half of its indices are taken", () => {
  expect(treeOf(leavesOf({ 0: "a", 2: "c" }))).toEqual(["a", null, "c"]);
  expect(treeOf(leavesOf({ 0: "a", 3: "d" }))).toEqual({ 0: "a", 3: "d" });
  expect(treeOf(leavesOf({ 0: "a", x: "c" }))).toEqual({ 0: "a", x: "c" });
});

test("limit a list from either end under every ordering", () => {
  const child = fc.oneof(
    fc.integer(),
    fc.string(),
    fc.boolean(),
    fc.record({ x: fc.integer({ max: 3, min: 0 }) }),
  );
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ minLength: 1, maxLength: 3 }), child, { minKeys: 2, noNullPrototype: true }),
      fc.constantFrom("$key", "$value", "x"),
      fc.nat(),
      (value, orderBy, at) => {
        const size = Object.keys(value).length;
        const first = 1 + (at % (size - 1));
        const none = { orderBy, start: null, end: null, limitToFirst: null, limitToLast: null };
        const [head, tail] = [
          narrow(value, { ...none, limitToFirst: first }),
          narrow(value, { ...none, limitToLast: size - first }),
        ] as [object, object];
        expect({ ...head, ...tail }).toEqual(value);
        expect(Object.keys(head).length + Object.keys(tail).length).toBe(size);
      },
    ),
  );
});
