import fc from "fast-check";
import { afterAll, beforeAll, test } from "vitest";
import { histories, liveThroughHistory } from "../../../testing/email-histories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";

let server: TestServer;
beforeAll(async () => {
  // Emails stay in the queue, where the test reads them.
  server = await startTestServer({ roles: "api" });
});
afterAll(() => server?.stop());

test("keeps accounts separate through random sequences of sign-ups, links, resets and email changes", async () => {
  // `npm run bench -- identity` runs thousands of sequences.
  await fc.assert(
    fc.asyncProperty(histories, (steps) => liveThroughHistory(server, steps)),
    { numRuns: 10, seed: 16 },
  );
});
