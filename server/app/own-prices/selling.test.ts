import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { admin, booksHold, buy, charges, estimate, server } from "../../modules/billing/passes/testing.ts";
import { listOffers } from "../../modules/billing/index.ts";
import { cardToken, subscribeAs } from "../../modules/billing/testing.ts";
import { input as classInput } from "../../modules/catalog/editing/testing.ts";
import { explaining } from "../../testing/query-plans.ts";
import { readPersonData } from "../person-data.ts";
import {
  ask,
  changeCourse,
  edit,
  editor,
  locks,
  newClass,
  newCourse,
  offers,
  priced,
  refund,
  setPrice,
  startOwnPrices,
} from "./testing.ts";

startOwnPrices();

describe("a course with a price of its own", () => {
  test("is bought once: by a double click, by two servers, and by who has it", async () => {
    const course = await newCourse();
    const pass = await priced({ kind: "course", id: course.id });
    const me = await server.member();
    const order = { planId: pass, countryCode: "DE", amountDue: 3900, consentVersion: "2026-11" };
    const token = await cardToken(server);
    const key = randomUUID();
    await Promise.all([0, 1].map(() => subscribeAs(server, me, { ...order, token, key })));
    const replay = await subscribeAs(server, me, { ...order, token, key });
    expect(replay.data?.subscriptionCreateV2).toMatchObject({ status: "non_renewing", plan: { id: pass } });
    expect(await charges(me)).toEqual([3900]);
    expect((await buy(me, pass)).error).toMatchObject({ code: "PASS_NOT_NEEDED", reason: "owned" });
    const other = await server.member();
    await Promise.all(
      [0, 1].map(async () => subscribeAs(server, other, { ...order, token: await cardToken(server) })),
    );
    expect(await charges(other)).toEqual([3900]);
    await booksHold(me, other);
  });

  test("isn't sold if it was unpublished while its price was saved", async () => {
    const course = await newCourse();
    const other = await server.pool.connect();
    try {
      await other.query("begin");
      await other.query("select from courses.courses where id = $1 for update", [course.id]);
      const pricing = priced({ kind: "course", id: course.id });
      await expect
        .poll(async () => {
          const { rows } = await server.pool.query(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          );
          return rows.length;
        })
        .toBeGreaterThan(0);
      await other.query("update courses.courses set published_at = null where id = $1", [course.id]);
      await other.query("commit");
      await pricing;
    } finally {
      other.release(true);
    }
    const { rows } = await server.pool.query("select is_withheld from billing.plans where opens_id = $1", [
      course.id,
    ]);
    expect(rows).toEqual([{ is_withheld: true }]);
  });

  test("isn't sold as a draft, without a price in the currency, at another amount, or once it is retired; buyers keep it", async () => {
    const course = await newCourse();
    const pass = await priced({ kind: "course", id: course.id });
    const me = await server.member();
    await buy(me, pass);
    const late = await server.member();
    expect(await offers(late, { courseId: course.id }, "US")).toEqual([]);
    const order = { planId: pass, consentVersion: "2026-11" };
    const code = async (more: object) =>
      (await subscribeAs(server, late, { ...order, countryCode: "DE", amountDue: 3900, ...more })).errors[0]
        ?.extensions.code;
    expect(await code({ countryCode: "US" })).toBe("PLAN_UNKNOWN");
    expect(await code({ amountDue: 2900 })).toBe("AMOUNT_MISMATCH");
    await ask(editor, "mutation ($id: ID!) { unpublishCourse(id: $id) { id } }", { id: course.id });
    expect(await offers(late, { courseId: course.id })).toEqual([]);
    expect(await code({})).toBe("PLAN_UNKNOWN");
    expect(await locks(me, course.classIds)).toEqual([false, false]);
    const { errors } = await server.graphql(
      "mutation ($id: ID!) { deleteCourse(id: $id) }",
      { id: course.id },
      { as: editor },
    );
    expect(errors[0]?.extensions.code).toBe("BAD_INPUT");
    await ask(editor, "mutation ($id: ID!) { publishCourse(id: $id) { id } }", { id: course.id });
    expect(await offers(late, { courseId: course.id })).toHaveLength(1);
    await edit(pass, 1, false, false);
    expect(await code({})).toBe("PLAN_UNKNOWN");
    expect(await locks(me, course.classIds)).toEqual([false, false]);
    expect(await charges(late)).toEqual([]);
  });

  test("is taken away by a refund of all of it, which staff see before, and kept after a part", async () => {
    const course = await newCourse();
    const pass = await priced({ kind: "course", id: course.id });
    const me = await server.member();
    await buy(me, pass);
    expect(await refund(me, 900)).toEqual({ takesAway: course.title, planVersion: null });
    expect(await locks(me, course.classIds)).toEqual([false, false]);
    await refund(me, 3000);
    expect(await locks(me, course.classIds)).toEqual([true, true]);
    // It can be bought again.
    expect((await buy(me, pass)).error).toBeNull();
    expect(await locks(me, course.classIds)).toEqual([false, false]);
  });

  test("counts in sales of passes, in the history of a person and in their data, and in no recurring revenue", async () => {
    const course = await newCourse();
    const pass = await priced({ kind: "course", id: course.id });
    const me = await server.member();
    const figures = async () =>
      (
        await ask<{
          moneyOverview: {
            netMrr: object[];
            passSales: { planName: string; running: number; sold: number; paid: number }[];
          };
        }>(
          admin,
          "{ moneyOverview { netMrr { amount currencyCode } passSales { planName running sold paid } } }",
        )
      ).moneyOverview;
    const before = await figures();
    await buy(me, pass);
    const after = await figures();
    expect(after.netMrr).toEqual(before.netMrr);
    expect(after.passSales).toContainEqual({ planName: course.title, running: 1, sold: 1, paid: 3900 });
    const { studioPerson } = await ask<{
      studioPerson: {
        subscription: null;
        history: { items: { kind: string; what: string; planName: string | null }[] };
      };
    }>(
      admin,
      "query ($id: ID!) { studioPerson(id: $id) { subscription { id } history { items { kind what planName } } } }",
      { id: me.id },
    );
    expect(studioPerson.subscription).toBeNull();
    expect(studioPerson.history.items).toContainEqual({
      kind: "plan",
      what: "confirm_pass",
      planName: course.title,
    });
    const files = await Array.fromAsync(readPersonData(server.ctx().db, me.id));
    const stored = files.find(({ name }) => name === "billing/subscriptions.json");
    expect(stored?.content).toMatchObject([{ plan_id: pass, opens_id: course.id }]);
  });
});

