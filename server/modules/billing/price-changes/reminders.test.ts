import { afterAll, beforeAll, expect, test } from "vitest";
import { codes, dayMs, startPriceStudio } from "./testing.ts";
import type { PriceStudio, Subscriber } from "./testing.ts";

let studio: PriceStudio;
beforeAll(async () => {
  studio = await startPriceStudio();
});
afterAll(() => studio?.server.stop());

const send = async ({ as }: Subscriber, mutation: string) => {
  const answer = await studio.ask(`mutation { ${mutation} { id } }`, {}, as);
  expect(answer.errors.map(({ message }) => message)).toEqual([]);
};
const remindersTo = async ({ as }: Subscriber): Promise<string[]> =>
  (await studio.emailsTo(as))
    .map(({ subject }) => subject)
    .filter((subject) => subject.startsWith("Reminder: "));
/** Passes time until some days before the first charge at the new price. */
async function passUntil(me: Subscriber, daysBefore: number): Promise<void> {
  const { pendingPriceNotice } = await studio.shownTo(me.as);
  await studio.pass(
    (Date.parse(pendingPriceNotice!.effectiveAt) - studio.now().getTime()) / dayMs - daysBefore,
  );
}

test("reminds a member who undoes a cancellation after the others were reminded", async () => {
  const me = await studio.subscribe("premium-monthly", "US");
  await studio.raise("premium-monthly", "USD", 1799);
  await studio.sendNotices();
  await passUntil(me, 13);
  await send(me, `subscriptionCancel(id: "${me.id}", atPeriodEnd: true)`);
  await studio.sendReminders();
  expect(await remindersTo(me)).toEqual([]);
  await send(me, `subscriptionUndoCancel(id: "${me.id}")`);
  await studio.sendReminders();
  expect(await remindersTo(me)).toHaveLength(1);
});

test("reminds again if a pause or free days move the charge of which a member was reminded", async () => {
  const [pauses, given] = [
    await studio.subscribe("standard-monthly", "US"),
    await studio.subscribe("standard-monthly", "US"),
  ];
  await studio.raise("standard-monthly", "USD", 1299);
  await studio.sendNotices();
  await passUntil(pauses, 13);
  await studio.sendReminders();
  expect(await remindersTo(pauses)).toHaveLength(1);
  await send(pauses, `subscriptionPause(id: "${pauses.id}", months: 2)`);
  const { rows } = await studio.server.pool.query<{ version: number }>(
    "select version from billing.subscriptions where id = $1",
    [given.id],
  );
  const days = await studio.ask(
    `mutation ($personId: ID!, $id: ID!, $version: Int!, $key: ID!) {
      studioGiveDays(personId: $personId, subscriptionId: $id, version: $version, days: 20, key: $key) { id } }`,
    { personId: given.as.id, id: given.id, version: rows[0]!.version, key: crypto.randomUUID() },
  );
  expect(days.errors.map(({ message }) => message)).toEqual([]);
  await studio.sendReminders();
  expect(await remindersTo(pauses)).toHaveLength(1);
  for (const member of [given, pauses]) {
    await passUntil(member, 13);
    await studio.sendReminders();
    expect(await remindersTo(member)).toHaveLength(2);
  }
});

test("resumes at the present price if a newer notice replaced the one that went unanswered", async () => {
  const me = await studio.subscribe("basic-monthly", "FR");
  await studio.raise("basic-monthly", "EUR", 999, true);
  await studio.sendNotices();
  await send(me, `subscriptionPause(id: "${me.id}", months: 3)`);
  await studio.pass(70);
  await studio.raise("basic-monthly", "EUR", 1099, true);
  await studio.sendNotices();
  expect((await studio.shownTo(me.as)).pendingPriceNotice).toMatchObject({ newAmount: 1099 });
  await send(me, `subscriptionResume(id: "${me.id}")`);
  expect(await studio.pricesPaid(me.as)).toEqual([799, 799]);
  expect((await studio.shownTo(me.as)).status).toBe("active");
});

test("names no amount for a resumption that needs consent to the new price first", async () => {
  const me = await studio.subscribe("premium-monthly", "IT");
  await studio.raise("premium-monthly", "EUR", 1699, true);
  await studio.sendNotices();
  await send(me, `subscriptionPause(id: "${me.id}", months: 3)`);
  await studio.pass(70);
  const amount = async () =>
    (
      await studio.ask<{ me: { primarySubscription: { resumeAmount: number | null } } }>(
        "{ me { primarySubscription { resumeAmount } } }",
        {},
        me.as,
      )
    ).data!.me.primarySubscription.resumeAmount;
  expect(await amount()).toBeNull();
  await studio.accept(me, 1699);
  // Less the credit for the paused term.
  expect(await amount()).toBeGreaterThan(0);
});

test("announces the next change once everyone left that the earlier one is about", async () => {
  const [stays, leaves, switches] = [
    await studio.subscribe("premium-yearly", "US"),
    await studio.subscribe("premium-yearly", "US"),
    await studio.subscribe("premium-yearly", "US"),
  ];
  await studio.raise("premium-yearly", "USD", 14_900);
  await studio.sendNotices();
  const target = { planId: "premium-yearly", currencyCode: "USD", amount: 15_900 };
  const { data } = await studio.setPrice({ ...target, validFrom: studio.dayIn(1) });
  const next = () => studio.announce(data!.priceSet.id, studio.dayIn(40));
  const refused = await next();
  expect(codes(refused)).toEqual(["PRICE_CHANGE_PENDING"]);
  expect(refused.errors[0]!.message).toMatch(/reaches its last members on \w+ \d+, 2028/);
  await send(leaves, `subscriptionCancel(id: "${leaves.id}", atPeriodEnd: true)`);
  await send(switches, `subscriptionChangePlan(id: "${switches.id}", planId: "premium-monthly")`);
  expect(codes(await next())).toEqual(["PRICE_CHANGE_PENDING"]);
  await send(stays, `subscriptionCancel(id: "${stays.id}", atPeriodEnd: false)`);
  expect(codes(await next())).toEqual([]);
});

test("calls a price cut good news in its reminder, too", async () => {
  const me = await studio.subscribe("standard-monthly", "GB");
  await studio.raise("standard-monthly", "GBP", 799);
  await studio.sendNotices();
  await passUntil(me, 13);
  await studio.sendReminders();
  expect(await remindersTo(me)).toEqual([expect.stringMatching(/^Reminder: your lower price from /)]);
});
