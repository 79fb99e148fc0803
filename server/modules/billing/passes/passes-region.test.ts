import { afterEach, describe, expect, test } from "vitest";
import type { TestPerson } from "../../../testing/harness.ts";
import { booksHold, buy, charges, estimate, pass, server, startPasses } from "./testing.ts";

startPasses();

const setCurrencyOfGermany = (code: string) =>
  server.pool.query("update billing.countries set currency_code = $1 where code = 'DE'", [code]);
afterEach(() => setCurrencyOfGermany("EUR"));

interface Listed {
  readonly id: string;
  readonly currencyCode: string;
  readonly invoiceEstimate: { readonly amountDue: number };
}

/** What is offered to someone who looks at a country's prices. */
async function listed(as: TestPerson, countryCode: string): Promise<(id: string) => Listed> {
  const { data } = await server.graphql<{ plans: Listed[]; passes: Listed[] }>(
    `query ($countryCode: String) { plans(countryCode: $countryCode) { id currencyCode invoiceEstimate { amountDue } }
       passes(countryCode: $countryCode) { id currencyCode invoiceEstimate { amountDue } } }`,
    { countryCode },
    { as },
  );
  return (id) => [...data!.plans, ...data!.passes].find((plan) => plan.id === id)!;
}

describe("what follows a running pass", () => {
  test("is listed in the currency that it is charged in, whatever country is looked at", async () => {
    const me = await server.member();
    await buy(me);
    const offered = await listed(me, "US");
    for (const planId of [pass, "premium-monthly"]) {
      const { shown } = await estimate(me, planId);
      expect(offered(planId)).toMatchObject({
        currencyCode: "EUR",
        invoiceEstimate: { amountDue: shown!.invoiceEstimate.amountDue },
      });
    }
    expect((await listed(await server.member(), "US"))(pass).currencyCode).toBe("USD");
  });

  test("is charged in the currency of the pass, though its country has another one by now", async () => {
    const me = await server.member();
    await buy(me);
    await setCurrencyOfGermany("JPY");
    expect((await listed(me, "DE"))("premium-monthly")).toMatchObject({
      currencyCode: "EUR",
      invoiceEstimate: { amountDue: 499 },
    });
    expect((await buy(me, "premium-monthly")).error).toBeNull();
    expect(await charges(me)).toEqual([1000, 499]);
    await booksHold(me);
  });
});
