import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { runDue } from "../billing-cycle/runner.ts";
import { subscribeAs } from "../testing.ts";
import { confirmNotice, sendPriceNotices } from "./notices.ts";

/** Its own server, and so its own clock. */
let server: TestServer;
const dayMs = 86_400_000;
/** A fixed day, since months differ in length. */
let aheadMs = Date.UTC(2027, 2, 1, 12) - Date.now();
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now: () => new Date(Date.now() + aheadMs) } });
  admin = await server.member({ role: "admin" });
});
afterAll(() => server?.stop());

const now = (): Date => new Date(Date.now() + aheadMs);
const dayIn = (days: number): string => new Date(now().getTime() + days * dayMs).toISOString().slice(0, 10);
async function pass(days: number): Promise<void> {
  aheadMs += days * dayMs;
  await runDue(server.ctx(), { untilMs: 20_000 });
}
const ask = <Data>(query: string, variables: object, as: TestPerson = admin) =>
  server.graphql<Data>(query, { ...variables }, { as });
const codes = (answer: { errors: readonly { extensions: { code: string } }[] }): string[] =>
  answer.errors.map(({ extensions }) => extensions.code);

interface Price {
  readonly planId: string;
  readonly currencyCode: string;
  readonly countryCode?: string;
  readonly amount: number;
  readonly validFrom: string;
}
const setPrice = (input: Price, as = admin) =>
  ask<{ priceSet: { id: string } }>(
    "mutation ($input: PriceInput!) { priceSet(input: $input) { id } }",
    { input },
    as,
  );
const announce = (versionId: string, startsOn: string, endsWithoutConsent = false) =>
  ask<{ priceChangeAnnounce: { id: string; canUndo: boolean } }>(
    `mutation ($versionId: ID!, $startsOn: String!, $ends: Boolean!) {
      priceChangeAnnounce(versionId: $versionId, startsOn: $startsOn, endsWithoutConsent: $ends) { id canUndo } }`,
    { versionId, startsOn, ends: endsWithoutConsent },
  );
/** Sets a price from today and announces it for running members. */
async function raise(planId: string, currencyCode: string, amount: number, endsWithoutConsent = false) {
  const { data } = await setPrice({ planId, currencyCode, amount, validFrom: dayIn(0) });
  const versionId = data!.priceSet.id;
  const { data: announced, errors } = await announce(versionId, dayIn(31), endsWithoutConsent);
  expect(errors).toEqual([]);
  return { versionId, id: announced!.priceChangeAnnounce.id };
}
/** Lets the emails be queued by two workers, and be sent. */
async function sendNotices(isSent = true): Promise<void> {
  aheadMs += dayMs / 12;
  await Promise.all([1, 2].map(() => sendPriceNotices(server.ctx(), { untilMs: 20_000 })));
  const { rows } = await server.pool.query<{ id: string }>(
    "select id from billing.price_notices where sent_at is null",
  );
  if (isSent) for (const { id } of rows) await confirmNotice(server.ctx(), { receipt: `price-notice:${id}` });
}
async function subscribe(planId: string, countryCode: string, withoutTrial = true) {
  const as = await server.member();
  const { data, errors } = await subscribeAs(server, as, {
    planId,
    countryCode,
    withoutTrial,
    headers: { "x-country": countryCode },
  });
  expect(errors).toEqual([]);
  return { as, id: data!.subscriptionCreateV2.id };
}
interface Shown {
  readonly status: string;
  readonly nextAmount: number | null;
  readonly plan: { priceInCents: number };
  readonly comingPrice: {
    oldAmount: number;
    newAmount: number;
    effectiveAt: string;
    needsConsent: boolean;
    acceptedAt: string | null;
  } | null;
}
const fields = `status nextAmount plan { priceInCents } comingPrice { oldAmount newAmount effectiveAt needsConsent acceptedAt }`;
async function shownTo(as: TestPerson): Promise<Shown> {
  const { data, errors } = await ask<{ me: { primarySubscription: Shown } }>(
    `{ me { primarySubscription { ${fields} } } }`,
    {},
    as,
  );
  expect(errors).toEqual([]);
  return data!.me.primarySubscription;
}
const accept = ({ as, id }: { as: TestPerson; id: string }, newAmount: number) =>
  ask<{ subscriptionAcceptPrice: Shown }>(
    `mutation ($id: ID!, $newAmount: Int!) { subscriptionAcceptPrice(id: $id, newAmount: $newAmount) { ${fields} } }`,
    { id, newAmount },
    as,
  );
