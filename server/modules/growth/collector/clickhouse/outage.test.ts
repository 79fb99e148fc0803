import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startClickHouse, startClickHouseLine, untilReadable } from "../../../../testing/clickhouse.ts";
import type { ClickHouseLine, LineMode, TestClickHouse } from "../../../../testing/clickhouse.ts";
import { createTestDatabase, startTestServer } from "../../../../testing/harness.ts";
import type { TestServer } from "../../../../testing/harness.ts";
import { untilSettled } from "../../../../testing/settled.ts";
import { countVisits } from "../../reports/visitors.ts";
import { forwardEvents, forwarderOf } from "../forward.ts";
import { postAt } from "../testing.ts";
import { moveEvents } from "./move.ts";

const signal = new AbortController().signal;
const database = await createTestDatabase();
let clickHouse: TestClickHouse;
let line: ClickHouseLine;
const taken: string[] = [];
/** A service that events are forwarded to. */
const service = createServer((request, response) => {
  let body = "";
  request.on("data", (part: Buffer) => (body += part.toString()));
  request.on("end", () => {
    taken.push(
      ...(JSON.parse(body) as { batch: { messageId: string }[] }).batch.map(({ messageId }) => messageId),
    );
    response.writeHead(200).end("{}");
  });
});
let serviceUrl = "";
let servers: TestServer[] = [];
/** A server of the same studio. */
async function start(env: Record<string, string>, roles: "api" | "worker" = "api"): Promise<TestServer> {
  const server = await startTestServer({
    roles,
    database: database.connection,
    env: { LOG_LEVEL: "silent", COLLECTOR_FORWARD_URLS: serviceUrl, ...env },
  });
  servers.push(server);
  return server;
}
beforeAll(async () => {
  clickHouse = await startClickHouse();
  line = await startClickHouseLine(clickHouse.url);
  await new Promise<void>((resolve) => {
    service.listen(0, "127.0.0.1", resolve);
  });
  serviceUrl = `http://key@127.0.0.1:${(service.address() as AddressInfo).port}/v1`;
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  servers = [];
  line?.close();
  await clickHouse?.stop();
  await database.drop();
  service.close();
});

/** What the jobs of a minute do. */
async function runJobs(server: TestServer): Promise<void> {
  await untilSettled(server.pool, "growth.events");
  await forwardEvents(server.ctx(), forwarderOf(serviceUrl), signal);
  await countVisits(server.ctx(), signal);
  await moveEvents(server.ctx(), server.ctx().ports.clickHouse!, signal);
}
const held = async (server: TestServer) =>
  (
    await server.pool.query<{ id: string }>("select message_id as id from growth.events order by seq")
  ).rows.map(({ id }) => id);
const stored = async () =>
  (await clickHouse.query("select message_id from events order by message_id")).map(([id]) => id!);

test("moves events from before the setting, which no service gets again, and later ones go to ClickHouse alone", async () => {
  const before = await start({});
  await forwardEvents(before.ctx(), forwarderOf(serviceUrl), signal);
  const send = async (server: TestServer, messageId: string) =>
    expect((await postAt(() => server)("track", { userId: "first", event: "e", messageId })).status).toBe(
      200,
    );
  for (const id of ["old-1", "old-2"]) await send(before, id);
  await untilSettled(before.pool, "growth.events");
  await forwardEvents(before.ctx(), forwarderOf(serviceUrl), signal);
  await send(before, "old-3");
  const { rows } = await before.pool.query<{ at: string }>(
    "select floor(extract(epoch from received_at))::text as at from growth.events where message_id = 'old-1'",
  );
  const server = await start({ EVENTS_URL: line.url });
  // Nothing is moved that the service or the reports haven't read.
  await moveEvents(server.ctx(), server.ctx().ports.clickHouse!, signal);
  expect(await held(server)).toEqual(["old-1", "old-2", "old-3"]);
  await send(server, "new-1");
  await send(server, "new-2");
  await untilReadable(clickHouse);
  await runJobs(server);
  await runJobs(server);
  expect(taken).toEqual(["old-1", "old-2", "old-3", "new-1", "new-2"]);
  expect(await held(server)).toEqual([]);
  expect(await stored()).toEqual(["new-1", "new-2", "old-1", "old-2", "old-3"]);
  // It keeps the time at which it was received, by which its month is deleted.
  expect(
    await clickHouse.query("select toUInt32(received_at) from events where message_id = 'old-1'"),
  ).toEqual([[rows[0]!.at]]);
  // The worker does the same by its jobs.
  await send(before, "old-4");
  const worker = await start({ EVENTS_URL: line.url }, "worker");
  while ((await held(worker)).length > 0) {
    for (const job of ["count_visits", "forward_events", "move_events"])
      await worker.pool.query("select graphile_worker.add_job($1, '{}', job_key => $1)", [`growth.${job}`]);
    await sleep(300);
  }
  await worker.stop();
  servers = servers.filter((each) => each !== worker);
  expect(taken.at(-1)).toBe("old-4");
  expect(await stored()).toContain("old-4");
  // A service that is new gets events from now on.
  taken.length = 0;
  const other = forwarderOf(serviceUrl.replace("key@", "other@"));
  await forwardEvents(server.ctx(), other, signal);
  await untilReadable(clickHouse);
  await forwardEvents(server.ctx(), other, signal);
  expect(taken).toEqual([]);
}, 120_000);

