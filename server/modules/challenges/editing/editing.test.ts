import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClass, createLibrary } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { countCompletion } from "../index.ts";

const day = 24 * 3_600_000;
let server: TestServer;
let editor: TestPerson;
let now = Date.UTC(2026, 10, 21, 12);
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now: () => new Date(now) } });
  await createLibrary(server.pool);
  editor = await server.member({ role: "editor" });
});
afterAll(() => server?.stop());

const at = (days: number) => new Date(now + days * day).toISOString();
const badge = (amountToEarn: number) => ({
  name: `The ${amountToEarn}`,
  description: `For ${amountToEarn}`,
  amountToEarn,
});
const input = (change: object = {}) => ({
  title: "Turns of autumn",
  description: "Whole classes, before the leaves are down.",
  triggerType: "class_completed",
  requiredClassIds: [] as string[],
  startTime: at(2),
  endTime: at(9),
  badges: [badge(1), badge(2)],
  ...change,
});
const ofClasses = { triggerType: "required_classes_completed", badges: [badge(1)] };
interface Edited {
  id: string;
  slug: string;
  title: string;
  phase: string;
  startTime: string;
  endTime: string;
  requiredClassIds: string[];
  requiredClasses: { title: string }[];
  goalHeader: string | null;
  badges: { name: string; description: string; amountToEarn: number }[];
  participantsCount: number;
  revision: number;
}
const fields = `id slug title description triggerType phase startTime endTime requiredClassIds requiredClasses { title }
  goalHeader subtitleHeader earnedByHeader badges { name description amountToEarn } participantsCount revision`;
const create = (given: object, as = editor, key: string = randomUUID()) =>
  server.graphql<{ createChallenge: Edited }>(
    `mutation ($input: ChallengeInput!, $key: String!) { createChallenge(input: $input, idempotencyKey: $key) { ${fields} } }`,
    { input: given, key },
    { as },
  );
const change = (id: string, given: object, revision: number, as = editor) =>
  server.graphql<{ changeChallenge: Edited }>(
    `mutation ($id: ID!, $input: ChallengeInput!, $revision: Int!) {
      changeChallenge(id: $id, input: $input, revision: $revision) { ${fields} } }`,
    { id, input: given, revision },
    { as },
  );
const remove = (id: string, as = editor) =>
  server.graphql<{ deleteChallenge: boolean }>(
    `mutation ($id: ID!) { deleteChallenge(id: $id) }`,
    { id },
    { as },
  );
const list = (as = editor, pagination: object = {}) =>
  server.graphql<{ studioChallenges: { items: Edited[]; nextCursor: string | null } }>(
    `query ($pagination: Pagination) { studioChallenges(pagination: $pagination) { items { ${fields} } nextCursor } }`,
    { pagination },
    { as },
  );
async function announce(given: object = {}): Promise<Edited> {
  const { data, errors } = await create(input(given));
  expect(errors).toEqual([]);
  return data!.createChallenge;
}
const join = (as: TestPerson, id: string) =>
  server.graphql(`mutation ($id: ID!) { joinChallenge(id: $id) { id } }`, { id }, { as });
interface Shown {
  title: string;
  progressAmount: number | null;
  participantsCount: number;
  displayText: { goalHeader: string };
  badges: { isEarned: boolean; badge: { name: string; slug: string } }[];
}
async function show(id: string, as?: TestPerson): Promise<Shown | null> {
  const { data } = await server.graphql<{ challengeById: Shown | null }>(
    `query ($id: ID!) { challengeById(id: $id) { title progressAmount participantsCount displayText { goalHeader }
      badges { isEarned badge { name slug } } } }`,
    { id },
    as ? { as } : {},
  );
  return data!.challengeById;
}
const complete = (person: TestPerson, classId: string) =>
  countCompletion(server.ctx(), {
    personId: person.id,
    classId,
    completedAt: new Date(now),
    playedMs: 540_000,
  });
const codeOf = ({
  errors,
}: {
  readonly errors: readonly { readonly extensions: Record<string, unknown> }[];
}) => ({
  code: errors[0]?.extensions["code"],
  field: errors[0]?.extensions["field"],
});

