import { once } from "node:events";
import { request as httpRequest } from "node:http";
import type { ClientRequest } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { streamLimits } from "../../../platform/stream-slots.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { Listeners } from "./listeners.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
});
afterAll(() => server?.stop());

let open: ClientRequest[] = [];
afterEach(() => {
  for (const request of open) request.destroy();
  open = [];
});

/** Opens a stream; resolves with its status at the first byte. */
function listen(
  path: string,
  token: string,
  address = "127.0.0.1",
): Promise<{ status: number; retryAfter: string | undefined; heard: () => string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      `${server.url}/rtdb/${path}.json?auth=${token}`,
      { headers: { accept: "text/event-stream", "x-forwarded-for": address }, agent: false },
      (response) => {
        const answer = { status: response.statusCode!, retryAfter: response.headers["retry-after"] };
        if (response.statusCode !== 200) resolve({ ...answer, heard: () => "" });
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => {
          text += part;
          resolve({ ...answer, heard: () => text });
        });
        response.on("error", () => undefined);
      },
    );
    request.on("error", reject);
    request.end();
    open.push(request);
  });
}

/** Waits until a condition holds; the test's own timeout ends it. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(20);
}

test("keeps request capacity free of streams", async () => {
  // A slow machine may refuse some while their first value is read: only open ones matter.
  let streaming = 0;
  for (let account = 0; streaming < 520; account += 1) {
    const each = await server.anonymous();
    const token = await each.token();
    const opened = await Promise.all(
      Array.from({ length: 12 }, () =>
        listen(`subscriptions/${each.id}/live`, token, `2001:db8:${account.toString(16)}::1`),
      ),
    );
    streaming += opened.filter(({ status }) => status === 200).length;
  }
  const me = await server.anonymous();
  const token = await me.token();
  expect((await server.fetch(`/rtdb/subscriptions/${me.id}/live.json?auth=${token}`)).status).toBe(200);
});

test("allows twelve streams per account, and another one after one closes", async () => {
  const me = await server.anonymous();
  const token = await me.token();
  const path = `subscriptions/${me.id}`;
  for (let n = 0; n < 12; n += 1) expect((await listen(path, token)).status).toBe(200);
  const refused = await server.fetch(`/rtdb/${path}.json?auth=${token}`, {
    headers: { accept: "text/event-stream" },
  });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "30"]);
  open[0]!.destroy();
  await until(async () => (await listen(path, token)).status === 200);
});

test("frees the places of clients that left before their stream began", async () => {
  const me = await server.anonymous();
  const token = await me.token();
  const path = `subscriptions/${me.id}`;
  const { hostname, port } = new URL(server.url);
  for (let left = 0; left < 60; left += 1) {
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    const head = `GET /rtdb/${path}.json?auth=${token} HTTP/1.1\r\nhost: ${hostname}:${port}\r\naccept: text/event-stream\r\n\r\n`;
    await new Promise((sent) => socket.write(head, sent));
    await sleep(left / 10);
    socket.destroy();
  }
  let opened = 0;
  await until(async () => {
    if ((await listen(path, token)).status === 200) opened += 1;
    return opened === 12;
  });
});

test("limits guest streams per IP address across accounts, with more for members", async () => {
  const address = "2001:db8:ffff::1";
  let opened = 0;
  for (let account = 0; account < 5; account += 1) {
    const guest = await server.anonymous();
    const token = await guest.token();
    for (let stream = 0; stream < 12; stream += 1) {
      const answer = await listen(`subscriptions/${guest.id}`, token, address);
      if (answer.status === 200) opened += 1;
      else expect([answer.status, answer.retryAfter]).toEqual([429, "30"]);
    }
  }
  expect(opened).toBe(streamLimits.guestsPerNetwork);
  const member = await server.member();
  expect((await listen(`subscriptions/${member.id}`, await member.token(), address)).status).toBe(200);
});

test("sends keep-alives on a stream, and ends it with the token", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
  try {
    const me = await server.anonymous();
    const { heard } = await listen(`subscriptions/${me.id}`, await me.token());
    vi.advanceTimersByTime(30_000);
    await until(() => heard().includes("event: keep-alive\ndata: null\n\n"));
    expect(heard()).not.toContain("auth_revoked");
    vi.setSystemTime(Date.now() + 16 * 60_000);
    vi.advanceTimersByTime(20_000);
    await until(() => heard().endsWith("event: auth_revoked\ndata: credential is no longer valid\n\n"));
  } finally {
    vi.useRealTimers();
  }
});

test("sends a stream with a query its result, and again only when that changes", async () => {
  const me = await server.member({ role: "admin" });
  const token = await me.token();
  const write = (key: string, value: unknown) =>
    server.fetch(`/rtdb/subscriptions/${me.id}/list/${key}.json?auth=${token}`, {
      method: "PUT",
      body: JSON.stringify(value),
    });
  for (const key of ["b", "c", "d"]) await write(key, key);
  const { heard } = await listen(
    `subscriptions/${me.id}/list`,
    `${token}&orderBy=${encodeURIComponent('"$key"')}&limitToFirst=2`,
  );
  await write("e", "unseen");
  await write("a", "first");
  await until(() => heard().includes('{"a":"first","b":"b"}'));
  expect(
    heard()
      .split("\n")
      .filter((line) => line.startsWith("data:")),
  ).toEqual([
    'data: {"path":"/","data":{"b":"b","c":"c"}}',
    'data: {"path":"/","data":{"a":"first","b":"b"}}',
  ]);
});

test("sends the current value of a large change, which isn't in the history", async () => {
  const me = await server.member({ role: "admin" });
  const token = await me.token();
  const root = `subscriptions/${me.id}`;
  const { heard } = await listen(root, token);
  const long = "x".repeat(100_000);
  const write = (method: string, path: string, value: unknown) =>
    server.fetch(`/rtdb/${path}.json?auth=${token}`, { method, body: JSON.stringify(value) });
  await write("PUT", `${root}/large/one`, long);
  await write("PATCH", `${root}/large`, { two: long, "three/four": 4 });
  await write("PUT", `${root}/small`, "s");
  await until(() => heard().includes('{"path":"/small","data":"s"}'));
  const events = heard()
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => JSON.parse(line.slice(5)) as { path: string; data: unknown });
  expect(events.map(({ path }) => path)).toEqual(["/", "/large/one", "/large", "/small"]);
  expect(events[1]!.data).toBe(long);
  expect(events[2]!.data).toEqual({ one: long, two: long, three: { four: 4 } });
  const { rows } = await server.pool.query<{ bytes: number }>(
    "select coalesce(sum(octet_length(data::text)), 0)::int as bytes from growth.rtdb_changes where path like $1",
    [`${root}%`],
  );
  expect(rows[0]!.bytes).toBeLessThan(100);
});

test("sends all changes if they commit out of id order", async () => {
  const [first, second] = [await server.anonymous(), await server.anonymous()];
  const heard: string[] = [];
  const listeners = new Listeners(server.ctx());
  const listening = [first, second].map(({ id }) =>
    listeners.listen(["subscriptions", id], null, {
      send: (_event, data) => void heard.push(String((data as { data: unknown }).data)),
      end: () => undefined,
    }),
  );
  for (const each of listening) each.begin(await each.first);
  const [early, late] = [await server.pool.connect(), await server.pool.connect()];
  try {
    const note = "insert into growth.rtdb_changes (path, kind, data) values ($1, 'put', to_jsonb($2::text))";
    await early.query("begin");
    await early.query(note, [`subscriptions/${first.id}`, "early id"]);
    await late.query(note, [`subscriptions/${second.id}`, "late id"]);
    // The later id is readable before the earlier one commits.
    await sleep(1_100);
    await early.query("commit");
    await until(() => heard.includes("early id") && heard.includes("late id"));
  } finally {
    early.release();
    late.release();
    for (const each of listening) each.stop();
  }
});

describe("listener", () => {
  let me: TestPerson;
  let token: string;
  beforeEach(async () => {
    me = await server.anonymous();
    token = await me.token();
  });

  test("is removed if the client disconnects during the first read", async () => {
    const blocker = await server.pool.connect();
    try {
      await blocker.query("begin");
      await blocker.query("lock table growth.rtdb_leaves in access exclusive mode");
      const path = `subscriptions/${me.id}`;
      const gone = listen(path, token).catch(() => "gone");
      const waiting = async () =>
        (
          await server.pool.query(
            "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%rtdb_leaves%' and datname = current_database()",
          )
        ).rows.length;
      await until(async () => (await waiting()) > 0);
      for (const request of open) request.destroy();
      await gone;
      await blocker.query("rollback");
    } finally {
      blocker.release();
    }
    const { status } = await listen(`subscriptions/${me.id}`, token);
    expect(status).toBe(200);
  });

  test("gets an error response for a failed read before the stream begins", async () => {
    await server.pool.query("alter table growth.rtdb_leaves rename to rtdb_leaves_away");
    try {
      const response = await server.fetch(`/rtdb/subscriptions/${me.id}.json?auth=${token}`, {
        headers: { accept: "text/event-stream" },
      });
      expect(response.status).toBe(500);
      expect(await response.json()).toHaveProperty("error");
    } finally {
      await server.pool.query("alter table growth.rtdb_leaves_away rename to rtdb_leaves");
    }
  });
});

test("is removed at disconnect, down to none of many", async () => {
  const { id } = await server.anonymous();
  const listeners = new Listeners(server.ctx());
  const all = Array.from({ length: 10 }, () =>
    listeners.listen(["subscriptions", id], null, { send: () => undefined, end: () => undefined }),
  );
  await Promise.all(all.map(({ first }) => first));
  for (const each of all) {
    each.stop();
    each.stop();
  }
  expect(listeners.size).toBe(0);
});
