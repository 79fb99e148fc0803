import { afterAll, beforeAll, expect, test } from "vitest";
import { codes, dayMs, startPriceStudio } from "./testing.ts";
import type { PriceStudio, Subscriber } from "./testing.ts";

let studio: PriceStudio;
beforeAll(async () => {
  studio = await startPriceStudio();
});
afterAll(() => studio?.server.stop());

const pause = ({ as, id }: Subscriber, months: number) =>
  studio.ask(
    "mutation ($id: ID!, $months: Int!) { subscriptionPause(id: $id, months: $months) { id } }",
    { id, months },
    as,
  );
const latestTo = async ({ as }: Subscriber): Promise<string> => {
  const email = (await studio.emailsTo(as)).at(-1)!;
  return `${email.subject}\n${email.text}`;
};

/** A pause lasts beyond the day of the new price, while reminders are looked for. */
async function passPriceDay(): Promise<void> {
  for (const days of [20, 15, 15, 20]) {
    await studio.pass(days);
    await studio.sendReminders();
  }
}

test("lets one of two announcements at the same moment through", async () => {
  const target = { planId: "standard-monthly", currencyCode: "GBP" };
  await studio.subscribe("standard-monthly", "GB");
  const versions = await Promise.all(
    [1199, 1299].map(async (amount, day) => {
      const { data } = await studio.setPrice({ ...target, amount, validFrom: studio.dayIn(day) });
      return data!.priceSet.id;
    }),
  );
  const answers = await Promise.all(versions.map((id) => studio.announce(id, studio.dayIn(40))));
  expect(answers.flatMap(codes)).toEqual(["PRICE_CHANGE_PENDING"]);
  // The price of one country waits for the change of its whole currency, whose members it would move again.
  const { data } = await studio.setPrice({
    ...target,
    countryCode: "GB",
    amount: 999,
    validFrom: studio.dayIn(0),
  });
  expect(codes(await studio.announce(data!.priceSet.id, studio.dayIn(40)))).toEqual(["PRICE_CHANGE_PENDING"]);
});

test("reminds once, two weeks before the first charge, and later if a pause moves it", async () => {
  const us = await studio.subscribe("premium-monthly", "US");
  const pauses = await studio.subscribe("premium-monthly", "US");
  await studio.raise("premium-monthly", "USD", 1799);
  await studio.sendNotices();
  const effectiveAt = Date.parse((await studio.shownTo(us.as)).pendingPriceNotice!.effectiveAt);
  const reminders = async ({ as }: Subscriber): Promise<number> =>
    (await studio.emailsTo(as)).filter(({ subject }) => subject.startsWith("Reminder: your new price"))
      .length;
  await studio.sendReminders();
  expect(await reminders(us)).toBe(0);
  await pause(pauses, 3);
  await studio.pass((effectiveAt - studio.now().getTime()) / dayMs - 13);
  for (let run = 0; run < 2; run += 1) await studio.sendReminders();
  expect(await reminders(us)).toBe(1);
  expect(await latestTo(us)).toMatch(/\$17\.99 instead of \$14\.99/);
  // A pause moves the first charge, and with it the reminder.
  expect(await reminders(pauses)).toBe(0);
  const { pendingPriceNotice } = await studio.shownTo(pauses.as);
  expect(Date.parse(pendingPriceNotice!.effectiveAt)).toBeGreaterThan(effectiveAt);
  await studio.pass((Date.parse(pendingPriceNotice!.effectiveAt) - studio.now().getTime()) / dayMs - 13);
  await studio.sendReminders();
  expect(await reminders(pauses)).toBe(1);
});

test("names, shows and charges the right amounts over a raise and its reversal", async () => {
  const me = await studio.subscribe("standard-monthly", "US");
  await studio.raise("standard-monthly", "USD", 1299);
  await studio.sendNotices();
  expect(await latestTo(me)).toMatch(/\$12\.99 instead of \$10\.99/);
  await studio.pass(31);
  await studio.pass(31);
  expect(await studio.pricesPaid(me.as)).toEqual([1099, 1099, 1299]);
  await studio.raise("standard-monthly", "USD", 1099);
  await studio.sendNotices();
  expect(await latestTo(me)).toMatch(/\$10\.99 instead of \$12\.99/);
  expect((await studio.shownTo(me.as)).pendingPriceNotice).toMatchObject({
    oldAmount: 1299,
    newAmount: 1099,
  });
  for (let month = 0; month < 4; month += 1) await studio.pass(31);
  const paid = await studio.pricesPaid(me.as);
  expect(paid.slice(0, 4)).toEqual([1099, 1099, 1299, 1299]);
  expect(new Set(paid.slice(4))).toEqual(new Set([1099]));
  expect((await studio.shownTo(me.as)).pendingPriceNotice).toBeNull();
});

