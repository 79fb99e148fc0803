import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createClass } from "../../../testing/factories.ts";
import {
  day,
  server,
  editor,
  advance,
  at,
  badge,
  input,
  fields,
  create,
  change,
  remove,
  announce,
  join,
  show,
  complete,
  codeOf,
  startEditing,
} from "./testing.ts";
import type { Edited } from "./testing.ts";

startEditing();

const ofClasses = { triggerType: "required_classes_completed", badges: [badge(1)] };

const list = (as = editor, pagination: object = {}) =>
  server.graphql<{ studioChallenges: { items: Edited[]; nextCursor: string | null } }>(
    `query ($pagination: Pagination) { studioChallenges(pagination: $pagination) { items { ${fields} } nextCursor } }`,
    { pagination },
    { as },
  );

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
    advance(2 * day);
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
  await announce({ startTime: at(0), endTime: at(1) });
  advance(2 * day);
  await announce();
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
