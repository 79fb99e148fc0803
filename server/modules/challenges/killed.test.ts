import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createClass, createLibrary } from "../../testing/factories.ts";
import { createTestDatabase, startTestServer } from "../../testing/harness.ts";
import type { TestServer } from "../../testing/harness.ts";
import { startWorkerProcess } from "../../testing/worker-processes.ts";
import type { WorkerProcess } from "../../testing/worker-processes.ts";
import { classCompleted } from "../practice/events.ts";
import { seedChallenges } from "./index.ts";

const people = 24;
const classes = 4;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let dataDir: string;
let server: TestServer;
let worker: WorkerProcess | null = null;
beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "eightcount-awards-"));
  server = await startTestServer({ roles: "api", database: database.connection, dataDir });
});
afterEach(async () => {
  await worker?.kill();
  await server.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function startWorker(): Promise<void> {
  worker = await startWorkerProcess(database.connection, dataDir);
}
/** Makes the last heartbeat and its locks old enough for another worker, which other tests wait for. */
async function age(): Promise<void> {
  await server.pool.query("update platform.workers set seen_at = seen_at - interval '30 seconds'");
  await server.pool.query(
    "update graphile_worker._private_jobs set locked_at = locked_at - interval '30 seconds' where locked_at is not null",
  );
}
const count = async (sql: string): Promise<number> =>
  (await server.pool.query<{ found: number }>(`select count(*)::int as found from ${sql}`)).rows[0]!.found;

test("awards and notifies each badge once when workers are killed while awarding", async () => {
  await createLibrary(server.pool);
  const danced = [];
  for (let made = 0; made < classes; made += 1) danced.push((await createClass(server.pool)).id);
  const now = Date.now();
  await server.ctx().transact((tx) =>
    seedChallenges(
      tx,
      [
        {
          slug: "killed",
          title: "Four classes",
          description: "Any four",
          triggerType: "class_completed",
          requiredClassIds: [],
          startsAt: new Date(now - 86_400_000),
          endsAt: new Date(now + 86_400_000),
          goalHeader: "Complete classes",
          subtitleHeader: "Any of them",
          earnedByHeader: "Earned by",
          badges: [
            { slug: "killed-one", name: "One", description: "One class", amountToEarn: 1 },
            { slug: "killed-four", name: "Four", description: "Four classes", amountToEarn: 4 },
          ],
        },
      ],
      [],
    ),
  );
  const members = [];
  for (let joined = 0; joined < people; joined += 1) {
    const member = await server.member();
    members.push(member);
    const { errors } = await server.graphql(
      "mutation ($id: ID!) { joinChallenge(id: $id) { isJoined } }",
      { id: "killed" },
      { as: member },
    );
    expect(errors).toEqual([]);
  }
  for (const classId of danced)
    for (const { id: personId } of members)
      await server.ctx().transact((tx) =>
        tx.publish(classCompleted, {
          personId,
          classId,
          completedAt: new Date().toISOString(),
          playedMs: 540_000,
        }),
      );

  // Each worker is killed in the middle of a job.
  for (let kill = 1; kill <= 3; kill += 1) {
    await startWorker();
    await expect.poll(() => count("challenges.completions")).toBeGreaterThanOrEqual(kill * people);
    await worker?.kill();
    await age();
  }
  await startWorker();
  await expect.poll(() => count("challenges.completions")).toBe(people * classes);
  await expect
    .poll(() => count("graphile_worker._private_jobs where locked_at is not null or attempts = 0"))
    .toBe(0);
  const ofTheChallenge = "(select id from challenges.badges where slug like 'killed-%')";
  expect(await count(`challenges.earned_badges where badge_id in ${ofTheChallenge}`)).toBe(people * 2);
  const { rows } = await server.pool.query<{ earned: number; notified: number }>(
    `select (select count(*)::int from challenges.earned_badges where person_id = members.id) as earned,
       (select count(*)::int from notifications.items where person_id = members.id and kind = 'BadgeEarned') as notified
     from unnest($1::uuid[]) as members (id)`,
    [members.map(({ id }) => id)],
  );
  // The first class ever also earns a badge outside challenges.
  expect(rows).toEqual(members.map(() => ({ earned: 3, notified: 3 })));
  expect(
    await count("challenges.progress join challenges.challenges using (achievement_id) where amount = 4"),
  ).toBe(people);
});
