import { afterAll, beforeAll, expect, test } from "vitest";
import { startPriceStudio } from "../price-changes/testing.ts";
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

test("sells in the studio's currency to countries without one, once it has prices", async () => {
  const shownIn = async () => {
    const { data } = await studio.ask<{ plans: { currencyCode: string }[] }>(
      `{ plans(countryCode: "BR") { currencyCode } }`,
      {},
      await studio.server.member(),
    );
    return [...new Set(data!.plans.map(({ currencyCode }) => currencyCode))];
  };
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
  expect(await shownIn()).toEqual(["USD"]);
  await choose("SEK");
  expect(await shownIn()).toEqual(["USD"]);
  await choose("CHF");
  expect(await shownIn()).toEqual(["CHF"]);
});
