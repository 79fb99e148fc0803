import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createClass, createLibrary, letPass, subscribe } from "../../testing/factories.ts";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
import { mergePractice } from "./merge.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  await createLibrary(server.pool);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.pool.query("delete from catalog.classes");
});

interface Progress {
  completed: boolean;
  percent: number;
  time: { hour: number; minute: number; second: number };
}
type Range = readonly [fromMs: number, toMs: number];
const minutes = (count: number) => count * 60_000;

const recordMutation = `mutation ($classId: ID!, $played: [PlayedRange!]!, $positionMs: Int!) {
  recordPractice(classId: $classId, played: $played, positionMs: $positionMs) { completed percent time { hour minute second } } }`;
function report(as: TestPerson, classId: string, played: readonly Range[], positionMs = 0) {
  const ranges = played.map(([fromMs, toMs]) => ({ fromMs, toMs }));
  return server.graphql<{ recordPractice: Progress }>(
    recordMutation,
    { classId, played: ranges, positionMs },
    { as },
  );
}
async function percentAfter(as: TestPerson, classId: string, played: readonly Range[]): Promise<number> {
  const { data, errors } = await report(as, classId, played);
  expect(errors).toEqual([]);
  return data!.recordPractice.percent;
}

/** Requests playback like a player, so that practice counts from now on. */
async function openClass(as: TestPerson, id: string): Promise<void> {
  const { data } = await server.graphql<{ studioClass: { video: { playback: object | null } } }>(
    "query ($id: ID!) { studioClass(id: $id) { video { playback { hlsUrl } } } }",
    { id },
    { as },
  );
  expect(data?.studioClass.video.playback).not.toBeNull();
}

async function completions(personId: string): Promise<number> {
  const { rows } = await server.pool.query<{ count: number }>(
    `select count(*)::int as count from platform.events where name = 'practice.class_completed' and payload ->> 'personId' = $1`,
    [personId],
  );
  return rows[0]!.count;
}

test("the total of practice is the viewer's own, over all classes", async () => {
  const [me, other] = [await server.member(), await server.member()];
  const total = async (as?: TestPerson) =>
    (await server.graphql<{ practicedInMs: number | null }>("{ practicedInMs }", {}, as ? { as } : {})).data!
      .practicedInMs;
  expect(await total()).toBeNull();
  expect(await total(me)).toBe(0);
  for (const playedMs of [61_000, 3_600_000]) {
    const { id } = await createClass(server.pool);
    await server.pool.query(
      "insert into practice.records (person_id, class_id, played_ms) values ($1, $2, $3)",
      [me.id, id, playedMs],
    );
  }
  expect(await total(me)).toBe(3_661_000);
  expect(await total(other)).toBe(0);
});

