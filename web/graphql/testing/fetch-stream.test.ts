import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fetchStream } from "../fetch-stream.ts";

const server = createServer((request, response) => {
  response.writeHead(request.url === "/refused" ? 503 : 200, { "content-type": "text/event-stream" });
  response.write("data: 5\n\n");
  if (request.url === "/cut") setImmediate(() => response.destroy());
  else if (request.url === "/ended") response.end("data: 6\n\n");
});
let url: string;
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const open = async (path: string) => {
  const leaving = new AbortController();
  const answer = await fetchStream(url + path, { signal: leaving.signal });
  return { answer, leaving };
};
const eventsOf = (answer: Response) => answer.body![Symbol.asyncIterator]();
const textOf = (bytes: unknown) => new TextDecoder().decode(bytes as Uint8Array);

test("ends a stream that is aborted between two events, without an unhandled rejection", async () => {
  const { answer, leaving } = await open("/open");
  const events = eventsOf(answer);
  expect(textOf((await events.next()).value)).toBe("data: 5\n\n");
  leaving.abort();
  await expect(events.return!()).resolves.toMatchObject({ done: true });
});

test("ends a stream that is aborted while a reader waits for the next event", async () => {
  const { answer, leaving } = await open("/open");
  const events = eventsOf(answer);
  await events.next();
  const next = events.next();
  leaving.abort();
  await expect(next).resolves.toMatchObject({ done: true });
});

test("passes on the status and all events until the stream ends", async () => {
  const { answer, leaving } = await open("/ended");
  expect(await answer.text()).toBe("data: 5\n\ndata: 6\n\n");
  leaving.abort();
  const refused = await open("/refused");
  expect(refused.answer.status).toBe(503);
  expect(refused.answer.headers.get("content-type")).toBe("text/event-stream");
  refused.leaving.abort();
});

test("fails a stream that the network cuts, so that it is reopened", async () => {
  const { answer } = await open("/cut");
  const events = eventsOf(answer);
  await expect(
    (async () => {
      for (let next = await events.next(); !next.done;) next = await events.next();
    })(),
  ).rejects.toThrow();
});
