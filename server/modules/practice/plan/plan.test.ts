import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Viewer } from "../../../ctx.ts";
import type { CountedCtx } from "../../../platform/ctx-factory.ts";
import { createClass, createLibrary, createManyClasses } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { addDays, dayOf, mondayOf, noonOf, weekdayOf } from "./days.ts";
import { mergePractice } from "../merge.ts";
import { weekPlan } from "./week.ts";

let server: TestServer;
let sequence = 0;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  await createLibrary(server.pool);
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  for (const type of ["choreography", "drill", "workout", "wellness"])
    for (const level of ["absolute-beginner", "beginner", "intermediate"])
      for (const style of ["hip-hop", "house"])
        await createClass(server.pool, {
          type,
          level,
          style,
          durationMs: 600_000,
          isPlayable: true,
          publishedAt: ago(24 * 30 + (sequence += 1)),
        });
  await server.pool.query(`update catalog.classes set space = 'spot' where type in ('drill', 'wellness')`);
  await server.pool.query(
    `update catalog.classes set space = 'room' where type = 'choreography' and level = 'beginner'`,
  );
});
afterAll(() => server?.stop());

interface Planned {
  id: string;
  date: string;
  reason: string;
  reasonKind: string;
  done: boolean;
  movedFrom: string | null;
  studioClass: { id: string; type: string; level: string; space: string };
}
interface Plan {
  weekStart: string;
  classes: Planned[];
  skipped: Planned[];
  startNow: Planned | null;
  holidays: { from: string; to: string }[];
  settings: { minutes: number; startsAt: string | null };
}
const fields = `weekStart settings { minutes startsAt } holidays { from to }
  classes { ...P } skipped { ...P } startNow { ...P } `;
const fragment = `fragment P on PlannedClass { id date reason reasonKind done movedFrom studioClass { id type level space } }`;
const nextMonday = addDays(mondayOf(dayOf(new Date())), 7);
const weekStart = noonOf(nextMonday).toISOString();

async function ask(as: TestPerson, variables: object = { weekStart }): Promise<Plan> {
  const { data, errors } = await server.graphql<{ weekPlan: Plan }>(
    `query ($weekStart: DateTime) { weekPlan(weekStart: $weekStart) { ${fields} } } ${fragment}`,
    variables,
    { as },
  );
  expect(errors).toEqual([]);
  return data!.weekPlan;
}
async function change(as: TestPerson, call: string, variables: object = {}, declared = "") {
  const { data, errors } = await server.graphql<{ plan: Plan }>(
    `mutation ${declared} { plan: ${call} { ${fields} } } ${fragment}`,
    variables,
    { as },
  );
  return { plan: data?.plan ?? null, errors };
}
async function dancer(answers: string): Promise<TestPerson> {
  const me = await server.anonymous();
  const { errors } = await server.graphql(`mutation { ${answers} }`, {}, { as: me });
  expect(errors).toEqual([]);
  return me;
}
const threeDays = `a: setDanceCadencePreference(slugs: ["monday", "wednesday", "saturday"], daysPerWeek: 3) { id }`;
const placesOf = (plan: Plan) => plan.classes.map(({ date }) => weekdayOf(date.slice(0, 10)));

