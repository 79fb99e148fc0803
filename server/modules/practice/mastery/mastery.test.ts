import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClass, createLibrary, letPass } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { mergePractice } from "../merge.ts";
import { layOver } from "./heatmap.ts";
import { levelOfSitting } from "./levels.ts";
import { review } from "./reviews.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  await createLibrary(server.pool);
});
afterAll(() => server?.stop());

interface Mastery {
  partIndex: number;
  level: string;
  isSelfReported: boolean;
  tempo: number | null;
  dueAt: string | null;
}
const fields = "partIndex level isSelfReported tempo dueAt";
const mastery = async (as: TestPerson, id: string): Promise<Mastery[]> =>
  (
    await server.graphql<{ studioClass: { mastery: Mastery[] } }>(
      `query ($id: ID!) { studioClass(id: $id) { mastery { ${fields} } } }`,
      { id },
      { as },
    )
  ).data!.studioClass.mastery;
const loop = (
  as: TestPerson,
  classId: string,
  startMs: number,
  endMs: number,
  tempo: number,
  passes: number,
) =>
  server.graphql<{ recordLoop: Mastery[] }>(
    `mutation ($classId: ID!, $loop: LoopReport!) { recordLoop(classId: $classId, loop: $loop) { ${fields} } }`,
    { classId, loop: { startMs, endMs, tempo, passes } },
    { as },
  );
const report = (as: TestPerson, classId: string, partIndex: number, level: string | null) =>
  server.graphql<{ setMastery: Mastery[] }>(
    `mutation ($classId: ID!, $partIndex: Int!, $level: MasteryLevel) {
      setMastery(classId: $classId, partIndex: $partIndex, level: $level) { ${fields} } }`,
    { classId, partIndex, level },
    { as },
  );
const due = async (as: TestPerson) =>
  (
    await server.graphql<{ dueParts: { studioClass: { id: string }; mastery: Mastery }[] }>(
      `{ dueParts { studioClass { id parts { index } } mastery { ${fields} } } }`,
      {},
      { as },
    )
  ).data!.dueParts;
/** Moves a person's reviews into the past by a number of days. */
const passDays = (personId: string, days: number) =>
  server.pool.query(
    `update practice.mastery set due_at = due_at - make_interval(days => $2), rated_at = rated_at - make_interval(days => $2),
       card = card || jsonb_build_object('last_review', (card ->> 'last_review')::timestamptz - make_interval(days => $2))
     where person_id = $1`,
    [personId, days],
  );
/** A class of ten minutes with two parts of five. */
async function createInstructorClass(): Promise<string> {
  const { id } = await createClass(server.pool, { isPlayable: true, durationMs: 600_000 });
  await server.pool.query("delete from catalog.class_parts where class_id = $1", [id]);
  await server.pool.query(
    `insert into catalog.class_parts (class_id, index, title, kind, start_ms, end_ms, eights)
     values ($1, 1, 'The drag', 'counts', 0, 300000, 8), ($1, 2, 'Full out', 'full_out', 300000, 600000, 8)`,
    [id],
  );
  return id;
}

describe("mastery of a part", () => {
  test("raises the level by clean passes of loops, and never lowers it", async () => {
    const me = await server.anonymous();
    const id = await createInstructorClass();
    const levels: string[] = [];
    for (const [tempo, passes] of [
      [70, 0],
      [50, 3],
      [70, 1],
      [70, 2],
      [100, 1],
      [100, 2],
      [60, 1],
    ] as const) {
      const { data, errors } = await loop(me, id, 0, 40_000, tempo, passes);
      expect(errors).toEqual([]);
      levels.push(data!.recordLoop[0]!.level);
    }
    expect(levels).toEqual(["none", "counts", "counts", "slow", "slow", "tempo", "tempo"]);
    expect(await mastery(me, id)).toMatchObject([
      { partIndex: 1, level: "tempo", tempo: 60, isSelfReported: false },
      { partIndex: 2, level: "none", tempo: null, dueAt: null },
    ]);
  });

  test("is seen once nearly all of the part was played", async () => {
    const me = await server.anonymous();
    const id = await createInstructorClass();
    await server.graphql(
      "query ($id: ID!) { studioClass(id: $id) { video { playback { hlsUrl } } } }",
      { id },
      { as: me },
    );
    await letPass(server.pool, me.id, 600_000);
    await server.graphql(
      `mutation ($id: ID!) { recordPractice(classId: $id, played: [{ fromMs: 0, toMs: 280000 }], positionMs: 280000) { percent } }`,
      { id },
      { as: me },
    );
    expect((await mastery(me, id)).map(({ level }) => level)).toEqual(["seen", "none"]);
  });

  test("is self-reported until more is danced, and can be reset", async () => {
    const me = await server.anonymous();
    const id = await createInstructorClass();
    await loop(me, id, 0, 40_000, 70, 2);
    const lost = await report(me, id, 1, "seen");
    expect(lost.data!.setMastery[0]).toMatchObject({ level: "seen", isSelfReported: true });
    await loop(me, id, 0, 40_000, 70, 2);
    expect((await mastery(me, id))[0]).toMatchObject({ level: "slow", isSelfReported: false });
    await report(me, id, 1, "tempo");
    await report(me, id, 1, null);
    expect((await mastery(me, id))[0]).toMatchObject({ level: "slow", isSelfReported: false });
  });

  test("refuses loop reports that no class can have", async () => {
    const me = await server.anonymous();
    const id = await createInstructorClass();
    const codes = [];
    for (const [from, to, tempo, passes] of [
      [-5, 100, 80, 1],
      [10, 5, 80, 1],
      [0, 100, 10, 1],
      [0, 100, 80, -1],
      [0, 700_000, 80, 1],
    ] as const)
      codes.push((await loop(me, id, from, to, tempo, passes)).errors[0]?.extensions.code);
    expect(codes).toEqual(Array.from({ length: 5 }, () => "BAD_INPUT"));
    expect((await report(me, id, 9, "slow")).errors[0]?.extensions.code).toBe("NOT_FOUND");
    expect((await loop(me, randomUUID(), 0, 100, 80, 1)).errors[0]?.extensions.code).toBe("NOT_FOUND");
  });
});

