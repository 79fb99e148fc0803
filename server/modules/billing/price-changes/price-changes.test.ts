import { afterAll, beforeAll, expect, test } from "vitest";
import { subscribeAs } from "../testing.ts";
import { sendPriceNotices } from "./notices.ts";
import { codes, dayMs, startPriceStudio } from "./testing.ts";
import type { PriceStudio } from "./testing.ts";

let studio: PriceStudio;
beforeAll(async () => {
  studio = await startPriceStudio();
});
afterAll(() => studio?.server.stop());

test("sells a new version to new members from its day on, while running ones keep theirs", async () => {
  const before = await studio.subscribe("basic-monthly", "US");
  const { errors } = await studio.setPrice({
    planId: "basic-monthly",
    currencyCode: "USD",
    amount: 899,
    validFrom: studio.dayIn(3),
  });
  expect(errors).toEqual([]);
  const same = await studio.subscribe("basic-monthly", "US");
  await studio.pass(3);
  const after = await studio.subscribe("basic-monthly", "US");
  await studio.pass(32);
  for (const { as } of [before, same]) expect(await studio.pricesPaid(as)).toEqual([799, 799]);
  expect(await studio.pricesPaid(after.as)).toEqual([899, 899]);
});

test("refuses the amount of a version that was replaced while the page was open", async () => {
  const me = await studio.server.member();
  await studio.setPrice({
    planId: "basic-yearly",
    currencyCode: "USD",
    amount: 7000,
    validFrom: studio.dayIn(0),
  });
  const answer = await subscribeAs(studio.server, me, {
    planId: "basic-yearly",
    countryCode: "US",
    withoutTrial: true,
    amountDue: 6500,
  });
  expect(codes(answer)).toEqual(["AMOUNT_MISMATCH"]);
});

test("charges a raised price where silence is enough, from the first renewal 30 days after the email", async () => {
  const us = await studio.subscribe("standard-monthly", "US");
  await studio.pass(10);
  const late = await studio.subscribe("standard-monthly", "US");
  await studio.raise("standard-monthly", "USD", 1299);
  await studio.sendNotices();
  expect((await studio.emailsTo(us.as)).filter(({ subject }) => subject.includes("price"))).toHaveLength(1);
  const { pendingPriceNotice } = await studio.shownTo(us.as);
  expect(pendingPriceNotice).toMatchObject({ oldAmount: 1099, newAmount: 1299, needsConsent: false });
  expect(new Date(pendingPriceNotice!.effectiveAt).getTime() - studio.now().getTime()).toBeGreaterThanOrEqual(
    30 * dayMs,
  );
  await studio.pass(22);
  expect(await studio.pricesPaid(us.as)).toEqual([1099, 1099]);
  expect((await studio.shownTo(us.as)).nextAmount).toBe(1299);
  await studio.pass(31);
  expect(await studio.pricesPaid(us.as)).toEqual([1099, 1099, 1299]);
  expect((await studio.shownTo(us.as)).pendingPriceNotice).toBeNull();
  await studio.pass(15);
  expect((await studio.pricesPaid(late.as)).slice(0, 2)).toEqual([1099, 1099]);
  expect((await studio.pricesPaid(late.as)).at(-1)).toBe(1299);
});

test("asks members in the EU, and charges the new price only to those who agreed", async () => {
  const [agrees, silent] = [
    await studio.subscribe("premium-monthly", "DE"),
    await studio.subscribe("premium-monthly", "FR"),
  ];
  await studio.raise("premium-monthly", "EUR", 1699);
  await studio.sendNotices();
  expect((await studio.emailsTo(agrees.as)).at(-1)?.subject).toBe(
    "Please confirm the new price of your subscription",
  );
  expect(codes(await studio.accept(agrees, 1698))).toEqual(["AMOUNT_MISMATCH"]);
  const stranger = await studio.server.member();
  expect(codes(await studio.accept({ ...agrees, as: stranger }, 1699))).toEqual(["NOT_FOUND"]);
  for (let press = 0; press < 2; press += 1) expect((await studio.accept(agrees, 1699)).errors).toEqual([]);
  const { rows } = await studio.server.pool.query(
    "select accepted_version, accepted_at is not null as accepted from billing.price_notices where subscription_id = $1",
    [agrees.id],
  );
  expect(rows).toEqual([{ accepted_version: "2026-11-1", accepted: true }]);
  await studio.pass(31);
  await studio.pass(31);
  expect((await studio.pricesPaid(agrees.as)).at(-1)).toBe(1699);
  expect(new Set(await studio.pricesPaid(silent.as))).toEqual(new Set([1499]));
  expect((await studio.shownTo(silent.as)).status).toBe("active");
});

test("ends the subscription of a member who didn’t agree, where the studio chose that", async () => {
  const silent = await studio.subscribe("standard-monthly", "ES");
  await studio.raise("standard-monthly", "EUR", 1399, true);
  await studio.sendNotices();
  const { effectiveAt } = (await studio.shownTo(silent.as)).pendingPriceNotice!;
  await studio.pass(31);
  await studio.pass(31);
  expect(new Date(effectiveAt).getTime()).toBeLessThan(studio.now().getTime());
  expect((await studio.shownTo(silent.as)).status).toBe("canceled");
  expect(await studio.pricesPaid(silent.as)).toEqual([1099, 1099]);
});

