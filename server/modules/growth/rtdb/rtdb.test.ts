import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { compareKeys, leavesOf, pushId, treeOf } from "./tree.ts";

describe("tree", () => {
  const key = fc.string({ unit: fc.constantFrom(..."abz_-éß 💃"), minLength: 1, maxLength: 6 });
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { depthSize: "small" },
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.dictionary(key, tie("tree"), { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
    ),
  }));

  test("restores a value from its leaves", () => {
    fc.assert(
      fc.property(tree, (value) => {
        expect(treeOf(leavesOf(value))).toEqual(value);
      }),
    );
  });

  test("has no null and no empty object, and stores an array by index", () => {
    expect(treeOf(leavesOf({ a: null, b: {}, c: { d: null } }))).toBeNull();
    expect(treeOf(leavesOf({ list: ["x", "y"] }))).toEqual({ list: ["x", "y"] });
    expect(treeOf(leavesOf({ list: { 1: "y" } }))).toEqual({ list: { 1: "y" } });
  });
});

test("generates push ids that sort by time, within a millisecond and when the clock goes back", () => {
  const at = Date.UTC(2026, 10, 21);
  const ids = [at, at, at, at + 1, at - 5000, at + 2].map((ms) => pushId(new Date(ms)));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[-\w]{20}$/);
});

test("sorts integer keys first, by number", () => {
  expect(["b", "10", "a", "9"].toSorted(compareKeys)).toEqual(["9", "10", "a", "b"]);
});

