import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createClass, subscribe } from "../../testing/factories.ts";
import type { NewClass } from "../../testing/factories.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
import { announceLeavingJob } from "../catalog/editing/leaving.ts";
import { applySchedulesJob } from "../catalog/editing/schedule.ts";
import { fanOutJob } from "./fan-out.ts";
import { leavingWeekJob } from "./leaving-week.ts";
import { change, childOf, follow, inbox, settled as settledIn, startLibrary, succeed } from "./testing.ts";

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

const call = (query: string, variables: object, as: TestPerson = editor) =>
  succeed(server, as, query, variables);
const draft = (options: NewClass = {}) =>
  createClass(server.pool, { isPlayable: true, publishedAt: null, ...options });
const publish = async (id: string) => {
  now += 1000;
  await call("mutation ($id: ID!) { publishClass(classId: $id) { id } }", { id });
};
const unpublish = (id: string) => call("mutation ($id: ID!) { unpublishClass(classId: $id) { id } }", { id });
const choose = (id: string, audience: string) =>
  call(
    "mutation ($id: ID!, $audience: ReleaseAudience!) { setReleaseAudience(classId: $id, audience: $audience) { id } }",
    { id, audience },
  );
const texts = async (as: TestPerson) => (await inbox(server, as)).items.map(({ text }) => text);
const settled = () => settledIn(server);
const titlesOf = async (personId: string) =>
  (
    await server.pool.query<{ title: string }>(
      "select facts->>'title' as title from notifications.items where person_id = $1 and is_listed",
      [personId],
    )
  ).rows.map(({ title }) => title);