describe("a class with a price of its own", () => {
  test("opens alone, until it leaves the library", async () => {
    const [id, other] = [await newClass("Solo"), await newClass("Other")];
    const pass = await priced({ kind: "class", id });
    const me = await server.member();
    expect(await offers(me, { classId: id })).toEqual([
      { plan: { id: pass, priceInCents: 3900, isForever: true }, course: null },
    ]);
    await buy(me, pass);
    expect(await locks(me, [id, other])).toEqual([false, true]);
    await ask(editor, "mutation ($id: ID!) { unpublishClass(classId: $id) { id } }", { id });
    expect(await offers(me, { classId: id })).toEqual([]);
    expect((await estimate(await server.member(), pass)).error).toMatchObject({ code: "PLAN_UNKNOWN" });
  });

  test("isn't sold while it is free by its plan or in a course, even by its address; who paid keeps it", async () => {
    const id = await newClass("Given away");
    const pass = await priced({ kind: "class", id }, { isOnlyWay: true });
    const [me, late] = [await server.member(), await server.member()];
    await buy(me, pass);
    const order = { planId: pass, countryCode: "DE", amountDue: 3900, consentVersion: "2026-11" };
    const expectFree = async (isFree: boolean): Promise<void> => {
      expect(await offers(late, { classId: id })).toHaveLength(isFree ? 0 : 1);
      expect((await estimate(late, pass)).error?.code ?? null).toBe(isFree ? "PLAN_UNKNOWN" : null);
      expect(await locks(me, [id])).toEqual([false]);
      expect(await locks(late, [id])).toEqual([!isFree]);
    };
    const setPlan = (accessType: string) =>
      ask(
        editor,
        "mutation ($ids: [ID!]!, $act: ClassAct!) { actOnClasses(ids: $ids, act: $act) { changed } }",
        { ids: [id], act: { kind: "set_plan", accessType } },
      );
    await expectFree(false);
    await setPlan("free");
    await expectFree(true);
    const { errors } = await subscribeAs(server, late, { ...order, token: await cardToken(server) });
    expect(errors[0]?.extensions.code).toBe("PLAN_UNKNOWN");
    // Publishing it again doesn't sell it either.
    for (const act of ["unpublishClass", "publishClass"])
      await ask(editor, `mutation ($id: ID!) { ${act}(classId: $id) { id } }`, { id });
    await expectFree(true);
    await setPlan("premium");
    await expectFree(false);
    const course = await newCourse([id]);
    await changeCourse(course, [id], { isFirstFree: true });
    await expectFree(true);
    await changeCourse(course, [id], { isFirstFree: false });
    await expectFree(false);
    expect(await charges(late)).toEqual([]);
  });

  test("is priced while it is free, and sold from the day it isn't", async () => {
    const id = await newClass("Later paid", "free");
    const pass = await priced({ kind: "class", id }, { isOnlyWay: true });
    const late = await server.member();
    expect((await estimate(late, pass)).error).toMatchObject({ code: "PLAN_UNKNOWN" });
    const parts = [{ title: "Warm up", kind: "warm_up", startMs: 0, endMs: 3000 }];
    const { editedClass } = await ask<{ editedClass: { revision: number } }>(
      editor,
      "query ($id: ID!) { editedClass(classId: $id) { revision } }",
      { id },
    );
    await ask(
      editor,
      "mutation ($id: ID!, $input: ClassInput!, $revision: Int!) { changeClass(classId: $id, input: $input, revision: $revision) { id } }",
      { id, input: { ...classInput, accessType: "premium", parts }, revision: editedClass.revision },
    );
    expect((await estimate(late, pass)).error).toBeNull();
    expect(await locks(late, [id])).toEqual([true]);
  });
});

