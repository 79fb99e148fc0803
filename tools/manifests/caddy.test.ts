/** ops/Caddyfile in a real Caddy, before real servers. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../../server/testing/free-port.ts";
import { startTestServer } from "../../server/testing/harness.ts";
import type { TestServer } from "../../server/testing/harness.ts";

let servers: TestServer[] = [];
let caddy: ChildProcess;
let folder: string;
let site: string;
beforeAll(async () => {
  // As in production.
  const start = () => startTestServer({ roles: "api", env: { DRAIN_SECONDS: "5" } });
  servers = [await start(), await start()];
  folder = await mkdtemp(join(tmpdir(), "eightcount-caddy-"));
  site = `http://127.0.0.1:${await freePort()}`;
  caddy = spawn("caddy", ["run", "--config", join(import.meta.dirname, "../../ops/Caddyfile")], {
    env: {
      PATH: process.env["PATH"],
      HOME: folder,
      SITE: site,
      UPSTREAMS: servers.map(({ url }) => new URL(url).host).join(" "),
    },
    stdio: "ignore",
  });
});
afterAll(async () => {
  caddy?.kill();
  if (caddy && caddy.exitCode === null) await once(caddy, "exit");
  for (const server of servers) await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const ask = async () => (await fetch(`${site}/healthz`)).status;
const change = async () =>
  (
    await fetch(`${site}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query: "{ __typename }" }),
    })
  ).status;

test("no request fails while one of two servers stops and after it", async () => {
  await expect.poll(() => ask().catch(() => null), { timeout: 20_000 }).toBe(200);
  const leaving = servers.shift()!;
  let isStopped = false;
  const stopped = leaving.stop().then(() => (isStopped = true));
  const answers: number[] = [];
  while (!isStopped) answers.push(await ask(), await change());
  await stopped;
  for (let at = 0; at < 20; at += 1) answers.push(await ask(), await change());
  const failed = answers.filter((status) => status !== 200);
  expect(failed).toEqual([]);
});
