import { afterAll, beforeAll, expect, test } from "vitest";
import { confirmNotice } from "../price-changes/notices.ts";
import { sendPriceRetractions } from "../price-changes/taking-back.ts";
import { periodsAfter } from "../rules/calendar.ts";
import { codes, startPriceStudio } from "../price-changes/testing.ts";
import type { PriceStudio } from "../price-changes/testing.ts";

let studio: PriceStudio;
beforeAll(async () => {
  studio = await startPriceStudio();
});
afterAll(() => studio?.server.stop());

const addFrancs = (countryCodes: readonly string[], amount: number) =>
  studio
    .ask<{ priceGrid: { plans: { id: string; isOffered: boolean; opens: object | null }[] } }>(
      "{ priceGrid { plans { id isOffered opens { id } } } }",
    )
    .then(({ data }) =>
      studio.ask<{ currencyAdd: boolean }>(
        "mutation ($input: CurrencyInput!) { currencyAdd(input: $input) }",
        {
          input: {
            currencyCode: "CHF",
            countryCodes,
            prices: data!.priceGrid.plans
              .filter(({ isOffered, opens }) => isOffered && opens === null)
              .map(({ id }) => ({ planId: id, amount })),
          },
        },
      ),
    );
const paidIn = async (accountId: string) =>
  (
    await studio.server.pool.query<{ currency: string; amount: number }>(
      `select currency_code as currency, price_amount as amount from billing.invoices
       where account_id = $1 and status = 'paid' order by issued_at`,
      [accountId],
    )
  ).rows.map(({ currency, amount }) => `${currency} ${amount}`);

test("sells in a new currency to its countries, while their running members stay on their terms", async () => {
  const running = await studio.subscribe("premium-monthly", "CH");
  expect(await paidIn(running.as.id)).toEqual(["EUR 1723"]);
  await studio.server.pool.query("update billing.plans set is_offered = false where id = 'premium-monthly'");
  expect((await addFrancs(["CH", "LI"], 1590)).errors).toEqual([]);
  const { data } = await studio.ask<{ priceGrid: { currencies: { countryCodes: string[] }[] } }>(
    "{ priceGrid { currencies { currencyCode countryCodes } } }",
  );
  expect(data!.priceGrid.currencies).toContainEqual({ currencyCode: "CHF", countryCodes: ["CH", "LI"] });
  const buyer = await studio.subscribe("standard-monthly", "CH");
  expect(await paidIn(buyer.as.id)).toEqual(["CHF 1590"]);
  // The retired plan has no price in francs.
  expect((await studio.shownTo(running.as)).plan.priceInCents).toBe(1723);
  await studio.pass(32);
  expect(await paidIn(running.as.id)).toEqual(["EUR 1723", "EUR 1723"]);
});

/** Chooses the studio's own currency. */
const choose = async (currencyCode: string) => {
  const { data } = await studio.ask<{ studioSettings: { version: number } }>(
    "{ studioSettings { version } }",
  );
  const { errors } = await studio.ask(
    `mutation ($version: Int!, $input: StudioSettingsInput!) { saveStudioSettings(version: $version, input: $input) { version } }`,
    { version: data!.studioSettings.version, input: { currencyCode } },
  );
  expect(errors).toEqual([]);
};

test("sells in the studio's currency to countries without one, once it has prices", async () => {
  const shownIn = async () => {
    const { data } = await studio.ask<{ plans: { currencyCode: string }[] }>(
      `{ plans(countryCode: "BR") { currencyCode } }`,
      {},
      await studio.server.member(),
    );
    return [...new Set(data!.plans.map(({ currencyCode }) => currencyCode))];
  };
  expect(await shownIn()).toEqual(["USD"]);
  await choose("SEK");
  expect(await shownIn()).toEqual(["USD"]);
  await choose("CHF");
  expect(await shownIn()).toEqual(["CHF"]);
});

interface ShownVersion {
  id: string;
  amount: number;
  correctionLock: string | null;
  takeBackLock: string | null;
}
const currentOf = async (planId: string, currency: string): Promise<ShownVersion> => {
  const { data, errors } = await studio.ask<{
    priceGrid: { plans: { id: string; prices: { currencyCode: string; current: ShownVersion }[] }[] };
  }>(
    "{ priceGrid { plans { id prices { currencyCode current { id amount correctionLock takeBackLock } } } } }",
  );
  expect(errors).toEqual([]);
  const plan = data!.priceGrid.plans.find(({ id }) => id === planId)!;
  return plan.prices.find(({ currencyCode }) => currencyCode === currency)!.current;
};
const takeBack = (versionId: string) =>
  studio.ask("mutation ($versionId: ID!) { priceTakeBack(versionId: $versionId) }", { versionId });
const correct = (versionId: string, shown: number, amount: number) =>
  studio.ask(
    `mutation ($versionId: ID!, $shown: Int!, $amount: Int!) {
       priceCorrect(versionId: $versionId, shown: $shown, amount: $amount) { amount } }`,
    { versionId, shown, amount },
  );