test("charges the old price when the email wasn’t sent, and lowers prices without asking", async () => {
  const unsent = await studio.subscribe("premium-monthly", "GB");
  await studio.raise("premium-monthly", "GBP", 999);
  await studio.sendNotices(false);
  await studio.pass(31);
  await studio.pass(31);
  expect(new Set(await studio.pricesPaid(unsent.as))).toEqual(new Set([1299]));
  await studio.sendNotices();
  expect((await studio.shownTo(unsent.as)).pendingPriceNotice).toMatchObject({
    newAmount: 999,
    needsConsent: false,
  });
  await studio.pass(31);
  await studio.pass(31);
  expect((await studio.pricesPaid(unsent.as)).at(-1)).toBe(999);
});

test("emails no one twice over batches, two workers and a restart, and no one at all after an undo", async () => {
  const { rows } = await studio.server.pool.query<{ id: string }>(
    `with people as (insert into identity."user" (id, name, email, "emailVerified")
       select id, 'Demo Dancer', id || '@example.test', true from (select gen_random_uuid() as id from generate_series(1, 350)) as new returning id)
     insert into billing.subscriptions (person_id, access_type, status, provider, plan_id, currency_code, country_code, price_amount,
       anchor_at, term_number, term_starts_at, term_ends_at, created_at)
     select id, 'premium', 'active', 'eightcount', 'premium-yearly', 'JPY', 'JP', 15000, $1, 1, $1, $1::timestamptz + interval '1 year', $1
     from people returning id`,
    [studio.now()],
  );
  const { versionId, id } = await studio.raise("premium-yearly", "JPY", 16_000);
  const again = await studio.announce(versionId, studio.dayIn(40));
  expect(again.data!.priceChangeAnnounce.id).toBe(id);
  const undo = () => studio.ask<object>(`mutation { priceChangeUndo(id: "${id}") { undoneAt } }`, {});
  for (let press = 0; press < 2; press += 1) expect((await undo()).errors).toEqual([]);
  await studio.sendNotices();
  const count = async (): Promise<number> =>
    (await studio.server.pool.query("select from billing.price_notices where plan_id = 'premium-yearly'"))
      .rowCount ?? 0;
  expect(await count()).toBe(0);
  const second = await studio.announce(versionId, studio.dayIn(40));
  studio.wait(1 / 12);
  // A worker that stops after its first batch, then two at once.
  await sendPriceNotices(studio.server.ctx(), { untilMs: 0 });
  await studio.sendNotices();
  expect(await count()).toBe(rows.length);
  const mails = await studio.server.pool.query(
    `select from graphile_worker._private_jobs join graphile_worker._private_tasks on _private_tasks.id = task_id
     where identifier = 'mail.send' and payload ->> 'receipt' in (select 'price-notice:' || id from billing.price_notices where plan_id = 'premium-yearly')`,
  );
  expect(mails.rowCount).toBe(rows.length);
  const late = await studio.ask<object>(
    `mutation { priceChangeUndo(id: "${second.data!.priceChangeAnnounce.id}") { id } }`,
    {},
  );
  expect(codes(late)).toEqual(["TOO_LATE_TO_UNDO"]);
  // Two prices on their way to one member would contradict each other.
  const third = await studio.setPrice({
    planId: "premium-yearly",
    currencyCode: "JPY",
    amount: 17_000,
    validFrom: studio.dayIn(1),
  });
  expect(codes(await studio.announce(third.data!.priceSet.id, studio.dayIn(60)))).toEqual([
    "PRICE_CHANGE_PENDING",
  ]);
});

test("keeps the price that a scheduled plan was shown with", async () => {
  const me = await studio.subscribe("premium-monthly", "US");
  await studio.ask(
    `mutation { subscriptionChangePlan(id: "${me.id}", planId: "basic-yearly") { id } }`,
    {},
    me.as,
  );
  const shown = (await studio.shownTo(me.as)).nextAmount;
  await studio.setPrice({
    planId: "basic-yearly",
    currencyCode: "USD",
    amount: 7777,
    validFrom: studio.dayIn(1),
  });
  await studio.pass(32);
  expect((await studio.pricesPaid(me.as)).at(-1)).toBe(shown);
});

test("refuses a notice of under 30 days, a second price of a day, and writes what was done to the audit log", async () => {
  const price = { planId: "standard-yearly", currencyCode: "USD", amount: 9900, validFrom: studio.dayIn(5) };
  const first = await studio.setPrice(price);
  const second = await studio.setPrice(price);
  expect(second.data!.priceSet.id).toBe(first.data!.priceSet.id);
  expect(codes(await studio.setPrice({ ...price, amount: 9901 }))).toEqual(["PRICE_EXISTS"]);
  expect(codes(await studio.announce(first.data!.priceSet.id, studio.dayIn(29)))).toEqual(["BAD_INPUT"]);
  expect((await studio.announce(first.data!.priceSet.id, studio.dayIn(35))).errors).toEqual([]);
  const { rows } = await studio.server.pool.query<{ action: string }>(
    "select action from identity.staff_acts where subject = 'plan:standard-yearly' order by action",
  );
  expect(rows.map(({ action }) => action)).toEqual(["billing.price_change_announced", "billing.price_set"]);
});