describe("a price", () => {
  test("is set by finance alone, once for each time, with an amount", async () => {
    const { id } = await newCourse();
    const code = async (more: object = {}, as = admin, of = { kind: "course", id }) =>
      (await setPrice(of, more, as)).errors[0]?.extensions;
    expect(await code({}, editor)).toMatchObject({ code: "NOT_FOUND" });
    expect(await code({}, admin, { kind: "course", id: randomUUID() })).toMatchObject({ code: "NOT_FOUND" });
    expect(await code({ prices: [] })).toMatchObject({ code: "BAD_INPUT", field: "prices" });
    expect(await code({ prices: [{ currencyCode: "EUR", amount: 0 }] })).toMatchObject({ field: "prices" });
    expect(await code({ days: 0 })).toMatchObject({ code: "BAD_INPUT", field: "days" });
    expect(await code()).toBeUndefined();
    expect(await code()).toMatchObject({ code: "PLAN_EXISTS" });
    expect(await code({ days: 30 })).toBeUndefined();
  });
});

test("the plans are listed without reading the prices of courses and classes", async () => {
  await server.pool.query(
    `insert into billing.plans (id, name, access_type, period, period_unit, position, renews, opens_kind, opens_id)
     select 'own-' || at, 'Course ' || at, 'premium', 100, 'year', 0, false, 'course', gen_random_uuid() from generate_series(1, 5000) as at`,
  );
  await server.pool.query("analyze billing.plans");
  const { ctx, plans } = explaining(server.ctx(), server.pool);
  await listOffers(ctx, "plans", { provider: null, countryCode: "DE", accessType: null });
  const list = plans.find(({ name }) => name === "billing.list_plans")!;
  expect(list.rowsRead).toBeLessThan(1_000);
});