const locksOf = (answer: { errors: readonly { extensions: object }[] }): unknown[] =>
  answer.errors.map(({ extensions }) => extensions);

test("corrects and takes back a price from today on until someone chose it, and says why not after that", async () => {
  const price = { planId: "basic-monthly", currencyCode: "USD", amount: 14_990, validFrom: studio.dayIn(0) };
  const { data } = await studio.setPrice(price);
  const { id } = data!.priceSet;
  for (let press = 0; press < 2; press += 1) expect((await correct(id, 14_990, 1599)).errors).toEqual([]);
  expect(codes(await correct(id, 14_990, 1699))).toEqual(["CHANGED_MEANWHILE"]);
  expect(await currentOf("basic-monthly", "USD")).toEqual({
    id,
    amount: 1599,
    correctionLock: null,
    takeBackLock: null,
  });
  for (let press = 0; press < 2; press += 1) expect((await takeBack(id)).errors).toEqual([]);
  const before = await studio.subscribe("basic-monthly", "US");
  expect(await studio.pricesPaid(before.as)).toEqual([799]);
  // The day is free again.
  const again = (await studio.setPrice({ ...price, amount: 1699 })).data!.priceSet.id;
  expect(again).not.toBe(id);
  await studio.subscribe("basic-monthly", "US");
  for (const answer of [await takeBack(again), await correct(again, 1699, 1599)])
    expect(locksOf(answer)).toEqual([expect.objectContaining({ code: "PRICE_LOCKED", lock: "bought" })]);
  await studio.pass(1);
  expect(locksOf(await takeBack(again))).toEqual([expect.objectContaining({ lock: "begun" })]);
  const { rows } = await studio.server.pool.query<{ action: string }>(
    "select distinct action from identity.staff_acts where subject = 'plan:basic-monthly' order by action",
  );
  expect(rows.map(({ action }) => action)).toEqual([
    "billing.price_corrected",
    "billing.price_set",
    "billing.price_taken_back",
  ]);
});

test("keeps a price while a renewal at it is being collected", async () => {
  const member = await studio.subscribe("basic-monthly", "US");
  const daysTo = (moment: Date): number => (moment.getTime() - studio.now().getTime()) / 86_400_000;
  const renewals = [1, 2].map((months) =>
    periodsAfter(studio.now(), months, { period: 1, periodUnit: "month" }),
  );
  const day = renewals[1]!.toISOString().slice(0, 10);
  const { data } = await studio.setPrice({
    planId: "basic-monthly",
    currencyCode: "USD",
    amount: 1899,
    validFrom: day,
  });
  const { id } = data!.priceSet;
  expect((await studio.announce(id, day)).errors).toEqual([]);
  await studio.sendNotices();
  await studio.pass(daysTo(renewals[0]!));
  await studio.server.pool.query("update billing.test_tokens set behaviour = 'attaches_only'");
  await studio.pass(daysTo(renewals[1]!));
  const { rows } = await studio.server.pool.query(
    "select price_amount, status from billing.invoices where account_id = $1 order by issued_at desc limit 1",
    [member.as.id],
  );
  expect(rows).toEqual([{ price_amount: 1899, status: "payment_due" }]);
  expect(locksOf(await takeBack(id))).toEqual([expect.objectContaining({ lock: "bought" })]);
  await studio.server.pool.query("update billing.test_tokens set behaviour = 'succeeds'");
});