describe("REST protocol", () => {
  let server: TestServer;
  let me: TestPerson;
  let token: string;
  let root: string;
  beforeAll(async () => {
    server = await startTestServer({ roles: "api" });
    // Other people's permissions are tested in rules.test.ts.
    me = await server.member({ role: "admin" });
    token = await me.token();
    root = `subscriptions/${me.id}`;
  });
  afterAll(() => server?.stop());

  async function ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    search = "",
    auth = token,
  ) {
    const response = await server.fetch(`/rtdb/${path}.json?auth=${auth}${search}`, {
      method,
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text ? (JSON.parse(text) as unknown) : null,
      headers: response.headers,
    };
  }

  test("POST returns ordered names, and GET the pushed values", async () => {
    const names: string[] = [];
    for (const fbc of ["fb.1.1.a", "fb.1.2.b", "fb.1.3.c"]) {
      const { status, body } = await ask("POST", `${root}/facebookClicks`, {
        fbc,
        timestamp: 1,
        source: "cookie",
      });
      expect(status).toBe(200);
      names.push((body as { name: string }).name);
    }
    expect(names.toSorted()).toEqual(names);
    const { body } = await ask("GET", `${root}/facebookClicks`);
    expect(Object.keys(body as object)).toEqual(names);
    expect((body as Record<string, { fbc: string }>)[names[1]!]!.fbc).toBe("fb.1.2.b");
    const last = await ask("GET", `${root}/facebookClicks`, undefined, {}, `&orderBy="$key"&limitToLast=1`);
    expect(Object.keys(last.body as object)).toEqual([names[2]]);
    const from = await ask(
      "GET",
      `${root}/facebookClicks`,
      undefined,
      {},
      `&orderBy="$key"&startAt="${names[1]}"&limitToFirst=1`,
    );
    expect(Object.keys(from.body as object)).toEqual([names[1]]);
    const keys = await ask("GET", root, undefined, {}, "&shallow=true");
    expect(keys.body).toEqual({ facebookClicks: true });
  });

  test("PUT replaces a value and one above it; PATCH changes some children; DELETE removes", async () => {
    await ask("PUT", `${root}/a`, { b: 1, c: { d: [1, 2] } });
    expect((await ask("GET", `${root}/a/c/d`)).body).toEqual([1, 2]);
    await ask("PATCH", `${root}/a`, { "c/d": "new", e: true });
    expect((await ask("GET", `${root}/a`)).body).toEqual({ b: 1, c: { d: "new" }, e: true });
    await ask("PUT", `${root}/a/b/below`, 5);
    expect((await ask("GET", `${root}/a/b`)).body).toEqual({ below: 5 });
    expect((await ask("DELETE", `${root}/a`)).body).toBeNull();
    expect((await ask("GET", `${root}/a`)).body).toBeNull();
    expect((await ask("PUT", `${root}/a`, 1, {}, "&print=silent")).status).toBe(204);
  });

  test("decodes keys in the path once, and keys in a body never", async () => {
    expect((await ask("PUT", `${root}/${encodeURIComponent("50%25")}`, 1)).status).toBe(200);
    expect((await ask("PATCH", `${root}/p`, { "%41": 2, "a b/c%2Fd": 3 })).status).toBe(200);
    const { body } = await ask("GET", root);
    expect(body).toMatchObject({ "50%25": 1, p: { "%41": 2, "a b": { "c%2Fd": 3 } } });
    expect((await ask("GET", `${root}/p/a%20b`)).body).toEqual({ "c%2Fd": 3 });
    expect((await ask("GET", `${root}/%E0%A4%A`)).status).toBe(400);
  });

  test("applies a conditional write once among concurrent ones", async () => {
    await ask("PUT", `${root}/counter`, 1);
    const { headers } = await ask("GET", `${root}/counter`, undefined, { "x-firebase-etag": "true" });
    const etag = headers.get("etag")!;
    const answers = await Promise.all(
      [2, 3, 4, 5].map((value) => ask("PUT", `${root}/counter`, value, { "if-match": etag })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412]);
    const winner = answers.find(({ status }) => status === 200)!.body;
    expect(answers.find(({ status }) => status === 412)).toMatchObject({ body: winner });
    expect((await ask("GET", `${root}/counter`)).body).toBe(winner);
  });

  test.each([
    ["another's record", async () => `subscriptions/${(await server.anonymous()).id}`],
    ["the root", async () => ""],
    ["everybody's", async () => "subscriptions"],
    ["a path of no rule", async () => "elsewhere"],
  ])("refuses to read and write %s", async (_, path) => {
    const at = await path();
    const mine = await (await server.member()).token();
    for (const [method, body] of [["GET"], ["PUT", 1], ["POST", 1], ["PATCH", { a: 1 }], ["DELETE"]] as const)
      expect(await ask(method, at, body, {}, "", mine)).toMatchObject({
        status: 401,
        body: { error: "Permission denied" },
      });
  });

  test("refuses anonymous requests and foreign tokens", async () => {
    for (const auth of ["", "?auth=x.y.z"])
      expect((await server.fetch(`/rtdb/${root}.json${auth}`)).status).toBe(401);
  });

  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
  test.each([
    ["PUT", "{", "application/json"],
    ["PUT", '{"a.b": 1}', "application/json"],
    ["PUT", '{"a": {"$b": 1}}', "application/json"],
    ["PUT", '{"#": 1}', "application/json"],
    ["PUT", '{"a[0]": 1}', "application/json"],
    ["PUT", '{"a]": 1}', "application/json"],
    ["PUT", '{"a/b": 1}', "application/json"],
    ["PUT", '{"": 1}', "application/json"],
    ["PUT", '{"\\u0007": 1}', "application/json"],
    ["PUT", `{"${"k".repeat(769)}": 1}`, "application/json"],
    ["PUT", nested(30), "application/json"],
    ["PUT", JSON.stringify({ long: "x".repeat(300_000) }), "application/json"],
    ["PUT", '{"__proto__": {"a": 1}}', "application/json"],
    ["POST", "", "application/json"],
    ["PATCH", "", "application/json"],
    ["PATCH", "[1]", "application/json"],
    ["PATCH", '"text"', "application/json"],
    ["PATCH", '{"a": 1, "a/b": 2}', "application/json"],
    ["PATCH", '{"a.b": 1}', "application/json"],
  ])("%s %s is refused as invalid, and writes nothing", async (method, body, type) => {
    const response = await server.fetch(`/rtdb/${root}/wrong.json?auth=${token}`, {
      method,
      body,
      headers: { "content-type": type },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toHaveProperty("error");
    expect((await ask("GET", `${root}/wrong`)).body).toBeNull();
  });

  test.each([
    "a.b",
    "a$b",
    "a%23b",
    "a[b",
    "a]b",
    "a%2Fb",
    "a%00b",
    "k".repeat(769),
    Array(33).fill("a").join("/"),
  ])("resolves no path through %s", async (path) => {
    for (const [method, body] of [["GET"], ["PUT", 1], ["POST", 1], ["PATCH", { a: 1 }], ["DELETE"]] as const)
      expect(await ask(method, `${root}/${path}`, body)).toMatchObject({
        status: 400,
        body: { error: expect.any(String) as string },
      });
  });

  test("returns data of maximum depth and length unchanged", async () => {
    const value = JSON.parse(nested(29)) as unknown;
    expect((await ask("PUT", `${root}/deep`, value)).status).toBe(200);
    expect((await ask("GET", `${root}/deep`)).body).toEqual(value);
    const key = "é".repeat(384);
    expect((await ask("PUT", `${root}/deep`, { [key]: "x" })).status).toBe(200);
    expect((await ask("GET", `${root}/deep/${encodeURIComponent(key)}`)).body).toBe("x");
    await ask("DELETE", `${root}/deep`);
  });

  test("supports the print options, including silent", async () => {
    await ask("PUT", `${root}/printed`, { b: 1, a: [true] });
    const get = async (print: string) => {
      const answer = await server.fetch(`/rtdb/${root}/printed.json?auth=${token}&print=${print}`);
      return [answer.status, await answer.text()];
    };
    expect(await get("pretty")).toEqual([200, JSON.stringify({ a: [true], b: 1 }, null, 2)]);
    expect(await get("silent")).toEqual([204, ""]);
    for (const [method, body] of [["POST", 1], ["PATCH", { c: 1 }], ["PUT", 2], ["DELETE"]] as const)
      expect(await ask(method, `${root}/printed`, body, {}, "&print=silent")).toMatchObject({
        status: 204,
        body: null,
      });
  });

  test.each(["POST", "PATCH"])("%s refuses conditional requests", async (method) => {
    expect((await ask(method, `${root}/conditional`, { a: 1 }, { "if-match": "null_etag" })).status).toBe(
      400,
    );
    expect((await ask("GET", `${root}/conditional`)).body).toBeNull();
  });

  test("limits the size of a person's record", async () => {
    const person = await server.member({ role: "admin" });
    const write = async (method: string, key: string, value: unknown) =>
      server.fetch(`/rtdb/subscriptions/${person.id}${key}.json?auth=${await person.token()}`, {
        method,
        body: JSON.stringify(value),
      });
    for (const key of ["/a", "/b"])
      expect(
        (await write("PUT", key, Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`k${n}`, n]))))
          .status,
      ).toBe(200);
    for (const method of ["POST", "PUT"]) {
      const full = await write(method, "/c", 1);
      expect([full.status, await full.json()]).toEqual([400, { error: "This record is full." }]);
    }
    expect((await write("PATCH", "", { c: 1 })).status).toBe(400);
    expect((await write("PATCH", "", { a: null, c: 1 })).status).toBe(200);
    for (const key of ["/d", "/e"]) await write("PUT", key, "x".repeat(200_000));
    expect((await write("PUT", "/f", "x".repeat(200_000))).status).toBe(400);
  });

  test("sends a listener the current value, and then each change", async () => {
    await ask("PUT", `${root}/live`, { a: 1 });
    const ending = new AbortController();
    const response = await server.fetch(`/rtdb/${root}/live.json?auth=${token}`, {
      headers: { accept: "text/event-stream" },
      signal: ending.signal,
    });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let heard = "";
    const hear = async (text: string) => {
      while (!heard.includes(text)) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`The stream ended before ${text}`);
        heard += value;
      }
    };
    await hear('event: put\ndata: {"path":"/","data":{"a":1}}');
    await ask("PUT", `${root}/live/b`, "new");
    await hear('event: put\ndata: {"path":"/b","data":"new"}');
    await ask("PATCH", `${root}/live`, { c: 3 });
    await hear('event: patch\ndata: {"path":"/","data":{"c":3}}');
    await ask("DELETE", root);
    await hear('event: put\ndata: {"path":"/","data":null}');
    ending.abort();
  });
});
