import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClass, createLibrary, subscribe } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { mergePractice } from "../merge.ts";
import { sweepSets } from "./set.ts";

const hour = 3_600_000;
let server: TestServer;
/** A Monday, 22:30 UTC. */
let now = Date.parse("2026-11-23T22:30:00Z");
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now: () => new Date(now) } });
  await createLibrary(server.pool);
  const publishedAt = new Date(now - 24 * hour);
  for (const type of ["choreography", "drill", "foundations", "wellness"])
    for (const level of ["absolute-beginner", "beginner"])
      await createClass(server.pool, { type, level, isPlayable: true, publishedAt });
  for (const accessType of ["basic", "premium"] as const)
    for (let index = 0; index < 12; index += 1)
      await createClass(server.pool, { accessType, isPlayable: true, publishedAt });
  await createClass(server.pool, { title: "Still processing", publishedAt });
});
afterAll(() => server?.stop());

interface DanceSet {
  id: string;
  items: {
    place: number;
    isDanced: boolean;
    studioClass: { id: string; level: string; isLocked: boolean; title: string };
  }[];
}
const fields = "{ id items { place isDanced studioClass { id level title isLocked } } }";
const today = async (as: TestPerson): Promise<DanceSet | null> => {
  const { data, errors } = await server.graphql<{ todaysSet: DanceSet | null }>(
    `{ todaysSet ${fields} }`,
    {},
    { as },
  );
  expect(errors).toEqual([]);
  return data!.todaysSet;
};
const byId = async (id: string, as: TestPerson): Promise<DanceSet | null> => {
  const { data, errors } = await server.graphql<{ danceSet: DanceSet | null }>(
    `query ($id: ID!) { danceSet(id: $id) ${fields} }`,
    { id },
    { as },
  );
  expect(errors).toEqual([]);
  return data!.danceSet;
};
const finish = (as: TestPerson, setId: string, classId: string) =>
  server.graphql<{ finishSetClass: DanceSet }>(
    `mutation ($setId: ID!, $classId: ID!) { finishSetClass(setId: $setId, classId: $classId) ${fields} }`,
    { setId, classId },
    { as },
  );
const idsOf = (set: DanceSet | null) => set?.items.map(({ studioClass }) => studioClass.id) ?? [];
/** Practice of another day, so that the person is no newcomer. */
const practice = async (personId: string) => {
  const { id } = await createClass(server.pool, { publishedAt: null });
  await server.pool.query(
    `insert into practice.records (person_id, class_id, played_ms, granted_at, viewed_at) values ($1, $2, 1000, now(), now())`,
    [personId, id],
  );
};

describe("newcomersSet", () => {
  const shown = async (as?: TestPerson) => {
    const { data, errors } = await server.graphql<{ newcomersSet: DanceSet["items"] }>(
      "{ newcomersSet { place isDanced studioClass { id level title isLocked } } }",
      {},
      as ? { as } : {},
    );
    expect(errors).toEqual([]);
    return data!.newcomersSet;
  };

  test("shows, before there is a session, the set that the visitor then has", async () => {
    const first = await shown();
    expect(first).toHaveLength(4);
    expect((await today(await server.anonymous()))!.items).toEqual(first);
  });

  test("is empty for a viewer", async () => {
    expect(await shown(await server.anonymous())).toEqual([]);
  });
});

