import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startDatabaseSwitch } from "../testing/database-switch.ts";
import type { DatabaseSwitch } from "../testing/database-switch.ts";
import { createTestDatabase, startTestServer } from "../testing/harness.ts";
import type { TestServer } from "../testing/harness.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let address: DatabaseSwitch;
let server: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  address = await startDatabaseSwitch(database.connection);
  server = await startTestServer({ roles: "api", database: address.connection });
});
afterAll(async () => {
  await server?.stop();
  await address?.close();
  await database?.drop();
});

test("a document that may be another release's is to be sent again while the database is away", async () => {
  const printed = vi.spyOn(console, "error");
  const ask = (body: object) =>
    server.fetch("/graphql", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  address.setAway(true);
  for (const body of [{ query: "query Other { me { id } }" }, { documentId: "a".repeat(64) }]) {
    const response = await ask(body);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "2"]);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: "UNAVAILABLE" } }] });
  }
  // What isn't the log, operators don't find.
  expect(printed).not.toHaveBeenCalled();
  address.setAway(false);
  await expect.poll(async () => (await ask({ query: "query Other { me { id } }" })).status).toBe(200);
});
