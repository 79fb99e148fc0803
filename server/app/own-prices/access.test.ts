import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { reactions } from "../../modules/courses/reactions.ts";
import { mergeBilling } from "../../modules/billing/index.ts";
import {
  access,
  booksHold,
  buy,
  charges,
  days,
  daysUntil,
  emailsTo,
  estimate,
  server,
  setClock,
  staff,
} from "../../modules/billing/passes/testing.ts";
import { subscribeAs, subscriptionOf, waitingForLocks } from "../../modules/billing/testing.ts";
import { mergePeople } from "../merge.ts";
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
  startOwnPrices,
} from "./testing.ts";

startOwnPrices();

/** Runs what follows the purchase of a course. */
const hearOf = (bought: { accountId: string; opensId: string }) =>
  reactions
    .find(({ name }) => name === "courses.join_bought")!
    .run(
      server.ctx(),
      { ...bought, subscriptionId: randomUUID(), status: "non_renewing", previousStatus: "pending" },
      { id: randomUUID(), occurredAt: new Date(), signal: new AbortController().signal },
    );

describe("a course with a price of its own", () => {
  test("opens its classes to keep, and nothing else, and is charged once with tax", async () => {
    const course = await newCourse();
    const other = await newClass("Another");
    const pass = await priced({ kind: "course", id: course.id });
    const me = await server.member();
    expect(await offers(me, { courseId: course.id })).toEqual([
      { plan: { id: pass, priceInCents: 3900, isForever: true }, course: { id: course.id } },
    ]);
    expect(await offers(me, { classId: course.classIds[1]! })).toHaveLength(1);
    expect(await locks(me, [...course.classIds, other])).toEqual([true, true, true]);
    const { shown } = await estimate(me, pass);
    expect(shown!.invoiceEstimate).toMatchObject({ amountDue: 3900, total: 3900 });
    expect(shown!.invoiceEstimate.taxTotal).toBeGreaterThan(0);
    const { found, error } = await buy(me, pass);
    expect(error).toBeNull();
    expect(found).toMatchObject({ status: "non_renewing", nextBillingAt: null, plan: { id: pass } });
    expect(await locks(me, [...course.classIds, other])).toEqual([false, false, true]);
    expect(await charges(me)).toEqual([3900]);
    // It is neither a plan nor a pass for the library.
    expect(await access(me)).toBe("free");
    expect(await subscriptionOf(server, me)).toBeNull();
    expect(await emailsTo(me)).toContainEqual(expect.stringMatching(/^Your receipt EC-/));
    const { boughtAlone } = await ask<{ boughtAlone: object[] }>(
      me,
      "{ boughtAlone { plan { id isForever opens { kind id } } } }",
    );
    expect(boughtAlone).toEqual([
      { plan: { id: pass, isForever: true, opens: { kind: "course", id: course.id } } },
    ]);
    await booksHold(me);
    await days(400);
    expect(await locks(me, course.classIds)).toEqual([false, false]);
  });

  test("opens a class that is added later; one that is removed stays with those who bought it before", async () => {
    const course = await newCourse();
    const pass = await priced({ kind: "course", id: course.id });
    const [before, after] = [await server.member(), await server.member()];
    await buy(before, pass);
    const added = await newClass("Turns");
    const [first, removed] = course.classIds as [string, string];
    await changeCourse(course, [first, added]);
    await buy(after, pass);
    expect(await locks(before, [first, removed, added])).toEqual([false, false, false]);
    expect(await locks(after, [first, removed, added])).toEqual([false, true, false]);
  });

  test("is sold for some days, which another purchase extends, and then closes to the moment", async () => {
    const course = await newCourse();
    const pass = await priced({ kind: "course", id: course.id }, { days: 30 });
    const me = await server.member();
    const { found } = await buy(me, pass);
    expect(daysUntil(found!.accessEndsAt)).toBe(30);
    const again = await buy(me, pass);
    expect(daysUntil(again.found!.accessEndsAt)).toBe(60);
    expect(await charges(me)).toEqual([3900, 3900]);
    const leftMs = Date.parse(again.found!.accessEndsAt!) - Date.now();
    await setClock(leftMs - 3_600_000);
    expect(await locks(me, course.classIds)).toEqual([false, false]);
    await setClock(leftMs + 1);
    expect(await locks(me, course.classIds)).toEqual([true, true]);
  });

  test("is bought beside a plan, beside a pass, and before one, which all stay as they are", async () => {
    const [one, two] = [await newCourse(), await newCourse()];
    const passes = [
      await priced({ kind: "course", id: one.id }),
      await priced({ kind: "course", id: two.id }),
    ];
    const me = await server.member();
    await buy(me, passes[0]);
    const { data } = await subscribeAs(server, me, {
      planId: "basic-monthly",
      countryCode: "DE",
      withoutTrial: true,
      amountDue: undefined!,
    });
    expect(data?.subscriptionCreateV2.status).toBe("active");
    expect((await buy(me, passes[1])).error).toBeNull();
    expect(await access(me)).toBe("basic");
    expect((await subscriptionOf(server, me))!.plan.id).toBe("basic-monthly");
    expect(await locks(me, [...one.classIds, ...two.classIds])).toEqual([false, false, false, false]);
    await booksHold(me);
  });

  test("goes along when accounts become one; what both bought becomes credit of one", async () => {
    const course = await newCourse();
    const pass = await priced({ kind: "course", id: course.id });
    const [guest, member] = [await server.member(), await server.member()];
    await buy(guest, pass);
    await buy(member, pass);
    await server.ctx().transact((tx) => mergeBilling(tx, { from: guest.id, into: member.id }));
    expect(await locks(member, course.classIds)).toEqual([false, false]);
    const { boughtAlone } = await ask<{ boughtAlone: object[] }>(member, "{ boughtAlone { id } }");
    expect(boughtAlone).toHaveLength(1);
    expect((await staff.read(member)).credit).toEqual([{ currencyCode: "EUR", amount: 3900 }]);
  });

  test("is joined by the account that a guest became before the purchase was heard of, and by no one once that is gone", async () => {
    const course = await newCourse();
    const [guest, member] = [await server.anonymous(), await server.member()];
    const hear = () => hearOf({ accountId: guest.id, opensId: course.id });
    const joined = async () =>
      (
        await server.pool.query<{ person_id: string }>(
          "select person_id from courses.enrollments where course_id = $1",
          [course.id],
        )
      ).rows.map(({ person_id: id }) => id);
    await mergePeople(server.ctx(), { from: guest.id, into: member.id });
    await hear();
    expect(await joined()).toEqual([member.id]);
    await server.pool.query("delete from billing.merged_accounts where id = $1", [guest.id]);
    await hear();
    expect(await joined()).toEqual([member.id]);
  });

  test("is joined by no one once it is deleted, also by the account that a guest became", async () => {
    const course = await newCourse();
    const [guest, member] = [await server.anonymous(), await server.member()];
    await mergePeople(server.ctx(), { from: guest.id, into: member.id });
    const other = await server.pool.connect();
    try {
      await other.query("begin");
      await other.query("delete from courses.courses where id = $1", [course.id]);
      const heard = hearOf({ accountId: guest.id, opensId: course.id });
      await expect.poll(() => waitingForLocks(server)).toBe(1);
      await other.query("commit");
      await expect(heard).resolves.toBeUndefined();
    } finally {
      other.release();
    }
  });
});