describe("todaysSet", () => {
  test("begins a newcomer with an absolute-beginner class, and holds only playable classes", async () => {
    const set = await today(await server.anonymous());
    expect(set?.items.map(({ place }) => place)).toEqual([1, 2, 3, 4]);
    expect(set?.items[0]?.studioClass.level).toBe("absolute-beginner");
    expect(set?.items.some(({ studioClass }) => studioClass.isLocked)).toBe(false);
    expect(set?.items.map(({ studioClass }) => studioClass.title)).not.toContain("Still processing");
  });

  test("stays the same through the day, on each device, and after more is published", async () => {
    const me = await server.anonymous();
    const set = await today(me);
    await createClass(server.pool, {
      level: "absolute-beginner",
      isPlayable: true,
      publishedAt: new Date(now - hour),
    });
    now += hour;
    expect(await today(me)).toEqual(set);
    expect(await byId(set!.id, me)).toEqual(set);
    now -= hour;
  });

  test("composes one set if two devices ask at once", async () => {
    const me = await server.anonymous();
    const sets = await Promise.all([today(me), today(me), today(me), today(me)]);
    const known = await today(me);
    for (const set of sets) expect(set).toEqual(known);
  });

  test("begins at midnight of the person's time zone", async () => {
    const [me, elsewhere] = [await server.anonymous(), await server.anonymous()];
    for (const [person, timeZone] of [
      [me, "Europe/Zurich"],
      [elsewhere, "America/New_York"],
    ] as const)
      await server.graphql(
        "mutation ($timeZone: String!) { changeChallengeSettings(timeZone: $timeZone) }",
        { timeZone },
        { as: person },
      );
    const before = [await today(me), await today(elsewhere)];
    now += hour;
    const after = [await today(me), await today(elsewhere)];
    now -= hour;
    expect(after[0]!.id).not.toBe(before[0]!.id);
    expect(after[1]).toEqual(before[1]);
  });

  test("belongs to one profile of an account", async () => {
    const me = await server.member();
    const other = await server.member();
    const [mine, theirs] = [await today(me), await today(other)];
    expect(mine!.id).not.toBe(theirs!.id);
    expect(await byId(mine!.id, other)).toBeNull();
    const { errors } = await finish(other, mine!.id, idsOf(mine)[0]!);
    expect(errors[0]?.extensions.code).toBe("NOT_FOUND");
  });

  test("brings a loved class back on some days, and no other completed one", async () => {
    const me = await server.member();
    const before = now;
    const { rows } = await server.pool.query<{ id: string }>(
      "select id from catalog.classes where access_type = 'free' and type = 'choreography' and asset_id is not null order by id limit 2",
    );
    const [loved, other] = rows.map(({ id }) => id);
    for (const [id, at] of [
      [loved, new Date(now - 30 * 24 * hour)],
      [other, null],
    ])
      await server.pool.query(
        `insert into practice.records (person_id, class_id, played_ms, granted_at, viewed_at, completed_at, loved_at, rated_at)
         values ($1, $2, 600000, $3, $3, $3, $4, $4)`,
        [me.id, id, new Date(now - 30 * 24 * hour), at],
      );
    const sets: string[][] = [];
    for (let day = 0; day < 14; day += 1) {
      now += 24 * hour;
      sets.push(idsOf(await today(me)));
    }
    now = before;
    const days = sets.filter((ids) => ids.includes(loved!)).length;
    expect(days).toBeGreaterThan(0);
    expect(days).toBeLessThan(14);
    expect(sets.flat()).not.toContain(other);
  });

  test("offers a subscriber what their plan includes", async () => {
    const me = await server.member();
    await practice(me.id);
    await subscribe(server.pool, me.id, "premium");
    const set = await today(me);
    expect(set?.items).toHaveLength(4);
    expect(set?.items.some(({ studioClass }) => studioClass.isLocked)).toBe(false);
  });

  test("is null without a session", async () => {
    const { data, errors } = await server.graphql(`{ todaysSet ${fields} danceSet(id: "today") ${fields} }`);
    expect(errors).toEqual([]);
    expect(data).toEqual({ todaysSet: null, danceSet: null });
  });
});

