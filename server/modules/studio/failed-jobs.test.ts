import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";

let here: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  here = await startTestServer({ roles: "api" });
  admin = await here.member({ role: "admin" });
});
afterAll(async () => {
  await here.stop();
});

/** Inserts a failed job, as the worker leaves it after the last attempt. @returns its id */
async function insertFailedJob(task: string, error: string, payload: object = {}): Promise<string> {
  const { rows } = await here.pool.query<{ id: string }>(
    "select id from graphile_worker.add_job($1, $2::json, max_attempts => 3)",
    [task, JSON.stringify(payload)],
  );
  const { id } = rows[0]!;
  await here.pool.query(
    "update graphile_worker._private_jobs set attempts = 3, last_error = $2, updated_at = now() where id = $1",
    [id, error],
  );
  return String(id);
}
const list = async (as: TestPerson, pagination: object = {}) =>
  here.graphql<{ failedJobs: { items: { id: string }[]; nextCursor: string | null } }>(
    `query ($pagination: Pagination) { failedJobs(pagination: $pagination) {
       nextCursor items { id task error attempts enqueuedAt failedAt } } }`,
    { pagination },
    { as },
  );
const retry = async (as: TestPerson, id: string) =>
  here.graphql<{ retryFailedJob: string }>("mutation ($id: ID!) { retryFailedJob(id: $id) }", { id }, { as });
const stateOf = async (id: string) =>
  (await here.pool.query("select attempts from graphile_worker._private_jobs where id = $1", [id])).rows[0];

test("lets an admin list and page failed jobs, and retries each once", async () => {
  const waiting = await here.pool.query<{ id: string }>(
    "select id from graphile_worker.add_job('mail.send')",
  );
  const first = await insertFailedJob("mail.send", "550 no mailbox demo@example.test");
  const second = await insertFailedJob("platform.react", "It broke", {
    eventId: "e",
    reaction: "notifications.tell_of_badge",
  });
  const third = await insertFailedJob("media.transcode", "Killed");

  const page = (await list(admin, { first: 2 })).data!.failedJobs;
  expect(page.items).toMatchObject([
    { id: third, task: "media.transcode", error: "Killed", attempts: 3 },
    { id: second, task: "notifications.tell_of_badge" },
  ]);
  const rest = (await list(admin, { first: 2, after: page.nextCursor })).data!.failedJobs;
  expect(rest).toMatchObject({ nextCursor: null, items: [{ id: first, error: "550 no mailbox [e-mail]" }] });
  expect(rest.items.map(({ id }) => id)).not.toContain(String(waiting.rows[0]!.id));

  const { data } = await here.graphql("{ studioAreas { key waiting } }", {}, { as: admin });
  expect(data).toMatchObject({ studioAreas: expect.arrayContaining([{ key: "failedJobs", waiting: 3 }]) });

  expect((await retry(admin, second)).data?.retryFailedJob).toBe(second);
  expect(await stateOf(second)).toEqual({ attempts: 0 });
  expect((await retry(admin, second)).errors[0]?.extensions.code).toBe("NOT_FOUND");
  expect((await list(admin)).data!.failedJobs.items.map(({ id }) => id)).toEqual([third, first]);
});

test("is hidden from everyone but admins", async () => {
  const id = await insertFailedJob("media.transcode", "Killed");
  for (const as of [await here.anonymous(), await here.member(), await here.member({ role: "moderator" })]) {
    expect((await list(as)).errors[0]?.extensions.code).toBe("NOT_FOUND");
    expect((await retry(as, id)).errors[0]?.extensions.code).toBe("NOT_FOUND");
  }
  expect((await retry(admin, "1 or 1=1")).errors[0]?.extensions.code).toBe("NOT_FOUND");
  expect(await stateOf(id)).toEqual({ attempts: 3 });
});

test("shows admins which jobs wait for a worker, and since when", async () => {
  await here.pool.query(
    `select graphile_worker.add_job('demo.counted', run_at => run_at) from unnest(array[
       now() - interval '2 hours', now() - interval '1 hour', now() + interval '1 day']) as run_at`,
  );
  const read = async (as: TestPerson) =>
    here.graphql<{ queuedTasks: { task: string; waitingSince: string | null }[] }>(
      "{ queuedTasks { task ready running scheduled waitingSince } }",
      {},
      { as },
    );
  const { data } = await read(admin);
  const counted = data!.queuedTasks.find(({ task }) => task === "demo.counted")!;
  expect(counted).toMatchObject({ ready: 2, running: 0, scheduled: 1 });
  const waited = Date.now() - Date.parse(counted.waitingSince!);
  expect(Math.round(waited / 3_600_000)).toBe(2);

  // Behind one that runs in the same queue.
  await here.pool.query(
    "select graphile_worker.add_job('demo.blocked', queue_name => 'demo', run_at => now() - interval '3 hours')",
  );
  await here.pool.query(
    `update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'a worker' where queue_name = 'demo'`,
  );
  const tasks = (await read(admin)).data!.queuedTasks;
  const blocked = tasks.find(({ task }) => task === "demo.blocked")!;
  expect(blocked).toMatchObject({ ready: 1, running: 0 });
  expect(Math.round((Date.now() - Date.parse(blocked.waitingSince!)) / 3_600_000)).toBe(3);
  const { errors } = await read(await here.member({ role: "finance" }));
  expect(errors.map(({ extensions }) => extensions.code)).toEqual(["NOT_FOUND"]);
});