test("tells running members once that a price that they were told of was taken back, and charges the old one", async () => {
  const [us, unsent, moved] = [
    await studio.subscribe("standard-monthly", "US"),
    await studio.subscribe("standard-monthly", "US"),
    await studio.subscribe("standard-monthly", "US"),
  ];
  const { data } = await studio.setPrice({
    planId: "standard-monthly",
    currencyCode: "USD",
    amount: 1899,
    validFrom: studio.dayIn(2),
  });
  const { id } = data!.priceSet;
  expect((await studio.announce(id, studio.dayIn(31))).errors).toEqual([]);
  await studio.sendNotices(false);
  const { rows } = await studio.server.pool.query<{ id: string; subscription_id: string }>(
    "select id, subscription_id from billing.price_notices where sent_at is null",
  );
  const confirm = (subscriptionId: string) =>
    confirmNotice(studio.server.ctx(), {
      receipt: `price-notice:${rows.find((row) => row.subscription_id === subscriptionId)!.id}`,
    });
  for (const { id: notified } of [us, moved]) await confirm(notified);
  const change = await studio.ask<{ subscriptionChangePlan: { plan: { id: string } } }>(
    `mutation ($id: ID!) { subscriptionChangePlan(id: $id, planId: "standard-yearly") { plan { id } } }`,
    { id: moved.id },
    moved.as,
  );
  expect(change.data?.subscriptionChangePlan.plan.id).toBe("standard-yearly");
  expect((await studio.shownTo(us.as)).pendingPriceNotice).not.toBeNull();
  expect(locksOf(await correct(id, 1899, 1799))).toEqual([expect.objectContaining({ lock: "announced" })]);
  expect((await takeBack(id)).errors).toEqual([]);
  // The mail server takes the other email only now.
  await confirm(unsent.id);
  for (const { as } of [us, unsent]) expect((await studio.shownTo(as)).pendingPriceNotice).toBeNull();
  await Promise.all([1, 2].map(() => sendPriceRetractions(studio.server.ctx(), { untilMs: 20_000 })));
  for (const { as } of [us, unsent]) {
    expect((await studio.shownTo(as)).pendingPriceNotice).toBeNull();
    const subjects = (await studio.emailsTo(as)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === "Your subscription’s price stays the same")).toHaveLength(
      1,
    );
  }
  expect((await studio.emailsTo(moved.as)).map(({ subject }) => subject)).not.toContain(
    "Your subscription’s price stays the same",
  );
  // A server of the release before confirms an email again.
  await studio.server.pool.query(
    "update billing.price_notices set sent_at = was_sent_at where taken_back_at is not null",
  );
  expect((await studio.emailsTo(us.as)).at(-1)!.text).toMatch(/new price of \$18\.99.* still costs \$10\.99/);
  await studio.pass(31);
  await studio.pass(31);
  expect(await studio.pricesPaid(us.as)).toEqual([1099, 1099, 1099]);
  expect(await studio.pricesPaid(unsent.as)).toEqual([1099, 1099, 1099]);
});

test("moves a country to another currency for new members, refuses what another editor changed, and one without prices", async () => {
  const move = (from: string | null, to: string) =>
    studio.ask(
      'mutation ($from: String, $to: String!) { countryMove(countryCode: "NO", from: $from, to: $to) }',
      {
        from,
        to,
      },
    );
  const running = await studio.subscribe("basic-monthly", "NO");
  expect(codes(await move("EUR", "SEK"))).toEqual(["BAD_INPUT"]);
  expect(codes(await move("USD", "GBP"))).toEqual(["CHANGED_MEANWHILE"]);
  for (let press = 0; press < 2; press += 1) expect((await move("EUR", "GBP")).errors).toEqual([]);
  const { data } = await studio.ask<{
    priceGrid: { currencies: { currencyCode: string; members: { countryCode: string; count: number }[] }[] };
  }>("{ priceGrid { currencies { currencyCode members { countryCode count } } } }");
  const euro = data!.priceGrid.currencies.find(({ currencyCode }) => currencyCode === "EUR")!;
  expect(euro.members).toContainEqual({ countryCode: "NO", count: 1 });
  const buyer = await studio.subscribe("basic-monthly", "NO");
  expect((await paidIn(buyer.as.id))[0]).toMatch(/^GBP /);
  await studio.pass(32);
  expect((await paidIn(running.as.id)).map((paid) => paid.slice(0, 3))).toEqual(["EUR", "EUR"]);
  const { rows } = await studio.server.pool.query(
    "select details from identity.staff_acts where action = 'billing.country_moved'",
  );
  expect(rows).toEqual([{ details: { countryCode: "NO", before: "EUR", after: "GBP" } }]);
});

test("corrects the first price of a plan in a currency, and keeps it although a later one is set", async () => {
  const input = { planId: "premium-monthly", currencyCode: "CHF", amount: 1990, validFrom: studio.dayIn(0) };
  const { id } = (await studio.setPrice(input)).data!.priceSet;
  expect((await correct(id, 1990, 1890)).errors).toEqual([]);
  const later = (await studio.setPrice({ ...input, validFrom: studio.dayIn(1) })).data!.priceSet.id;
  expect(locksOf(await takeBack(id))).toEqual([
    expect.objectContaining({ code: "PRICE_LOCKED", lock: "only" }),
  ]);
  expect(await currentOf("premium-monthly", "CHF")).toMatchObject({
    correctionLock: null,
    takeBackLock: "only",
  });
  expect((await takeBack(later)).errors).toEqual([]);
});

test("refuses a price for a country that pays in another currency", async () => {
  const input = { planId: "premium-monthly", amount: 1200, validFrom: studio.dayIn(1) };
  const set = (countryCode: string, currencyCode: string) =>
    studio.setPrice({ ...input, countryCode, currencyCode });
  expect(locksOf(await set("FR", "GBP"))).toEqual([
    expect.objectContaining({ code: "COUNTRY_PAYS_OTHERWISE", currencyCode: "EUR" }),
  ]);
  // A country without a currency of its own pays in the studio's.
  await choose("CHF");
  expect(codes(await set("AR", "EUR"))).toEqual(["COUNTRY_PAYS_OTHERWISE"]);
  for (const [country, currency] of [
    ["FR", "EUR"],
    ["AR", "CHF"],
  ] as const)
    expect((await set(country, currency)).errors).toEqual([]);
});