describe("danceSet", () => {
  test("gives the viewer's set of the day by its name, before its id is known", async () => {
    const me = await server.anonymous();
    const named = await byId("today", me);
    expect(named?.items).toHaveLength(4);
    expect(named).toEqual(await today(me));
    const { errors } = await finish(me, named!.id, idsOf(named)[0]!);
    expect(errors).toEqual([]);
  });

  test("leaves out a class that was unpublished or became locked, and counts the others", async () => {
    const me = await server.anonymous();
    const set = await today(me);
    const [first, second, third, fourth] = idsOf(set);
    await server.pool.query("update catalog.classes set published_at = null where id = $1", [second]);
    await server.pool.query("update catalog.classes set access_type = 'premium' where id = $1", [third]);
    const left = await byId(set!.id, me);
    expect(left?.items.map(({ place, studioClass }) => [place, studioClass.id])).toEqual([
      [1, first],
      [2, fourth],
    ]);
    await server.pool.query("update catalog.classes set published_at = $2 where id = $1", [
      second,
      new Date(now - 24 * hour),
    ]);
    await server.pool.query("update catalog.classes set access_type = 'free' where id = $1", [third]);
  });

  test("keeps a danced class that became locked, for the finish", async () => {
    const me = await server.anonymous();
    const set = await today(me);
    const [first] = idsOf(set);
    await finish(me, set!.id, first!);
    await server.pool.query("update catalog.classes set access_type = 'premium' where id = $1", [first]);
    expect(idsOf(await byId(set!.id, me))).toEqual(idsOf(set));
    await server.pool.query("update catalog.classes set access_type = 'free' where id = $1", [first]);
  });

  test("answers null for a text that isn't the id of a set", async () => {
    const me = await server.anonymous();
    for (const id of ["yesterday", "", randomUUID(), "'; drop table x"])
      expect(await byId(id, me)).toBeNull();
  });
});

describe("finishSetClass", () => {
  test("notes each class once, and keeps the set as it is from then on", async () => {
    const me = await server.anonymous();
    const set = await today(me);
    const [first, second] = idsOf(set);
    await finish(me, set!.id, first!);
    const { data } = await finish(me, set!.id, first!);
    expect(data?.finishSetClass.items.map(({ isDanced }) => isDanced)).toEqual([true, false, false, false]);
    await finish(me, set!.id, second!);
    expect((await today(me))?.items.map(({ isDanced }) => isDanced)).toEqual([true, true, false, false]);
  });

  test("rejects a class that isn't in the set", async () => {
    const me = await server.anonymous();
    const set = await today(me);
    const { id } = await createClass(server.pool, {
      isPlayable: true,
      publishedAt: new Date(now - hour),
    });
    for (const classId of [id, "x"])
      expect((await finish(me, set!.id, classId)).errors[0]?.extensions.code).toBe("NOT_FOUND");
  });
});

describe("a set while few classes are ready", () => {
  test("grows until its first class is danced", async () => {
    const me = await server.anonymous();
    const ready = await server.pool.query<{ id: string }>("select id from media.assets");
    await server.pool.query("update media.assets set availability = 'error'");
    expect(await today(me)).toBeNull();
    const free = await server.pool.query<{ id: string }>(
      "select id from catalog.classes where access_type = 'free' and asset_id is not null and published_at is not null order by id",
    );
    const [one, two, three] = free.rows.map(({ id }) => id);
    const makeReady = (id: string) =>
      server.pool.query("update media.assets set availability = 'available' where id = $1", [id]);
    await makeReady(one!);
    const alone = await today(me);
    expect(idsOf(alone)).toEqual([one]);
    await makeReady(two!);
    const both = await today(me);
    expect(both!.id).toBe(alone!.id);
    expect(idsOf(both)).toEqual([one, two]);
    await finish(me, both!.id, one!);
    await makeReady(three!);
    expect(idsOf(await today(me))).toEqual([one, two]);
    await server.pool.query("update media.assets set availability = 'available' where id = any($1)", [
      ready.rows.map(({ id }) => id),
    ]);
  });
});

test("moves with a guest's account, unless the member has a set of that day", async () => {
  const [guest, member, busy] = [await server.anonymous(), await server.member(), await server.member()];
  const set = await today(guest);
  await server.ctx().transact((tx) => mergePractice(tx, { from: guest.id, into: member.id }));
  expect((await today(member))?.id).toBe(set!.id);
  const own = await today(busy);
  await server.ctx().transact((tx) => mergePractice(tx, { from: member.id, into: busy.id }));
  expect((await today(busy))?.id).toBe(own!.id);
  expect(await byId(set!.id, busy)).toBeNull();
});

test("deletes sets after a month", async () => {
  const me = await server.anonymous();
  const old = await today(me);
  now += 31 * 24 * hour;
  const fresh = await today(me);
  await sweepSets(server.ctx());
  expect(await byId(old!.id, me)).toBeNull();
  expect((await byId(fresh!.id, me))?.id).toBe(fresh!.id);
  now -= 31 * 24 * hour;
});
