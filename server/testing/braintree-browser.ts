/**
 * The browser's side of the fake Braintree: the configuration of its script, a page for its card fields' frames, the question to
 * the bank and the bank's page. A journey forwards Braintree's hosts to it; the script itself is the real one.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { braintreeMerchant, braintreeNonces, vaultedNonceOf, vaultedTokenOf } from "./braintree-objects.ts";
import type { NonceBehavior } from "./braintree-objects.ts";
import type { ProviderAnswer } from "./provider-answer.ts";

/** Test card numbers by behavior. */
const cardNumbers: Readonly<Record<string, NonceBehavior>> = {
  "4111111111111111": "good",
  "4000000000000002": "declined",
  /** European: its bank asks for the person. */
  "4000000000001091": "european",
  /** Its bank asks for the person whenever the stored card is charged. */
  "4000000000001109": "confirmsLater",
};

const host = "https://api.sandbox.braintreegateway.com";
const songbird = "https://songbirdstag.cardinalcommerce.com/edge/v1/songbird.js";
const bank = "https://centinelapistag.cardinalcommerce.com";

const configuration = {
  environment: "sandbox",
  merchantId: braintreeMerchant.id,
  clientApiUrl: `${host}/merchants/${braintreeMerchant.id}/client_api`,
  assetsUrl: "https://assets.braintreegateway.com",
  challenges: ["cvv"],
  creditCards: { supportedCardTypes: ["Visa"], collectDeviceData: false },
  threeDSecureEnabled: true,
  threeDSecure: { cardinalAuthenticationJWT: "jwt", cardinalSongbirdUrl: songbird },
  paypalEnabled: false,
};

/** What the page's script is given: its addresses, and an authorization, as base64 of JSON. */
export const browserToken = Buffer.from(
  JSON.stringify({
    version: 2,
    authorizationFingerprint: "eightcount_fingerprint",
    environment: "sandbox",
    configUrl: `${configuration.clientApiUrl}/v1/configuration`,
  }),
).toString("base64");

const json = (body: object): ProviderAnswer => ({
  status: 200,
  type: "application/json",
  body: JSON.stringify(body),
});
const nonceOf = (behavior: NonceBehavior): string =>
  `${braintreeNonces[behavior]}_${randomUUID().slice(0, 8)}`;
const methodOf = (nonce: string, bin: string) => ({
  nonce,
  type: "CreditCard",
  description: "ending in 11",
  details: { bin, cardType: "Visa", lastFour: "1111", lastTwo: "11" },
});

const bankPage = `<!doctype html><html lang="en"><title>Bank</title><main><h1>Your bank</h1>
  <button>Complete</button><button>Fail</button></main>
  <script>for (const button of document.querySelectorAll("button"))
    button.onclick = () => parent.postMessage({ bank: button.textContent }, "*");</script></html>`;

/**
 * Answers a browser's request to one of Braintree's hosts.
 * @param faults gets requests that Braintree wouldn't answer
 */
export function answerBrowser(
  faults: string[],
  { url, method, body }: { url: string; method: string; body: string },
): ProviderAnswer {
  const { hostname, pathname, searchParams } = new URL(url);
  const api = `/merchants/${braintreeMerchant.id}/client_api/v1/`;
  const file = (name: string): string => readFileSync(join(import.meta.dirname, name), "utf8");
  if (hostname === "api.sandbox.braintreegateway.com" && pathname.startsWith(api)) {
    const given = (method === "GET" ? Object.fromEntries(searchParams) : JSON.parse(body)) as {
      authorizationFingerprint?: string;
      jwt?: string;
      bin?: string;
      amount?: string;
    };
    if (given.authorizationFingerprint !== "eightcount_fingerprint")
      faults.push(`${method} ${pathname} without its token`);
    if (pathname === `${api}configuration`) return json(configuration);
    const [, nonce = "", act] = /payment_methods\/([\w-]+)\/three_d_secure\/(\w+)$/.exec(pathname) ?? [];
    if (act === "lookup") {
      if (!/^\d+(\.\d\d)?$/.test(String(given.amount)) || !/^\d{6}$/.test(given.bin ?? ""))
        faults.push(`${pathname} for ${given.amount} of ${given.bin}`);
      const isAsking = [braintreeNonces.european, braintreeNonces.vaulted].some((one) =>
        nonce.startsWith(one),
      );
      return json({
        paymentMethod: methodOf(nonce, given.bin ?? ""),
        threeDSecureInfo: { liabilityShifted: false, liabilityShiftPossible: false },
        lookup: {
          acsUrl: isAsking ? `${bank}/challenge` : null,
          transactionId: randomUUID(),
          pareq: "",
          threeDSecureVersion: "2.1.0",
        },
      });
    }
    if (act === "authenticate_from_jwt") {
      const isConfirmed = given.jwt === "Complete";
      const asked = nonceOf(isConfirmed ? "confirmed" : "unconfirmed");
      const token = vaultedTokenOf(nonce);
      return json({
        paymentMethod: methodOf(token ? vaultedNonceOf(asked, token) : asked, "400000"),
        threeDSecureInfo: { liabilityShifted: isConfirmed, liabilityShiftPossible: true },
      });
    }
  }
  if (hostname === "assets.braintreegateway.com" && /\/hosted-fields-frame(\.min)?\.html$/.test(pathname))
    return {
      status: 200,
      type: "text/html",
      body: `<!doctype html><html lang="en"><title>Card</title><script type="module">${file("braintree-frame.js")}</script></html>`,
    };
  if (hostname === "assets.braintreegateway.com" && pathname === "/stand-in/tokenize") {
    const { number } = JSON.parse(body) as { number: string };
    const behavior = cardNumbers[number];
    return json(behavior ? methodOf(nonceOf(behavior), number.slice(0, 6)) : {});
  }
  if (url === songbird) return { status: 200, type: "text/javascript", body: file("braintree-songbird.js") };
  if (url.startsWith(`${bank}/challenge`)) return { status: 200, type: "text/html", body: bankPage };
  // Analytics, and wallets that this browser doesn't have.
  if (/(^|\.)(paypal|google)\.com$|^client-analytics\./.test(hostname)) return json({});
  faults.push(`${method} ${url} from the browser`);
  return { ...json({}), status: 404 };
}
