/**
 * The browser's side of the fake Stripe: a strict Stripe.js, the API calls that it makes with the publishable key, and the
 * bank's page. A journey forwards Stripe's hosts to it, so that pages run under production's security policy.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stripeMethods } from "./stripe-objects.ts";
import type { openBooks } from "./stripe-books.ts";
import type { ProviderAnswer } from "./provider-answer.ts";

type Books = Pick<ReturnType<typeof openBooks>, "route" | "answer" | "faults">;

/** Test card numbers by behavior. */
const cardNumbers: Readonly<Record<string, keyof typeof stripeMethods>> = {
  "4242424242424242": "good",
  "4000000000000002": "declined",
  "4000000000009995": "poor",
  "4000002760003184": "confirms",
};

const json = (status: number, body: object): ProviderAnswer => ({
  status,
  type: "application/json",
  body: JSON.stringify(body),
});
const bad = (message: string): ProviderAnswer =>
  json(400, { error: { type: "invalid_request_error", message } });

const bankPage = (intent: string) => `<!doctype html><html lang="en"><title>Bank</title>
  <main><h1>Your bank</h1>
  <form method="post" action="/3d_secure_2/${intent}/approve"><button>Complete</button></form>
  <form method="post" action="/3d_secure_2/${intent}/refuse"><button>Fail</button></form></main></html>`;
const donePage = `<!doctype html><html lang="en"><title>Bank</title><script>parent.postMessage("3ds-done", "*")</script></html>`;

/**
 * Answers a browser's request to `js.stripe.com`, `api.stripe.com` or `hooks.stripe.com`.
 * @param url the whole URL that the browser requested
 */
export function answerBrowser(
  books: Books,
  publishableKey: string,
  { url, method, body }: { url: string; method: string; body: string },
): ProviderAnswer {
  const { hostname, pathname, searchParams } = new URL(url);
  const unknown = (): ProviderAnswer => {
    books.faults.push(`${method} ${url} from the browser`);
    return bad("Unknown request");
  };
  if (hostname === "js.stripe.com" && pathname.endsWith("/stripe.js"))
    return {
      status: 200,
      type: "text/javascript",
      body: readFileSync(join(import.meta.dirname, "stripe-js.js"), "utf8"),
    };
  const [, kind = "", id = "", act = ""] = pathname.split("/");
  if (hostname === "hooks.stripe.com" && kind === "3d_secure_2") {
    if (method === "GET") return { status: 200, type: "text/html", body: bankPage(id) };
    books.answer(id, act === "approve");
    return { status: 200, type: "text/html", body: donePage };
  }
  if (hostname !== "api.stripe.com") return unknown();
  const form = method === "GET" ? searchParams : new URLSearchParams(body);
  if (form.get("key") !== publishableKey) return unknown();
  if (method === "POST" && pathname === "/v1/payment_methods") {
    const kindOfCard = cardNumbers[form.get("card[number]") ?? ""];
    if (!form.get("billing_details[address][country]")) return bad("A billing country is needed.");
    return kindOfCard
      ? json(200, { id: `${stripeMethods[kindOfCard]}_${randomUUID().slice(0, 8)}` })
      : json(402, { error: { type: "card_error", code: "card_declined" } });
  }
  const [, , intents = "", intentId = ""] = pathname.split("/");
  if (method !== "GET" || !/^(payment|setup)_intents$/.test(intents)) return unknown();
  const found = books.route("GET", pathname, new URLSearchParams());
  const { client_secret: secret } = found.body as { client_secret?: string };
  // A secret of another intent opens nothing.
  if (found.status !== 200 || !intentId || secret !== form.get("client_secret")) return unknown();
  return json(200, found.body);
}