describe("weekly plan", () => {
  test("fills the chosen days at the level and in the space of the dancer, each with its reason", async () => {
    const me = await dancer(
      `${threeDays} b: setDanceLevelPreference(slug: "beginner") { id } c: setDanceLocationsPreference(slugs: ["small-room"]) { id }`,
    );
    const plan = await ask(me);
    expect(plan.weekStart).toBe(weekStart);
    expect(placesOf(plan)).toEqual([0, 2, 5]);
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

  test("takes three statements, with 5,000 classes as with fifty", async () => {
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
    expect(ctx.counter.statements).toBeLessThanOrEqual(4);
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
    expect(placesOf(moved.plan!)).toEqual([2, 3, 5]);
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
    expect(placesOf(without.plan!)).toEqual([2, 5]);
    expect(without.plan!.skipped.map(({ id }) => id)).toEqual([first!.id]);
    const back = await change(me, `skipPlannedClass(id: "${first!.id}", skipped: false)`);
    expect(placesOf(back.plan!)).toEqual([0, 2, 5]);
  });

  test("pauses on holidays, which merge, and resumes when they end", async () => {
    const me = await dancer(threeDays);
    const at = (place: number) => noonOf(addDays(nextMonday, place)).toISOString();
    const off = await change(me, `setPlanHoliday(from: "${at(0)}", to: "${at(1)}", isOff: true)`);
    expect(placesOf(off.plan!)).toEqual([2, 5]);
    const longer = await change(me, `setPlanHoliday(from: "${at(0)}", to: "${at(4)}", isOff: true)`);
    expect(placesOf(longer.plan!)).toEqual([5]);
    const joined = await change(me, `setPlanHoliday(from: "${at(5)}", to: "${at(9)}", isOff: true)`);
    expect((await ask(me)).holidays).toEqual([{ from: at(0), to: at(9) }]);
    expect(joined.plan!.classes).toEqual([]);
    expect(joined.plan!.startNow).toBeNull();
    const over = await change(me, `setPlanHoliday(from: "${at(0)}", to: "${at(9)}", isOff: false)`);
    expect(placesOf(over.plan!)).toEqual([0, 2, 5]);
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

describe("calendar feed", () => {
  const link = async (as: TestPerson, call: string) => {
    const { data, errors } = await server.graphql<{ calendar: { url: string | null } }>(
      call.replace(/(openPlanCalendar|closePlanCalendar|planCalendar)/, "calendar: $1"),
      {},
      { as },
    );
    expect(errors).toEqual([]);
    return data!.calendar.url;
  };
  const read = (url: string) => server.fetch(new URL(url).pathname);

  test("is readable by its secret URL alone, until revoked", async () => {
    const me = await dancer(threeDays);
    expect(await link(me, "{ planCalendar { url } }")).toBeNull();
    const url = (await link(me, `mutation { openPlanCalendar(timeZone: "Europe/Zurich") { url } }`))!;
    expect(await link(me, `mutation { openPlanCalendar { url } }`)).toBe(url);
    expect(await link(me, "{ planCalendar { url } }")).toBe(url);
    const response = await read(url);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain("text/calendar");
    const text = (await response.text()).replaceAll(/\r\n[ \t]/g, "");
    expect(text.startsWith("BEGIN:VCALENDAR\r\n")).toBe(true);
    const plan = await ask(me);
    for (const { id, date } of plan.classes) {
      const event = text.split("BEGIN:VEVENT").find((one) => one.includes(`UID:${id}@`));
      expect(event).toContain(`DTSTART;VALUE=DATE:${date.slice(0, 10).replaceAll("-", "")}`);
      expect(event).toContain("/class/");
    }
    await change(me, `setPlanSettings(startsAt: "07:05")`);
    expect((await (await read(url)).text()).includes("T070500\r\n")).toBe(true);

    for (const wrong of [url.slice(0, -6) + "AA.ics", url.replace(/[0-9a-f]{8}-/, "00000000-")])
      expect((await read(wrong)).status).toBe(404);
    expect(await link(me, `mutation { closePlanCalendar { url } }`)).toBeNull();
    expect((await read(url)).status).toBe(404);
    expect(await link(me, `mutation { openPlanCalendar { url } }`)).not.toBe(url);
  });
});

test("contains nothing explicit for a child", async () => {
  const [child, parent] = [await dancer(threeDays), await server.member()];
  const { data } = await server.graphql<{ openPlanCalendar: { url: string } }>(
    "mutation { openPlanCalendar { url } }",
    {},
    { as: child },
  );
  const read = async () =>
    (await (await server.fetch(new URL(data!.openPlanCalendar.url).pathname)).text()).split("BEGIN:VEVENT")
      .length - 1;
  await server.pool.query(`update catalog.classes set is_explicit = true`);
  try {
    expect(await read()).toBeGreaterThan(0);
    await server.pool.query(`update identity."user" set "accountId" = $2, "isChild" = true where id = $1`, [
      child.id,
      parent.id,
    ]);
    expect(await read()).toBe(0);
  } finally {
    await server.pool.query(`update catalog.classes set is_explicit = false`);
  }
});

test("keeps a guest's plan changes and calendar URL after sign-in", async () => {
  const [guest, account] = [await dancer(threeDays), await dancer(threeDays)];
  const [first] = (await ask(guest)).classes;
  await change(guest, `skipPlannedClass(id: "${first!.id}", skipped: true)`);
  await change(
    guest,
    `setPlanHoliday(from: "2030-01-01T12:00:00Z", to: "2030-01-02T12:00:00Z", isOff: true)`,
  );
  await change(guest, `setPlanSettings(minutes: 40)`);
  await server.graphql("mutation { openPlanCalendar { url } }", {}, { as: guest });
  const address = `{ planCalendar { url } }`;
  const before = await server.graphql<{ planCalendar: { url: string } }>(address, {}, { as: guest });
  const merge = () => server.ctx().transact((tx) => mergePractice(tx, { from: guest.id, into: account.id }));
  await merge();
  await merge();
  const plan = await ask(account);
  expect(placesOf(plan)).toEqual([2, 5]);
  expect(plan.settings.minutes).toBe(40);
  expect(plan.holidays).toHaveLength(1);
  const after = await server.graphql<{ planCalendar: { url: string } }>(address, {}, { as: account });
  expect(after.data).toEqual(before.data);
});
