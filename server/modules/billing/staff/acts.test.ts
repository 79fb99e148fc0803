import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { runDue } from "../billing-cycle/runner.ts";
import { subscribeAs } from "../testing.ts";
import { actingAsStaff } from "./testing.ts";

const dayMs = 86_400_000;
let aheadMs = 0;
let server: TestServer;
let admin: TestPerson;
let staff: ReturnType<typeof actingAsStaff>;
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(Date.now() + aheadMs) } });
  admin = await server.member({ role: "admin" });
  staff = actingAsStaff(server, admin);
});
afterAll(() => server?.stop());
const read = (person: TestPerson) => staff.read(person);
const act: typeof staff.act = (...given) => staff.act(...given);
const payer: typeof staff.payer = (...given) => staff.payer(...given);
const held = (person: TestPerson) => staff.held(person);
const audit = (action: string) => staff.audit(action);

describe("a plan", () => {
  test("is canceled now or at its end, and refused if it changed since", async () => {
    const person = await payer();
    const { subscription, planVersion } = await read(person);
    const plan = { subscriptionId: subscription!.id, version: planVersion };
    expect(await act("studioCancelPlan", person, { ...plan, atPeriodEnd: true })).toBeNull();
    const leaving = await read(person);
    expect(leaving.subscription).toMatchObject({ status: "non_renewing" });
    expect(await act("studioCancelPlan", person, { ...plan, atPeriodEnd: false })).toBe("CHANGED_MEANWHILE");
    const now = { subscriptionId: subscription!.id, version: leaving.planVersion, atPeriodEnd: false };
    expect(await act("studioCancelPlan", person, now)).toBeNull();
    expect((await read(person)).subscription).toMatchObject({ status: "canceled" });
    expect(await audit("billing.plan_canceled")).toMatchObject({
      subject: `person:${person.id}`,
      details: { before: { status: "non_renewing" }, after: { status: "canceled" } },
    });
  });

  test("is paused, with its unused time as credit", async () => {
    const person = await payer("premium-yearly");
    const { subscription, planVersion } = await read(person);
    const plan = { subscriptionId: subscription!.id, version: planVersion };
    expect(await act("studioPausePlan", person, { ...plan, months: 4 })).toBe("BAD_INPUT");
    expect(await act("studioPausePlan", person, { ...plan, months: 2 })).toBeNull();
    const after = await read(person);
    expect(after.subscription!.status).toBe("paused");
    expect(after.credit[0]!.amount).toBeGreaterThan(0);
  });
});

describe("a change of plan by staff", () => {
  const changesOf = async ({ id }: TestPerson) => {
    const { data, errors } = await server.graphql<{
      studioPlanChanges: { planId: string; kind: string; nextPlanName: string; nextAmount: number }[];
    }>(
      "query ($id: ID!) { studioPlanChanges(personId: $id) { planId kind nextPlanName nextAmount } }",
      { id },
      { as: admin },
    );
    expect(errors).toEqual([]);
    return Object.fromEntries(data!.studioPlanChanges.map((one) => [one.planId, one]));
  };
  const order = async (person: TestPerson, planId: string) => {
    const { subscription, planVersion: version } = await read(person);
    const nextAmount = (await changesOf(person))[planId]!.nextAmount;
    return { subscriptionId: subscription!.id, version, planId, nextAmount, key: randomUUID() };
  };
  const renew = async () => {
    aheadMs += 32 * dayMs;
    await runDue(server.ctx(), { untilMs: 20_000 });
  };

  test("to a cheaper one holds with the next payment, once per key, at the amount shown", async () => {
    const person = await payer();
    const paid = await held(person);
    const change = await order(person, "basic-monthly");
    expect(change.nextAmount).toBe(799);
    expect(await act("studioChangePlan", person, { ...change, key: randomUUID(), nextAmount: 798 })).toBe(
      "AMOUNT_MISMATCH",
    );
    expect([
      await act("studioChangePlan", person, change),
      await act("studioChangePlan", person, change),
    ]).toEqual([null, null]);
    expect(await act("studioChangePlan", person, { ...change, key: randomUUID() })).toBe("CHANGED_MEANWHILE");
    expect(await held(person)).toBe(paid);
    expect(await audit("billing.plan_changed")).toMatchObject({
      subject: `person:${person.id}`,
      details: { plan: "Basic", kind: "at_next_payment" },
    });
    await expect.poll(() => staff.subjects(person)).toContain("Your plan changes to Basic");
    await renew();
    expect(await held(person)).toBe(paid + 799);
  });

  test("to one that opens more is free until the next payment, which brings back the present plan", async () => {
    const person = await payer("basic-monthly");
    const offers = await changesOf(person);
    expect(offers["premium-monthly"]).toMatchObject({
      kind: "free_until_next_payment",
      nextPlanName: "Basic",
      nextAmount: 799,
    });
    expect(offers["premium-yearly"]).toMatchObject({ kind: "needs_person" });
    expect(await act("studioChangePlan", person, await order(person, "premium-yearly"))).toBe(
      "ILLEGAL_TRANSITION",
    );
    expect(await act("studioChangePlan", person, await order(person, "premium-monthly"))).toBeNull();
    const planOf = async () =>
      (
        await server.pool.query<{ plan_id: string }>(
          "select plan_id from billing.subscriptions where person_id = $1",
          [person.id],
        )
      ).rows[0]!.plan_id;
    expect([await held(person), await planOf()]).toEqual([799, "premium-monthly"]);
    await renew();
    expect([await held(person), await planOf()]).toEqual([2 * 799, "basic-monthly"]);
  });

  test("in a trial holds at once, and never for a larger first payment", async () => {
    const person = await payer("premium-monthly", {});
    expect((await changesOf(person))["premium-yearly"]).toMatchObject({ kind: "needs_person" });
    expect(await act("studioChangePlan", person, await order(person, "basic-monthly"))).toBeNull();
    expect(await held(person)).toBe(0);
    await renew();
    expect(await held(person)).toBe(799);
  });
});