describe("due parts", () => {
  test("are due days after a review, later each time, and sooner after a failed one", async () => {
    const me = await server.anonymous();
    const id = await createInstructorClass();
    await loop(me, id, 0, 40_000, 100, 2);
    expect(await due(me)).toEqual([]);
    const daysUntil = async () =>
      Math.round((new Date((await mastery(me, id))[0]!.dueAt!).getTime() - Date.now()) / 86_400_000);
    const first = await daysUntil();
    expect(first).toBeGreaterThanOrEqual(1);
    // Repeating it the same evening changes nothing.
    await loop(me, id, 0, 40_000, 100, 2);
    expect(await daysUntil()).toBe(first);
    await passDays(me.id, first + 1);
    expect(await due(me)).toMatchObject([{ studioClass: { id }, mastery: { partIndex: 1, level: "tempo" } }]);
    await loop(me, id, 0, 40_000, 100, 2);
    expect(await due(me)).toEqual([]);
    const second = await daysUntil();
    expect(second).toBeGreaterThan(first);
    await passDays(me.id, 2);
    await report(me, id, 1, "seen");
    expect(await daysUntil()).toBeLessThan(second);
  });

  test("are visible to the viewer alone", async () => {
    const [me, other] = [await server.anonymous(), await server.anonymous()];
    const id = await createInstructorClass();
    await loop(me, id, 0, 40_000, 100, 2);
    await passDays(me.id, 30);
    expect(await due(me)).toHaveLength(1);
    expect(await due(other)).toEqual([]);
    expect((await mastery(other, id)).map(({ level }) => level)).toEqual(["none", "none"]);
  });

  test("use the better of two ratings within one evening, in any order", () => {
    fc.assert(
      fc.property(fc.constantFrom(1, 2, 3, 4), fc.constantFrom(1, 2, 3, 4), (a, b) => {
        const nothing = { card: null, cardBefore: null, ratedAt: null, rating: null };
        const at = new Date("2026-11-20T19:00:00Z");
        const once = review(nothing, Math.max(a, b) as 1, at);
        const twice = review(review(nothing, a as 1, at), b as 1, new Date(at.getTime() + 3_600_000));
        expect(twice.card).toEqual(once.card);
      }),
    );
  });

  test("never show a lower level for more or faster passes", () => {
    fc.assert(
      fc.property(fc.nat(150), fc.nat(10), fc.nat(50), fc.nat(5), (tempo, passes, faster, more) => {
        expect(levelOfSitting({ tempo: tempo + faster, passes: passes + more })).toBeGreaterThanOrEqual(
          levelOfSitting({ tempo, passes }),
        );
      }),
    );
  });
});