async function mailsTo(as: TestPerson): Promise<string[]> {
  const { rows } = await server.pool.query<{ subject: string }>(
    `select payload ->> 'subject' as subject from graphile_worker._private_jobs
     join graphile_worker._private_tasks on _private_tasks.id = task_id
     where identifier = 'mail.send' and payload ->> 'to' = (select email from identity."user" where id = $1)
       and payload ->> 'receipt' is not null`,
    [as.id],
  );
  return rows.map(({ subject }) => subject);
}
/** The prices of an account's paid invoices, the oldest first. */
async function pricesPaid(as: TestPerson): Promise<number[]> {
  const { rows } = await server.pool.query<{ amount: number }>(
    "select price_amount as amount from billing.invoices where account_id = $1 and status = 'paid' order by issued_at",
    [as.id],
  );
  return rows.map(({ amount }) => amount);
}

test("sells a new version to new members from its day on, while running ones keep theirs", async () => {
  const before = await subscribe("basic-monthly", "US");
  const { errors } = await setPrice({
    planId: "basic-monthly",
    currencyCode: "USD",
    amount: 899,
    validFrom: dayIn(3),
  });
  expect(errors).toEqual([]);
  const same = await subscribe("basic-monthly", "US");
  await pass(3);
  const after = await subscribe("basic-monthly", "US");
  await pass(32);
  for (const { as } of [before, same]) expect(await pricesPaid(as)).toEqual([799, 799]);
  expect(await pricesPaid(after.as)).toEqual([899, 899]);
});

test("refuses the amount of a version that was replaced while the page was open", async () => {
  const me = await server.member();
  await setPrice({ planId: "basic-yearly", currencyCode: "USD", amount: 7000, validFrom: dayIn(0) });
  const answer = await subscribeAs(server, me, {
    planId: "basic-yearly",
    countryCode: "US",
    withoutTrial: true,
    amountDue: 6500,
  });
  expect(codes(answer)).toEqual(["AMOUNT_MISMATCH"]);
});

test("charges a raised price where silence is enough, from the first renewal 30 days after the email", async () => {
  const us = await subscribe("standard-monthly", "US");
  await pass(10);
  const late = await subscribe("standard-monthly", "US");
  await raise("standard-monthly", "USD", 1299);
  await sendNotices();
  expect(await mailsTo(us.as)).toHaveLength(1);
  const { comingPrice } = await shownTo(us.as);
  expect(comingPrice).toMatchObject({ oldAmount: 1099, newAmount: 1299, needsConsent: false });
  expect(new Date(comingPrice!.effectiveAt).getTime() - now().getTime()).toBeGreaterThanOrEqual(30 * dayMs);
  await pass(22);
  expect(await pricesPaid(us.as)).toEqual([1099, 1099]);
  expect((await shownTo(us.as)).nextAmount).toBe(1299);
  await pass(31);
  expect(await pricesPaid(us.as)).toEqual([1099, 1099, 1299]);
  expect((await shownTo(us.as)).comingPrice).toBeNull();
  await pass(15);
  expect((await pricesPaid(late.as)).slice(0, 2)).toEqual([1099, 1099]);
  expect((await pricesPaid(late.as)).at(-1)).toBe(1299);
});

test("asks members in the EU, and charges the new price only to those who agreed", async () => {
  const [agrees, silent] = [
    await subscribe("premium-monthly", "DE"),
    await subscribe("premium-monthly", "FR"),
  ];
  await raise("premium-monthly", "EUR", 1699);
  await sendNotices();
  expect(await mailsTo(agrees.as)).toEqual(["Please confirm the new price of your subscription"]);
  expect(codes(await accept(agrees, 1698))).toEqual(["AMOUNT_MISMATCH"]);
  const stranger = await server.member();
  expect(codes(await accept({ ...agrees, as: stranger }, 1699))).toEqual(["NOT_FOUND"]);
  for (let press = 0; press < 2; press += 1) expect((await accept(agrees, 1699)).errors).toEqual([]);
  const { rows } = await server.pool.query(
    "select accepted_version, accepted_at is not null as accepted from billing.price_notices where subscription_id = $1",
    [agrees.id],
  );
  expect(rows).toEqual([{ accepted_version: "2026-11-1", accepted: true }]);
  await pass(31);
  await pass(31);
  expect((await pricesPaid(agrees.as)).at(-1)).toBe(1699);
  expect(new Set(await pricesPaid(silent.as))).toEqual(new Set([1499]));
  expect((await shownTo(silent.as)).status).toBe("active");
});

test("ends the subscription of a member who didn’t agree, where the studio chose that", async () => {
  const silent = await subscribe("standard-monthly", "ES");
  await raise("standard-monthly", "EUR", 1399, true);
  await sendNotices();
  const { effectiveAt } = (await shownTo(silent.as)).comingPrice!;
  await pass(31);
  expect(new Date(effectiveAt).getTime()).toBeLessThan(now().getTime());
  expect((await shownTo(silent.as)).status).toBe("canceled");
  expect(await pricesPaid(silent.as)).toEqual([1099]);
});

