import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDatabaseSwitch } from "../../testing/database-switch.ts";
import { createTestDatabase, startTestServer } from "../../testing/harness.ts";
import type { TestServer } from "../../testing/harness.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let way: Awaited<ReturnType<typeof startDatabaseSwitch>>;
let server: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  way = await startDatabaseSwitch(database.connection);
  server = await startTestServer({
    env: { METRICS_PORT: "0" },
    database: { ...database.connection, host: "127.0.0.1", port: way.connection.port! },
  });
});
afterAll(async () => {
  await server?.stop();
  await way?.close();
  await database?.drop();
});

const scrape = async (): Promise<string> => (await fetch(`${server.metricsUrl}/metrics`)).text();

/** The value of the first sample with this name and these labels; null if there is none. */
function valueOf(text: string, name: string, labels: Record<string, string> = {}): number | null {
  const line = text
    .split("\n")
    .find(
      (sample) =>
        (sample.startsWith(`${name}{`) || sample.startsWith(`${name} `)) &&
        Object.entries(labels).every(([label, value]) => sample.includes(`${label}="${value}"`)),
    );
  return line === undefined ? null : Number(line.slice(line.lastIndexOf(" ")).replace("Inf", "Infinity"));
}

test("counts responses by route and status, and other clients' operations under one name", async () => {
  const me = await server.member({ name: "Demo Measured" });
  await server.graphql("query Invented { me { id } }", {}, { as: me });
  await server.fetch(`/class/demo-${me.id}`);
  const text = await scrape();
  expect(
    valueOf(text, "eightcount_http_request_duration_seconds_count", { route: "/graphql", status: "200" }),
  ).toBe(1);
  expect(
    valueOf(text, "eightcount_graphql_operation_duration_seconds_count", {
      operation: "other",
      outcome: "succeeded",
    }),
  ).toBe(1);
  for (const secret of [me.id, "Invented", "Measured"]) expect(text).not.toContain(secret);
});

test("tells which jobs wait for a worker and for how long, and how they ended", async () => {
  await server.pool.query(
    "select graphile_worker.add_job('metrics.unknown', run_at => now() - interval '1 hour')",
  );
  await server.ctx().ports.storage.put("metrics/a.txt", new Uint8Array(1), "text/plain");
  const text = await scrape();
  const task = "metrics.unknown";
  expect(valueOf(text, "eightcount_jobs", { task, state: "ready" })).toBe(1);
  expect(valueOf(text, "eightcount_job_oldest_ready_seconds", { task })).toBeGreaterThanOrEqual(3600);
  expect(
    valueOf(text, "eightcount_storage_duration_seconds_count", { action: "put", outcome: "succeeded" }),
  ).toBe(1);
  await server.pool.query("select graphile_worker.add_job('platform.delete_expired_limits')");
  await expect
    .poll(async () =>
      valueOf(await scrape(), "eightcount_job_duration_seconds_count", { outcome: "succeeded" }),
    )
    .toBeGreaterThanOrEqual(1);
});

test("counts a job as ready only if a worker could take it now, and those behind it in its queue apart", async () => {
  const task = "metrics.queued";
  for (let at = 0; at < 3; at += 1)
    await server.pool.query(
      "select graphile_worker.add_job($1, queue_name => 'metrics', run_at => now() - interval '1 hour')",
      [task],
    );
  const read = async () => {
    const text = await scrape();
    const [ready, blocked] = ["ready", "blocked"].map((state) =>
      valueOf(text, "eightcount_jobs", { task, state }),
    );
    const [readyHours, blockedHours] = ["ready", "blocked"].map((state) =>
      Math.floor(valueOf(text, `eightcount_job_oldest_${state}_seconds`, { task })! / 3600),
    );
    return { ready, blocked, readyHours, blockedHours };
  };
  expect(await read()).toEqual({ ready: 1, blocked: 2, readyHours: 1, blockedHours: 1 });
  await server.pool.query(
    `update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'a worker' where queue_name = 'metrics'`,
  );
  expect(await read()).toEqual({ ready: 0, blocked: 3, readyHours: 0, blockedHours: 1 });
});

test("serves how old the newest complete backup is, and infinity where there is none", async () => {
  const age = async () => valueOf(await scrape(), "eightcount_backup_age_seconds", { content: "all" });
  expect(await age()).toBe(Infinity);
  await server.pool.query(
    `insert into platform.backups (id, finished_at) values ('older', now() - interval '3 days'), ('newer', now() - interval '2 hours')`,
  );
  expect(await age()).toBeGreaterThanOrEqual(7200);
  expect(await age()).toBeLessThan(3 * 86_400);
});

test("answers while the database is away, and says so", async () => {
  expect(valueOf(await scrape(), "eightcount_database_up")).toBe(1);
  way.setAway(true);
  const text = await scrape();
  way.setAway(false);
  expect(valueOf(text, "eightcount_database_up")).toBe(0);
  expect(valueOf(text, "eightcount_jobs")).toBeNull();
  expect(valueOf(text, "eightcount_backup_age_seconds")).toBeNull();
  expect(valueOf(text, "eightcount_build_info")).toBe(1);
});

test.each([
  "ops/prometheus/alerts.yaml",
  "ops/prometheus/tests/faults.yaml",
  "ops/prometheus/tests/healthy.yaml",
  "ops/grafana/eightcount.json",
])("serves every metric that %s reads, with its labels", async (file) => {
  const text = await scrape();
  const read = readFileSync(join(import.meta.dirname, "../../..", file), "utf8");
  const names = read.match(/\b(?:eightcount|nodejs|process)_\w+/g) ?? [];
  const missing = names.filter(
    (name) => !text.includes(`# TYPE ${name.replace(/_(bucket|count|sum)$/, "")} `),
  );
  expect(names.length).toBeGreaterThan(5);
  expect(missing).toEqual([]);
  // Prometheus adds the instance. Metrics of parts that this studio lacks have no samples.
  const samples = text.split("\n").filter((line) => !line.startsWith("#"));
  const selected = [...read.matchAll(/\b(eightcount_\w+)\{([^{}]+)\}/g)].map(([selector, name, labels]) => {
    const keys = [...labels!.matchAll(/(\w+)(?:=~|!~|!=|=)/g)].map(([, key]) => `${key}="`);
    const own = samples.filter((sample) => sample.startsWith(`${name}{`));
    const known = own.filter((sample) => keys.every((key) => key === 'instance="' || sample.includes(key)));
    return { selector, samples: own.length, known: known.length };
  });
  expect(selected.filter(({ known }) => known > 0).length).toBeGreaterThan(3);
  expect(selected.filter((one) => one.samples > 0 && one.known === 0)).toEqual([]);
});

test("prints what Prometheus accepts without a complaint, in each role and in use", async () => {
  const texts = [await scrape()];
  for (const roles of ["api", "worker"] as const) {
    const alone = await startTestServer({ roles, env: { METRICS_PORT: "0" } });
    const answer = await fetch(`${alone.metricsUrl}/metrics`);
    expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    texts.push(await answer.text());
    await alone.stop();
  }
  for (const input of texts) {
    const { status, stdout, stderr } = spawnSync("promtool", ["check", "metrics"], {
      input,
      encoding: "utf8",
    });
    expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: "" });
  }
});

test("keeps the metrics off the studio's own address", async () => {
  expect(await (await server.fetch("/metrics")).text()).not.toContain("eightcount_build_info");
  expect((await fetch(`${server.metricsUrl}/`)).status).toBe(404);
});