describe("loop heatmap", () => {
  const heat = (as: TestPerson, classId: string) =>
    server.graphql<{
      loopHeatmap: { people: number; stretches: { fromMs: number; toMs: number; people: number }[] };
    }>(
      `query ($classId: ID!) { loopHeatmap(classId: $classId) { people leastPeople stretches { fromMs toMs people } } }`,
      { classId },
      { as },
    );

  test("is visible to the instructor from five people on, and to no one else", async () => {
    const teacher = await server.anonymous();
    const id = await createInstructorClass();
    await server.pool.query(
      "update catalog.instructors set person_id = $1 where id = (select instructor_id from catalog.classes where id = $2)",
      [teacher.id, id],
    );
    const dancers = [];
    for (let n = 0; n < 4; n += 1) {
      const dancer = await server.anonymous();
      dancers.push(dancer);
      await loop(dancer, id, n < 2 ? 0 : 20_000, 40_000, 80, 1);
    }
    expect((await heat(teacher, id)).data!.loopHeatmap).toMatchObject({ people: 0, stretches: [] });
    const last = await server.anonymous();
    await loop(last, id, 30_000, 60_000, 80, 1);
    // Repeating a loop doesn't add a person.
    await loop(last, id, 30_000, 60_000, 80, 2);
    expect((await heat(teacher, id)).data!.loopHeatmap).toEqual({
      people: 5,
      leastPeople: 5,
      stretches: [
        { fromMs: 0, toMs: 20_000, people: 2 },
        { fromMs: 20_000, toMs: 30_000, people: 4 },
        { fromMs: 30_000, toMs: 40_000, people: 5 },
        { fromMs: 40_000, toMs: 60_000, people: 1 },
      ],
    });
    expect((await heat(last, id)).errors[0]?.extensions.code).toBe("NOT_FOUND");
    const isInstructor = async (as: TestPerson) =>
      (
        await server.graphql<{ studioClass: { isInstructor: boolean } }>(
          "query ($id: ID!) { studioClass(id: $id) { isInstructor } }",
          { id },
          { as },
        )
      ).data!.studioClass.isInstructor;
    expect(await isInstructor(teacher)).toBe(true);
    expect(await isInstructor(await server.member({ role: "editor" }))).toBe(true);
    expect(await isInstructor(last)).toBe(false);
  });

  test("keeps the count of every moment when parts are overlaid", () => {
    const stretch = fc
      .tuple(fc.nat(50), fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 5 }))
      .map(([fromMs, length, people]) => ({ fromMs, toMs: fromMs + length, people }));
    fc.assert(
      fc.property(fc.array(stretch), fc.nat(80), (stretches, at) => {
        const holding = (all: { fromMs: number; toMs: number; people: number }[]) =>
          all
            .filter(({ fromMs, toMs }) => fromMs <= at && at < toMs)
            .reduce((sum, { people }) => sum + people, 0);
        const laid = layOver(stretches);
        expect(holding(laid)).toBe(holding(stretches));
        for (const [index, { fromMs }] of laid.entries())
          if (index > 0) expect(fromMs).toBeGreaterThanOrEqual(laid[index - 1]!.toMs);
      }),
    );
  });
});

test("keeps mastery from before signing in", async () => {
  const [from, into] = [await server.anonymous(), await server.anonymous()];
  const id = await createInstructorClass();
  await loop(into, id, 0, 40_000, 70, 2);
  await loop(from, id, 0, 40_000, 100, 2);
  await loop(from, id, 300_000, 340_000, 50, 1);
  await server.ctx().transact((tx) => mergePractice(tx, { from: from.id, into: into.id }));
  expect((await mastery(into, id)).map(({ level }) => level)).toEqual(["tempo", "counts"]);
  expect((await mastery(from, id)).map(({ level }) => level)).toEqual(["none", "none"]);
});

test("keeps mastery with its part while parts are added before it, and while it has no place in the video", async () => {
  const [me, editor] = [await server.member({}), await server.member({ role: "editor" })];
  const id = await createInstructorClass();
  await loop(me, id, 300_000, 340_000, 100, 2);
  await passDays(me.id, 60);
  const attributes = `title description level type accessType isExplicit energy space usesFloor style instructor section categories`;
  const change = async (edit: (keys: number[]) => object[]) => {
    const { data } = await server.graphql<{
      editedClass: { revision: number; parts: { key: number }[]; [attribute: string]: unknown };
    }>(
      `query ($id: ID!) { editedClass(classId: $id) { ${attributes} revision parts { key } } }`,
      { id },
      { as: editor },
    );
    const { revision, parts, ...input } = data!.editedClass;
    const { errors } = await server.graphql(
      `mutation ($id: ID!, $input: ClassInput!, $revision: Int!) {
        changeClass(classId: $id, input: $input, revision: $revision) { id } }`,
      { id, input: { ...input, parts: edit(parts.map(({ key }) => key)) }, revision },
      { as: editor },
    );
    expect(errors).toEqual([]);
  };
  const part = (key: number | null, startMs: number, endMs: number) => ({
    key,
    title: "A part",
    kind: "counts",
    startMs,
    endMs,
  });
  await change(([first, second]) => [
    part(null, 0, 100_000),
    part(first!, 100_000, 200_000),
    part(second!, 300_000, 600_000),
  ]);
  expect((await mastery(me, id)).map(({ level }) => level)).toEqual(["none", "none", "tempo"]);
  expect((await due(me)).map((one) => one.mastery.partIndex)).toEqual([3]);

  await server.pool.query(
    `with removed as (delete from catalog.class_parts where class_id = $1 and index = 3 returning *)
     insert into catalog.unplaced_parts (class_id, key, title, kind, start_ms, end_ms, former_start_ms, former_end_ms)
     select class_id, key, title, kind, 600000, 900000, start_ms, end_ms from removed`,
    [id],
  );
  expect((await mastery(me, id)).map(({ level }) => level)).toEqual(["none", "none"]);
  expect(await due(me)).toEqual([]);
  await change(([added]) => [part(added!, 0, 100_000), part(2, 300_000, 400_000)]);
  expect((await mastery(me, id)).map(({ level }) => level)).toEqual(["none", "tempo"]);
});
