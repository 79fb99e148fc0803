/**
 * How long dancers wait for the API while 100,000 followers are notified of a new class by the same process, against when it is idle in the
 * same run. Fails if p99 takes more than twice as long.
 *
 *     npm run bench -- fan-out [--followers=100000] [--rounds=3]
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import { fanOutJob } from "../../server/modules/notifications/fan-out.ts";
import { createClass, createLibrary } from "../../server/testing/factories.ts";
import { startTestDatabase, startTestServer } from "../../server/testing/harness.ts";
import type { Dancers, Reads } from "./dancers.ts";

const option = (name: string, usual: number): number =>
  Number(process.argv.find((given) => given.startsWith(`--${name}=`))?.slice(name.length + 3) ?? usual);
const followers = option("followers", 100_000);
const rounds = option("rounds", 3);
const readsPerSecond = 40;
const maxRatio = 2;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const stopDatabase = await startTestDatabase();
// As `npm start` runs it: one process that answers requests and does jobs.
const server = await startTestServer({ roles: "api,worker", env: { DATABASE_CONNECTIONS: "16" } });
try {
  await createLibrary(server.pool);
  const classId = await fill();
  const members = await Promise.all(Array.from({ length: 8 }, () => server.member()));
  const dancers = new Worker(join(import.meta.dirname, "dancers.ts"), {
    workerData: {
      url: server.url,
      tokens: await Promise.all(members.map((member) => member.token())),
      queries: [
        "{ studioClasses(pagination: { first: 24 }) { nextCursor items { id classId title level type userProgress { completed percent } styleV2 { name } instructor { name } } } }",
        `{ studioClass(id: "${classId}") { id title description instructor { name } userProgress { completed percent } } }`,
        "{ notifications(pagination: { first: 20 }) { items { id type text } unread nextCursor } }",
      ],
      everyMs: 1000 / readsPerSecond,
    } satisfies Dancers,
  });
  try {
    const reads = async (): Promise<Reads> => {
      const answered = new Promise<Reads>((resolve) => dancers.once("message", resolve));
      dancers.postMessage("reads");
      return answered;
    };
    const during = async (phase: () => Promise<void>): Promise<Reads> => {
      await reads();
      await phase();
      return reads();
    };
    await pause(5_000);
    const [idle, busy]: [Reads[], Reads[]] = [[], []];
    let tookMs = 0;
    // In turn and as long, so that whatever else the machine does slows down both.
    for (let round = 1; round <= rounds; round += 1) {
      const begun = performance.now();
      busy.push(
        await during(async () => {
          await start(classId);
          do await pause(250);
          while ((await notified()) < followers * round);
        }),
      );
      const roundMs = performance.now() - begun;
      tookMs += roundMs;
      await pause(1_000);
      idle.push(await during(() => pause(roundMs)));
    }
    const [quiet, loaded] = [summary(idle), summary(busy)];
    console.table({ idle: quiet, "fan-out": loaded });
    const ratio = loaded["p99 ms"] / quiet["p99 ms"];
    console.log(
      `${followers} followers in ${(tookMs / rounds / 1000).toFixed(1)} s, ${readsPerSecond} reads a second, ${rounds} rounds. ` +
        `p99 is ${ratio.toFixed(2)} times that of the idle server.`,
    );
    if (ratio > maxRatio || loaded.failed > 0) process.exitCode = 1;
  } finally {
    await dancers.terminate();
    // Their last reads end.
    await pause(1_000);
  }
} finally {
  await server.stop();
  await stopDatabase();
}

/** @returns id of a class that all follow */
async function fill(): Promise<string> {
  for (let at = 0; at < 200; at += 1) await createClass(server.pool, {});
  const { id } = await createClass(server.pool, { style: "house", instructor: "demo-kofi" });
  await server.pool.query(
    `with people as (
       insert into identity."user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
       select id, 'Demo', id || '@example.test', true, now(), now()
       from (select gen_random_uuid() as id from generate_series(1, $1)) as new returning id
     )
     insert into catalog.followed_styles (person_id, style_id, followed_at)
     select people.id, styles.id, now() from people, catalog.styles where slug = 'house'`,
    [followers],
  );
  await server.pool.query("vacuum analyze");
  return id;
}

/** As the release of a class does. */
async function start(classId: string): Promise<void> {
  const page = {
    sourceId: randomUUID(),
    reaction: "notifications.notify_class_released",
    payload: { classId, audience: "followers" },
    after: null,
  };
  await server.ctx().transact((tx) => tx.enqueue(fanOutJob, page));
}

async function notified(): Promise<number> {
  const { rows } = await server.pool.query<{ count: number }>(
    "select coalesce(sum(occurrences), 0)::int as count from notifications.items where kind = 'ClassNew'",
  );
  return rows[0]!.count;
}

function summary(phases: readonly Reads[]) {
  const sorted = phases.flatMap(({ times }) => times).toSorted((a, b) => a - b);
  const at = (share: number): number =>
    Math.round(sorted[Math.floor((sorted.length - 1) * share)]! * 10) / 10;
  const failed = phases.reduce((sum, phase) => sum + phase.failed, 0);
  return { reads: sorted.length, failed, "p50 ms": at(0.5), "p95 ms": at(0.95), "p99 ms": at(0.99) };
}