test("outages in the middle of collection lose no event and double none, and no request fails", async () => {
  await clickHouse.query("truncate table events");
  const server = await start({ EVENTS_URL: line.url, METRICS_PORT: "0" });
  await server.pool.query("truncate growth.visitors");
  taken.length = 0;
  const post = postAt(() => server);
  const sent: string[] = [];
  const people = new Set<string>();
  const send = async (count: number) => {
    await Promise.all(
      Array.from({ length: count }, async () => {
        const batch = Array.from({ length: 5 }, () => {
          const [messageId, userId] = [randomUUID(), `person ${sent.length % 30}`];
          sent.push(messageId);
          people.add(userId);
          return { type: "track", event: "e", messageId, userId };
        });
        expect((await post("batch", { batch })).status).toBe(200);
      }),
    );
  };
  /** Sends until events go to ClickHouse again. */
  const untilBack = async () => {
    for (;;) {
      const before = (await held(server)).length;
      await send(1);
      if ((await held(server)).length === before) return;
    }
  };
  await send(10);
  expect(await held(server)).toEqual([]);
  for (const mode of ["loses answers", "refuses", "hangs"] satisfies LineMode[]) {
    line.set(mode);
    await send(10);
    await send(10);
    expect((await held(server)).length).toBeGreaterThan(0);
    // The studio's health doesn't depend on it.
    expect((await server.fetch("/readyz")).status).toBe(200);
    expect(await (await fetch(`${server.metricsUrl}/metrics`)).text()).toContain(
      'eightcount_clickhouse_up{server="clickhouse"} 0',
    );
    // Services get what PostgreSQL holds, even so.
    if (mode === "refuses") {
      await untilSettled(server.pool, "growth.events");
      await expect(forwardEvents(server.ctx(), forwarderOf(serviceUrl), signal)).rejects.toThrow(
        "ClickHouse",
      );
      expect(taken).toEqual(expect.arrayContaining(sent.slice(-50)));
    }
    line.set("open");
    await untilBack();
  }
  // ClickHouse is killed while events arrive, and the answer of the move is lost as well.
  await Promise.all([send(20), clickHouse.kill()]);
  await clickHouse.start();
  line.set("loses answers");
  await untilSettled(server.pool, "growth.events");
  await countVisits(server.ctx(), signal);
  await forwardEvents(server.ctx(), forwarderOf(serviceUrl), signal);
  await expect(moveEvents(server.ctx(), server.ctx().ports.clickHouse!, signal)).rejects.toThrow(
    "ClickHouse",
  );
  expect((await held(server)).length).toBeGreaterThan(0);
  line.set("open");
  await untilBack();
  await untilReadable(clickHouse);
  await runJobs(server);
  await runJobs(server);
  expect(await held(server)).toEqual([]);
  // Each is there once, although answers of inserts were lost.
  expect(await stored()).toEqual(sent.toSorted());
  expect(new Set(taken)).toEqual(new Set(sent));
  const { rows } = await server.pool.query<{ id: string }>("select person_id as id from growth.visitors");
  expect(new Set(rows.map(({ id }) => id))).toEqual(people);
}, 180_000);
