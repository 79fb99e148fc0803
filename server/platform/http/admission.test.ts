import { Agent, request } from "node:http";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLibrary } from "../../testing/factories.ts";
import { startTestServer } from "../../testing/harness.ts";
import type { TestServer } from "../../testing/harness.ts";

let server: TestServer;
let agent: Agent;
/** @param waiting maximum number of queued requests @param waitMs their maximum wait @param env further variables */
async function serve(waiting: number, waitMs: number, env: Record<string, string> = {}): Promise<void> {
  server = await startTestServer({
    roles: "api",
    env: { REQUESTS_WAITING: `${waiting}`, REQUEST_WAIT_MS: `${waitMs}`, METRICS_PORT: "0", ...env },
  });
  await createLibrary(server.pool);
}
beforeEach(() => {
  agent = new Agent({ keepAlive: true });
});
afterEach(async () => {
  agent.destroy();
  await server.stop();
});

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly isUnprocessed: boolean;
  readonly body: string;
}

/** A client without automatic retries. Rejects when the connection is closed. */
const ask = (path: string, init: { body?: string; accept?: string; language?: string } = {}) =>
  new Promise<Answer>((resolve, reject) => {
    const sent = request(
      `${server.url}${path}`,
      {
        agent,
        method: init.body === undefined ? "GET" : "POST",
        headers: {
          "content-type": "application/json",
          ...(init.accept ? { accept: init.accept } : {}),
          ...(init.language ? { "accept-language": init.language } : {}),
        },
      },
      (response) => {
        let body = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
        response.once("error", reject).once("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            retryAfter: response.headers["retry-after"],
            isUnprocessed: response.headers["x-unprocessed"] === "1",
            body,
          }),
        );
      },
    );
    sent.once("error", reject);
    sent.end(init.body);
  });
const query = JSON.stringify({ query: "{ studioClasses { total } }" });
const askClasses = () => ask("/graphql", { body: query });

/** Makes every read of classes wait for the database. @returns releases them */
async function holdClasses(): Promise<() => Promise<void>> {
  const client = await server.pool.connect();
  await client.query("begin; lock table catalog.classes in access exclusive mode");
  return async () => {
    await client.query("commit");
    client.release();
  };
}

/** @returns number of requests that the server has, running or queued */
async function unanswered(): Promise<number> {
  const metrics = await (await fetch(`${server.metricsUrl}/metrics`)).text();
  const counted = metrics.matchAll(/http_requests\{[^}]*state="(?:working|waiting)"[^}]*\} (\d+)/g);
  return [...counted].reduce((sum, [, count]) => sum + Number(count), 0);
}

test("queues up to the limit while the database is blocked, refuses the rest, answers health checks, and recovers", async () => {
  await serve(40, 200);
  const letGo = await holdClasses();
  const answers: Answer[] = [];
  const asked = Array.from({ length: 300 }, async () => answers.push(await askClasses()));
  // Six hold the database connections, and no request waits behind them for long.
  await expect.poll(() => answers.length).toBeGreaterThanOrEqual(250);
  expect((await ask("/healthz")).status).toBe(200);
  await letGo();
  await Promise.all(asked);
  for (const { status, retryAfter, isUnprocessed, body } of answers)
    if (status === 200) {
      expect(JSON.parse(body)).toEqual({ data: { studioClasses: { total: 0 } } });
      expect(isUnprocessed).toBe(false);
    } else {
      expect([status, Number(retryAfter) > 0, isUnprocessed]).toEqual([503, true, true]);
      expect(JSON.parse(body)).toMatchObject({ errors: [{ extensions: { code: "UNAVAILABLE" } }] });
    }
  expect((await ask("/readyz")).status).toBe(200);
  await expect.poll(async () => (await askClasses()).status).toBe(200);
});

test("answers queued requests in the order in which they came", async () => {
  // Two requests run at once.
  await serve(400, 10_000, { DATABASE_CONNECTIONS: "2", REQUESTS_AT_ONCE: "2" });
  const letGo = await holdClasses();
  const order: string[] = [];
  const asked: Promise<unknown>[] = [];
  /** Sends 60 requests, and waits until the server has them. */
  const send = async (wave: string) => {
    for (let at = 0; at < 60; at += 1)
      asked.push(askClasses().then(({ status }) => order.push(status === 200 ? wave : "refused")));
    await expect.poll(unanswered).toBe(asked.length);
  };
  await send("first");
  await send("second");
  await send("third");
  await letGo();
  await Promise.all(asked);
  expect(order.toSorted()).toEqual(["first", "second", "third"].flatMap((wave) => Array(60).fill(wave)));
  // No request of the third wave starts before all but two of the others have ended.
  expect(order.slice(0, 60)).not.toContain("third");
  expect(order.slice(120)).not.toContain("first");
});

test("answers a refused page with a text and an automatic reload", async () => {
  await serve(40, 200);
  const letGo = await holdClasses();
  const held = Array.from({ length: 300 }, () => askClasses());
  const page = await ask("/dashboard", { accept: "text/html,application/xhtml+xml" });
  expect([page.status, Number(page.retryAfter) > 0]).toEqual([503, true]);
  expect(page.body).toMatch(/http-equiv="refresh".*This page reloads in/s);
  const german = await ask("/dashboard", { accept: "text/html", language: "de-CH" });
  expect(german.body).toContain('<html lang="de" dir="ltr">');
  expect(german.body).toContain("Diese Seite lädt in");
  await letGo();
  await Promise.all(held);
});

test("reads only a few large bodies at a time, independent of other requests", async () => {
  await serve(40, 200);
  const sockets: Socket[] = [];
  const refused: string[] = [];
  for (let opened = 0; opened < 8; opened += 1) {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    sockets.push(socket);
    socket.on("error", () => {}).on("data", (head: Buffer) => refused.push(head.toString("latin1")));
    socket.write(
      `POST /me/photo HTTP/1.1\r\nhost: a.test\r\ncontent-type: image/png\r\ncontent-length: ${9 * 1024 * 1024}\r\n\r\n`,
    );
  }
  // Seven of them are 63 MB.
  await expect.poll(() => refused.length).toBe(1);
  expect(refused[0]).toMatch(/^HTTP\/1.1 503 .*retry-after: \d/s);
  expect((await askClasses()).status).toBe(200);
  for (const socket of sockets) socket.destroy();
});
