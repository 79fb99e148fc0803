/**
 * The fake Braintree of tests: a strict server with the behavior of Braintree's API. It refuses unknown parameters, makes each
 * request key's payment once, settles when told, and sends signed notifications.
 */
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "../platform/clock.ts";
import { systemClock } from "../platform/clock.ts";
import { openBraintreeBooks } from "./braintree-books.ts";
import type { BraintreeBooks } from "./braintree-books.ts";
import { answerBrowser } from "./braintree-browser.ts";
import type { ProviderAnswer } from "./provider-answer.ts";
import {
  answerTo,
  callOf,
  changes,
  knownParameters,
  namesOf,
  refusal,
  saleAnswer,
} from "./braintree-calls.ts";
import type { Answer } from "./braintree-calls.ts";
import { braintreeMerchant, Invalid, merchantAccounts, Missing } from "./braintree-objects.ts";
import type { Sale } from "./braintree-objects.ts";
import { xmlDocument } from "./braintree-xml.ts";

export { braintreeNonces } from "./braintree-objects.ts";

/**
 * What goes wrong with a request: an error, a proxy's page or an empty answer, a dropped connection or none at all before any
 * work; or the work is done, and its answer is lost or becomes a page.
 */
export type BraintreeDisturbance =
  | 429
  | 500
  | "drop"
  | "empty"
  | "hang"
  | "lose answer"
  | "page"
  | "page as answer";

export interface BraintreeServer extends BraintreeBooks {
  readonly url: string;
  /** Requests that violated Braintree's rules. */
  readonly faults: string[];
  /** Requests that were answered, by name. */
  readonly requests: string[];
  /** Asks for each request what goes wrong with it. */
  disturb(next: ((call: string, id: string) => BraintreeDisturbance | null) | null): void;
  /** What a browser gets from Braintree's hosts, for a journey that forwards its requests. */
  answerBrowser(request: { url: string; method: string; body: string }): ProviderAnswer;
  stop(): Promise<void>;
}

/** How long a processor takes, in milliseconds: other requests with the same key arrive in that time. */
const processorMs = 30;
const page = "<!doctype html><title>502 Bad Gateway</title>";

/** A request by its key, with what it made. */
interface Keyed {
  readonly input: string;
  made: Sale | null;
}

/** @param clock the time of what it creates */
export async function startBraintreeServer(clock: Clock = systemClock): Promise<BraintreeServer> {
  const books = openBraintreeBooks(clock);
  const faults: string[] = [];
  const requests: string[] = [];
  const keyed = new Map<string, Keyed>();
  let nextDisturbance: ((call: string, id: string) => BraintreeDisturbance | null) | null = null;

  /** Makes the transaction of a request key once; later requests get it in its present state. */
  const once = async (key: string, input: string, work: () => Sale): Promise<Answer> => {
    const before = keyed.get(key);
    if (before && before.input !== input) throw new Invalid("915232", "api_request_key");
    if (before && !before.made) throw new Invalid("915233", "api_request_key");
    if (before?.made) return saleAnswer(before.made);
    const mine: Keyed = { input, made: null };
    keyed.set(key, mine);
    try {
      await wait(processorMs);
      mine.made = work();
      return saleAnswer(mine.made);
    } catch (error) {
      // A request that made nothing may be sent again.
      keyed.delete(key);
      throw error;
    }
  };

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await textOf(request);
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://braintree");
    const { call, id } = callOf(request.method ?? "GET", pathname);
    const disturbance = nextDisturbance?.(call, id) ?? null;
    const sendPage = (): unknown => response.writeHead(200, { "content-type": "text/html" }).end(page);
    const send = (answer: Answer | null): unknown => {
      if (disturbance === "lose answer") return request.socket.destroy();
      if (disturbance === "page as answer") return sendPage();
      response.writeHead(answer?.status ?? 200, { "content-type": "application/xml; charset=utf-8" });
      return response.end(answer ? xmlDocument(answer.name, answer.body) : "");
    };
    if (disturbance === "hang") return;
    if (disturbance === "drop") return void request.socket.destroy();
    if (disturbance === "page") return void sendPage();
    if (disturbance === "empty") return void response.writeHead(200).end();
    if (disturbance === 429 || disturbance === 500) return void response.writeHead(disturbance).end();
    const { id: merchant, publicKey, privateKey } = braintreeMerchant;
    if (request.headers["x-apiversion"] !== "6") faults.push(`${call} for another version`);
    const authorization = `Basic ${Buffer.from(`${publicKey}:${privateKey}`).toString("base64")}`;
    if (request.headers.authorization !== authorization) return void response.writeHead(401).end();
    requests.push(call);
    const allowed = knownParameters[call];
    const body = (text ? JSON.parse(text) : {}) as Record<string, unknown>;
    const unknown = text ? namesOf(body).filter((name) => !allowed?.includes(name)) : [];
    if (!allowed || unknown.length > 0 || !pathname.startsWith(`/merchants/${merchant}/`)) {
      faults.push(`${call} ${unknown.join(", ")}`.trim());
      return void response.writeHead(400).end();
    }
    const { api_request_key: key } = (body["transaction"] ?? {}) as { api_request_key?: string };
    if (!key && ["POST transactions", "POST transactions/:id/refund"].includes(call))
      faults.push(`${call} without a request key`);
    const given = { body, page: Number(searchParams.get("page") ?? 1) };
    const change = changes[call];
    try {
      if (change && key) send(await once(key, `${call} ${id} ${text}`, () => change(books, id, body)));
      else if (change) {
        await wait(processorMs);
        send(saleAnswer(change(books, id, body)));
      } else send(answerTo(books, call, id, given));
    } catch (error) {
      if (error instanceof Missing) response.writeHead(404).end();
      else if (error instanceof Invalid) send(refusal([error]));
      else throw error;
    }
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
    disturb: (next) => {
      nextDisturbance = next;
    },
    answerBrowser: (request) => answerBrowser(faults, request),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Environment variables that point to a server. */
export const braintreeSettings = (url: string): Record<string, string> => ({
  BRAINTREE_ENVIRONMENT: "sandbox",
  BRAINTREE_MERCHANT_ID: braintreeMerchant.id,
  BRAINTREE_PUBLIC_KEY: braintreeMerchant.publicKey,
  BRAINTREE_PRIVATE_KEY: braintreeMerchant.privateKey,
  BRAINTREE_MERCHANT_ACCOUNTS: Object.entries(merchantAccounts)
    .map(([account, currency]) => `${currency}=${account}`)
    .join(","),
  BRAINTREE_API_URL: url,
});
