import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../testing/browser.ts";
import { createClass, createLibrary } from "../testing/factories.ts";
import { createTestDatabase, startTestServer } from "../testing/harness.ts";
import type { TestServer } from "../testing/harness.ts";
import { startProgram, urlOfDatabase } from "../testing/program.ts";

type Database = Awaited<ReturnType<typeof createTestDatabase>>;
const password = "tango on a tin roof";
const email = `demo-${randomUUID()}@example.test`;
const env = { AUTH_SECRET: "of both servers, with at least 32 characters" };
let [source, target]: Database[] = [];
let server: TestServer;
let dataDir: string;
beforeAll(async () => {
  source = await createTestDatabase();
  target = await createTestDatabase({ isEmpty: true });
  dataDir = await mkdtemp(join(tmpdir(), "eightcount-move-database-"));
  server = await startTestServer({ roles: "api", database: source.connection, env });
});
afterAll(async () => {
  await server?.stop();
  await source?.drop();
  await target?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const move = (to: string) =>
  startProgram(
    {
      ...env,
      DATABASE_URL: urlOfDatabase(source!.connection),
      DATA_DIR: dataDir,
      MOVE_TO_DATABASE_URL: to,
    },
    [],
    undefined,
    "server/app/move-database.ts",
  ).ended;

test("moves a stopped studio to an empty database, where members sign in as before", async () => {
  await createLibrary(server.pool);
  await createClass(server.pool, { title: "Slow groove", instructor: "demo-ana" });
  await openBrowser(server).post("/api/auth/sign-up/email", { email, password, name: "Demo Member" });
  const to = urlOfDatabase(target!.connection);
  expect(await move(to)).toMatchObject({
    code: 1,
    complained: "Servers are running on this database. Stop all of them first.\n",
  });
  await server.stop();
  const moved = await move(to);
  expect(moved).toMatchObject({ code: 0, complained: "" });
  expect(moved.said).toMatch(/^Copied and compared \d+ rows of \d+ tables\./);

  server = await startTestServer({ roles: "api", database: target!.connection, env });
  expect(await openBrowser(server).post("/api/auth/sign-in/email", { email, password })).toMatchObject({
    status: 200,
    body: { user: { name: "Demo Member" } },
  });
  const { data } = await server.graphql<{ studioClasses: { items: { title: string }[] } }>(
    "{ studioClasses { items { title } } }",
  );
  expect(data?.studioClasses.items).toEqual([{ title: "Slow groove" }]);
  expect(await move(to)).toMatchObject({
    code: 1,
    complained: "The new database isn’t empty. Move into an empty one.\n",
  });
});

test("says that a database can't be reached, without its password", async () => {
  const { code, complained } = await move(`postgres://studio:${password.split(" ")[0]}@127.0.0.1:1/none`);
  expect(code).toBe(1);
  expect(complained).toBe("The new database can’t be reached: ECONNREFUSED. Check MOVE_TO_DATABASE_URL.\n");
});
