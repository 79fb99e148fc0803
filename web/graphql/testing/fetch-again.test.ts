import { once } from "node:events";
import { createServer } from "node:http";
import type { Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fetchAgain } from "../fetch-again.ts";

let server: Server;
let url: string;
let asked: number;
let answer: (response: ServerResponse) => void;
beforeEach(async () => {
  asked = 0;
  server = createServer((_, response) => {
    asked += 1;
    answer(response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const refuse = (response: ServerResponse, headers: Record<string, string>) =>
  response.writeHead(503, headers).end();
const unprocessed = { "x-unprocessed": "1", "retry-after": "0" };

test("repeats a request that a busy server didn’t process", async () => {
  answer = (response) => (asked < 3 ? refuse(response, unprocessed) : response.end("there"));
  expect(await (await fetchAgain(url, { method: "POST", body: "{}" })).text()).toBe("there");
  expect(asked).toBe(3);
});

test("returns the refusal after two repeats", async () => {
  answer = (response) => refuse(response, unprocessed);
  expect((await fetchAgain(url)).status).toBe(503);
  expect(asked).toBe(3);
});

test("doesn’t repeat what the server may have processed", async () => {
  answer = (response) => refuse(response, { "retry-after": "0" });
  expect((await fetchAgain(url, { method: "POST", body: "{}" })).status).toBe(503);
  expect(asked).toBe(1);
});

test("doesn’t repeat a request whose page has left", async () => {
  const page = new AbortController();
  answer = (response) => {
    refuse(response, { "x-unprocessed": "1", "retry-after": "1" });
    response.once("finish", () => setImmediate(() => page.abort()));
  };
  await expect(fetchAgain(url, { signal: page.signal })).rejects.toThrow(/abort/);
  expect(asked).toBe(1);
});
