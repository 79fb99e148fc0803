import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../testing/free-port.ts";
import { createTestDatabase } from "../testing/harness.ts";
import { startProgram, urlOfDatabase } from "../testing/program.ts";

let folder: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "eightcount-command-"));
  database = await createTestDatabase();
});
afterAll(async () => {
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

test("a command runs in the container of a server that serves metrics", async () => {
  const env = {
    DATABASE_URL: urlOfDatabase(database.connection),
    DATA_DIR: folder,
    METRICS_PORT: String(await freePort()),
  };
  const root = join(import.meta.dirname, "../..");
  const server = startProgram(env);
  try {
    await server.ready();
    const command = startProgram(env, [], root, "server/app/rebuild-achievements.ts");
    expect(await command.ended).toMatchObject({ code: 0, complained: "" });
  } finally {
    await server.kill();
  }
});
