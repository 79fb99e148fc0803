import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { mailTo, subjectsTo } from "../../../testing/mailbox.ts";
import { runDue } from "../billing-cycle/runner.ts";
import { subscribeAs } from "../testing.ts";

const dayMs = 86_400_000;
let aheadMs = 0;
let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(Date.now() + aheadMs) } });
  admin = await server.member({ role: "admin" });
});
afterAll(() => server?.stop());

interface Person {
  name: string;
  planVersion: number | null;
  isComplimentary: boolean;
  credit: { currencyCode: string; amount: number }[];
  subscription: {
    id: string;
    status: string;
    nextBillingAt: string | null;
    accessEndsAt: string | null;
    pauseCredit: number | null;
  } | null;
  invoices: {
    items: {
      refundable: number;
      planVersion: number | null;
      unused: { amount: number; days: number } | null;
      invoice: { id: string; total: number; creditNotes: { amount: number }[] };
    }[];
  };
}
const shown = `name planVersion isComplimentary credit { currencyCode amount }
  subscription { id status nextBillingAt accessEndsAt pauseCredit }
  invoices { items { refundable planVersion unused { amount days } invoice { id total creditNotes { amount } } } }`;
const read = async ({ id }: TestPerson): Promise<Person> => {
  const { data, errors } = await server.graphql<{ studioPerson: Person }>(
    `query ($id: ID!) { studioPerson(id: $id) { ${shown} } }`,
    { id },
    { as: admin },
  );
  expect(errors).toEqual([]);
  return data!.studioPerson;
};
const types: Record<string, string> = {
  key: "ID!",
  personId: "ID!",
  subscriptionId: "ID!",
  invoiceId: "ID!",
  planId: "ID!",
  version: "Int!",
  endVersion: "Int",
  amount: "Int!",
  refundable: "Int!",
  balance: "Int!",
  days: "Int!",
  months: "Int!",
  atPeriodEnd: "Boolean!",
  reason: "String!",
  currencyCode: "String!",
  until: "DateTime!",
};
/** Acts as staff. @returns the error's code, or null */
const act = async (
  name: string,
  { id }: TestPerson,
  given: Record<string, unknown>,
  as: TestPerson = admin,
): Promise<string | null> => {
  const all: Record<string, unknown> = { personId: id, key: randomUUID(), ...given };
  const names = Object.keys(all);
  const { errors } = await server.graphql(
    `mutation (${names.map((one) => `$${one}: ${types[one]}`).join(", ")}) {
       ${name}(${names.map((one) => `${one}: $${one}`).join(", ")}) { id } }`,
    all,
    { as },
  );
  return errors[0]?.extensions.code ?? null;
};
const payer = async (planId = "premium-monthly", more: object = { withoutTrial: true }) => {
  const person = await server.member();
  await subscribeAs(server, person, { planId, ...more });
  return person;
};
const audit = async (action: string) =>
  (
    await server.pool.query<{ subject: string; details: Record<string, unknown> }>(
      "select subject, details from identity.staff_acts where action = $1 order by happened_at desc limit 1",
      [action],
    )
  ).rows[0];
/** What the provider holds of a person. */
const held = async ({ id }: TestPerson): Promise<number> => {
  const { rows } = await server.pool.query<{ sum: number }>(
    `select coalesce(sum(amount_paid - amount_refunded), 0)::int as sum from billing.invoices where account_id = $1`,
    [id],
  );
  return rows[0]!.sum;
};

describe("a refund", () => {
  test("ends the plan in the same step, once per key, with a credit note and one email", async () => {
    const person = await payer();
    const { invoices } = await read(person);
    const { invoice, refundable, planVersion, unused } = invoices.items[0]!;
    expect([refundable, unused!.days]).toEqual([invoice.total, expect.closeTo(30, -1)]);
    const order = {
      key: randomUUID(),
      invoiceId: invoice.id,
      amount: refundable,
      refundable,
      reason: "Asked by the member",
      endVersion: planVersion,
    };
    const answers = await Promise.all([1, 2, 3].map(() => act("studioRefund", person, order)));
    expect(answers).toEqual([null, null, null]);
    const after = await read(person);
    expect(after.subscription).toMatchObject({ status: "canceled" });
    expect(after.invoices.items[0]).toMatchObject({
      refundable: 0,
      planVersion: null,
      invoice: { creditNotes: [{ amount: invoice.total }] },
    });
    expect(await held(person)).toBe(0);
    const { rows } = await server.pool.query<{ address: string }>(
      `select coalesce("pendingEmail", email) as address from identity."user" where id = $1`,
      [person.id],
    );
    const [{ address }] = rows as [{ address: string }];
    const mail = await mailTo(server, address, "Your refund of $14.99 is on its way");
    expect(mail.text).toMatch(/refunded.*plan has ended.*credit note is attached/s);
    expect(await subjectsTo(server, address)).not.toContain("Your subscription is canceled");
    expect(await audit("billing.invoice_refunded")).toMatchObject({
      details: { accountId: person.id, refundable: { before: invoice.total, after: 0 } },
    });
  });

  test("of a part lowers what a pause can credit, and leaves the plan", async () => {
    const person = await payer();
    const { invoice, refundable } = (await read(person)).invoices.items[0]!;
    const credit = (await read(person)).subscription!.pauseCredit!;
    const part = { invoiceId: invoice.id, amount: 500, reason: "" };
    expect(await act("studioRefund", person, { ...part, refundable })).toBeNull();
    const after = await read(person);
    expect(after.subscription!.status).toBe("active");
    expect(after.subscription!.pauseCredit!).toBeLessThanOrEqual(credit - 500);
    // A second member of staff saw the invoice before the refund.
    expect(await act("studioRefund", person, { ...part, refundable })).toBe("CHANGED_MEANWHILE");
    expect(
      await act("studioRefund", person, { ...part, amount: 999_999, refundable: refundable - 500 }),
    ).toBe("BAD_INPUT");
    expect(await held(person)).toBe(invoice.total - 500);
  });

  test("takes back the credit that a pause gave for the same time", async () => {
    const person = await payer("premium-yearly");
    const { subscription, planVersion } = await read(person);
    await act("studioPausePlan", person, {
      subscriptionId: subscription!.id,
      version: planVersion,
      months: 1,
    });
    const { invoices, credit } = await read(person);
    const { invoice, refundable } = invoices.items[0]!;
    expect([refundable, credit[0]!.amount]).toEqual([invoice.total, invoice.total]);
    const order = { invoiceId: invoice.id, amount: refundable, refundable, reason: "" };
    expect(await act("studioRefund", person, order)).toBeNull();
    expect((await read(person)).credit).toEqual([]);
  });

  test("of someone else's invoice isn't found", async () => {
    const [one, other] = [await payer(), await payer()];
    const { invoice, refundable } = (await read(one)).invoices.items[0]!;
    const order = { invoiceId: invoice.id, amount: 1, refundable, reason: "" };
    expect(await act("studioRefund", other, order)).toBe("NOT_FOUND");
  });
});

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
