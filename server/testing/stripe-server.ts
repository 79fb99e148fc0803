/**
 * The fake Stripe of tests: a strict server with the behavior of Stripe's API. It supports idempotency keys, Stripe's error
 * format, paged lists and signed webhooks.
 */
import { createServer } from "node:http";
import { text as textOf } from "node:stream/consumers";
import Stripe from "stripe";
import { answerBrowser } from "./stripe-elements.ts";
import type { ProviderAnswer } from "./provider-answer.ts";
import type { Clock } from "../platform/clock.ts";
import { systemClock } from "../platform/clock.ts";
import { openBooks } from "./stripe-books.ts";
import { idOf, refuse } from "./stripe-objects.ts";
import type { Answer } from "./stripe-objects.ts";
import { openSubscriptions } from "./stripe-subscriptions.ts";

export { stripeMethods } from "./stripe-objects.ts";

const key = "sk_test_eightcount";
const publishableKey = "pk_test_eightcount";
export const webhookSecret = "whsec_eightcount";

type Books = ReturnType<typeof openBooks>;

/**
 * What goes wrong with a request: too many requests, an error, a proxy's page or a dropped connection before any work; or the work
 * is done, and its answer is lost, becomes a page or never comes.
 */
export type Disturbance = 401 | 403 | 429 | 500 | "page" | "drop" | "lose answer" | "page as answer" | "hang";

export interface StripeServer {
  readonly url: string;
  /** Requests that violated Stripe's rules. */
  readonly faults: string[];
  /** Webhook events that haven't been sent, in order. */
  readonly events: { id: string; payload: string }[];
  readonly charges: Books["charges"];
  readonly intents: Books["intents"];
  /** Stripe Billing: subscriptions that Stripe charges itself. */
  readonly subscriptions: Omit<ReturnType<typeof openSubscriptions>, "route">;
  /** Each request that could change something, in order. */
  readonly changes: string[];
  /** Customers that weren't deleted. */
  readonly customers: Set<string>;
  /** Payment methods that were removed in the dashboard. */
  readonly detached: Set<string>;
  /** Completes the person's 3-D Secure challenge. */
  answer(intent: string, approves: boolean): void;
  /** A client's confirmation of an intent through Elements. */
  confirm(intent: string, method: string): void;
  /** Fails the next requests, of a path only if given: 500, 429 for too many requests, 409 while the same idempotency key is in use. */
  fail(times: number, status?: 409 | 429 | 500, path?: string): void;
  /** Works on the next requests of a path, but drops the connection in place of an answer. */
  lose(times: number, path?: string): void;
  /** Asks for each request what goes wrong with it. */
  disturb(next: ((path: string, verb: string) => Disturbance | null) | null): void;
  /** Refunds a charge in the dashboard. */
  refundInDashboard: Books["refundInDashboard"];
  /** Lets the bank return a refund of an intent. */
  failRefund: Books["failRefund"];
  /** Charges a customer in the dashboard. */
  chargeInDashboard: Books["chargeInDashboard"];
  /** Opens a dispute of a charge, or changes its status. @returns its id */
  dispute: Books["dispute"];
  /** What a browser gets from Stripe's hosts, for a journey that forwards its requests. */
  answerBrowser(request: { url: string; method: string; body: string }): ProviderAnswer;
  /** Drops the connections that hang. */
  dropHanging(): void;
  stop(): Promise<void>;
}

const failures = {
  401: refuse(401, { type: "invalid_request_error", message: "Invalid API Key provided" }),
  403: refuse(403, { type: "invalid_request_error", message: "The provided key is not allowed to do that" }),
  409: refuse(409, {
    type: "idempotency_error",
    code: "idempotency_key_in_use",
    message: "There is currently another in-progress request using this key",
  }),
  429: refuse(429, { type: "invalid_request_error", code: "rate_limit", message: "Too many requests" }),
  500: refuse(500, { type: "api_error", message: "Try again" }),
} as const;

const page = "<!doctype html><title>502 Bad Gateway</title>";

