/**
 * The browser's side of the fake Chargebee: its script, the frames of its card fields, the confirmation of payment intents and the
 * bank's page. A journey forwards Chargebee's hosts to it, so that pages run under production's security policy.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ChargebeeBooks } from "./chargebee-books.ts";
import { chargebeeSite } from "./chargebee-calls.ts";
import type { CardBehavior } from "./chargebee-objects.ts";
import type { ProviderAnswer } from "./provider-answer.ts";

/** Test card numbers by behavior; the bank of `asks` wants the person to confirm. */
const cardNumbers: Readonly<Record<string, "asks" | "refused" | CardBehavior>> = {
  "4242424242424242": "good",
  "4000000000000002": "refused",
  "4000002760003184": "asks",
};

const json = (status: number, body: object): ProviderAnswer => ({
  status,
  type: "application/json",
  body: JSON.stringify(body),
});
const page = (title: string, body: string): ProviderAnswer => ({
  status: 200,
  type: "text/html",
  body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>${body}</html>`,
});

const fieldPage = page(
  "Card",
  `<body style="margin:0;height:100vh;display:flex"><script>
  const name = new URLSearchParams(location.search).get("name");
  const rules = { number: /^\\d{16}$/, expiry: /^(0[1-9]|1[0-2])\\/?\\d\\d$/, cvv: /^\\d{3}$/ };
  const input = document.createElement("input");
  document.body.append(input);
  const tell = (event) => parent.postMessage({
    event,
    state: { complete: rules[name].test(input.value.replaceAll(" ", "")), error: null },
  }, "*");
  input.addEventListener("input", () => tell("change"));
  input.addEventListener("focus", () => tell("focus"));
  input.addEventListener("blur", () => tell("blur"));
  addEventListener("message", ({ data }) => {
    if (data.act === "focus") input.focus();
    if (data.act === "read") parent.postMessage({ value: input.value }, "*");
    if (data.act !== "configure") return;
    input.setAttribute("aria-label", data.options.ariaLabel);
    input.placeholder = data.options.placeholder;
    Object.assign(input.style, {
      color: data.style.base.color,
      fontSize: data.style.base.fontSize,
      fontFamily: data.style.base.fontFamily,
      background: "transparent", border: "0", outline: "0", padding: "0", width: "100%",
    });
  });
</script></body>`,
);
const bankPage = page(
  "Bank",
  `<main><h1>Your bank</h1><button>Complete</button><button>Fail</button></main><script>
  for (const button of document.querySelectorAll("button"))
    button.onclick = () => parent.postMessage({ bank: button.textContent }, "*");
</script>`,
);

/**
 * Answers a browser's request to one of Chargebee's hosts.
 * @param faults gets requests that Chargebee wouldn't answer
 */
export function answerBrowser(
  { books, faults, publishableKey }: { books: ChargebeeBooks; faults: string[]; publishableKey: string },
  { url, method, body }: { url: string; method: string; body: string },
): ProviderAnswer {
  const { hostname, pathname } = new URL(url);
  const site = `${chargebeeSite}.chargebee.com`;
  if (hostname === "js.chargebee.com" && pathname === "/v2/chargebee.js")
    return {
      status: 200,
      type: "text/javascript",
      body: readFileSync(join(import.meta.dirname, "chargebee-js.js"), "utf8"),
    };
  if (hostname === "js.chargebee.com" && pathname === "/stand-in/field") return fieldPage;
  if (hostname === site && pathname === "/stand-in/bank") return bankPage;
  if (hostname !== site || pathname !== "/stand-in/confirm" || method !== "POST") {
    faults.push(`${method} ${url} from the browser`);
    return json(404, {});
  }
  const given = JSON.parse(body) as {
    key: string;
    intent: { id: string; amount: number };
    number?: string;
    isAuthenticated?: boolean;
  };
  const intent = books.find(books.intents, given.intent.id);
  // The script needs the intent whole, as the API answered it.
  if (given.key !== publishableKey || given.intent.amount !== intent.amount)
    faults.push("a payment intent that isn't the API's");
  const behavior = given.isAuthenticated ? "good" : cardNumbers[given.number ?? ""];
  if (!behavior || behavior === "refused")
    return json(402, { name: "PaymentAttemptRefused", message: "The card was declined" });
  if (behavior === "asks") return json(200, { ...intent, status: "in_progress" });
  books.confirm(intent.id, behavior);
  return json(200, intent);
}
