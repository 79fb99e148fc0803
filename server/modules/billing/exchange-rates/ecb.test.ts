import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import { usualPrice } from "../rules/usual-price.ts";
import { fetchRatesJob } from "./rates.ts";

test("takes the European Central Bank’s rates where it is told to, and keeps them through an outage", async () => {
  let answer: string | null = `<?xml version="1.0"?><gesmes:Envelope><Cube><Cube time='2026-11-19'>
    <Cube currency='USD' rate='1.25'/><Cube currency='JPY' rate='160.0'/><Cube currency='CHF' rate='0.9375'/></Cube></Cube></gesmes:Envelope>`;
  const bank = createServer((_request, response) => {
    if (answer === null) response.writeHead(503).end();
    else response.end(answer);
  });
  await new Promise<void>((resolve) => bank.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(bank.address() as AddressInfo).port}/daily.xml`;
  const other = await startTestServer({
    roles: "api",
    env: { ECB_RATES: "on", ECB_RATES_URL: url },
  });
  try {
    const staff = await other.member({ role: "finance" });
    const run = () =>
      fetchRatesJob.run(
        other.ctx(),
        {},
        { signal: new AbortController().signal, attempt: 1, isLastAttempt: false },
      );
    const readRates = async () =>
      (
        await other.graphql<{ revenueFigures: { conversion: object } }>(
          "{ revenueFigures { conversion { currencyCode source rates { currencyCode value day } } } }",
          {},
          { as: staff },
        )
      ).data!.revenueFigures.conversion;
    await run();
    const conversion = {
      currencyCode: "USD",
      source: "ecb",
      rates: [
        { currencyCode: "CHF", value: 1.25 / 0.9375, day: "2026-11-19" },
        { currencyCode: "EUR", value: 1.25, day: "2026-11-19" },
        { currencyCode: "JPY", value: 0.0078125, day: "2026-11-19" },
      ],
    };
    expect(await readRates()).toEqual(conversion);
    const propose = async (currencyCode: string, as = staff) =>
      other.graphql<{ priceProposals: { prices: { planId: string; amount: number }[] } }>(
        "query ($currencyCode: String!) { priceProposals(currencyCode: $currencyCode) { source rates { currencyCode value day } prices { planId amount } } }",
        { currencyCode },
        { as },
      );
    const francs = (await propose("chf")).data!.priceProposals;
    expect(francs).toMatchObject({
      source: "ecb",
      rates: [{ currencyCode: "EUR", value: 0.9375, day: "2026-11-19" }],
    });
    const { rows: euros } = await other.pool.query<{ planId: string; amount: number }>(
      `select plan_id as "planId", amount from billing.price_versions join billing.plans on plans.id = plan_id
       where is_offered and currency_code = 'EUR' and country_code = '' order by position`,
    );
    expect(francs.prices).toEqual(
      euros.map(({ planId, amount }) => ({ planId, amount: usualPrice(amount * 0.9375, "CHF") })),
    );
    expect(francs.prices.length).toBeGreaterThan(0);
    expect((await propose("SEK")).data!.priceProposals).toEqual({ source: "ecb", rates: [], prices: [] });
    expect((await propose("XAU")).errors[0]!.extensions).toMatchObject({
      code: "BAD_INPUT",
      field: "currencyCode",
    });
    expect((await propose("CHF", await other.member())).errors[0]!.extensions["code"]).toBe("NOT_FOUND");
    answer = null;
    await expect(run()).rejects.toThrow("503");
    answer = "<html>Maintenance</html>";
    await expect(run()).rejects.toThrow("reference rates");
    expect(await readRates()).toEqual(conversion);
  } finally {
    await other.stop();
    bank.close();
  }
});