test("charges the old price when the email wasn’t sent, and lowers prices without asking", async () => {
  const unsent = await subscribe("premium-monthly", "GB");
  await raise("premium-monthly", "GBP", 999);
  await sendNotices(false);
  await pass(31);
  await pass(31);
  expect(new Set(await pricesPaid(unsent.as))).toEqual(new Set([1299]));
  await sendNotices();
  expect((await shownTo(unsent.as)).comingPrice).toMatchObject({ newAmount: 999, needsConsent: false });
  await pass(31);
  await pass(31);
  expect((await pricesPaid(unsent.as)).at(-1)).toBe(999);
});

test("emails no one twice over batches, two workers and a restart, and no one at all after an undo", async () => {
  const { rows } = await server.pool.query<{ id: string }>(
    `with people as (insert into identity."user" (id, name, email, "emailVerified")
       select id, 'Demo Dancer', id || '@example.test', true from (select gen_random_uuid() as id from generate_series(1, 350)) as new returning id)
     insert into billing.subscriptions (person_id, access_type, status, provider, plan_id, currency_code, country_code, price_amount,
       anchor_at, term_number, term_starts_at, term_ends_at, created_at)
     select id, 'premium', 'active', 'eightcount', 'premium-yearly', 'JPY', 'JP', 15000, $1, 1, $1, $1::timestamptz + interval '1 year', $1
     from people returning id`,
    [now()],
  );
  const { versionId, id } = await raise("premium-yearly", "JPY", 16_000);
  const again = await announce(versionId, dayIn(40));
  expect(again.data!.priceChangeAnnounce.id).toBe(id);
  const undo = () => ask<object>(`mutation { priceChangeUndo(id: "${id}") { undoneAt } }`, {});
  for (let press = 0; press < 2; press += 1) expect((await undo()).errors).toEqual([]);
  await sendNotices();
  const count = async (): Promise<number> =>
    (await server.pool.query("select from billing.price_notices where plan_id = 'premium-yearly'"))
      .rowCount ?? 0;
  expect(await count()).toBe(0);
  const second = await announce(versionId, dayIn(40));
  aheadMs += dayMs / 12;
  // A worker that stops after its first batch, then two at once.
  await sendPriceNotices(server.ctx(), { untilMs: 0 });
  await sendNotices();
  expect(await count()).toBe(rows.length);
  const mails = await server.pool.query(
    `select from graphile_worker._private_jobs join graphile_worker._private_tasks on _private_tasks.id = task_id
     where identifier = 'mail.send' and payload ->> 'receipt' in (select 'price-notice:' || id from billing.price_notices where plan_id = 'premium-yearly')`,
  );
  expect(mails.rowCount).toBe(rows.length);
  const late = await ask<object>(
    `mutation { priceChangeUndo(id: "${second.data!.priceChangeAnnounce.id}") { id } }`,
    {},
  );
  expect(codes(late)).toEqual(["TOO_LATE_TO_UNDO"]);
  // Two prices on their way to one member would contradict each other.
  const third = await setPrice({
    planId: "premium-yearly",
    currencyCode: "JPY",
    amount: 17_000,
    validFrom: dayIn(1),
  });
  expect(codes(await announce(third.data!.priceSet.id, dayIn(60)))).toEqual(["PRICE_CHANGE_PENDING"]);
});

test("keeps the price that a scheduled plan was shown with", async () => {
  const me = await subscribe("premium-monthly", "US");
  await ask(`mutation { subscriptionChangePlan(id: "${me.id}", planId: "basic-yearly") { id } }`, {}, me.as);
  const shown = (await shownTo(me.as)).nextAmount;
  await setPrice({ planId: "basic-yearly", currencyCode: "USD", amount: 7777, validFrom: dayIn(1) });
  await pass(32);
  expect((await pricesPaid(me.as)).at(-1)).toBe(shown);
});

test("refuses a notice of under 30 days, a second price of a day, and writes what was done to the audit log", async () => {
  const price = { planId: "standard-yearly", currencyCode: "USD", amount: 9900, validFrom: dayIn(5) };
  const first = await setPrice(price);
  const second = await setPrice(price);
  expect(second.data!.priceSet.id).toBe(first.data!.priceSet.id);
  expect(codes(await setPrice({ ...price, amount: 9901 }))).toEqual(["PRICE_EXISTS"]);
  expect(codes(await announce(first.data!.priceSet.id, dayIn(29)))).toEqual(["BAD_INPUT"]);
  expect((await announce(first.data!.priceSet.id, dayIn(35))).errors).toEqual([]);
  const { rows } = await server.pool.query<{ action: string }>(
    "select action from identity.staff_acts where subject = 'plan:standard-yearly' order by action",
  );
  expect(rows.map(({ action }) => action)).toEqual(["billing.price_change_announced", "billing.price_set"]);
});
