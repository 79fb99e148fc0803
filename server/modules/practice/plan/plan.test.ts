import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Viewer } from "../../../ctx.ts";
import type { CountedCtx } from "../../../platform/ctx-factory.ts";
import { createClass, createManyClasses } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { addDays, dayOf, mondayOf, noonOf, weekdayOf } from "./days.ts";
import { createPlanLibrary, nextMonday, planCalls, threeDays, weekdaysOf, weekStart } from "./testing.ts";
import { weekPlan } from "./week.ts";

let server: TestServer;
let ask: ReturnType<typeof planCalls>["ask"];
let change: ReturnType<typeof planCalls>["change"];
let dancer: ReturnType<typeof planCalls>["dancer"];
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  await createPlanLibrary(server.pool);
  ({ ask, change, dancer } = planCalls(server));
});
afterAll(() => server?.stop());

describe("weekly plan", () => {
  test("fills the chosen days at the level and in the space of the dancer, each with its reason", async () => {
    const me = await dancer(
      `${threeDays} b: setDanceLevelPreference(slug: "beginner") { id } c: setDanceLocationsPreference(slugs: ["small-room"]) { id }`,
    );
    const plan = await ask(me);
    expect(plan.weekStart).toBe(weekStart);
    expect(weekdaysOf(plan)).toEqual([0, 2, 5]);
    expect(plan.classes.map(({ studioClass }) => studioClass.space)).toEqual(["spot", "spot", "spot"]);
    for (const { reason, studioClass } of plan.classes) {
      expect(reason).toMatch(/\.$/);
      expect(studioClass.level).not.toBe("intermediate");
    }
    expect(plan.startNow).toEqual(plan.classes[0]);
    expect(await ask(me)).toEqual(plan);
  });

  test("exists without survey answers, for the person's first full week by default", async () => {
    const me = await server.anonymous();
    const plan = await ask(me, {});
    expect(plan.classes).toHaveLength(3);
    expect(weekdayOf(plan.weekStart.slice(0, 10))).toBe(0);
    const arrived = dayOf(new Date());
    expect(plan.classes.every(({ date }) => date.slice(0, 10) >= arrived)).toBe(true);
  });

  test("contains no unavailable class, and nothing explicit for a family", async () => {
    const me = await dancer(`${threeDays} b: setAccountTypePreference(slug: "family") { id }`);
    const locked = await createClass(server.pool, { accessType: "premium", section: "learn", type: "party" });
    const explicit = await createClass(server.pool, { type: "party" });
    await server.pool.query(`update catalog.classes set is_explicit = true where id = $1`, [explicit.id]);
    const ids = (await ask(me)).classes.map(({ studioClass }) => studioClass.id);
    expect(ids).not.toContain(locked.id);
    expect(ids).not.toContain(explicit.id);
  });

  test("offers an easier level of a style after a class of it was too hard, from the next week on", async () => {
    const me = await dancer(`${threeDays} b: setDanceLevelPreference(slug: "intermediate") { id }`);
    const { rows } = await server.pool.query<{ id: string }>(
      `select distinct on (style_id) id from catalog.classes where level = 'intermediate' and published_at is not null order by style_id, id`,
    );
    const levels = async (week?: object) =>
      (await ask(me, week)).classes.map(({ studioClass }) => studioClass.level);
    const before = await levels();
    expect(before).toContain("intermediate");
    for (const { id } of rows) {
      await server.pool.query(
        "insert into practice.records (person_id, class_id, played_ms, granted_at, viewed_at) values ($1, $2, 400000, now(), now())",
        [me.id, id],
      );
      const { errors } = await server.graphql(
        "mutation ($id: ID!) { rateClass(classId: $id, difficulty: too_hard, isLoved: false) { id } }",
        { id },
        { as: me },
      );
      expect(errors).toEqual([]);
    }
    const plan = await ask(me);
    expect(plan.classes.map(({ studioClass }) => studioClass.level)).toEqual(before.map(() => "beginner"));
    expect(plan.classes.some(({ reasonKind }) => reasonKind === "easier")).toBe(true);
    expect(await ask(me)).toEqual(plan);
  });

  test("fits a family's youngest and least experienced dancer", async () => {
    const me = await dancer(
      `${threeDays} b: setAccountTypePreference(slug: "family") { id } c: setDanceLevelPreference(slug: "intermediate") { id }`,
    );
    const before = await ask(me);
    await server.graphql(
      `mutation { setChildren(children: [
        { id: "${randomUUID()}", age: 4, level: "absolute-beginner" }, { id: "${randomUUID()}", age: 13, level: "beginner" }]) { id } }`,
      {},
      { as: me },
    );
    const plan = await ask(me);
    expect(before.settings.minutes).toBe(15);
    expect(plan.settings.minutes).toBe(6);
    expect(plan.classes).toHaveLength(3);
    for (const { studioClass } of plan.classes) expect(studioClass.level).not.toBe("intermediate");
  });

  test("has one shared session for people who dance alone and with a family", async () => {
    await server.pool.query(
      `insert into catalog.sections (slug, name, description, position) values ('family', 'Family', '', 9) on conflict do nothing`,
    );
    const shared = await createClass(server.pool, {
      section: "family",
      level: "absolute-beginner",
      publishedAt: new Date(Date.now() - 40 * 86_400_000),
    });
    const me = await dancer(
      `${threeDays} b: setAccountTypePreference(slug: "myself-and-family") { id } c: setDanceLevelPreference(slug: "intermediate") { id }`,
    );
    await server.graphql(
      `mutation { setChildren(children: [{ id: "${randomUUID()}", age: 7, level: "absolute-beginner" }]) { id } }`,
      {},
      { as: me },
    );
    const { classes } = await ask(me);
    expect(classes.at(-1)).toMatchObject({ studioClass: { id: shared.id }, reasonKind: "family" });
    expect(classes.slice(0, -1).map(({ reasonKind }) => reasonKind)).not.toContain("family");
    const { data } = await server.graphql<{ planAlternatives: { studioClass: { level: string } }[] }>(
      `query ($id: ID!) { planAlternatives(id: $id) { studioClass { level } } }`,
      { id: classes.at(-1)!.id },
      { as: me },
    );
    expect(data!.planAlternatives.map(({ studioClass }) => studioClass.level)).not.toContain("intermediate");
    await server.pool.query(`delete from catalog.classes where id = $1`, [shared.id]);
  });

  test("stays the same when one of its classes is danced, which becomes done", async () => {
    const me = await dancer(
      `a: setDanceCadencePreference(slugs: ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"], daysPerWeek: 7) { id }`,
    );
    await server.pool.query(
      `update identity."user" set "createdAt" = now() - interval '30 days' where id = $1`,
      [me.id],
    );
    const before = await ask(me, {});
    expect(before.weekStart.slice(0, 10)).toBe(mondayOf(dayOf(new Date())));
    const today = before.classes.find(({ date }) => date.slice(0, 10) === dayOf(new Date()))!;
    await server.pool.query(
      `insert into practice.records (person_id, class_id, played_ms, granted_at, viewed_at, completed_at) values ($1, $2, 600000, now(), now(), now())`,
      [me.id, today.studioClass.id],
    );
    const after = await ask(me, {});
    expect(after.classes.map(({ studioClass }) => studioClass.id).toSorted()).toEqual(
      before.classes.map(({ studioClass }) => studioClass.id).toSorted(),
    );
    expect(after.classes.filter(({ done }) => done).map(({ studioClass }) => studioClass.id)).toEqual([
      today.studioClass.id,
    ]);
    expect(after.startNow?.studioClass.id).not.toBe(today.studioClass.id);
  });

  test("takes five statements at most, with 5,000 classes as with fifty", async () => {
    const me = await server.anonymous();
    await createManyClasses(server.pool, 5000);
    await server.pool.query(
      `update catalog.classes set published_at = published_at - interval '14 days' where slug like 'many-%'`,
    );
    const viewer: Viewer = {
      personId: me.id,
      accountId: me.id,
      isChild: false,
      hidesExplicit: false,
      sessionId: randomUUID(),
      role: "member",
      isAnonymous: true,
    };
    const ctx = server.ctx(viewer) as CountedCtx;
    const plan = await weekPlan(ctx, { weekStart: null, timeZone: null });
    expect(plan.classes).toHaveLength(3);
    expect(ctx.counter.statements).toBeLessThanOrEqual(5);
    await server.pool.query(`delete from catalog.classes where slug like 'many-%'`);
  });
});

