import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { expectAccessible } from "../../../gallery/accessibility.ts";
import { AppFrame } from "../../../gallery/app-frame.tsx";
import { PriceList } from "./price-list.tsx";

const plan = (id: string, fields: object = {}) => ({
  id,
  name: "Premium",
  accessType: "premium",
  period: 1,
  periodUnit: "month",
  priceInCents: 1499,
  currencyCode: "USD",
  isBestValue: false,
  monthlySavingsInPercent: null,
  seats: 1,
  trialPeriod: null,
  trialPeriodUnit: null,
  trialEndTime: null,
  ...fields,
});
const trial = { trialPeriod: 14, trialPeriodUnit: "day", trialEndTime: "2026-12-10T12:00:00Z" };
const yearly = { periodUnit: "year", priceInCents: 9900 };

async function show(plans: object[]) {
  const screen = await render(
    <AppFrame>
      <PriceList plans={plans as never} />
    </AppFrame>,
  );
  const textsOf = (selector: string) =>
    [...screen.container.querySelectorAll(selector)].map(({ textContent }) =>
      textContent.replaceAll(/\s/g, " "),
    );
  return { screen, textsOf };
}

test("promises a trial beside the price that has one alone", async () => {
  const { screen, textsOf } = await show([plan("monthly", trial), plan("yearly", yearly)]);
  expect(textsOf("li")).toEqual(["Premium$14.99a monthFree for 14 days$99a year"]);
  expect(textsOf("a")).toEqual(["$14.99a monthFree for 14 days", "$99a year"]);
  await expectAccessible(screen.container);
});

test("gives plans of one name a row for each number of seats", async () => {
  const { textsOf } = await show([plan("one"), plan("family", { ...yearly, seats: 4 })]);
  expect(textsOf("li")).toEqual(["Premium$14.99a month", "PremiumFor up to 4 people$99a year"]);
});