describe("only by its price", () => {
  test("no plan opens the classes of a course, except a free one; they return to plans when the price is retired", async () => {
    const classIds = [await newClass("First", "free"), await newClass("Second")];
    const course = await newCourse(classIds);
    const member = await server.member();
    await subscribeAs(server, member, { planId: "premium-monthly", countryCode: "DE" });
    expect(await access(member)).toBe("premium");
    expect(await locks(member, classIds)).toEqual([false, false]);
    const pass = await priced({ kind: "course", id: course.id }, { isOnlyWay: true });
    expect(await locks(member, classIds)).toEqual([false, true]);
    await buy(member, pass);
    expect(await locks(member, classIds)).toEqual([false, false]);
    const other = await server.member();
    await subscribeAs(server, other, { planId: "premium-monthly", countryCode: "DE" });
    expect(await locks(other, classIds)).toEqual([false, true]);
    await edit(pass, 1, false, true);
    expect(await locks(other, classIds)).toEqual([false, false]);
  });

  test("no plan opens a class whose price was set while it was a draft", async () => {
    const id = await newClass("Priced as a draft");
    const member = await server.member();
    await subscribeAs(server, member, { planId: "premium-monthly", countryCode: "DE" });
    await ask(editor, "mutation ($id: ID!) { unpublishClass(classId: $id) { id } }", { id });
    await priced({ kind: "class", id }, { isOnlyWay: true });
    await ask(editor, "mutation ($id: ID!) { publishClass(classId: $id) { id } }", { id });
    expect(await locks(member, [id])).toEqual([true]);
  });
});

