import { afterAll, beforeAll, expect, test } from "vitest";
import { startDatabaseSwitch } from "../testing/database-switch.ts";
import type { DatabaseSwitch } from "../testing/database-switch.ts";
import { createClass, createLibrary } from "../testing/factories.ts";
import { startTestServer } from "../testing/harness.ts";
import type { TestServer } from "../testing/harness.ts";
import { captureLog } from "../testing/log.ts";
import { urlOfDatabase } from "../testing/program.ts";
import { startReplicated } from "../testing/replica.ts";
import type { Replicated } from "../testing/replica.ts";

const logged = captureLog();
let databases: Replicated;
/** The address that follows the primary. */
let address: DatabaseSwitch;
let server: TestServer;
beforeAll(async () => {
  databases = await startReplicated(0);
  address = await startDatabaseSwitch(databases.primary);
  server = await startTestServer({
    database: address.connection,
    env: {
      DATABASE_URL: urlOfDatabase(address.connection),
      DATABASE_READ_URL: databases.replicaUrl,
      AUTH_SECRET: "a".repeat(40),
      MEDIA_SECRET: "m".repeat(40),
    },
  });
  await createLibrary(server.pool);
});
afterAll(async () => {
  await server?.stop();
  await address?.close();
  await databases?.end();
});

/** Leads all connections to the replica, as a virtual IP address or a DNS name does during a failover. */
function moveAddress(): void {
  address.setAway(true);
  address.leadTo(databases.replica);
  address.setAway(false);
}

test("goes on with a promoted replica, without a restart and without a lost change", async () => {
  const member = await server.member();
  const [first, second] = [
    await createClass(server.pool, { slug: "first" }),
    await createClass(server.pool, { slug: "second" }),
  ];
  const save = (id: string) =>
    server.graphql("mutation ($id: ID!) { saveClass(classId: $id) { isSaved } }", { id }, { as: member });
  const savedClasses = async () => {
    const { data } = await server.graphql<{ studioClasses: { items: { id: string; isSaved: boolean }[] } }>(
      "{ studioClasses { items { id isSaved } } }",
      {},
      { as: member },
    );
    return data?.studioClasses.items
      .filter(({ isSaved }) => isSaved)
      .map(({ id }) => id)
      .sort();
  };
  expect((await save(first.id)).errors).toEqual([]);
  const onReplica = "select count(*)::int as count from practice.records";
  await expect.poll(async () => (await databases.askReplica(onReplica))[0]!["count"]).toBe(1);

  // The address moves too early, and back: connections that lead to a replica are closed at their first change.
  moveAddress();
  expect((await save(second.id)).errors[0]?.extensions.code).toBe("UNAVAILABLE");
  address.leadTo(databases.primary);
  await expect.poll(async () => (await save(first.id)).errors).toEqual([]);

  await databases.stopPrimary();
  moveAddress();
  // Still a replica: changes are refused as temporary, and reads go on.
  await expect.poll(savedClasses).toEqual([first.id]);
  const refused = await save(second.id);
  expect(refused.status).toBe(503);
  expect(refused.errors[0]?.extensions.code).toBe("UNAVAILABLE");

  await databases.askReplica("select pg_promote()");
  await expect.poll(async () => (await save(second.id)).errors).toEqual([]);
  await expect.poll(savedClasses).toEqual([first.id, second.id].sort());
  // The worker goes on, too.
  await server.pool.query("select graphile_worker.add_job('platform.delete_expired_limits', '{}'::json)");
  const waiting =
    "select count(*)::int as count from graphile_worker.jobs where task_identifier = 'platform.delete_expired_limits'";
  await expect.poll(async () => (await server.pool.query<{ count: number }>(waiting)).rows[0]!.count).toBe(0);
  expect(logged()).not.toContain('"level":"fatal"');
});
