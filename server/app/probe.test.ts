import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../testing/free-port.ts";
import { startTestServer } from "../testing/harness.ts";
import type { TestServer } from "../testing/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
});
afterAll(() => server?.stop());

const exitCodeOf = async (target: string): Promise<number> => {
  const probe = spawn(process.execPath, [join(import.meta.dirname, "probe.ts"), target], {
    stdio: "inherit",
  });
  const [code] = (await once(probe, "exit")) as [number];
  return code;
};

test("a container is healthy while its server is ready, and not if it answers something else or nothing", async () => {
  const { port } = new URL(server.url);
  expect(await exitCodeOf(`${port}/readyz`)).toBe(0);
  expect(await exitCodeOf(`${port}/no-such-page`)).toBe(1);
  expect(await exitCodeOf(`${await freePort()}/readyz`)).toBe(1);
});
