import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import { fetchRatesJob } from "./rates.ts";

test("takes the European Central Bank’s rates where it is told to, and keeps them through an outage", async () => {
  let answer: string | null = `<?xml version="1.0"?><gesmes:Envelope><Cube><Cube time='2026-11-19'>
    <Cube currency='USD' rate='1.25'/><Cube currency='JPY' rate='160.0'/></Cube></Cube></gesmes:Envelope>`;
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
        { currencyCode: "EUR", value: 1.25, day: "2026-11-19" },
        { currencyCode: "JPY", value: 0.0078125, day: "2026-11-19" },
      ],
    };
    expect(await readRates()).toEqual(conversion);
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