describe("a new class", () => {
  test("is notified once to a follower of its instructor, style and category, and to no one else", async () => {
    const [me, byStyle, other] = [await server.member(), await server.member(), await server.member()];
    await follow(server, me, "instructor", "demo-kofi");
    await follow(server, me, "style", "house");
    await follow(server, me, "category", "grooves");
    await follow(server, byStyle, "style", "house");
    await follow(server, other, "style", "latin");
    const { id, slug } = await draft({
      title: "Rock the corner",
      style: "house",
      instructor: "demo-kofi",
      categories: ["grooves"],
    });
    const { data } = await server.graphql<{ editedClass: { followerCount: number } }>(
      "query ($id: ID!) { editedClass(classId: $id) { followerCount } }",
      { id },
      { as: editor },
    );
    expect(data!.editedClass.followerCount).toBe(2);
    await publish(id);
    await settled();
    expect((await inbox(server, me)).items).toMatchObject([
      { type: "ClassNew", text: "New class with Demo Kofi: “Rock the corner”.", url: `/class/${slug}` },
    ]);
    expect(await texts(byStyle)).toHaveLength(1);
    expect(await texts(other)).toEqual([]);
  });

  test("isn't notified again after it was unpublished and published, or when its page is repeated", async () => {
    const me = await server.member();
    await follow(server, me, "style", "house");
    const { id } = await draft({ style: "house" });
    await publish(id);
    await settled();
    await call("mutation { markNotificationsRead { id } }", {}, me);
    await unpublish(id);
    await publish(id);
    await settled();
    expect(await texts(me)).toHaveLength(1);
    const { rows } = await server.pool.query<{ id: string; payload: object }>(
      "select id, payload from platform.events where name = 'catalog.class_released' and payload->>'classId' = $1",
      [id],
    );
    expect(rows).toHaveLength(1);
    await fanOutJob.run(
      server.ctx(),
      {
        sourceId: rows[0]!.id,
        reaction: "notifications.notify_class_released",
        payload: rows[0]!.payload,
        after: null,
      },
      run,
    );
    expect(await texts(me)).toHaveLength(1);
  });

  test("groups with other new classes until they are read", async () => {
    const me = await server.member();
    await follow(server, me, "style", "house");
    for (const title of ["One", "Two", "Three"]) {
      await publish((await draft({ style: "house", title })).id);
      await settled();
    }
    const { items, unread } = await inbox(server, me);
    expect(items).toMatchObject([{ text: "“Three” and 2 more new classes.", url: "/library" }]);
    expect(unread).toBe(1);
    await call("mutation { markNotificationsRead { id } }", {}, me);
    await publish((await draft({ style: "house", title: "Four" })).id);
    await settled();
    expect(await texts(me)).toEqual(["New class with Demo Ana: “Four”.", "“Three” and 2 more new classes."]);
  });

  test("is notified to no one, or to everyone who can open it, as an editor chose", async () => {
    const [follower, payer, free] = [await server.member(), await server.member(), await server.member()];
    const guest = await server.anonymous();
    await follow(server, follower, "style", "latin");
    await subscribe(server.pool, payer.id, "premium");
    const quiet = await draft({ style: "latin" });
    await choose(quiet.id, "no_one");
    await publish(quiet.id);
    await settled();
    expect(await texts(follower)).toEqual([]);
    const loud = await draft({ style: "latin", accessType: "premium", title: "For members" });
    await choose(loud.id, "everyone");
    await publish(loud.id);
    await settled();
    const text = "New class with Demo Ana: “For members”.";
    expect(await texts(follower)).toEqual([text]);
    expect(await texts(payer)).toEqual([text]);
    expect(await texts(free)).toEqual([]);
    expect(await texts(guest)).toEqual([]);
  });

  test("is notified when the schedule publishes it, as an editor chose before", async () => {
    const me = await server.member();
    await follow(server, me, "style", "latin");
    const [heard, quiet] = [await draft({ style: "latin", title: "Heard" }), await draft({ style: "latin" })];
    await choose(quiet.id, "no_one");
    const at = new Date(now + dayMs).toISOString().slice(0, 16);
    for (const { id } of [heard, quiet])
      await call("mutation ($id: ID!, $at: String) { scheduleClass(classId: $id, publishAt: $at) { id } }", {
        id,
        at,
      });
    now += 2 * dayMs;
    await Promise.all([1, 2].map(() => applySchedulesJob.run(server.ctx(), {}, run)));
    await settled();
    expect(await texts(me)).toEqual(["New class with Demo Ana: “Heard”."]);
  });

  test("with explicit content isn't notified to those who hide it, and to a child only one that suits and plays", async () => {
    const [adult, hiding] = [await server.member(), await server.member()];
    const childId = await childOf(server, adult);
    await call("mutation { setHidesExplicit(hides: true) }", {}, hiding);
    await server.pool.query(
      `insert into catalog.followed_styles (person_id, style_id, followed_at)
       select $1, id, now() from catalog.styles where slug = 'house'`,
      [childId],
    );
    for (const person of [adult, hiding]) await follow(server, person, "style", "house");
    const explicit = await draft({ style: "house", title: "Explicit" });
    await server.pool.query("update catalog.classes set is_explicit = true where id = $1", [explicit.id]);
    const advanced = await draft({ style: "house", title: "Advanced", level: "advanced" });
    const premium = await draft({ style: "house", title: "Premium", accessType: "premium" });
    for (const { id } of [explicit, advanced, premium]) await publish(id);
    await settled();
    expect(await texts(adult)).toEqual([expect.stringContaining("2 more new classes")]);
    expect(await texts(hiding)).toEqual([expect.stringContaining("1 more new class")]);
    expect(await titlesOf(childId)).toEqual([]);
    await publish((await draft({ style: "house", title: "For kids" })).id);
    await settled();
    expect(await titlesOf(childId)).toEqual(["For kids"]);
  });

  test("follows the person's channels", async () => {
    const me = await server.member();
    await follow(server, me, "style", "house");
    const { codes } = await change(
      server,
      me,
      "changeNotificationKind(type: ClassNew, inbox: false, push: false, email: off)",
    );
    expect(codes).toEqual([]);
    await publish((await draft({ style: "house" })).id);
    await settled();
    expect(await texts(me)).toEqual([]);
  });
});

describe("a class that leaves", () => {
  const leave = (id: string, days: number) =>
    call("mutation ($id: ID!, $at: String) { scheduleClass(classId: $id, leavesAt: $at) { id } }", {
      id,
      at: new Date(now + days * dayMs).toISOString().slice(0, 16),
    });
  const announce = async () => {
    await Promise.all([1, 2].map(() => announceLeavingJob.run(server.ctx(), {}, run)));
    await settled();
  };

  test("is notified five days before to those who saved it or follow its instructor, once each", async () => {
    const [saver, both, byStyle] = [await server.member(), await server.member(), await server.member()];
    const old = { publishedAt: new Date(now - 30 * dayMs) };
    const { id } = await createClass(server.pool, { title: "Gone soon", instructor: "demo-kofi", ...old });
    for (const person of [saver, both])
      await call("mutation ($id: ID!) { saveClass(classId: $id) { id } }", { id }, person);
    await follow(server, both, "instructor", "demo-kofi");
    await follow(server, byStyle, "style", "hip-hop");
    await leave(id, 10);
    await announce();
    expect(await texts(saver)).toEqual([]);
    now += 5 * dayMs + 60_000;
    await announce();
    const day = new Date(now + 5 * dayMs).toLocaleDateString("en-US", {
      dateStyle: "medium",
      timeZone: "UTC",
    });
    for (const person of [saver, both])
      expect(await texts(person)).toEqual([`“Gone soon” leaves the library on ${day}.`]);
    expect(await texts(byStyle)).toEqual([]);
    // An hour more changes nothing; another date is notified again.
    await call("mutation { markNotificationsRead { id } }", {}, saver);
    await leave(id, 4);
    await announce();
    expect(await texts(saver)).toHaveLength(1);
    await leave(id, 20);
    await announce();
    expect(await texts(saver)).toHaveLength(1);
    now += 16 * dayMs;
    await announce();
    expect(await texts(saver)).toHaveLength(2);
  });
});

