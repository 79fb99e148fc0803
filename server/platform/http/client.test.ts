import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../testing/harness.ts";
import type { TestServer } from "../../testing/harness.ts";

let server: TestServer;
/** A server that accepts only the documents of its own web app. */
let closed: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roles: "api", env: { MIN_WEB_VERSION: "1.10.0" } });
  closed = await startTestServer({ roles: "api", env: { GRAPHQL_OPEN: "off" } });
});
afterAll(async () => {
  await server?.stop();
  await closed?.stop();
});

/** Error code of the server's response to a client; null if it executes the operation. */
const codeFor = async (target: TestServer, headers: Record<string, string>): Promise<string | null> => {
  const { errors } = await target.graphql("{ __typename }", {}, { headers });
  return errors[0]?.extensions.code ?? null;
};
const web = (version: string) => ({ "x-client-name": "web", "x-client-version": version });

test("tells a web app below the minimum version to reload", async () => {
  for (const version of ["1.9.9", "1.9.9+3f2a91c", "0.1.0", "1"])
    expect(await codeFor(server, web(version)), version).toBe("CLIENT_OUTDATED");
  for (const version of ["1.10.0", "1.10.0+3f2a91c", "1.11.0", "2"])
    expect(await codeFor(server, web(version)), version).toBeNull();
});

test("tells a web app of another release to reload if the server doesn't know its operation", async () => {
  expect(await codeFor(closed, web("0.0.1"))).toBe("CLIENT_OUTDATED");
  expect(await codeFor(closed, web("10.0.0+3f2a91c"))).toBe("CLIENT_OUTDATED");
});

test("never tells other clients or unreadable versions to reload", async () => {
  for (const headers of [
    {},
    { "x-client-name": "web" },
    web("dev"),
    web("0.0.1; drop"),
    { "x-client-name": "ios", "x-client-version": "0.0.1" },
  ] as Record<string, string>[]) {
    expect(await codeFor(server, headers)).toBeNull();
    expect(await codeFor(closed, headers)).toBe("DOCUMENT_NOT_TRUSTED");
  }
});
