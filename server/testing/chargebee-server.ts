/**
 * The fake Chargebee of tests: a strict server with the behavior of Chargebee's API. It refuses unknown parameters, compares
 * requests with the same idempotency key, moves through time, and sends webhooks with basic authentication.
 */
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { answerBrowser } from "./chargebee-browser.ts";
import type { ProviderAnswer } from "./provider-answer.ts";
import { answerTo, callOf, chargebeeSite, keyless, known } from "./chargebee-calls.ts";
import { openChargebeeBooks } from "./chargebee-books.ts";
import type { ChargebeeBooks } from "./chargebee-books.ts";
import { Refused } from "./chargebee-objects.ts";

const apiKey = "test_eightcount_api_key";
const publishableKey = "test_eightcount_publishable";
export const chargebeeWebhook = {
  user: "chargebee",
  passwords: ["eightcount-webhook-old", "eightcount-webhook-new"],
} as const;

/** What goes wrong with requests: an answer of an error, a page in place of JSON, a dropped connection or none. */
export type ChargebeeDisturbance = 429 | 500 | "drop" | "hang" | "lose answer" | "page";

export interface ChargebeeServer extends ChargebeeBooks {
  readonly url: string;
  /** Requests that violated Chargebee's rules. */
  readonly faults: string[];
  /** Requests that were answered, as method and path. */
  readonly requests: string[];
  /** Answers a browser's request to one of Chargebee's hosts. */
  answerBrowser(request: { url: string; method: string; body: string }): ProviderAnswer;
  /** Asks for each request what goes wrong with it. */
  disturb(next: ((call: string, id: string) => ChargebeeDisturbance | null) | null): void;
  stop(): Promise<void>;
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

const page = "<!doctype html><title>502 Bad Gateway</title>";

/** @param now the present, in milliseconds */
export async function startChargebeeServer(now: () => number = Date.now): Promise<ChargebeeServer> {
  const books = openChargebeeBooks(now);
  const faults: string[] = [];
  const requests: string[] = [];
  const answers = new Map<string, { input: string; status: number; body: string }>();
  let nextDisturbance: ((call: string, id: string) => ChargebeeDisturbance | null) | null = null;
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await textOf(request);
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://chargebee");
    const method = request.method ?? "GET";
    const { call, id } = callOf(method, pathname);
    const disturbance = nextDisturbance?.(call, id) ?? null;
    const send = (status: number, json: string, isReplayed = false): void => {
      if (disturbance === "lose answer") return void request.socket.destroy();
      response
        .writeHead(status, {
          "content-type": "application/json",
          ...(isReplayed ? { "chargebee-idempotency-replayed": "true" } : {}),
        })
        .end(json);
    };
    const refuse = (status: number, code: string, more: object = {}): void =>
      send(status, JSON.stringify({ message: code, api_error_code: code, error_code: code, ...more }));
    if (disturbance === "hang") return;
    if (disturbance === "drop") return void request.socket.destroy();
    if (disturbance === "page")
      return void response.writeHead(502, { "content-type": "text/html" }).end(page);
    if (disturbance === 429) return refuse(429, "api_request_limit_exceeded", { type: "operation_failed" });
    if (disturbance === 500) return refuse(500, "internal_error", { type: "operation_failed" });
    requests.push(call);
    const allowed = known[call];
    const given = method === "GET" ? searchParams : new URLSearchParams(body);
    const unknown = [...given.keys()].filter((key) => !allowed?.includes(key.replace(/\[\d+\]$/, "")));
    if (!allowed || unknown.length > 0) {
      faults.push(`${call} ${unknown.join(", ")}`.trim());
      return refuse(400, "param_wrong_value", { type: "invalid_request", param: unknown[0] });
    }
    if (request.headers["x-cb-telemetry"] !== undefined) faults.push(`${call} with telemetry`);
    if (request.headers.authorization !== `Basic ${Buffer.from(`${apiKey}:`).toString("base64")}`)
      return refuse(401, "api_authentication_failed", { type: "operation_failed" });
    const key = String(request.headers["chargebee-idempotency-key"] ?? "");
    if (method === "POST" && !key && !keyless.has(call)) faults.push(`${call} without an idempotency key`);
    const before = key ? answers.get(key) : undefined;
    if (before && before.input !== `${pathname} ${body}`) {
      faults.push(`${call} with the idempotency key of another request`);
      return refuse(400, "invalid_request", { type: "invalid_request" });
    }
    if (before) return send(before.status, before.body, true);
    let status = 200;
    let json: string;
    try {
      json = JSON.stringify(answerTo(books, call, id, given));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { code, type, param } = error;
      ({ status } = error);
      json = JSON.stringify({ message: code, type, api_error_code: code, error_code: code, param });
    }
    if (key) answers.set(key, { input: `${pathname} ${body}`, status, body: json });
    send(status, json);
  };
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      faults.push(`${request.method} ${request.url}: ${String(error)}`);
      request.socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return {
    ...books,
    url: `http://127.0.0.1:${port}`,
    faults,
    requests,
    answerBrowser: (request) => answerBrowser({ books, faults, publishableKey }, request),
    disturb: (next) => {
      nextDisturbance = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Environment variables that point to a server. */
export const chargebeeSettings = (url: string): Record<string, string> => ({
  CHARGEBEE_SITE: chargebeeSite,
  CHARGEBEE_API_KEY: apiKey,
  CHARGEBEE_PUBLISHABLE_KEY: publishableKey,
  CHARGEBEE_WEBHOOK_USER: chargebeeWebhook.user,
  CHARGEBEE_WEBHOOK_PASSWORDS: chargebeeWebhook.passwords.join(","),
  CHARGEBEE_API_URL: url,
});
