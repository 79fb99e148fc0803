import { afterAll, beforeAll, expect, test } from "vitest";
import { ConfigInvalid, readConfig } from "../../../platform/config/index.ts";
import { startTestServer } from "../../../testing/harness.ts";
import { untilSettled } from "../../../testing/settled.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { forgetPerson, mergeGrowth } from "../people.ts";
import { mirrorChanges } from "./mirror.ts";
import type { Mirror } from "./mirror.ts";
import { pruneChanges } from "./prune.ts";

let server: TestServer;
let other: TestServer;
let mirror: Mirror;
beforeAll(async () => {
  server = await startTestServer({ roles: "api", env: { LOG_LEVEL: "silent" } });
  // The other server speaks the same protocol, and an admin may write everything there.
  other = await startTestServer({ roles: "api" });
  mirror = { url: `${other.url}/rtdb`, secret: await (await other.member({ role: "admin" })).token() };
  await mirrorChanges(server.ctx(), mirror, new AbortController().signal);
});
afterAll(async () => {
  await server?.stop();
  await other?.stop();
});

async function syncMirror(to = mirror): Promise<void> {
  await untilSettled(server.pool, "growth.rtdb_changes");
  await mirrorChanges(server.ctx(), to, new AbortController().signal);
}
const write = async (me: TestPerson, method: string, path: string, body: unknown) => {
  const response = await server.fetch(`/rtdb/subscriptions/${me.id}${path}.json?auth=${await me.token()}`, {
    method,
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
};
const mirroredValue = async (me: TestPerson): Promise<unknown> =>
  (await fetch(`${mirror.url}/subscriptions/${me.id}.json?auth=${mirror.secret}`)).json();

test("mirrors pushes, patches, removals, merges and deletions of people", async () => {
  const [me, guest] = [await server.member({ role: "admin" }), await server.member({ role: "admin" })];
  await write(me, "PUT", "/a%20b", { x: 1 });
  await write(me, "PATCH", "", { "a b/y": 2, note: "n" });
  await write(me, "DELETE", "/a%20b/x", undefined);
  await write(guest, "PUT", "/click", { fbc: "f" });
  await syncMirror();
  expect(await mirroredValue(me)).toEqual({ "a b": { y: 2 }, note: "n" });
  expect(await mirroredValue(guest)).toEqual({ click: { fbc: "f" } });
  await server.ctx().transact((tx) => mergeGrowth(tx, { from: guest.id, into: me.id }));
  await syncMirror();
  expect(await mirroredValue(guest)).toBeNull();
  expect(await mirroredValue(me)).toEqual({ "a b": { y: 2 }, note: "n", click: { fbc: "f" } });
  await server.ctx().transact((tx) => forgetPerson(tx, me.id));
  await syncMirror();
  expect(await mirroredValue(me)).toBeNull();
});

test("mirrors values too large for the history", async () => {
  const me = await server.member({ role: "admin" });
  const long = "x".repeat(5_000);
  await write(me, "PUT", "/a", long);
  await write(me, "PATCH", "", { b: long, "c/d": 1 });
  await syncMirror();
  expect(await mirroredValue(me)).toEqual({ a: long, b: long, c: { d: 1 } });
});

test("retries failed changes later with the value current by then", async () => {
  const me = await server.member({ role: "admin" });
  await write(me, "PUT", "/n", 1);
  await expect(syncMirror({ ...mirror, secret: "wrong" })).rejects.toThrow("401");
  await server.pool.query("update growth.rtdb_changes set changed_at = now() - interval '2 hours'");
  await pruneChanges(server.ctx());
  await write(me, "PUT", "/n", 2);
  await syncMirror();
  expect(await mirroredValue(me)).toEqual({ n: 2 });
  await server.pool.query("update growth.rtdb_changes set changed_at = now() - interval '2 hours'");
  await pruneChanges(server.ctx());
  expect((await server.pool.query("select from growth.rtdb_changes")).rows).toEqual([]);
});

test("refuses a mirror URL without secret at startup", () => {
  const url = "https://eightcount.example";
  expect(() => readConfig({ NODE_ENV: "test", REALTIME_DATABASE_URL: url }, [])).toThrow(ConfigInvalid);
});
