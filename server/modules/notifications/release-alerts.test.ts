import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createClass } from "../../testing/factories.ts";
import type { NewClass } from "../../testing/factories.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
import { applySchedulesJob } from "../catalog/editing/schedule.ts";
import { maintenanceJob } from "../practice/jobs.ts";
import { follow, inbox, settled, startLibrary, succeed } from "./testing.ts";

const dayMs = 86_400_000;
const run = { signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
let server: TestServer;
let editor: TestPerson;
let now = Date.UTC(2026, 10, 20, 12);
beforeAll(async () => {
  ({ server, editor } = await startLibrary({ now: () => new Date(now) }));
});
beforeEach(async () => {
  now += 1000;
  await server.pool.query("delete from catalog.classes");
});
afterAll(() => server?.stop());

const edit = (call: string, id: string, variables: object = {}) =>
  succeed(server, editor, call, { id, ...variables });
const schedule = (id: string, days: number | null) =>
  edit("mutation ($id: ID!, $at: String) { scheduleClass(classId: $id, publishAt: $at) { id } }", id, {
    at: days === null ? null : new Date(now + days * dayMs).toISOString().slice(0, 16),
  });
const publish = async (id: string) => {
  now += 1000;
  await edit("mutation ($id: ID!) { publishClass(classId: $id) { id } }", id);
  await settled(server);
};
const upcoming = async (title: string, options: NewClass = {}) => {
  const made = await createClass(server.pool, { title, isPlayable: true, publishedAt: null, ...options });
  await schedule(made.id, 3);
  return made;
};
const ask = (id: string, as?: TestPerson) =>
  server.graphql<{ upcomingClass: { hasAlert: boolean } | null }>(
    "query ($id: ID!) { upcomingClass(id: $id) { hasAlert } }",
    { id },
    as ? { as } : {},
  );
const hasAlert = async (id: string, as?: TestPerson) => (await ask(id, as)).data!.upcomingClass?.hasAlert;
const alert = (id: string, as: TestPerson, isOn = true) =>
  succeed(
    server,
    as,
    "mutation ($id: ID!, $isOn: Boolean!) { setReleaseAlert(classId: $id, isOn: $isOn) { hasAlert } }",
    { id, isOn },
  );
const texts = async (as: TestPerson) => (await inbox(server, as)).items.map(({ text }) => text);

test("notifies once when the class is published, on another date too, and never twice with what one follows", async () => {
  const { id, slug } = await upcoming("Friday at six", { instructor: "demo-kofi", style: "house" });
  const [me, follower, undecided, other] = await Promise.all([1, 2, 3, 4].map(() => server.member()));
  await follow(server, follower!, "style", "house");
  for (const person of [me!, follower!, undecided!]) await alert(id, person);
  await alert(id, me!);
  await alert(id, undecided!, false);
  expect(await hasAlert(slug, me)).toBe(true);
  expect(await hasAlert(id, undecided)).toBe(false);
  expect(await hasAlert(id, other)).toBe(false);
  expect(await hasAlert(id)).toBe(false);
  await schedule(id, 5);
  expect(await hasAlert(id, me)).toBe(true);
  await publish(id);
  for (const person of [me!, follower!])
    expect(await texts(person)).toEqual(["You asked about it: “Friday at six” with Demo Kofi is here."]);
  for (const person of [undecided!, other!]) expect(await texts(person)).toEqual([]);
  // It was for one release.
  await edit("mutation ($id: ID!) { unpublishClass(classId: $id) { id } }", id);
  await schedule(id, 2);
  expect(await hasAlert(id, me)).toBe(false);
  await publish(id);
  expect(await texts(me!)).toHaveLength(1);
});

test("ends when the date is taken back, and is kept where publishing notifies no one else", async () => {
  const [withdrawn, quiet] = [await upcoming("Withdrawn"), await upcoming("Quiet")];
  const me = await server.member();
  await alert(withdrawn.id, me);
  await schedule(withdrawn.id, null);
  expect(await hasAlert(withdrawn.id, me)).toBeUndefined();
  await publish(withdrawn.id);
  expect(await texts(me)).toEqual([]);
  await alert(quiet.id, me);
  await edit("mutation ($id: ID!) { setReleaseAudience(classId: $id, audience: no_one) { id } }", quiet.id);
  await publish(quiet.id);
  expect(await texts(me)).toEqual(["You asked about it: “Quiet” with Demo Ana is here."]);
});

test("notifies at the class's minute who follows nothing, and who turned off new classes", async () => {
  const { id } = await upcoming("Friday at six", { style: "house" });
  const [me, follower] = [await server.member(), await server.member()];
  await follow(server, follower, "style", "house");
  await succeed(
    server,
    follower,
    "mutation { changeNotificationKind(type: ClassNew, inbox: false, push: false, email: off) { quietFrom } }",
  );
  for (const person of [me, follower]) await alert(id, person);
  now += 3 * dayMs;
  await applySchedulesJob.run(server.ctx(), {}, run);
  await settled(server);
  for (const person of [me, follower])
    expect(await texts(person)).toEqual(["You asked about it: “Friday at six” with Demo Ana is here."]);
});

test("leaves out of new classes only the channels by which the alert reaches the person", async () => {
  const { id } = await upcoming("Friday at six", { style: "house" });
  const [byEmail, alertOff] = [await server.member(), await server.member()];
  for (const person of [byEmail, alertOff]) {
    await follow(server, person, "style", "house");
    await alert(id, person);
  }
  const kind = (type: string, channels: string) =>
    `mutation { changeNotificationKind(type: ${type}, ${channels}) { quietFrom } }`;
  await succeed(server, byEmail, kind("ClassNew", "email: at_once"));
  await succeed(server, alertOff, kind("ClassAlert", "inbox: false, push: false, email: off"));
  await publish(id);
  expect(await texts(byEmail)).toEqual(["You asked about it: “Friday at six” with Demo Ana is here."]);
  expect(await texts(alertOff)).toEqual(["New class with Demo Ana: “Friday at six”."]);
  const emails = async () =>
    (
      await server.pool.query<{ kind: string }>(
        "select kind from notifications.items where person_id = $1 and mailed_at is not null",
        [byEmail.id],
      )
    ).rows;
  await expect.poll(emails).toEqual([{ kind: "ClassNew" }]);
});

test("can be taken back after the class was moved beyond what is announced", async () => {
  const { id, slug } = await upcoming("Friday at six");
  const [me, other] = [await server.member(), await server.member()];
  await alert(id, me);
  await schedule(id, 30);
  await edit("mutation ($id: ID!) { setReleaseAudience(classId: $id, audience: no_one) { id } }", id);
  expect(await hasAlert(slug, me)).toBe(true);
  expect(await hasAlert(slug, other)).toBeUndefined();
  await alert(id, me, false);
  expect(await hasAlert(slug, me)).toBeUndefined();
  await publish(id);
  expect(await texts(me)).toEqual([]);
});

test("is refused to guests and for classes that aren't announced, and forgotten a week after", async () => {
  const { id } = await upcoming("Friday at six");
  const draft = await createClass(server.pool, { publishedAt: null });
  const code = async (classId: string, as: TestPerson) =>
    (
      await server.graphql(
        "mutation ($id: ID!) { setReleaseAlert(classId: $id, isOn: true) { id } }",
        { id: classId },
        { as },
      )
    ).errors[0]?.extensions.code;
  const me = await server.member();
  expect(await code(id, await server.anonymous())).toBe("REGISTRATION_REQUIRED");
  expect(await code(draft.id, me)).toBe("NOT_FOUND");
  await alert(id, me);
  await publish(id);
  const stored = async () =>
    (await server.pool.query("select from catalog.release_alerts where class_id = $1", [id])).rowCount;
  await maintenanceJob.run(server.ctx(), {}, run);
  expect(await stored()).toBe(1);
  now += 8 * dayMs;
  await maintenanceJob.run(server.ctx(), {}, run);
  expect(await stored()).toBe(0);
});
