import fc from "fast-check";
import { afterAll, beforeAll, test } from "vitest";
import { liveThroughBilling, movableClock } from "../../testing/billing-histories.ts";
import { billingBatches } from "../../testing/billing-steps.ts";
import { startTestServer } from "../../testing/harness.ts";
import type { TestServer } from "../../testing/harness.ts";

/** `npm run bench -- billing` lives through many more. */
const clock = movableClock();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock, env: { LOG_LEVEL: "silent" } });
});
afterAll(() => server?.stop());

test(
  "money taken is access given or money back, in random histories of subscribing, changing, paying and leaving",
  () =>
    fc.assert(
      fc.asyncProperty(billingBatches(60), async (batch) => {
        await liveThroughBilling(server, clock, batch);
      }),
      { numRuns: 1, endOnFailure: true },
    ),
  60_000,
);