test("counts a price that was announced but not charged yet as the price today", async () => {
  const me = await studio.subscribe("basic-monthly", "US");
  await studio.raise("basic-monthly", "USD", 899);
  await studio.sendNotices();
  await pause(me, 3);
  await passPriceDay();
  const { data } = await studio.setPrice({
    planId: "basic-monthly",
    currencyCode: "USD",
    amount: 799,
    validFrom: studio.dayIn(0),
  });
  const versionId = data!.priceSet.id;
  const preview = await studio.ask<{ priceChangePreview: object }>(
    "query ($versionId: ID!) { priceChangePreview(versionId: $versionId) { members amounts { amount count } } }",
    { versionId },
  );
  expect(preview.data!.priceChangePreview).toEqual({ members: 1, amounts: [{ amount: 899, count: 1 }] });
  await studio.announce(versionId, studio.dayIn(31));
  await studio.sendNotices();
  expect(await latestTo(me)).toMatch(/\$7\.99 instead of \$8\.99/);
  // The pause ends before the second change: the first price is charged once.
  await studio.pass(25);
  await studio.pass(31);
  await studio.pass(31);
  const paid = await studio.pricesPaid(me.as);
  expect(paid.slice(0, 2)).toEqual([799, 899]);
  expect(paid.at(-1)).toBe(799);
});

test("continues at the newer price that a member accepted, though an older notice went unanswered", async () => {
  const me = await studio.subscribe("standard-monthly", "ES");
  await studio.raise("standard-monthly", "EUR", 1399, true);
  await studio.sendNotices();
  await pause(me, 3);
  await passPriceDay();
  await studio.raise("standard-monthly", "EUR", 1499, true);
  await studio.sendNotices();
  expect((await studio.shownTo(me.as)).pendingPriceNotice).toMatchObject({
    oldAmount: 1099,
    newAmount: 1499,
  });
  expect((await studio.accept(me, 1499)).errors).toEqual([]);
  await studio.pass(60);
  expect((await studio.shownTo(me.as)).status).toBe("active");
  expect((await studio.pricesPaid(me.as)).at(-1)).toBe(1499);
});

test("ends a pause without a charge for a member who didn’t agree, and says why", async () => {
  const me = await studio.subscribe("premium-monthly", "FR");
  await pause(me, 3);
  await studio.raise("premium-monthly", "EUR", 1699, true);
  await studio.sendNotices();
  await studio.pass(90);
  const reminder = await latestTo(me);
  expect(reminder).toMatch(/Accept your new price before .*ends on /s);
  expect(reminder).not.toMatch(/We’ll charge/);
  await studio.pass(4);
  expect((await studio.shownTo(me.as)).status).toBe("canceled");
  expect(await studio.pricesPaid(me.as)).toEqual([1499]);
  expect(await latestTo(me)).toMatch(/you didn’t accept the new price/);
});

test("doesn’t resume at a price that its member must accept first", async () => {
  const me = await studio.subscribe("basic-monthly", "IT");
  await studio.raise("basic-monthly", "EUR", 999, true);
  await studio.sendNotices();
  await pause(me, 3);
  await passPriceDay();
  const resume = () =>
    studio.ask("mutation ($id: ID!) { subscriptionResume(id: $id) { status } }", { id: me.id }, me.as);
  expect(codes(await resume())).toEqual(["PRICE_NOT_ACCEPTED"]);
  expect((await studio.accept(me, 999)).errors).toEqual([]);
  expect(codes(await resume())).toEqual([]);
  expect((await studio.pricesPaid(me.as)).at(-1)).toBe(999);
});

test("reminds of the end instead of a charge before a yearly renewal without consent", async () => {
  const [silent, agrees] = [
    await studio.subscribe("premium-yearly", "DE"),
    await studio.subscribe("premium-yearly", "DE"),
  ];
  await studio.pass(300);
  await studio.raise("premium-yearly", "EUR", 14_900, true);
  await studio.sendNotices();
  await studio.accept(agrees, 14_900);
  await studio.pass(37);
  const reminder = await latestTo(silent);
  expect(reminder).toMatch(/Accept your new price before .*ends on /s);
  expect(reminder).toMatch(/account\/subscription/);
  expect(reminder).not.toMatch(/we’ll charge/);
  expect(await latestTo(agrees)).toMatch(/we’ll charge €149\.00/);
  expect((await studio.shownTo(silent.as)).nextAmount).toBeNull();
});

test("keeps a member who chose another plan before the price of the present one needed consent", async () => {
  const me = await studio.subscribe("premium-monthly", "AT");
  await studio.raise("premium-monthly", "EUR", 1799, true);
  await studio.sendNotices();
  await studio.ask(
    `mutation { subscriptionChangePlan(id: "${me.id}", planId: "basic-monthly") { id } }`,
    {},
    me.as,
  );
  await studio.pass(31);
  await studio.pass(31);
  expect((await studio.shownTo(me.as)).status).toBe("active");
});

test("moves the day of a new price to a later renewal when its email went out late", async () => {
  const [late, soon] = [
    await studio.subscribe("basic-yearly", "JP"),
    await studio.subscribe("standard-yearly", "JP"),
  ];
  const startedAt = studio.now().getTime();
  await studio.pass(333);
  await studio.raise("standard-yearly", "JPY", 12_000);
  // An hour of retries isn't late.
  await studio.sendNotices(true, 1 / 24);
  await studio.raise("basic-yearly", "JPY", 9000);
  await studio.sendNotices(true, 5);
  const yearsUntil = async ({ as }: Subscriber): Promise<number> =>
    Math.round(
      (Date.parse((await studio.shownTo(as)).pendingPriceNotice!.effectiveAt) - startedAt) / dayMs / 365,
    );
  expect(await yearsUntil(late)).toBe(2);
  expect(await yearsUntil(soon)).toBe(1);
  await studio.pass(30);
  await studio.pass(366);
  const [first, second, third] = await studio.pricesPaid(late.as);
  expect(second).toBe(first);
  expect(third).toBe(9000);
});