describe("creating a challenge", () => {
  test("is hidden from everyone but editors and admins", async () => {
    const { id, revision } = await announce();
    for (const as of [
      await server.anonymous(),
      await server.member(),
      await server.member({ role: "moderator" }),
    ])
      for (const answer of [
        await list(as),
        await create(input(), as),
        await change(id, input(), revision, as),
        await remove(id, as),
      ])
        expect(codeOf(answer).code).toBe("NOT_FOUND");
    expect((await create(input(), await server.member({ role: "admin" }))).errors).toEqual([]);
  });

  test("lists the challenge for joining, counts completions within its dates and awards its badges", async () => {
    const [first, second] = [await createClass(server.pool), await createClass(server.pool)];
    const made = await announce({
      title: "Two of the house",
      triggerType: "required_classes_completed",
      requiredClassIds: [second.id, first.id],
    });
    expect(made).toMatchObject({
      slug: "two-of-the-house",
      phase: "upcoming",
      requiredClassIds: [second.id, first.id],
      goalHeader: null,
    });
    const me = await server.member();
    await join(me, made.slug);
    await complete(me, (await createClass(server.pool)).id);
    now += 2 * day;
    await complete(me, first.id);
    expect(await show(made.slug, me)).toMatchObject({
      progressAmount: 1,
      displayText: { goalHeader: "Complete all 2 classes" },
      badges: [{ isEarned: true, badge: { slug: "two-of-the-house-1" } }, { isEarned: false }],
    });
    await complete(me, second.id);
    expect(await show(made.slug, me)).toMatchObject({ progressAmount: 2, badges: [{}, { isEarned: true }] });
  });

  test("creates one challenge per idempotency key, also concurrently, and a unique slug", async () => {
    const key = randomUUID();
    const given = input({ title: "Once only" });
    const both = await Promise.all([create(given, editor, key), create(given, editor, key)]);
    const again = await create(given, editor, key);
    const ids = new Set([...both, again].map(({ data }) => data!.createChallenge.id));
    expect(ids.size).toBe(1);
    expect((await announce({ title: "Once only!" })).slug).toBe("once-only-2");
    const { rows } = await server.pool.query(
      `select actor_id, action from identity.staff_acts where subject = 'challenge:' || $1`,
      [[...ids][0]],
    );
    expect(rows).toEqual([{ actor_id: editor.id, action: "challenges.challenge_created" }]);
  });

  test("starts at once if it begins today, and rejects dates in the past", async () => {
    expect(await announce({ startTime: at(-0.4) })).toMatchObject({ phase: "running", startTime: at(0) });
    expect(codeOf(await create(input({ startTime: at(-2) })))).toEqual({
      code: "BAD_INPUT",
      field: "startTime",
    });
  });

  test.each([
    ["title", { title: " " }],
    ["description", { description: "" }],
    ["endTime", { endTime: at(1) }],
    ["endTime", { endTime: at(900) }],
    ["requiredClassIds", ofClasses],
    ["requiredClassIds", { ...ofClasses, requiredClassIds: [randomUUID()] }],
    ["requiredClassIds", { ...ofClasses, requiredClassIds: ["no-id"] }],
    ["badges", { badges: [] }],
    ["badges", { badges: [1, 2, 3, 4, 5, 6].map(badge) }],
    ["badges", { badges: [badge(2), badge(2)] }],
    ["badges", { badges: [badge(0)] }],
    ["badges", { triggerType: "days_practised", badges: [badge(30)] }],
    ["badges", { triggerType: "streak_weeks", badges: [badge(8)] }],
    ["goalHeader", { goalHeader: "x".repeat(200) }],
  ])("rejects invalid input: %s, case %#", async (field, wrong) => {
    expect(codeOf(await create(input(wrong)))).toEqual({ code: "BAD_INPUT", field });
  });

  test("rejects a draft among its classes, and a badge that requires more classes than listed", async () => {
    const draft = await createClass(server.pool, { publishedAt: null });
    const { id } = await createClass(server.pool);
    const of = (requiredClassIds: string[]) =>
      create(input({ triggerType: "required_classes_completed", requiredClassIds }));
    expect(codeOf(await of([draft.id, id])).field).toBe("requiredClassIds");
    expect(codeOf(await of([id])).field).toBe("badges");
  });
});