describe("changed plan", () => {
  test("swaps a class for an offered alternative, with its reason, permanently", async () => {
    const me = await dancer(threeDays);
    const plan = await ask(me);
    const [first, second] = plan.classes;
    const { data } = await server.graphql<{
      planAlternatives: { reason: string; studioClass: { id: string } }[];
    }>(
      `query ($id: ID!) { planAlternatives(id: $id) { reason reasonKind reasonDetail studioClass { id } } }`,
      { id: first!.id },
      { as: me },
    );
    const offered = data!.planAlternatives.map(({ studioClass }) => studioClass.id);
    expect(offered.length).toBeGreaterThan(3);
    for (const { studioClass } of plan.classes) expect(offered).not.toContain(studioClass.id);
    const swapped = await change(me, `swapPlannedClass(id: "${first!.id}", classId: "${offered[0]}")`);
    expect(swapped.plan?.classes[0]).toMatchObject({
      id: first!.id,
      date: first!.date,
      reasonKind: "chosen",
      studioClass: { id: offered[0] },
    });
    expect((await ask(me)).classes).toEqual(swapped.plan?.classes);
    const twice = await change(me, `swapPlannedClass(id: "${second!.id}", classId: "${offered[0]}")`);
    expect(twice.errors[0]?.extensions).toMatchObject({ code: "BAD_INPUT", field: "classId" });
  });

  test("moves a class to another day, and swaps places with one there", async () => {
    const me = await dancer(threeDays);
    const [first, second] = (await ask(me)).classes;
    const thursday = noonOf(addDays(nextMonday, 3)).toISOString();
    const moved = await change(me, `movePlannedClass(id: "${first!.id}", date: "${thursday}")`);
    expect(weekdaysOf(moved.plan!)).toEqual([2, 3, 5]);
    expect(moved.plan!.classes[1]?.studioClass).toEqual(first!.studioClass);
    const traded = await change(me, `movePlannedClass(id: "${first!.id}", date: "${second!.date}")`);
    expect(traded.plan!.classes.map(({ id }) => id)).toEqual([first!.id, second!.id, expect.any(String)]);
    const away = await change(me, `movePlannedClass(id: "${first!.id}", date: "2026-01-01T12:00:00Z")`);
    expect(away.errors[0]?.extensions).toMatchObject({ code: "BAD_INPUT", field: "date" });
  });

  test("skips a class and restores it", async () => {
    const me = await dancer(threeDays);
    const [first] = (await ask(me)).classes;
    const without = await change(me, `skipPlannedClass(id: "${first!.id}", skipped: true)`);
    expect(weekdaysOf(without.plan!)).toEqual([2, 5]);
    expect(without.plan!.skipped.map(({ id }) => id)).toEqual([first!.id]);
    const back = await change(me, `skipPlannedClass(id: "${first!.id}", skipped: false)`);
    expect(weekdaysOf(back.plan!)).toEqual([0, 2, 5]);
  });

  test("pauses on holidays, which merge, and resumes when they end", async () => {
    const me = await dancer(threeDays);
    const at = (place: number) => noonOf(addDays(nextMonday, place)).toISOString();
    const off = await change(me, `setPlanHoliday(from: "${at(0)}", to: "${at(1)}", isOff: true)`);
    expect(weekdaysOf(off.plan!)).toEqual([2, 5]);
    const longer = await change(me, `setPlanHoliday(from: "${at(0)}", to: "${at(4)}", isOff: true)`);
    expect(weekdaysOf(longer.plan!)).toEqual([5]);
    const joined = await change(me, `setPlanHoliday(from: "${at(5)}", to: "${at(9)}", isOff: true)`);
    expect((await ask(me)).holidays).toEqual([{ from: at(0), to: at(9) }]);
    expect(joined.plan!.classes).toEqual([]);
    expect(joined.plan!.startNow).toBeNull();
    const over = await change(me, `setPlanHoliday(from: "${at(0)}", to: "${at(9)}", isOff: false)`);
    expect(weekdaysOf(over.plan!)).toEqual([0, 2, 5]);
    const wrong = await change(me, `setPlanHoliday(from: "${at(3)}", to: "${at(1)}", isOff: true)`);
    expect(wrong.errors[0]?.extensions).toMatchObject({ code: "BAD_INPUT", field: "to" });
  });

  test("stores session length and start time, and refuses invalid ones", async () => {
    const me = await dancer(threeDays);
    const { plan } = await change(me, `setPlanSettings(minutes: 45, startsAt: "18:30")`);
    expect(plan?.settings).toEqual({ minutes: 45, startsAt: "18:30" });
    for (const [call, field] of [
      [`setPlanSettings(minutes: 3)`, "minutes"],
      [`setPlanSettings(startsAt: "25:00")`, "startsAt"],
    ] as const)
      expect((await change(me, call)).errors[0]?.extensions).toMatchObject({ code: "BAD_INPUT", field });
  });

  test("is accessible to its owner alone", async () => {
    const [me, other] = [await dancer(threeDays), await dancer(threeDays)];
    const before = await ask(other);
    await change(me, `skipPlannedClass(id: "${(await ask(me)).classes[0]!.id}", skipped: true)`);
    expect(await ask(other)).toEqual(before);
    for (const id of ["nothing", "2026-11-24.0", `${nextMonday}.6`])
      expect(
        (await change(me, `skipPlannedClass(id: "${id}", skipped: true)`)).errors[0]?.extensions.code,
      ).toBe("NOT_FOUND");
  });
});
