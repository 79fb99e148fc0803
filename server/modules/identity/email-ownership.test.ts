import fc from "fast-check";
import { afterAll, beforeAll, test } from "vitest";
import { histories, liveThroughHistory } from "../../testing/email-histories.ts";
import { startTestServer } from "../../testing/harness.ts";
import type { TestServer } from "../../testing/harness.ts";

let server: TestServer;
beforeAll(async () => {
  // Emails stay in the queue, where the histories read them.
  server = await startTestServer({ roles: "api" });
});
afterAll(() => server?.stop());

test("in no order of sign-ups, links, resets and changes does anyone enter another's account or lose their own", async () => {
  // `npm run bench -- identity` lives through thousands.
  await fc.assert(
    fc.asyncProperty(histories, (steps) => liveThroughHistory(server, steps)),
    { numRuns: 10, seed: 16 },
  );
});