describe("recordPractice", () => {
  test("credits distinct time alone, however it is reported, and stores the resume position", async () => {
    const me = await server.anonymous();
    const { id } = await createClass(server.pool, { isPlayable: true, durationMs: minutes(10) });
    await openClass(me, id);
    await letPass(server.pool, me.id, minutes(20));
    expect(await percentAfter(me, id, [[0, minutes(2)]])).toBe(20);
    expect(await percentAfter(me, id, [[0, minutes(2)]])).toBe(20);
    expect(
      await percentAfter(me, id, [
        [minutes(1), minutes(3)],
        [minutes(2), minutes(3)],
      ]),
    ).toBe(30);
    const { data } = await report(me, id, [], 3_723_000 - minutes(60));
    expect(data?.recordPractice).toMatchObject({ percent: 30, time: { hour: 0, minute: 2, second: 3 } });
    const again = await server.graphql(
      "query ($id: ID!) { studioClass(id: $id) { userProgress { completed percent time { minute second } } } }",
      { id },
      { as: me },
    );
    expect(again.data).toEqual({
      studioClass: { userProgress: { completed: false, percent: 30, time: { minute: 2, second: 3 } } },
    });
  });

  test("credits nothing for a class that was never opened", async () => {
    const me = await server.anonymous();
    const { id } = await createClass(server.pool, { isPlayable: true });
    expect(await percentAfter(me, id, [[0, minutes(10)]])).toBe(0);
    expect(await completions(me.id)).toBe(0);
  });

  test("credits what the wall clock allows if the whole class is claimed at once", async () => {
    const me = await server.anonymous();
    const { id } = await createClass(server.pool, { isPlayable: true, durationMs: minutes(10) });
    await openClass(me, id);
    const at = await percentAfter(me, id, [[0, minutes(10)]]);
    expect(at).toBeLessThan(10);
    await letPass(server.pool, me.id, minutes(2));
    const later = await percentAfter(me, id, [[0, minutes(10)]]);
    expect(later).toBeGreaterThanOrEqual(40);
    expect(later).toBeLessThan(50);
  });

  test("shares one allowance among all classes", async () => {
    const me = await server.anonymous();
    const made = await Promise.all(
      [1, 2, 3, 4].map(() => createClass(server.pool, { isPlayable: true, durationMs: minutes(30) })),
    );
    for (const { id } of made) await openClass(me, id);
    await letPass(server.pool, me.id, minutes(200));
    let credited = 0;
    for (const { id } of made) credited += ((await percentAfter(me, id, [[0, minutes(30)]])) * 30) / 100;
    // The allowance is an hour at most, after any absence.
    expect(credited).toBeGreaterThanOrEqual(60);
    expect(credited).toBeLessThan(61);
  });

  test("credits honest practice that is sent late", async () => {
    const me = await server.anonymous();
    const { id } = await createClass(server.pool, { isPlayable: true, durationMs: minutes(8) });
    await openClass(me, id);
    await letPass(server.pool, me.id, minutes(60 * 24));
    const { data } = await report(me, id, [[0, minutes(8)]]);
    expect(data?.recordPractice).toMatchObject({ completed: true, percent: 100 });
  });

  test("credits the preview alone of a locked class", async () => {
    const me = await server.anonymous();
    const { id } = await createClass(server.pool, {
      isPlayable: true,
      accessType: "premium",
      durationMs: minutes(10),
    });
    await openClass(me, id);
    await letPass(server.pool, me.id, minutes(60));
    expect(await percentAfter(me, id, [[0, minutes(10)]])).toBe(5);
    await subscribe(server.pool, me.id, "premium");
    expect(await percentAfter(me, id, [[0, minutes(10)]])).toBe(100);
  });

  test("publishes a completion once if several tabs report it at the same time", async () => {
    const me = await server.anonymous();
    const { id } = await createClass(server.pool, { isPlayable: true, durationMs: minutes(5) });
    await openClass(me, id);
    await letPass(server.pool, me.id, minutes(30));
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => report(me, id, [[n * 20_000, minutes(5)]])),
    );
    expect(answers.flatMap((answer) => answer.errors)).toEqual([]);
    expect(await completions(me.id)).toBe(1);
    await report(me, id, [[0, minutes(5)]]);
    expect(await completions(me.id)).toBe(1);
  });

  test.each([
    ["a range that ends before it begins", [[500, 100]], 0, "played"],
    ["a range before the class", [[-1, 100]], 0, "played"],
    ["too many ranges", Array.from({ length: 1001 }, (_, n) => [n, n + 1]), 0, "played"],
    ["a position before the class", [], -1, "positionMs"],
  ] as [string, Range[], number, string][])(
    "refuses %s, and stores nothing of it",
    async (_, played, position, field) => {
      const me = await server.anonymous();
      const { id } = await createClass(server.pool, { isPlayable: true });
      const { errors } = await report(me, id, played, position);
      expect(errors[0]?.extensions).toMatchObject({ code: "BAD_INPUT", field });
      const { rows } = await server.pool.query("select from practice.records where person_id = $1", [me.id]);
      expect(rows).toEqual([]);
    },
  );

  test("returns not found for a missing or unpublished class, and requires a viewer", async () => {
    const me = await server.anonymous();
    const draft = await createClass(server.pool, { publishedAt: null });
    for (const id of [randomUUID(), draft.id, "no-such-class"])
      expect((await report(me, id, [])).errors[0]?.extensions.code).toBe("NOT_FOUND");
    const { errors } = await server.graphql(recordMutation, { classId: draft.id, played: [], positionMs: 0 });
    expect(errors[0]?.extensions.code).toBe("UNAUTHENTICATED");
  });

  test("is separate for each person", async () => {
    const [me, other] = [await server.anonymous(), await server.anonymous()];
    const { id } = await createClass(server.pool, { isPlayable: true });
    await openClass(me, id);
    await letPass(server.pool, me.id, minutes(60));
    await report(me, id, [[0, minutes(10)]]);
    const { data } = await server.graphql(
      "query ($id: ID!) { studioClass(id: $id) { userProgress { percent } } continueClasses { id } }",
      { id },
      { as: other },
    );
    expect(data).toEqual({ studioClass: { userProgress: null }, continueClasses: [] });
  });
});