test("refuses to give a plan to a child, and names the adult who holds the account", async () => {
  const adult = await server.member({ name: "Demo Ada" });
  const child = randomUUID();
  await server.pool.query(
    `insert into identity."user" (id, name, email, "emailVerified", "accountId", "isChild")
     values ($1::uuid, 'Demo Kit', $1::text || '@child.test', false, $2, true)`,
    [child, adult.id],
  );
  const until = new Date(Date.now() + 30 * dayMs).toISOString();
  const { errors } = await server.graphql(
    `mutation ($personId: ID!, $key: ID!, $until: DateTime!) {
      studioGivePlan(personId: $personId, key: $key, planId: "premium-monthly", until: $until) { id } }`,
    { personId: child, key: randomUUID(), until },
    { as: admin },
  );
  expect(errors).toMatchObject([
    { message: expect.stringContaining("Demo Ada"), extensions: { code: "PROFILE_OF_ACCOUNT" } },
  ]);
  const { rows } = await server.pool.query("select from billing.subscriptions where person_id = $1", [child]);
  expect(rows).toEqual([]);
});

describe("free days", () => {
  test("move the next charge, make no money, and later terms count from the new day", async () => {
    const person = await payer();
    aheadMs += 10 * dayMs;
    const before = await read(person);
    const { subscription, planVersion } = before;
    const order = { subscriptionId: subscription!.id, version: planVersion, days: 20, key: randomUUID() };
    expect([await act("studioGiveDays", person, order), await act("studioGiveDays", person, order)]).toEqual([
      null,
      null,
    ]);
    const after = await read(person);
    const moved = new Date(after.subscription!.nextBillingAt!);
    expect(moved.getTime()).toBe(new Date(subscription!.nextBillingAt!).getTime() + 20 * dayMs);
    expect(after.subscription!.pauseCredit!).toBeLessThanOrEqual(subscription!.pauseCredit!);
    expect(after.subscription!.pauseCredit!).toBeGreaterThanOrEqual(subscription!.pauseCredit! - 2);
    expect(await act("studioGiveDays", person, { ...order, days: 21 })).toBe("IDEMPOTENCY_KEY_REUSED");
    const charged = await held(person);
    aheadMs = moved.getTime() - Date.now() - dayMs;
    await runDue(server.ctx(), { untilMs: 20_000 });
    expect(await held(person)).toBe(charged);
    aheadMs += 1.5 * dayMs;
    await runDue(server.ctx(), { untilMs: 20_000 });
    expect(await held(person)).toBe(2 * charged);
    const renewed = await read(person);
    const next = new Date(renewed.subscription!.nextBillingAt!).getTime() - moved.getTime();
    expect(next / dayMs).toBeGreaterThanOrEqual(28);
    expect(next / dayMs).toBeLessThanOrEqual(31);
  });

  test("lengthen a trial, and the access of someone who leaves", async () => {
    const trying = await payer("premium-monthly", {});
    const trial = await read(trying);
    const plan = { subscriptionId: trial.subscription!.id, version: trial.planVersion, days: 7 };
    expect(await act("studioGiveDays", trying, plan)).toBeNull();
    const longer = await read(trying);
    expect(longer.subscription!.status).toBe("in_trial");
    expect(new Date(longer.subscription!.nextBillingAt!).getTime()).toBe(
      new Date(trial.subscription!.nextBillingAt!).getTime() + 7 * dayMs,
    );
    await server.graphql(
      `mutation { subscriptionCancel(id: "${plan.subscriptionId}", atPeriodEnd: true) { id } }`,
      {},
      { as: trying },
    );
    const leaving = await read(trying);
    const again = { ...plan, version: leaving.planVersion };
    expect(await act("studioGiveDays", trying, again)).toBeNull();
    expect(new Date((await read(trying)).subscription!.accessEndsAt!).getTime()).toBe(
      new Date(leaving.subscription!.accessEndsAt!).getTime() + 7 * dayMs,
    );
    expect(await act("studioGiveDays", trying, { ...again, days: 367 })).toBe("BAD_INPUT");
  });
});

