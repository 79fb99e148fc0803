import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { untilSettled } from "../../../testing/settled.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { forwardEvents, forwarderOf } from "./forward.ts";
import { basic, postAt } from "./testing.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roles: "api", env: { LOG_LEVEL: "silent" } });
});
afterAll(() => server?.stop());

const post = postAt(() => server);

describe("forwarding", () => {
  let service: Server | null = null;
  afterEach(() => {
    service?.closeAllConnections();
    service?.close();
    service = null;
  });

  test("forwards every new event in order and once, with the service's own key, and resumes after an outage", async () => {
    const got: { key: string; names: string[]; body: string }[] = [];
    let status = 200;
    service = createServer((request, response) => {
      let body = "";
      request.on("data", (part: Buffer) => (body += part.toString()));
      request.on("end", () => {
        if (status === 200) {
          const { batch } = JSON.parse(body) as { batch: { event: string }[] };
          got.push({
            key: String(request.headers.authorization),
            names: batch.map(({ event }) => event),
            body,
          });
        }
        response.writeHead(status).end("{}");
      });
    });
    await new Promise<void>((resolve) => service!.listen(0, "127.0.0.1", resolve));
    const forwarder = forwarderOf(
      `http://their-key@127.0.0.1:${(service.address() as AddressInfo).port}/v1/`,
    );
    const forward = async () => {
      await untilSettled(server.pool, "growth.events");
      await forwardEvents(server.ctx(), forwarder, new AbortController().signal);
    };
    const userId = randomUUID();
    await post("track", { userId, event: "Before" });
    await forward();
    expect(got).toEqual([]);
    await post("track", { userId, event: "First", messageId: "m-1", context: { ip: "203.0.113.9" } });
    await post("batch", {
      batch: Array.from({ length: 250 }, (_unused, n) => ({ type: "track", userId, event: `n${n}` })),
    });
    await forward();
    expect(got.flatMap(({ names }) => names)).toEqual([
      "First",
      ...Array.from({ length: 250 }, (_unused, n) => `n${n}`),
    ]);
    expect(got[0]!.key).toBe(basic("their-key"));
    expect(got[0]!.body).toContain("m-1");
    expect(got[0]!.body).not.toContain("203.0.113.9");
    got.length = 0;
    status = 503;
    await post("track", { userId, event: "Late" });
    await expect(forward()).rejects.toThrow("503");
    status = 200;
    await forward();
    await forward();
    expect(got.flatMap(({ names }) => names)).toEqual(["Late"]);
  });

  /** Starts a service that answers with `statusOf`, and records what it accepted. */
  async function serve(statusOf: (names: readonly string[]) => number) {
    const taken: string[] = [];
    service = createServer((request, response) => {
      let body = "";
      request.on("data", (part: Buffer) => (body += part.toString()));
      request.on("end", () => {
        const names = (JSON.parse(body) as { batch: { event: string }[] }).batch.map(({ event }) => event);
        const status = statusOf(names);
        if (status === 200) taken.push(...names);
        response.writeHead(status, status === 302 ? { location: "/elsewhere" } : {}).end("{}");
      });
    });
    await new Promise<void>((resolve) => service!.listen(0, "127.0.0.1", resolve));
    const url = `http://top-secret@127.0.0.1:${(service.address() as AddressInfo).port}/v1`;
    const forward = async () => {
      await untilSettled(server.pool, "growth.events");
      await forwardEvents(server.ctx(), forwarderOf(url), new AbortController().signal);
    };
    await forward();
    return { taken, forward };
  }
  const events = (...names: string[]) =>
    post("batch", { batch: names.map((event) => ({ type: "track", userId: "f", event })) });

  test("skips a message that the service refuses, and forwards the others of its batch", async () => {
    const { taken, forward } = await serve((names) => (names.includes("wrong") ? 400 : 200));
    await events("a", "b", "wrong", "c", "wrong", "d");
    await forward();
    expect(taken).toEqual(["a", "b", "c", "d"]);
    await events("e");
    await forward();
    expect(taken).toEqual(["a", "b", "c", "d", "e"]);
  });

  test("omits the key from every error", async () => {
    let status = 503;
    const { forward } = await serve(() => status);
    await events("a");
    for (status of [401, 302, 429, 500]) {
      const failure: unknown = await forward().catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(Error);
      expect(inspect(failure, { depth: 9 })).not.toMatch(/top-secret|dG9wLXNlY3JldA/);
    }
    service!.close();
    service!.closeAllConnections();
    const failure: unknown = await forward().catch((error: unknown) => error);
    expect(inspect(failure, { depth: 9 })).toContain("fetch failed");
    expect(inspect(failure, { depth: 9 })).not.toMatch(/top-secret|dG9wLXNlY3JldA/);
  });
});
