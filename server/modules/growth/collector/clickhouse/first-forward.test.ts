import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { startClickHouse, startClickHouseLine, untilReadable } from "../../../../testing/clickhouse.ts";
import type { ClickHouseLine, TestClickHouse } from "../../../../testing/clickhouse.ts";
import { createTestDatabase, startTestServer } from "../../../../testing/harness.ts";
import type { TestServer } from "../../../../testing/harness.ts";
import { untilSettled } from "../../../../testing/settled.ts";
import { forwarderOf, forwardEvents } from "../forward.ts";
import { postAt } from "../testing.ts";

const signal = new AbortController().signal;
let clickHouse: TestClickHouse;
let line: ClickHouseLine;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let taken: string[] = [];
const service = createServer((request, response) => {
  void json(request).then((body) => {
    taken.push(...(body as { batch: { messageId: string }[] }).batch.map(({ messageId }) => messageId));
    response.end("{}");
  });
});
let forwarder: ReturnType<typeof forwarderOf>;
beforeAll(async () => {
  clickHouse = await startClickHouse();
  line = await startClickHouseLine(clickHouse.url);
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  forwarder = forwarderOf(`http://key@127.0.0.1:${(service.address() as AddressInfo).port}/v1`);
});
beforeEach(async () => {
  database = await createTestDatabase();
  taken = [];
  line.set("refuses");
});
afterEach(async () => {
  await clickHouse.query("drop table if exists events");
  await database.drop();
});
afterAll(async () => {
  service.close();
  line?.close();
  await clickHouse?.stop();
});

/** Runs `work` with a server of the studio of this test. */
async function withServer(url: string | null, work: (server: TestServer) => Promise<void>): Promise<void> {
  const server = await startTestServer({
    roles: "api",
    database: database.connection,
    env: { LOG_LEVEL: "silent", ...(url ? { EVENTS_URL: url } : {}) },
  });
  try {
    await work(server);
  } finally {
    await server.stop();
  }
}
const send = async (server: TestServer, messageId: string) =>
  expect((await postAt(() => server)("track", { event: "e", userId: "someone", messageId })).status).toBe(
    200,
  );
const forward = async (server: TestServer) => {
  await untilSettled(server.pool, "growth.events");
  await forwardEvents(server.ctx(), forwarder, signal);
};

test("a service that was sent events before gets all of a studio whose ClickHouse is away from the first, and each once", async () => {
  await withServer(null, async (server) => {
    await forward(server);
    await send(server, "before");
    await forward(server);
  });
  await withServer(line.url, async (server) => {
    await send(server, "held");
    // Another process reaches ClickHouse.
    await withServer(clickHouse.url, (other) => send(other, "stored"));
    await expect(forward(server)).rejects.toThrow("ClickHouse");
    expect(taken).toEqual(["before", "held"]);
    line.set("open");
    await untilReadable(clickHouse);
    await forward(server);
    await forward(server);
    expect(taken).toEqual(["before", "held", "stored"]);
  });
});

test("a new service gets events from its start on, and if ClickHouse is away then, from minutes before rather than too few", async () => {
  await withServer(line.url, async (server) => {
    await send(server, "held before");
    await withServer(clickHouse.url, async (other) => {
      await send(other, "stored before");
      // PostgreSQL's clock may be ten minutes ahead of ClickHouse's.
      for (const [id, secondsAgo] of [
        ["old", 900],
        ["recent", 300],
      ])
        await clickHouse.query(
          `insert into events (message_id, type, user_id, anonymous_id, message, received_at) select '${id}', type, user_id, anonymous_id, message, now() - ${secondsAgo} from events where message_id = 'stored before'`,
        );
      await clickHouse.query("alter table events delete where message_id = 'stored before'");
      await untilSettled(server.pool, "growth.events");
      await expect(forward(server)).rejects.toThrow("ClickHouse");
      await send(server, "held");
      await send(other, "stored");
    });
    await expect(forward(server)).rejects.toThrow("ClickHouse");
    expect(taken).toEqual(["held"]);
    await untilReadable(clickHouse);
    line.set("open");
    await forward(server);
    await forward(server);
    expect(taken).toEqual(["held", "recent", "stored"]);
  });
});
