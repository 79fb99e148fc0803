/**
 * The fake RevenueCat of tests: a strict server with the behavior of RevenueCat's REST API (version 1), the stores behind it, and
 * its webhooks.
 */
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { Clock } from "../platform/clock.ts";
import { systemClock } from "../platform/clock.ts";
import { openStoreBooks } from "./revenuecat-books.ts";
import type { StoreEvent } from "./revenuecat-books.ts";

export type { StoreEvent } from "./revenuecat-books.ts";

const secretKey = "sk_eightcount_revenuecat";
export const storeWebhookAuthorization = "Bearer eightcount-webhook-current";
const oldAuthorization = "Bearer eightcount-webhook-previous";
export const storeSigningSecret = "eightcount-signing-secret";

/** What goes wrong with a request: an error, a proxy's page, no answer, or a dropped connection. */
export type StoreDisturbance = 429 | 500 | "page" | "page as answer" | "drop" | "hang";

type Books = ReturnType<typeof openStoreBooks>;

export interface RevenueCatServer {
  readonly url: string;
  /** Requests that violated RevenueCat's rules. */
  readonly faults: string[];
  /** Events that happened, in order. */
  readonly events: StoreEvent[];
  /** Ids that RevenueCat didn't know before it was asked about them. */
  readonly createdByReading: string[];
  /** What happens in the stores. Each act is told by an event. */
  readonly stores: Books["acts"];
  /** What a customer has of a product. */
  readonly subscriptionOf: Books["subscriptionOf"];
  /** The number of requests so far. */
  requests(): number;
  has(customer: string): boolean;
  /** Asks for each request about a customer what goes wrong with it. */
  disturb(next: ((customer: string) => StoreDisturbance | null) | null): void;
  /** Answers at most so many requests a minute; the others get 429 with Retry-After. */
  limit(perMinute: number | null): void;
  stop(): Promise<void>;
}

/** @param clock the time of the stores */
export async function startRevenueCatServer(clock: Clock = systemClock): Promise<RevenueCatServer> {
  const books = openStoreBooks(clock);
  const faults: string[] = [];
  let next: ((customer: string) => StoreDisturbance | null) | null = null;
  let perMinute: number | null = null;
  let recent: number[] = [];
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    request.resume();
    const { pathname, search } = new URL(request.url ?? "/", "http://revenuecat");
    const verb = request.method ?? "GET";
    const send = (status: number, body: object, headers: Record<string, string> = {}) =>
      response
        .writeHead(status, { "content-type": "application/json", ...headers })
        .end(JSON.stringify(body));
    const sendPage = (status: number) =>
      response.writeHead(status, { "content-type": "text/html" }).end("<!doctype html><title>Error</title>");
    const tooMany = (seconds: number) =>
      send(
        429,
        { code: 7638, message: "Rate limit exceeded.", retryable: true, backoff_ms: seconds * 1000 },
        { "retry-after": String(seconds) },
      );
    const [, encoded = ""] = /^\/v1\/subscribers\/([^/]+)$/.exec(pathname) ?? [];
    const id = decodeURIComponent(encoded);
    const disturbance = next?.(id) ?? null;
    if (disturbance === "drop") return request.socket.destroy();
    if (disturbance === "hang") return null;
    if (disturbance === "page") return sendPage(502);
    if (disturbance === "page as answer") return sendPage(200);
    if (disturbance === 500) return send(500, { code: 7110, message: "Internal server error." });
    if (disturbance === 429) return tooMany(1);
    const now = Date.now();
    recent = recent.filter((at) => at > now - 60_000);
    if (perMinute !== null && recent.length >= perMinute)
      return tooMany(Math.ceil((recent[0]! + 60_000 - now) / 1000));
    recent.push(now);
    if (request.headers.authorization !== `Bearer ${secretKey}`) {
      faults.push(`${verb} ${pathname} without the secret key`);
      return send(401, { code: 7225, message: "Invalid API Key." });
    }
    if (!encoded || !["GET", "DELETE"].includes(verb)) {
      faults.push(`${verb} ${pathname} is no call of the API`);
      return send(404, { code: 7000, message: "Not found." });
    }
    if (search) faults.push(`${verb} ${pathname} with unknown parameters ${search}`);
    if (Number(request.headers["content-length"] ?? 0) > 0) faults.push(`${verb} ${pathname} with a body`);
    if (verb === "DELETE")
      return books.remove(id)
        ? send(200, { app_user_id: id, deleted: true })
        : send(404, { code: 7259, message: "Subscriber not found." });
    const { isNew, body } = books.subscriberOf(id);
    return send(isNew ? 201 : 200, body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    faults,
    events: books.events,
    createdByReading: books.createdByReading,
    stores: books.acts,
    subscriptionOf: books.subscriptionOf,
    requests: () => requests,
    has: books.has,
    disturb: (given) => {
      next = given;
    },
    limit: (most) => {
      perMinute = most;
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** The header that signs a webhook. */
export function storeSignature(
  payload: string,
  { secret = storeSigningSecret, at = Math.floor(Date.now() / 1000) }: { secret?: string; at?: number } = {},
): string {
  return `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${payload}`).digest("hex")}`;
}

/** The webhook of an event. */
export const storeWebhookOf = ({ payload }: StoreEvent) => ({
  path: "/webhooks/revenuecat",
  headers: {
    "content-type": "application/json",
    authorization: storeWebhookAuthorization,
    "x-revenuecat-webhook-signature": storeSignature(payload),
  },
  body: payload,
});

/** Sends an event as RevenueCat does. @param origin of the server that receives it */
export function deliverStoreEvent(origin: string, event: StoreEvent): Promise<Response> {
  const { path, headers, body } = storeWebhookOf(event);
  return fetch(`${origin}${path}`, { method: "POST", headers, body });
}

/** Environment variables that point to a server. */
export const revenueCatSettings = (url: string): Record<string, string> => ({
  REVENUECAT_SECRET_KEY: secretKey,
  REVENUECAT_PROJECT_ID: "1a2b3c4d",
  REVENUECAT_WEBHOOK_AUTH: `${oldAuthorization},${storeWebhookAuthorization}`,
  REVENUECAT_SIGNING_SECRET: `eightcount-signing-previous,${storeSigningSecret}`,
  REVENUECAT_ENTITLEMENTS: "premium=premium,basic=basic",
  REVENUECAT_API_URL: url,
});
