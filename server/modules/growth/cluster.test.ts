import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { untilSettled } from "../../testing/settled.ts";
import { createTestDatabase, startTestServer } from "../../testing/harness.ts";
import type { TestServer } from "../../testing/harness.ts";
import { forwardEvents, forwarderOf } from "./collector/forward.ts";
import { postAt } from "./collector/testing.ts";

const database = await createTestDatabase();
const taken: string[] = [];
const service = createServer((request, response) => {
  let body = "";
  request.on("data", (part: Buffer) => (body += part.toString()));
  request.on("end", () => {
    taken.push(...(JSON.parse(body) as { batch: { event: string }[] }).batch.map(({ event }) => event));
    response.writeHead(200).end("{}");
  });
});
await new Promise<void>((resolve) => {
  service.listen(0, "127.0.0.1", resolve);
});
const forwarder = forwarderOf(`http://key@127.0.0.1:${(service.address() as AddressInfo).port}/v1`);
let server: TestServer;
const start = async () => {
  server = await startTestServer({ roles: "api", database: database.connection });
};
const track = (event: string) => postAt(() => server)("track", { userId: "dancer", event });
const forward = async () => {
  await untilSettled(server.pool, "growth.events");
  await forwardEvents(server.ctx(), forwarder, new AbortController().signal);
};
afterAll(async () => {
  await server?.stop();
  await database.drop();
  service.close();
});

test("forwards each event once and in order when its database goes on in a cluster of lower transaction ids", async () => {
  await start();
  await forward();
  await track("forwarded before");
  await forward();
  await track("not forwarded yet");
  await untilSettled(server.pool, "growth.events");
  // As a restored dump: what is stored comes from a cluster that had used up a billion more.
  for (const table of ["events", "rtdb_changes", "forwarders"])
    await server.pool.query(
      `update growth.${table} set xact = (xact::text::numeric + 1000000000)::text::xid8 where xact <> '0'`,
    );
  await server.stop();
  await start();
  await track("first in the new cluster");
  await forward();
  expect(taken).toEqual(["forwarded before", "not forwarded yet", "first in the new cluster"]);
  // In the same cluster a start changes nothing.
  await server.stop();
  const earlier = async () =>
    (
      await server.pool.query<{ ids: string }>(
        "select earlier_ids::text as ids from growth.transaction_order",
      )
    ).rows[0]!.ids;
  await start();
  const before = await earlier();
  expect(Number(before)).toBeGreaterThan(999_000_000);
  await track("and on");
  await server.stop();
  await start();
  expect(await earlier()).toBe(before);
  await forward();
  expect(taken.at(-1)).toBe("and on");
});
