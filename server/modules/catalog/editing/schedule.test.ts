import { afterAll, beforeAll, expect, test } from "vitest";
import { createClass, createLibrary } from "../../../testing/factories.ts";
import { createTestDatabase, startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { follow, inbox, settled } from "../../notifications/testing.ts";
import { catalog } from "../manifest.ts";
import { applySchedulesJob } from "./schedule.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let server: TestServer;
let editor: TestPerson;
let now = new Date("2026-03-20T09:00:00Z");
const clock = { now: () => now };
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ database: database.connection, clock });
  await createLibrary(server.pool);
  const admin = await server.member({ role: "admin" });
  const read = `{ studioSettings { version } }`;
  const { data } = await server.graphql<{ studioSettings: { version: number } }>(read, {}, { as: admin });
  const { errors } = await server.graphql(
    `mutation ($version: Int!) {
      saveStudioSettings(version: $version, input: { name: "Demo", timeZone: "Europe/Berlin" }) { version }
    }`,
    { version: data!.studioSettings.version },
    { as: admin },
  );
  expect(errors).toEqual([]);
  editor = await server.member({ role: "editor" });
});
afterAll(async () => {
  await server?.stop();
  await database?.drop();
});

interface Scheduled {
  publishedAt: string | null;
  schedule: { publishAt: string | null; leavesAt: string | null; localPublishAt: string | null };
}
const fields = "publishedAt schedule { publishAt leavesAt localPublishAt }";
const schedule = async (id: string, publishAt: string | null, leavesAt: string | null = null) => {
  const { data, errors } = await server.graphql<{ scheduleClass: Scheduled }>(
    `mutation ($id: ID!, $publishAt: String, $leavesAt: String) {
      scheduleClass(classId: $id, publishAt: $publishAt, leavesAt: $leavesAt) { ${fields} }
    }`,
    { id, publishAt, leavesAt },
    { as: editor },
  );
  return {
    found: data?.scheduleClass,
    errors: errors.map(({ extensions: { code, field } }) => [code, field]),
  };
};
const readyDraft = () => createClass(server.pool, { isPlayable: true, publishedAt: null });
/** Moves the clock and runs the minute's job. @returns when the class was published */
const publishedAt = async (id: string, at: string) => {
  now = new Date(at);
  const run = { signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
  await applySchedulesJob.run(server.ctx(), {}, run);
  const { data } = await server.graphql<{ editedClass: Scheduled }>(
    `query ($id: ID!) { editedClass(classId: $id) { ${fields} } }`,
    { id },
    { as: editor },
  );
  return data?.editedClass.publishedAt ?? null;
};

test("publishes a class at its minute in the studio's time zone, also after a clock change", async () => {
  const { id } = await readyDraft();
  // Clocks in Berlin go forward on March 29.
  const { found, errors } = await schedule(id, "2026-03-29T18:00");
  expect(errors).toEqual([]);
  expect(found?.schedule).toMatchObject({
    publishAt: "2026-03-29T16:00:00.000Z",
    localPublishAt: "2026-03-29T18:00",
  });
  expect(await publishedAt(id, "2026-03-29T15:59:59Z")).toBeNull();
  expect(await publishedAt(id, "2026-03-29T16:00:00Z")).toBe("2026-03-29T16:00:00.000Z");
});

test("publishes a class once and tells its followers once, with two workers in the same minute", async () => {
  const other = await startTestServer({ roles: "worker", database: database.connection, clock });
  try {
    const follower = await server.member();
    await follow(server, follower, "style", "house");
    const { id } = await createClass(server.pool, { isPlayable: true, publishedAt: null, style: "house" });
    await schedule(id, "2026-05-01T18:00");
    now = new Date("2026-05-01T16:00:30Z");
    // As many as keep both workers busy at once.
    await server.ctx().transact(async (tx) => {
      for (let nth = 0; nth < 8; nth += 1) await tx.enqueue(applySchedulesJob, {});
    });
    const items = async () => (await inbox(server, follower)).items.map(({ type }) => type);
    await expect.poll(items, { timeout: 60_000 }).toEqual(["ClassNew"]);
    await settled(server);
    expect(await items()).toEqual(["ClassNew"]);
    const { rows } = await server.pool.query(
      "select from platform.events where name = 'catalog.class_released' and payload ->> 'classId' = $1",
      [id],
    );
    expect(rows).toHaveLength(1);
  } finally {
    await other.stop();
  }
  // Every minute: at most 60 s late.
  const run = catalog.schedules?.find(({ job }) => job === applySchedulesJob);
  expect(run?.pattern).toBe("* * * * *");
});

test("takes the first time after the gap for one that a clock change skips", async () => {
  now = new Date("2026-03-20T09:00:00Z");
  const { found } = await schedule((await readyDraft()).id, "2026-03-29T02:30");
  expect(found?.schedule).toMatchObject({
    publishAt: "2026-03-29T01:30:00.000Z",
    localPublishAt: "2026-03-29T03:30",
  });
});

test("takes a class out of the library at its minute, and tells members before", async () => {
  now = new Date("2026-04-01T09:00:00Z");
  const { id, slug } = await createClass(server.pool, { isPlayable: true, publishedAt: now });
  expect((await schedule(id, null, "2026-04-10T20:00")).errors).toEqual([]);
  const { data } = await server.graphql<{ studioClass: { leavesAt: string } }>(
    `{ studioClass(id: "${slug}") { leavesAt } }`,
  );
  expect(data?.studioClass.leavesAt).toBe("2026-04-10T18:00:00.000Z");
  expect(await publishedAt(id, "2026-04-10T17:59:00Z")).not.toBeNull();
  expect(await publishedAt(id, "2026-04-10T18:00:00Z")).toBeNull();
});

test("publishes a class whose video was late as soon as it is ready", async () => {
  now = new Date("2026-05-01T09:00:00Z");
  const { id } = await readyDraft();
  await schedule(id, "2026-05-01T12:00");
  await server.pool.query(`update media.assets set availability = 'uploaded' where id = $1`, [id]);
  expect(await publishedAt(id, "2026-05-01T10:00:00Z")).toBeNull();
  await server.pool.query(`update media.assets set availability = 'available' where id = $1`, [id]);
  expect(await publishedAt(id, "2026-05-01T10:20:00Z")).toBe("2026-05-01T10:20:00.000Z");
});

test("tells editors once before and once at its minute that a class isn't ready, and members that it comes soon", async () => {
  const other = await startTestServer({ roles: "worker", database: database.connection, clock });
  try {
    now = new Date("2026-05-10T09:00:00Z");
    const { id, slug } = await readyDraft();
    await schedule(id, "2026-05-10T14:00");
    await server.pool.query(`update media.assets set availability = 'uploaded' where id = $1`, [id]);
    const notified = async () =>
      (await inbox(server, editor)).items.filter(({ url }) => url.includes(slug) || url.includes(id));
    const member = await server.member();
    const run = async (at: string) => {
      now = new Date(at);
      await server.ctx().transact(async (tx) => {
        for (let nth = 0; nth < 4; nth += 1) await tx.enqueue(applySchedulesJob, {});
      });
    };
    await publishedAt(id, "2026-05-10T10:59:00Z");
    expect(await notified()).toEqual([]);
    await run("2026-05-10T11:00:00Z");
    await expect.poll(async () => (await notified()).length, { timeout: 60_000 }).toBe(1);
    expect((await notified())[0]!.text).toContain("its video is missing");
    await run("2026-05-10T12:00:00Z");
    await expect.poll(async () => (await notified())[0]!.text, { timeout: 60_000 }).toContain("was due");
    await settled(server);
    const { rows } = await server.pool.query(
      "select from platform.events where name = 'catalog.release_endangered' and payload ->> 'classId' = $1",
      [id],
    );
    expect(rows).toHaveLength(2);
    expect((await inbox(server, member)).items).toEqual([]);

    const upcoming = async () =>
      (
        await server.graphql<{ upcomingClass: { isLate: boolean } | null }>(
          `{ upcomingClass(id: "${slug}") { isLate } }`,
        )
      ).data?.upcomingClass;
    expect(await upcoming()).toEqual({ isLate: true });
    await server.pool.query(`update media.assets set availability = 'available' where id = $1`, [id]);
    expect(await publishedAt(id, "2026-05-10T12:20:00Z")).toBe("2026-05-10T12:20:00.000Z");
    expect(await upcoming()).toBeNull();
  } finally {
    await other.stop();
  }
});

test("forgets the time of a class that is published by hand, and of one that is unscheduled", async () => {
  now = new Date("2026-06-01T09:00:00Z");
  const [byHand, unscheduled] = [await readyDraft(), await readyDraft()];
  for (const { id } of [byHand, unscheduled]) await schedule(id, "2026-06-02T12:00");
  const call = (name: string, id: string) =>
    server.graphql(`mutation { ${name}(classId: "${id}") { id } }`, {}, { as: editor });
  await call("publishClass", byHand.id);
  await call("unpublishClass", byHand.id);
  await schedule(unscheduled.id, null);
  expect(await publishedAt(byHand.id, "2026-06-02T12:00:00Z")).toBeNull();
  expect(await publishedAt(unscheduled.id, "2026-06-02T12:00:00Z")).toBeNull();
});

test.each([
  ["a time in the past", "2026-06-30T12:00", null, "publishAt"],
  ["a time years ahead", "2029-07-02T12:00", null, "publishAt"],
  ["a day that doesn't exist", "2026-09-31T12:00", null, "publishAt"],
  ["a moment with seconds or a zone", "2026-09-30T12:00:00Z", null, "publishAt"],
  ["leaving before it is published", "2026-07-03T12:00", "2026-07-02T12:00", "leavesAt"],
])("refuses %s", async (_what, publishAt, leavesAt, field) => {
  now = new Date("2026-07-01T09:00:00Z");
  expect((await schedule((await readyDraft()).id, publishAt, leavesAt)).errors).toEqual([
    ["BAD_INPUT", field],
  ]);
});

test("refuses to schedule what is published already, or lacks its parts", async () => {
  now = new Date("2026-08-01T09:00:00Z");
  const published = await createClass(server.pool, { isPlayable: true });
  expect((await schedule(published.id, "2026-08-02T12:00")).errors).toEqual([
    ["ALREADY_PUBLISHED", undefined],
  ]);
  const { id } = await readyDraft();
  await server.pool.query(`delete from catalog.class_parts where class_id = $1`, [id]);
  expect((await schedule(id, "2026-08-02T12:00")).errors).toEqual([["NOT_READY", undefined]]);
});