describe("a promo code from the studio", () => {
  test("lowers the next invoice, once per key, and the person is told", async () => {
    const person = await payer();
    const { subscription, planVersion } = await read(person);
    const paid = await held(person);
    const plan = { subscriptionId: subscription!.id, version: planVersion };
    expect(await act("studioRedeemCode", person, { ...plan, code: "NOSUCHCODE" })).toBe("COUPON_UNKNOWN");
    const code = `HALF${randomUUID().slice(0, 6)}`.toUpperCase();
    await server.pool.query(
      "insert into billing.coupons (id, discount_type, basis_points, duration) values ($1, 'percentage', 5000, 'one_time')",
      [code],
    );
    const order = { ...plan, code: code.toLowerCase(), key: randomUUID() };
    expect([
      await act("studioRedeemCode", person, order),
      await act("studioRedeemCode", person, order),
    ]).toEqual([null, null]);
    expect(await act("studioRedeemCode", person, { ...plan, code })).toBe("COUPON_EXHAUSTED");
    expect(await audit("billing.code_redeemed")).toMatchObject({
      subject: `person:${person.id}`,
      details: { code },
    });
    await expect.poll(() => staff.subjects(person)).toContain(`Your promo code ${code} is applied`);
    aheadMs += 32 * dayMs;
    await runDue(server.ctx(), { untilMs: 20_000 });
    expect((await held(person)) - paid).toBe(Math.floor(paid / 2));
  });

  test("isn't taken for a plan that ends", async () => {
    const person = await payer();
    const { subscription, planVersion } = await read(person);
    const plan = { subscriptionId: subscription!.id, version: planVersion };
    await act("studioCancelPlan", person, { ...plan, atPeriodEnd: true });
    const { planVersion: version } = await read(person);
    expect(await act("studioRedeemCode", person, { ...plan, version, code: "ANY" })).toBe(
      "ILLEGAL_TRANSITION",
    );
  });
});

test("a receipt is sent again, once per key, to its own payer", async () => {
  const [person, other] = [await payer(), await payer()];
  const { invoice } = (await read(person)).invoices.items[0]!;
  const receipts = async () =>
    (await staff.subjects(person)).filter((subject) => /receipt/i.test(subject)).length;
  await expect.poll(receipts).toBe(1);
  const order = { invoiceId: invoice.id, key: randomUUID() };
  expect(await act("studioSendReceipt", other, order)).toBe("NOT_FOUND");
  expect([
    await act("studioSendReceipt", person, order),
    await act("studioSendReceipt", person, order),
  ]).toEqual([null, null]);
  await expect.poll(receipts).toBe(2);
  expect(await audit("billing.receipt_sent")).toMatchObject({ subject: `person:${person.id}` });
});

test("credit pays for the next invoice, once per key, and two staff can't give it twice", async () => {
  const person = await payer();
  const order = { amount: 700, currencyCode: "usd", balance: 0, reason: "A cancelled live class" };
  const key = randomUUID();
  expect(await Promise.all([1, 2].map(() => act("studioGiveCredit", person, { ...order, key })))).toEqual([
    null,
    null,
  ]);
  expect((await read(person)).credit).toEqual([{ currencyCode: "USD", amount: 700 }]);
  expect(await act("studioGiveCredit", person, order)).toBe("CHANGED_MEANWHILE");
  expect(await act("studioGiveCredit", person, { ...order, amount: 100_001, balance: 700 })).toBe(
    "BAD_INPUT",
  );
  const before = await held(person);
  aheadMs += 32 * dayMs;
  await runDue(server.ctx(), { untilMs: 20_000 });
  expect(await held(person)).toBe(2 * before - 700);
  expect((await read(person)).credit).toEqual([]);
});

test("a plan that is given opens classes, costs nothing, can't be renewed, and ends by itself", async () => {
  const person = await server.member();
  const until = new Date(Date.now() + aheadMs + 40 * dayMs).toISOString();
  expect(
    await act("studioGivePlan", person, { planId: "premium-monthly", until: "2020-01-01T00:00:00Z" }),
  ).toBe("BAD_INPUT");
  expect(await act("studioGivePlan", person, { planId: "premium-monthly", until })).toBeNull();
  const given = await read(person);
  expect(given).toMatchObject({
    isComplimentary: true,
    subscription: { status: "non_renewing", nextBillingAt: null },
    invoices: { items: [] },
  });
  const { errors } = await server.graphql(
    `mutation { subscriptionUndoCancel(id: "${given.subscription!.id}") { id } }`,
    {},
    { as: person },
  );
  expect(errors[0]?.extensions.code).toBe("ILLEGAL_TRANSITION");
  // They have one now.
  expect(await act("studioGivePlan", person, { planId: "premium-monthly", until })).toBe(
    "ILLEGAL_TRANSITION",
  );
  aheadMs += 41 * dayMs;
  await runDue(server.ctx(), { untilMs: 20_000 });
  expect((await read(person)).subscription).toMatchObject({ status: "canceled" });
  // They can buy afterwards.
  const { errors: refused } = await subscribeAs(server, person, { withoutTrial: true });
  expect(refused).toEqual([]);
});
