import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { cardToken, subscribeAs } from "../testing.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let dataDir: string;
let server: TestServer;
const children: ChildProcess[] = [];
/** Moved instead of waiting until a payment counts as abandoned by its request. */
let aheadMs = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  const clock = { now: () => new Date(Date.now() + aheadMs) };
  dataDir = await mkdtemp(join(tmpdir(), "eightcount-killed-"));
  server = await startTestServer({ database: database.connection, dataDir, roles: "api", clock });
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await server?.stop();
  await database?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts a second server in a process that can be killed. */
async function startVictim(): Promise<{ url: string; kill(): Promise<void> }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../../../testing/api-process.ts")], {
    env: { ...process.env, DATA_DIR: dataDir, CONNECTION: JSON.stringify(database.connection) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const [port] = (await once(createInterface(child.stdout!), "line")) as [string];
  return {
    url: `http://127.0.0.1:${port}`,
    kill: async () => {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}

/** The tables that a checkout writes, in order: keys, the gateway's own records, then the results. */
test.each([
  ["before anything is kept", "billing.idempotency_keys"],
  ["while it is written down", "billing.payments"],
  ["while the gateway charges", "billing.test_payments"],
  ["while what was charged is settled", "platform.events"],
])("ends in one subscription and one charge if a checkout killed %s is sent again", async (_when, table) => {
  const me = await server.anonymous();
  const given = { token: await cardToken(server), key: randomUUID(), withoutTrial: true };
  const token = await me.token();
  const victim = await startVictim();
  const blocker = new pg.Client(database.connection);
  await blocker.connect();
  try {
    await blocker.query("begin");
    await blocker.query(`lock table ${table} in access exclusive mode`);
    const lost = fetch(`${victim.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-auth-token": `Bearer ${token}` },
      body: JSON.stringify({
        query: `mutation ($token: String!, $key: String!) { subscriptionCreateV2(planInfo: { planId: "premium-monthly" },
          gateway: { provider: eightcount, token: $token }, paymentMethodType: card, idempotencyKey: $key, withoutTrial: true) { id } }`,
        variables: given,
      }),
    }).then(
      (response) => response.text(),
      () => "killed",
    );
    // The checkout is waiting for the locked table now.
    await expect
      .poll(
        async () =>
          (
            await blocker.query(
              "select count(*)::int as count from pg_locks where not granted and relation = $1::regclass",
              [table],
            )
          ).rows[0] as object,
        { timeout: 60_000, interval: 20 },
      )
      .toEqual({ count: 1 });
    await victim.kill();
    expect(await lost).toBe("killed");
  } finally {
    await blocker.query("rollback");
    await blocker.end();
    await victim.kill();
  }
  // The claim of the killed call ends by the database's clock, which can't be moved.
  aheadMs += 20_000;
  await server.pool.query(
    "update billing.idempotency_keys set claimed_until = claimed_until - interval '20 seconds'",
  );
  const again = async () => {
    const { data, errors } = await subscribeAs(server, me, given);
    return data?.subscriptionCreateV2.status ?? errors[0]!.extensions.code;
  };
  await expect.poll(again, { timeout: 90_000, interval: 500 }).toBe("active");
  const { rows } = await server.pool.query(
    `select (select count(*)::int from billing.subscriptions where person_id = $1) as subscriptions,
       (select count(*)::int from billing.test_payments where account_id = $1 and status = 'succeeded') as charges,
       (select count(*)::int from billing.invoices where account_id = $1 and status = 'paid') as invoices`,
    [me.id],
  );
  expect(rows).toEqual([{ subscriptions: 1, charges: 1, invoices: 1 }]);
});
