import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../../../testing/harness.ts";
import { nodeEnvironment } from "../../../testing/program.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let dataDir: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "eightcount-kill-"));
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await database?.drop();
  if (dataDir) await rm(dataDir, { recursive: true, force: true });
});

async function startServer(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL("../../../testing/api-process.ts", import.meta.url))],
    {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...nodeEnvironment(), DATA_DIR: dataDir, CONNECTION: JSON.stringify(database.connection) },
    },
  );
  children.push(child);
  const [port] = (await once(child.stdout!, "data")) as [Buffer];
  return { child, url: `http://127.0.0.1:${String(port).trim()}` };
}

test("stores acknowledged events once if the server is killed and they are sent again", async () => {
  const acknowledged: string[] = [];
  const unanswered: string[] = [];
  const send = async (url: string, ids: readonly string[]) => {
    const response = await fetch(`${url}/v1/batch`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        writeKey: "eightcount-web",
        batch: ids.map((messageId) => ({ messageId, type: "track", event: "Killed", userId: "u" })),
      }),
    });
    if (!response.ok) throw new Error(`Answered ${response.status}`);
    acknowledged.push(...ids);
  };
  for (let round = 0; round < 3; round += 1) {
    const { child, url } = await startServer();
    const goal = acknowledged.length + 500;
    await Promise.all(
      Array.from({ length: 12 }, async () => {
        for (;;) {
          const ids = Array.from({ length: 10 }, () => randomUUID());
          try {
            await send(url, ids);
          } catch {
            unanswered.push(...ids);
            return;
          }
          if (acknowledged.length >= goal) child.kill("SIGKILL");
        }
      }),
    );
  }
  const { url } = await startServer();
  const lost = [...unanswered];
  for (let at = 0; at < lost.length; at += 100) await send(url, lost.slice(at, at + 100));
  const client = new pg.Client(database.connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>("select message_id as id from growth.events");
    const storedIds = rows.map(({ id }) => id);
    expect(new Set(storedIds).size).toBe(storedIds.length);
    expect(new Set(storedIds)).toEqual(new Set(acknowledged));
    expect(unanswered.length).toBeGreaterThan(0);
  } finally {
    await client.end();
  }
});
