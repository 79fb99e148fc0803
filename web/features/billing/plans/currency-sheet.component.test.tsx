import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { expectAccessible } from "../../../gallery/accessibility.ts";
import { AppFrame } from "../../../gallery/app-frame.tsx";
import { answerRequests, graphqlRefusal, late } from "../../../gallery/network.ts";
import type { Answer } from "../../../gallery/network.ts";
import { CurrencySheet } from "./currency-sheet.tsx";

const plan = { period: 1, periodUnit: "month", isOffered: true };
const grid = {
  plans: [
    { ...plan, id: "basic", name: "Basic" },
    { ...plan, id: "premium", name: "Premium" },
  ],
};
const amounts: Readonly<Record<string, readonly number[]>> = { CHF: [999, 1399], JPY: [1490, 2190], SEK: [] };

const proposals: Answer = ({ currencyCode }) => ({
  priceProposals: {
    __typename: "PriceProposals",
    source: "ecb",
    rates:
      currencyCode === "SEK"
        ? []
        : [{ __typename: "ExchangeRate", currencyCode: "USD", value: 0.75, day: "2026-11-25" }],
    prices: amounts[String(currencyCode)]!.map((amount, at) => ({
      __typename: "PriceProposal",
      planId: grid.plans[at]!.id,
      amount,
    })),
  },
});
async function open(onDone: () => void) {
  const screen = await render(
    <AppFrame>
      <CurrencySheet grid={grid as never} onClose={() => undefined} onDone={onDone} />
    </AppFrame>,
  );
  const [currency, basic, premium] = ["Currency", "Basic, monthly", "Premium, monthly"].map((name) =>
    screen.getByRole("textbox", { name, exact: true }),
  );
  return { screen, currency, basic, premium };
}

test("takes back what it proposed while prices of another currency load, and if that fails", async () => {
  const dollars = late<Response>();
  answerRequests({
    PriceProposals: (body) => (body["currencyCode"] === "USD" ? dollars.promise : proposals(body)),
  });
  const { screen, currency, basic, premium } = await open(() => undefined);
  await currency!.fill("chf");
  await expect.element(premium!).toHaveValue("13.99");
  await basic!.fill("8.50");
  await currency!.fill("usd");
  await expect.element(premium!).toHaveValue("");
  dollars.resolve(graphqlRefusal("INTERNAL"));
  await expect.element(screen.getByText(/Prices couldn’t be proposed/)).toBeInTheDocument();
  await expect.element(premium!).toHaveValue("");
  await expect.element(basic!).toHaveValue("8.50");
});

test("proposes prices at the newest rate, keeps those that were typed, and sends them", async () => {
  const sent = answerRequests({ PriceProposals: proposals, CurrencyAdd: () => ({ currencyAdd: true }) });
  let isDone = false;
  const { screen, currency, basic, premium } = await open(() => (isDone = true));
  await currency!.fill("sek");
  await expect.element(screen.getByText(/No exchange rate for/)).toBeInTheDocument();
  await currency!.fill("jpy");
  await expect.element(premium!).toHaveValue("2190");
  await currency!.fill("chf");
  await expect.element(premium!).toHaveValue("13.99");
  await expect.element(screen.getByText(/European Central Bank/)).toBeInTheDocument();
  await basic!.fill("8.50");
  await currency!.fill("jpy");
  await expect.element(premium!).toHaveValue("2190");
  await expect.element(basic!).toHaveValue("8.50");
  await currency!.fill("chf");
  await expect.element(premium!).toHaveValue("13.99");
  await screen.getByRole("textbox", { name: "Countries that pay in it" }).fill("ch, li");
  await expectAccessible(document.querySelector("form")!);
  await screen.getByRole("button", { name: "Add currency" }).click();
  await expect.poll(() => isDone).toBe(true);
  expect(sent.at(-1)).toEqual({
    to: "CurrencyAdd",
    body: {
      input: {
        currencyCode: "CHF",
        countryCodes: ["CH", "LI"],
        prices: [
          { planId: "basic", amount: 850 },
          { planId: "premium", amount: 1399 },
        ],
      },
    },
  });
});
