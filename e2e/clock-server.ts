/** A server of a spec's own, whose billing clock its journeys move. */
import type { BrowserContext } from "@playwright/test";
import { webDir } from "../server/app/start.ts";
import { createClass, createLibrary } from "../server/testing/factories.ts";
import { startTestServer } from "../server/testing/harness.ts";
import type { TestPerson, TestServer } from "../server/testing/harness.ts";
import { expect, test } from "./test.ts";

export let server: TestServer;
export let admin: TestPerson;
/** Address of a class that the premium plan opens. */
export let lesson: string;

// Classes have no images here: one pixel replaces them.
const dot = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Starts the server before the tests of a spec and stops it after them. Call it at the top of the file. */
export function startClockServer(): void {
  test.beforeAll(async () => {
    server = await startTestServer({ webDir });
    admin = await server.member({ role: "admin" });
    await createLibrary(server.pool);
    ({ slug: lesson } = await createClass(server.pool, {
      title: "A premium lesson",
      accessType: "premium",
    }));
  });
  test.afterAll(() => server?.stop());
  test.beforeEach(({ page }) =>
    page.route("**/pictures/**", (route) => route.fulfill({ contentType: "image/png", body: dot })),
  );
}

/** Moves the billing clock; workers process what becomes due. */
export async function advance(days: number): Promise<void> {
  const { errors } = await server.graphql(
    "mutation ($days: Int!) { advanceTestClock(days: $days) }",
    { days },
    { as: admin },
  );
  expect(errors).toEqual([]);
}

/** Signs a browser in as a person of the server. */
export const signIn = (context: BrowserContext, { cookie }: TestPerson): Promise<void> =>
  context.addCookies(
    cookie.split("; ").map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return { name, value: value.join("="), url: server.url };
    }),
  );
