import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClass, createLibrary } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { mergePractice } from "../merge.ts";
import { countDueClasses } from "../summaries/summaries.ts";

const minute = 60_000;
let server: TestServer;
let now = Date.parse("2026-11-23T12:00:00Z");
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now: () => new Date(now) } });
  await createLibrary(server.pool);
});
afterAll(() => server?.stop());

interface Rating {
  difficulty: string | null;
  isLoved: boolean;
}
/** A class of ten minutes. */
const newClass = async () => (await createClass(server.pool, { durationMs: 10 * minute })).id;
/** Practice of a class, as if it had been danced for so long. */
const practice = (personId: string, classId: string, playedMs = 10 * minute) =>
  server.pool.query(
    `insert into practice.records (person_id, class_id, played_ms, granted_at, viewed_at) values ($1, $2, $3, now(), now())`,
    [personId, classId, playedMs],
  );
const rate = (as: TestPerson, classId: string, difficulty: string | null, isLoved = false) =>
  server.graphql<{ rateClass: { myRating: Rating | null } }>(
    `mutation ($classId: ID!, $difficulty: ClassDifficulty, $isLoved: Boolean!) {
      rateClass(classId: $classId, difficulty: $difficulty, isLoved: $isLoved) { id myRating { difficulty isLoved } } }`,
    { classId, difficulty, isLoved },
    { as },
  );
const read = async (id: string, as?: TestPerson) => {
  const { data, errors } = await server.graphql<{
    studioClass: { myRating: Rating | null; foundRightPercent: number | null };
  }>(
    "query ($id: ID!) { studioClass(id: $id) { id myRating { difficulty isLoved } foundRightPercent } }",
    { id },
    as ? { as } : {},
  );
  expect(errors).toEqual([]);
  return data!.studioClass;
};

describe("rateClass", () => {
  test("stores difficulty and heart, changes and withdraws them", async () => {
    const me = await server.anonymous();
    const classId = await newClass();
    await practice(me.id, classId);
    expect(await read(classId, me)).toMatchObject({ myRating: null });
    for (const [difficulty, isLoved] of [
      ["too_hard", false],
      ["too_hard", false],
      ["right", true],
      [null, true],
    ] as const) {
      const { data, errors } = await rate(me, classId, difficulty, isLoved);
      expect(errors).toEqual([]);
      expect(data?.rateClass.myRating).toEqual({ difficulty, isLoved });
      expect(await read(classId, me)).toMatchObject({ myRating: { difficulty, isLoved } });
    }
    expect((await rate(me, classId, null, false)).data?.rateClass.myRating).toBeNull();
    expect(await read(classId, me)).toMatchObject({ myRating: null });
  });

  test("is refused before half of the class was practiced, but withdrawn at any time", async () => {
    const me = await server.anonymous();
    const classId = await newClass();
    expect((await rate(me, classId, "right")).errors[0]?.extensions.code).toBe("NOT_PRACTICED");
    await practice(me.id, classId, 5 * minute - 1);
    expect((await rate(me, classId, null, true)).errors[0]?.extensions.code).toBe("NOT_PRACTICED");
    expect((await rate(me, classId, null)).errors).toEqual([]);
    await server.pool.query("update practice.records set played_ms = $2 where person_id = $1", [
      me.id,
      5 * minute,
    ]);
    expect((await rate(me, classId, "right")).errors).toEqual([]);
  });

  test("belongs to one profile, and needs a session", async () => {
    const [me, other] = [await server.member(), await server.member()];
    const classId = await newClass();
    await practice(me.id, classId);
    await rate(me, classId, "right", true);
    expect(await read(classId, other)).toMatchObject({ myRating: null });
    expect(await read(classId)).toMatchObject({ myRating: null });
    const { errors } = await server.graphql(
      "mutation ($id: ID!) { rateClass(classId: $id, isLoved: true) { id } }",
      { id: classId },
    );
    expect(errors[0]?.extensions.code).toBe("UNAUTHENTICATED");
  });

  test("answers NOT_FOUND for a class that isn't in the library", async () => {
    const me = await server.anonymous();
    const { id } = await createClass(server.pool, { publishedAt: null });
    for (const classId of [id, "none"])
      expect((await rate(me, classId, "right")).errors[0]?.extensions.code).toBe("NOT_FOUND");
  });
});