describe("a course whose first class is free", () => {
  test("plays its first class to everyone while it is published, and its other classes to those who bought it", async () => {
    const classIds = [await newClass("First"), await newClass("Second")];
    const course = await newCourse(classIds);
    await priced({ kind: "course", id: course.id }, { isOnlyWay: true });
    const [member, guest] = [await server.member(), await server.anonymous()];
    expect(await locks(member, classIds)).toEqual([true, true]);
    await changeCourse(course, classIds, { isFirstFree: true });
    for (const person of [member, guest]) expect(await locks(person, classIds)).toEqual([false, true]);
    const playback = await ask<{ studioClass: { isFree: boolean; video: object } }>(
      guest,
      "query ($id: ID!) { studioClass(id: $id) { isFree video { playback { isPreview } } } }",
      { id: classIds[0] },
    );
    expect(playback.studioClass).toEqual({ isFree: true, video: { playback: { isPreview: false } } });
    // Another first class is the free one, and a change without the switch leaves it on.
    await changeCourse(course, classIds.toReversed());
    expect(await locks(member, classIds)).toEqual([true, false]);
    await ask(editor, "mutation ($id: ID!) { unpublishCourse(id: $id) { id } }", { id: course.id });
    expect(await locks(member, classIds)).toEqual([true, true]);
    await ask(editor, "mutation ($id: ID!) { publishCourse(id: $id) { id } }", { id: course.id });
    expect(await locks(member, classIds)).toEqual([true, false]);
    await changeCourse(course, classIds.slice(0, 1));
    expect(await locks(member, classIds)).toEqual([false, true]);
    await changeCourse(course, classIds, { isFirstFree: false });
    expect(await locks(member, classIds)).toEqual([true, true]);
  });
});

describe("a family", () => {
  test("dances what its account bought: also a child, where it suits children", async () => {
    const classIds = [await newClass("For all")];
    const course = await newCourse(classIds);
    const pass = await priced({ kind: "course", id: course.id });
    const me = await server.member();
    const fresh = async <Data>(query: string, variables: object = {}): Promise<Data> => {
      const headers = { "x-auth-token": `Bearer ${await me.token()}` };
      const { data, errors } = await server.graphql<Data>(query, variables, { headers });
      expect(errors).toEqual([]);
      return data!;
    };
    const { createFamilyMember: family } = await fresh<{ createFamilyMember: { members: { id: string }[] } }>(
      `mutation { createFamilyMember(name: "Demo Mia", isChild: true, pin: "2468", idempotencyKey: "${randomUUID()}") { members { id } } }`,
    );
    const bought = await buy(me, pass);
    expect(bought.error).toBeNull();
    await fresh(`mutation { chooseFamilyMember(id: "${family.members[1]!.id}") { activeId } }`);
    const listed = await fresh<{
      studioClass: { isLocked: boolean };
      studioClasses: { items: { id: string }[]; total: number };
    }>("query ($id: ID!) { studioClass(id: $id) { isLocked } studioClasses { items { id } total } }", {
      id: classIds[0],
    });
    expect(listed.studioClass.isLocked).toBe(false);
    expect(listed.studioClasses.items.map(({ id }) => id)).toContain(classIds[0]);
    // A child buys nothing.
    const headers = { "x-auth-token": `Bearer ${await me.token()}` };
    const refused = await server.graphql(
      "query ($planInfo: PlanInfo!) { checkoutEstimate(planInfo: $planInfo) { endsAt } }",
      { planInfo: { planId: pass, countryCode: "DE" } },
      { headers },
    );
    expect(refused.errors[0]?.extensions.code).toBe("FORBIDDEN");
  });
});