/** @param clock the time of what it creates */
export async function startStripeServer(clock: Clock = systemClock): Promise<StripeServer> {
  const books = openBooks(clock);
  const { faults } = books;
  const subscriptions = openSubscriptions(clock, books);
  const changes: string[] = [];
  const idempotentResponses = new Map<string, { input: string; answer: Answer }>();
  const hanging: { destroy(): unknown }[] = [];
  let losing = { times: 0, path: "/" };
  let nextDisturbance: ((path: string, verb: string) => Disturbance | null) | null = null;
  let failing: { times: number; status: keyof typeof failures; path: string } = {
    times: 0,
    status: 500,
    path: "/",
  };
  const server = createServer((request, response) => {
    void textOf(request).then((body) => {
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://stripe");
      const verb = request.method ?? "GET";
      const disturbance = nextDisturbance?.(pathname, verb) ?? null;
      const sendPage = () => response.writeHead(502, { "content-type": "text/html" }).end(page);
      const send = ({ status, body: answer }: Answer, isReplayed = false): unknown => {
        if (disturbance === "hang") return hanging.push(request.socket);
        if (disturbance === "lose answer") return request.socket.destroy();
        if (disturbance === "page as answer") return sendPage();
        if (losing.times > 0 && pathname.startsWith(losing.path)) {
          losing.times -= 1;
          return request.socket.destroy();
        }
        return response
          .writeHead(status, {
            "content-type": "application/json",
            "request-id": idOf("req"),
            ...(isReplayed ? { "idempotent-replayed": "true" } : {}),
          })
          .end(JSON.stringify(answer));
      };
      if (disturbance === "drop") return request.socket.destroy();
      if (disturbance === "page") return sendPage();
      if (typeof disturbance === "number") return send(failures[disturbance]);
      if (request.headers["stripe-version"] !== Stripe.API_VERSION)
        faults.push(`${verb} ${pathname} for version ${String(request.headers["stripe-version"])}`);
      if (request.headers.authorization !== `Bearer ${key}`) return send(failures[401]);
      if (failing.times > 0 && pathname.startsWith(failing.path)) {
        failing.times -= 1;
        return send(failures[failing.status]);
      }
      const form = verb === "POST" ? new URLSearchParams(body) : searchParams;
      const route = () => subscriptions.route(verb, pathname, form) ?? books.route(verb, pathname, form);
      if (verb === "GET") return send(route());
      changes.push(`${verb} ${pathname}`);
      // Stripe looks at the keys of POST requests alone.
      const once = verb === "POST" ? String(request.headers["idempotency-key"] ?? "") : "";
      if (!once && verb === "POST") faults.push(`${verb} ${pathname} without an idempotency key`);
      const before = once ? idempotentResponses.get(once) : undefined;
      if (before && before.input !== `${pathname} ${body}`)
        return send(
          refuse(400, {
            type: "idempotency_error",
            message: "Keys for idempotent requests can only be used with the same parameters",
          }),
        );
      if (before) return send(before.answer, true);
      const answer = route();
      if (once)
        idempotentResponses.set(once, { input: `${pathname} ${body}`, answer: structuredClone(answer) });
      return send(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    faults,
    events: books.events,
    charges: books.charges,
    intents: books.intents,
    subscriptions,
    changes,
    customers: books.customers,
    detached: books.detached,
    answer: books.answer,
    confirm: books.confirm,
    fail: (times, status = 500, path = "/") => {
      failing = { times, status, path };
    },
    lose: (times, path = "/") => {
      losing = { times, path };
    },
    disturb: (next) => {
      nextDisturbance = next;
    },
    refundInDashboard: books.refundInDashboard,
    failRefund: books.failRefund,
    chargeInDashboard: books.chargeInDashboard,
    dispute: books.dispute,
    answerBrowser: (request) => answerBrowser(books, publishableKey, request),
    dropHanging: () => {
      for (const socket of hanging.splice(0)) socket.destroy();
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Environment variables that point to a server. */
export const stripeSettings = (url: string): Record<string, string> => ({
  STRIPE_SECRET_KEY: key,
  STRIPE_PUBLISHABLE_KEY: publishableKey,
  STRIPE_WEBHOOK_SECRET: `whsec_old,${webhookSecret}`,
  STRIPE_API_URL: url,
});