test("keeps the rating that was given last when a guest signs in", async () => {
  const [guest, member] = [await server.anonymous(), await server.member()];
  const [early, late, only] = [await newClass(), await newClass(), await newClass()];
  for (const classId of [early, late]) {
    await practice(guest.id, classId);
    await practice(member.id, classId);
  }
  await practice(guest.id, only);
  await rate(guest, early, "too_easy", true);
  await rate(member, late, "too_easy", true);
  now += minute;
  await rate(member, early, "right");
  await rate(guest, late, "too_hard");
  await rate(guest, only, null, true);
  await server.ctx().transact((tx) => mergePractice(tx, { from: guest.id, into: member.id }));
  expect((await read(early, member)).myRating).toEqual({ difficulty: "right", isLoved: false });
  expect((await read(late, member)).myRating).toEqual({ difficulty: "too_hard", isLoved: false });
  expect((await read(only, member)).myRating).toEqual({ difficulty: null, isLoved: true });
});

describe("what dancers found", () => {
  /** Rates a class by people of their own. */
  async function rateAs(classId: string, ratings: readonly (string | null)[]): Promise<TestPerson[]> {
    const people = await Promise.all(ratings.map(() => server.member()));
    for (const [at, person] of people.entries()) {
      await practice(person.id, classId);
      expect((await rate(person, classId, ratings[at]!, true)).errors).toEqual([]);
    }
    return people;
  }
  const count = async () => {
    now += 25 * 60 * minute;
    await countDueClasses(server.ctx());
  };

  test("is shown from five ratings on, once they are counted", async () => {
    const classId = await newClass();
    await rateAs(classId, ["right", "right", "right", "too_hard", null]);
    await count();
    expect(await read(classId)).toMatchObject({ foundRightPercent: null });
    const [last] = await rateAs(classId, ["too_easy"]);
    expect(await read(classId)).toMatchObject({ foundRightPercent: null });
    await count();
    expect(await read(classId)).toMatchObject({ foundRightPercent: 60 });
    await rate(last!, classId, "right");
    await count();
    expect(await read(classId)).toMatchObject({ foundRightPercent: 80 });
  });

  test("leaves out a person who was deleted", async () => {
    const classId = await newClass();
    const people = await rateAs(classId, ["right", "right", "right", "right", "too_hard", "too_hard"]);
    await count();
    expect(await read(classId)).toMatchObject({ foundRightPercent: 67 });
    await server.pool.query(`delete from identity."user" where id = $1`, [people[5]!.id]);
    await count();
    expect(await read(classId)).toMatchObject({ foundRightPercent: 80 });
  });

  test("is counted again within the hour for a class that is danced", async () => {
    const classId = await newClass();
    await rateAs(classId, ["right", "right", "right", "right", "right"]);
    await count();
    await rateAs(classId, ["too_hard", "too_hard", "too_hard", "too_hard", "too_hard"]);
    await server.pool.query(
      "insert into practice.class_days (day, class_id, plays) values ($1::timestamptz::date, $2, 1)",
      [new Date(now), classId],
    );
    now += 30 * minute;
    await countDueClasses(server.ctx());
    expect(await read(classId)).toMatchObject({ foundRightPercent: 100 });
    now += 31 * minute;
    await countDueClasses(server.ctx());
    expect(await read(classId)).toMatchObject({ foundRightPercent: 50 });
  });

  test("is part of the class's figures for editors, by what was given in the period", async () => {
    const editor = await server.member({ role: "editor" });
    const classId = await newClass();
    const figures = async (days: number | null) =>
      (
        await server.graphql<{ classFigures: { ratings: object | null; loved: number } }>(
          "query ($classId: ID!, $days: Int) { classFigures(classId: $classId, days: $days) { ratings { tooEasy foundRight tooHard } loved } }",
          { classId, days },
          { as: editor },
        )
      ).data!.classFigures;
    await rateAs(classId, ["right", "too_easy", "too_hard", "right", null]);
    expect(await figures(null)).toEqual({ ratings: null, loved: 5 });
    await rateAs(classId, ["right"]);
    expect(await figures(null)).toEqual({ ratings: { tooEasy: 1, foundRight: 3, tooHard: 1 }, loved: 6 });
    await server.pool.query(
      "update practice.records set rated_at = rated_at - interval '9 days', loved_at = loved_at - interval '9 days' where class_id = $1",
      [classId],
    );
    await server.pool.query("update practice.records set viewed_at = $2 where class_id = $1", [
      classId,
      new Date(now),
    ]);
    expect(await figures(7)).toEqual({ ratings: null, loved: 0 });
  });
});
