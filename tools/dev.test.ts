import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, utimes } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestDatabase } from "../server/testing/harness.ts";
import { nodeEnvironment, urlOfDatabase } from "../server/testing/program.ts";

const root = join(import.meta.dirname, "..");

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  return ports;
}

test("npm run dev serves the page, restarts the server when one of its files changes, and leaves no process behind", async () => {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "eightcount-dev-"));
  const [port, serverPort] = await freePorts(2);
  const [page, health] = [`http://localhost:${port}/dashboard`, `http://localhost:${serverPort}/healthz`];
  const statusOf = (url: string) =>
    fetch(url).then(
      ({ status }) => status,
      () => null,
    );
  const child = spawn(process.execPath, ["tools/dev.ts"], {
    cwd: root,
    env: {
      ...nodeEnvironment(),
      DEMO: "off",
      DATA_DIR: dataDir,
      DATABASE_URL: urlOfDatabase(database.connection),
      PORT: `${port}`,
      SERVER_PORT: `${serverPort}`,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const starts = () => output.split("Eightcount is running").length - 1;
  try {
    await expect.poll(starts).toBe(1);
    await expect.poll(() => statusOf(page)).toBe(200);
    const gallery = await fetch(`http://localhost:${port}/gallery/`);
    expect(await gallery.text()).toContain("<title>Components</title>");
    const now = new Date();
    await utimes(join(root, "server/main.ts"), now, now);
    await expect.poll(starts).toBe(2);
    expect(await statusOf(health)).toBe(200);

    const ended = once(child, "exit");
    child.kill("SIGINT");
    await ended;
    await expect.poll(() => statusOf(health)).toBeNull();
    expect(await statusOf(page)).toBeNull();
  } finally {
    child.kill("SIGTERM");
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