describe("classes that leave in a week", () => {
  const hourMs = 3_600_000;
  /** Two workers run the hourly job together. */
  const runJob = () => Promise.all([1, 2].map(() => leavingWeekJob.run(server.ctx(), {}, run)));
  const day = (at: number) =>
    new Date(at).toLocaleDateString("en-US", { dateStyle: "medium", timeZone: "UTC" });

  test("are one notification on Monday for those who follow a style or category, what they started first", async () => {
    const weekday = new Date(now).getUTCDay();
    now = new Date(now + ((8 - weekday) % 7 || 7) * dayMs).setUTCHours(8, 0, 0, 0);
    const monday = now;
    const leaving = async (title: string, days: number, options: NewClass) => {
      const old = { publishedAt: new Date(now - 30 * dayMs) };
      const { id } = await createClass(server.pool, { title, ...old, ...options });
      const leavesAt = new Date(monday + days * dayMs);
      await server.pool.query("update catalog.classes set leaves_at = $2 where id = $1", [id, leavesAt]);
      return id;
    };
    const first = await leaving("First to go", 2, { instructor: "demo-kofi", style: "house" });
    const second = await leaving("Second to go", 4, { style: "house", categories: ["grooves"] });
    await leaving("Premium", 5, { style: "house", accessType: "premium" });
    await leaving("Later", 9, { style: "house" });
    await leaving("Latin", 3, { style: "latin" });
    const people = await Promise.all(Array.from({ length: 6 }, () => server.member()));
    const [byStyle, byCategory, close, saver, starter, off] = people as [TestPerson, ...TestPerson[]];
    for (const person of people) if (person !== byCategory) await follow(server, person, "style", "house");
    await follow(server, byCategory!, "category", "grooves");
    await follow(server, close!, "instructor", "demo-kofi");
    await call("mutation ($id: ID!) { saveClass(classId: $id) { id } }", { id: first }, saver);
    await server.pool.query(
      "insert into practice.records (person_id, class_id, viewed_at) values ($1, $2, now())",
      [starter!.id, second],
    );
    await change(server, off!, "changeNotificationKind(type: ClassLeaving, inbox: false, push: false)");
    await runJob();
    expect(await texts(byStyle)).toEqual([]);
    for (let hour = 0; hour < 3; hour += 1) {
      now += hourMs;
      await runJob();
    }
    const until = day(monday + 4 * dayMs);
    expect(await texts(byStyle)).toEqual([`“First to go” and 1 more class leave the library by ${until}.`]);
    for (const person of [byCategory!, close!, saver!])
      expect(await texts(person)).toEqual([`“Second to go” leaves the library on ${until}.`]);
    expect(await texts(starter!)).toEqual([`“Second to go” and 1 more class leave the library by ${until}.`]);
    expect(await texts(off!)).toEqual([]);
  });
});

describe("a class that leaves and no longer suits everyone who saved it", () => {
  test("isn't notified to a child, nor to those who hide explicit classes", async () => {
    const [adult, hiding] = [await server.member(), await server.member()];
    const childId = await childOf(server, adult);
    await server.pool.query(`update identity."user" set "hidesExplicit" = true where id = $1`, [hiding.id]);
    const { id } = await createClass(server.pool, {
      title: "Grown up",
      instructor: "demo-ana",
      publishedAt: new Date(now - 30 * dayMs),
    });
    await server.pool.query(
      "insert into practice.records (person_id, class_id, saved_at) select person, $2, now() from unnest($1::uuid[]) as person",
      [[adult.id, hiding.id, childId], id],
    );
    await server.pool.query("update catalog.classes set is_explicit = true where id = $1", [id]);
    await call("mutation ($id: ID!, $at: String) { scheduleClass(classId: $id, leavesAt: $at) { id } }", {
      id,
      at: new Date(now + 4 * dayMs).toISOString().slice(0, 16),
    });
    await announceLeavingJob.run(server.ctx(), {}, run);
    await settled();
    expect(await titlesOf(adult.id)).toEqual(["Grown up"]);
    expect(await titlesOf(hiding.id)).toEqual([]);
    expect(await titlesOf(childId)).toEqual([]);
  });
});
