/**
 * Measures the cost of a challenge with 250,000 participants compared to one with 250. Also whether one worker keeps up with
 * 10,000 completions a minute. PostgreSQL runs with its default durability, on the same machine.
 *
 *     npm run bench -- challenges [--minutes=2]
 */
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pgTypes from "pg";
import { prepareDatabase } from "../server/app/database.ts";
import { createLog } from "../server/platform/log.ts";
import { ensurePostgres } from "../server/platform/postgres/index.ts";
import { classCompleted } from "../server/modules/practice/events.ts";
import { seedChallenges } from "../server/modules/challenges/index.ts";
import { createClass, createLibrary } from "../server/testing/factories.ts";
import { startTestServer } from "../server/testing/harness.ts";

const root = join(import.meta.dirname, "..");
const pg = createRequire(join(root, "package.json"))("pg") as typeof pgTypes;
const minutes = Number(/--minutes=(\d+)/.exec(process.argv.join(" "))?.[1] ?? 2);
const sizes = [250, 250_000] as const;
const perMinute = 10_000;

const folder = await mkdtemp(join(tmpdir(), "eightcount-bench-"));
const log = createLog("error");
const postgres = await ensurePostgres({ dataDir: folder, log });
const pool = new pg.Pool(postgres.connection);
// The pools are closed a moment after the database, which ends their connections with an error.
pool.on("error", () => {});
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
const print = (line: string) => process.stdout.write(`${line}\n`);

try {
  await prepareDatabase(pool, log);
  const server = await startTestServer({ roles: "api", database: postgres.connection });
  server.pool.on("error", () => {});
  await createLibrary(server.pool);
  const slugs = new Map<number, string>();
  for (const size of sizes) {
    const slug = `bench-${size}`;
    slugs.set(size, slug);
    await server.ctx().transact((tx) =>
      seedChallenges(
        tx,
        [
          {
            slug,
            title: slug,
            description: slug,
            triggerType: "class_completed",
            requiredClassIds: [],
            startsAt: new Date(Date.now() - 7 * 24 * 3_600_000),
            endsAt: new Date(Date.now() + 7 * 24 * 3_600_000),
            goalHeader: "goal",
            subtitleHeader: "subtitle",
            earnedByHeader: "earned",
            badges: [{ slug, name: slug, description: slug, amountToEarn: 64 }],
          },
        ],
        [],
      ),
    );
    await pool.query(
      `with people as (
         insert into identity."user" ("id", "name", "email", "emailVerified", "updatedAt", "username")
         select gen_random_uuid(), 'Demo', $1 || n || '@bench.test', true, now(), replace($1, '-', '_') || '_' || n
         from generate_series(1, $2::int) as n returning id)
       insert into challenges.progress (achievement_id, person_id, joined_at, amount, reached_at)
       select (select achievement_id from challenges.challenges where slug = $1), id, now() - interval '7 days',
         (random() * 40)::int, now() - random() * interval '6 days' from people`,
      [slug, size],
    );
  }
  await pool.query("vacuum analyze");

  print("Leaderboard of 100 with one's rank and those around one, over HTTP, one at a time:");
  const took = new Map<number, number>();
  for (const size of sizes) {
    const me = await server.member();
    await server.graphql(
      "mutation ($id: ID!) { joinChallenge(id: $id) { id } }",
      { id: slugs.get(size) },
      { as: me },
    );
    await pool.query("update challenges.progress set amount = 20 where person_id = $1", [me.id]);
    const times: number[] = [];
    for (let run = 0; run < 300; run += 1) {
      const began = performance.now();
      const { errors } = await server.graphql(
        `query ($id: ID!) { challengeById(id: $id) { rank participantsCount participantLeaderboard(first: 100) { user { username } progressAmount }
           leaderboardAround { distance entry { user { username } } } } }`,
        { id: slugs.get(size) },
        { as: me },
      );
      if (errors.length > 0) throw new Error(errors[0]!.message);
      if (run >= 50) times.push(performance.now() - began);
    }
    took.set(size, median(times));
    print(`  ${String(size).padStart(7)} people  ${median(times).toFixed(1)} ms (median of ${times.length})`);
  }
  print(`  ratio ${(took.get(250_000)! / took.get(250)!).toFixed(2)}`);

  print(
    `${perMinute} completions a minute for ${minutes} min, one worker; people of the challenge of 250,000:`,
  );
  const { rows: people } = await pool.query<{ person_id: string }>(
    `select person_id from challenges.progress
     where achievement_id = (select achievement_id from challenges.challenges where slug = $1) limit 20000`,
    [slugs.get(250_000)],
  );
  const classes = await Promise.all(Array.from({ length: 40 }, () => createClass(server.pool)));
  const worker = await startTestServer({
    roles: "worker",
    database: postgres.connection,
    env: { WORKER_CONCURRENCY: "12", DATABASE_CONNECTIONS: "24" },
  });
  const cpu = process.cpuUsage();
  const batches = minutes * 60;
  const lags: number[] = [];
  let sent = 0;
  for (let second = 0; second < batches; second += 1) {
    const began = performance.now();
    const due = Math.round(((second + 1) * perMinute) / 60);
    await server.ctx().transact(async (tx) => {
      for (; sent < due; sent += 1)
        await tx.publish(classCompleted, {
          personId: people[sent % people.length]!.person_id,
          classId: classes[Math.floor(sent / people.length) % classes.length]!.id,
          completedAt: new Date().toISOString(),
          playedMs: 600_000,
        });
    });
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, 1000 - (performance.now() - began))));
    const { rows } = await pool.query<{ lag: number }>(
      `select coalesce(extract(epoch from now() - min(run_at)), 0)::float as lag from graphile_worker.jobs
       where task_identifier = 'platform.react' and attempts = 0 and locked_at is null`,
    );
    lags.push(rows[0]!.lag);
  }
  const sentAt = performance.now();
  for (;;) {
    const { rows } = await pool.query<{ left: string }>(
      "select count(*) as left from graphile_worker.jobs where attempts < max_attempts and run_at <= now()",
    );
    if (Number(rows[0]!.left) === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const { user, system } = process.cpuUsage(cpu);
  const { rows: counted } = await pool.query<{ count: string }>(
    "select count(*) from challenges.completions",
  );
  const half = Math.floor(lags.length / 2);
  print(
    `  ${sent} sent, ${counted[0]!.count} counted, all done ${((performance.now() - sentAt) / 1000).toFixed(1)} s after the last`,
  );
  print(
    `  oldest waiting job: median ${median(lags.slice(0, half)).toFixed(2)} s in the first half, ${median(lags.slice(half)).toFixed(2)} s in the second, at most ${Math.max(...lags).toFixed(2)} s`,
  );
  print(
    `  ${((user + system) / sent / 1000).toFixed(2)} ms of one core a completion here, its badges' news and the load's own part included`,
  );
  await worker.stop();
  await server.stop();
} finally {
  await pool.end();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