describe("changing a challenge", () => {
  test("changes everything before it begins, also for participants", async () => {
    const made = await announce({ title: "To be changed" });
    const me = await server.member();
    await join(me, made.id);
    const given = input({
      title: "Changed",
      triggerType: "minutes_practised",
      startTime: at(3),
      badges: [badge(2), badge(40)],
      goalHeader: "Dance, and dance",
    });
    const { data } = await change(made.id, given, made.revision);
    expect(data!.changeChallenge).toMatchObject({
      slug: made.slug,
      title: "Changed",
      startTime: at(3),
      goalHeader: "Dance, and dance",
      participantsCount: 1,
      revision: made.revision + 1,
      badges: [badge(2), badge(40)],
    });
    expect(await show(made.id, me)).toMatchObject({ progressAmount: 0, title: "Changed" });
  });

  test("changes only texts and a later end once it has begun, and only texts once it has ended", async () => {
    const { id: classId } = await createClass(server.pool);
    const given = input({
      title: "People earn by it",
      triggerType: "required_classes_completed",
      requiredClassIds: [classId],
      badges: [badge(1)],
    });
    const { data } = await create(given);
    const { id, revision } = data!.createChallenge;
    now += 3 * day;
    const me = await server.member();
    await join(me, id);
    await complete(me, classId);
    for (const [field, wrong] of [
      ["triggerType", { triggerType: "class_completed" }],
      ["requiredClassIds", { requiredClassIds: [(await createClass(server.pool)).id] }],
      ["startTime", { startTime: at(1) }],
      ["endTime", { endTime: at(1) }],
      ["badges", { badges: [{ ...badge(1), amountToEarn: 2 }] }],
    ] as const)
      expect(codeOf(await change(id, { ...given, ...wrong }, revision))).toEqual({
        code: "HAS_BEGUN",
        field,
      });
    expect(codeOf(await remove(id)).code).toBe("HAS_BEGUN");

    // A class may be unpublished in the meantime; the challenge still requires it.
    await server.pool.query(`update catalog.classes set published_at = null where id = $1`, [classId]);
    const later = {
      ...given,
      title: "In other words",
      endTime: at(20),
      badges: [{ ...badge(1), name: "Renamed" }],
    };
    const { data: changed } = await change(id, later, revision);
    expect(changed!.changeChallenge).toMatchObject({
      title: "In other words",
      endTime: at(20),
      requiredClassIds: [classId],
      requiredClasses: [],
    });
    expect(await show(id, me)).toMatchObject({
      progressAmount: 1,
      badges: [{ isEarned: true, badge: { name: "Renamed" } }],
    });

    now += 21 * day;
    expect(codeOf(await change(id, { ...later, endTime: at(3) }, revision + 1))).toEqual({
      code: "HAS_BEGUN",
      field: "endTime",
    });
    expect((await change(id, { ...later, title: "That was it" }, revision + 1)).errors).toEqual([]);
  });

  test("keeps the first of two concurrent edits and rejects the second", async () => {
    const { id, revision } = await announce({ title: "Two at once" });
    const answers = await Promise.all(
      ["One", "Other"].map((title) => change(id, input({ title }), revision)),
    );
    expect(answers.map((answer) => codeOf(answer).code).toSorted()).toEqual(["CHANGED_MEANWHILE", undefined]);
    const saved = answers.find(({ errors }) => errors.length === 0);
    expect((await show(id))!.title).toBe(saved!.data!.changeChallenge.title);
  });
});

describe("deleting a challenge", () => {
  test("removes it from its participants before it begins, without affecting playback", async () => {
    const made = await announce({ title: "Called off" });
    const me = await server.member();
    await join(me, made.id);
    expect((await remove(made.id)).data).toEqual({ deleteChallenge: true });
    expect(await show(made.slug)).toBeNull();
    expect(codeOf(await join(me, made.id)).code).toBe("NOT_FOUND");
    expect(codeOf(await remove(made.id)).code).toBe("NOT_FOUND");
    const { id } = await createClass(server.pool);
    await complete(me, id);
    const { rows } = await server.pool.query(
      `select (select count(*)::int from challenges.completions where person_id = $1) as danced,
        (select count(*)::int from challenges.badges where slug like 'called-off-%') as badges`,
      [me.id],
    );
    expect(rows).toEqual([{ danced: 1, badges: 0 }]);
  });
});

test("counts a completed class, also if a joined challenge is deleted during the count", async () => {
  const made = await announce({ title: "Gone at that moment" });
  const me = await server.member();
  await join(me, made.id);
  const { id } = await createClass(server.pool);
  const deleting = await server.pool.connect();
  try {
    await deleting.query("begin");
    await deleting.query(
      `with gone as (delete from challenges.challenges where id = $1 returning achievement_id)
       delete from challenges.achievements using gone where achievements.id = gone.achievement_id`,
      [made.id],
    );
    const counting = complete(me, id);
    const waiting = async () =>
      (
        await server.pool.query<{ count: number }>(
          `select count(*)::int as count from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rows[0]!.count;
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
    await deleting.query("commit");
    await counting;
  } finally {
    deleting.release();
  }
  const { rows } = await server.pool.query(
    `select class_id from challenges.completions where person_id = $1`,
    [me.id],
  );
  expect(rows).toEqual([{ class_id: id }]);
});

test("lists every challenge for editors, latest start first, in pages", async () => {
  await announce({ startTime: at(0) });
  const { data } = await list();
  const all = data!.studioChallenges.items;
  expect(new Set(all.map(({ phase }) => phase))).toEqual(new Set(["upcoming", "running", "ended"]));
  expect(all.map(({ startTime }) => startTime)).toEqual(
    all.map(({ startTime }) => startTime).toSorted((a, b) => (a < b ? 1 : -1)),
  );
  const paged: string[] = [];
  let after: string | null = null;
  do {
    const { data: page }: Awaited<ReturnType<typeof list>> = await list(editor, { first: 3, after });
    paged.push(...page!.studioChallenges.items.map(({ id }) => id));
    after = page!.studioChallenges.nextCursor;
  } while (after);
  expect(paged).toEqual(all.map(({ id }) => id));
});