describe("saved classes", () => {
  const savedQuery = `query ($filter: SavedClassFilter, $sort: SavedClassSort, $direction: SortDirection, $pagination: Pagination) {
    savedClasses(filter: $filter, sort: $sort, direction: $direction, pagination: $pagination) {
      items { studioClass { id } dateSaved dateLastViewed } total nextCursor } }`;
  interface SavedPage {
    items: { studioClass: { id: string }; dateSaved: string; dateLastViewed: string | null }[];
    total: number;
    nextCursor: string | null;
  }
  async function saved(as: TestPerson, variables: object = {}): Promise<SavedPage> {
    const { data, errors } = await server.graphql<{ savedClasses: SavedPage }>(savedQuery, variables, { as });
    expect(errors).toEqual([]);
    return data!.savedClasses;
  }
  const save = (as: TestPerson, classId: string, verb = "saveClass") =>
    server.graphql(
      `mutation ($classId: ID!) { ${verb}(classId: $classId) { id isSaved } }`,
      { classId },
      { as },
    );

  test("are stored once, with the first date, and can be removed twice", async () => {
    const me = await server.anonymous();
    const { id } = await createClass(server.pool);
    expect((await save(me, id)).data).toEqual({ saveClass: { id, isSaved: true } });
    const [first] = (await saved(me)).items;
    await save(me, id);
    expect((await saved(me)).items).toEqual([first]);
    expect((await save(me, id, "unsaveClass")).data).toEqual({ unsaveClass: { id, isSaved: false } });
    expect((await save(me, id, "unsaveClass")).errors).toEqual([]);
    expect(await saved(me)).toEqual({ items: [], total: 0, nextCursor: null });
  });

  test.each(["dateSaved", "dateLastViewed"])(
    "are paginated without gaps or repeats despite many ties, by %s, in both directions",
    async (sort) => {
      const me = await server.anonymous();
      const made = await Promise.all(Array.from({ length: 9 }, () => createClass(server.pool)));
      for (const { id } of made) await save(me, id);
      await server.pool.query(
        `update practice.records set saved_at = date_trunc('day', saved_at), viewed_at = case when class_id < $2 then now() end where person_id = $1`,
        [me.id, made[4]!.id],
      );
      const readAll = async (direction: string, first: number) => {
        const found: string[] = [];
        let after: string | null = null;
        do {
          const page: SavedPage = await saved(me, { sort, direction, pagination: { first, after } });
          expect(page.total).toBe(9);
          found.push(...page.items.map((item) => item.studioClass.id));
          after = page.nextCursor;
        } while (after);
        return found;
      };
      const down = await readAll("desc", 2);
      expect(new Set(down)).toEqual(new Set(made.map(({ id }) => id)));
      expect(down).toHaveLength(9);
      expect(await readAll("desc", 100)).toEqual(down);
      expect(new Set(await readAll("asc", 4))).toEqual(new Set(down));
    },
  );

  test("can be filtered by completion", async () => {
    const me = await server.anonymous();
    const done = await createClass(server.pool, { isPlayable: true, durationMs: minutes(5) });
    const open = await createClass(server.pool);
    await openClass(me, done.id);
    await letPass(server.pool, me.id, minutes(30));
    await report(me, done.id, [[0, minutes(5)]]);
    for (const { id } of [done, open]) await save(me, id);
    const ids = async (filter: string) =>
      (await saved(me, { filter })).items.map((item) => item.studioClass.id);
    expect(await ids("completed")).toEqual([done.id]);
    expect(await ids("incomplete")).toEqual([open.id]);
    expect(await ids("all")).toHaveLength(2);
  });
});

describe("merging people", () => {
  test("unites practice and saved classes of two people without loss", async () => {
    const [anonymous, account] = [await server.anonymous(), await server.anonymous()];
    const half = await createClass(server.pool, { isPlayable: true, durationMs: minutes(10) });
    const alone = await createClass(server.pool, { isPlayable: true, durationMs: minutes(10) });
    for (const [person, from] of [
      [anonymous, 0],
      [account, minutes(5)],
    ] as const) {
      await openClass(person, half.id);
      await letPass(server.pool, person.id, minutes(60));
      await report(person, half.id, [[from, from + minutes(5)]]);
    }
    await openClass(anonymous, alone.id);
    await letPass(server.pool, anonymous.id, minutes(60));
    await report(anonymous, alone.id, [[0, minutes(2)]], 90_000);
    await server.graphql(
      "mutation ($id: ID!) { saveClass(classId: $id) { id } }",
      { id: alone.id },
      { as: anonymous },
    );

    const merge = () =>
      server.ctx().transact((tx) => mergePractice(tx, { from: anonymous.id, into: account.id }));
    await merge();
    await merge();

    const { data } = await server.graphql(
      `query ($half: ID!, $alone: ID!) {
        half: studioClass(id: $half) { userProgress { completed percent } }
        alone: studioClass(id: $alone) { isSaved userProgress { percent time { minute second } } } }`,
      { half: half.id, alone: alone.id },
      { as: account },
    );
    expect(data).toEqual({
      half: { userProgress: { completed: true, percent: 100 } },
      alone: { isSaved: true, userProgress: { percent: 20, time: { minute: 1, second: 30 } } },
    });
    expect(await completions(account.id)).toBe(1);
  });
});
