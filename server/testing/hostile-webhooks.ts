/** Hostile webhooks of the providers of payments, for the test of all routes. */
import { randomUUID } from "node:crypto";
import { notificationOf, signedForm } from "./braintree-books.ts";
import { xmlOf } from "./braintree-xml.ts";
import { chargebeeWebhook } from "./chargebee-server.ts";
import { hostileTexts } from "./hostile-values.ts";
import { storeSignature, storeWebhookAuthorization } from "./revenuecat-server.ts";

/** Each one takes a request for each field, so not all of them. */
const someTexts = hostileTexts.slice(0, 10);

export const hostileSignatures = [
  ",,,",
  "t=1e999,v1=x",
  `t=${Math.floor(Date.now() / 1000)},v1=`,
  "v1=".repeat(1_000),
];

export interface SentWebhook {
  readonly method?: "GET";
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** Of a request without valid credentials: how it is refused. */
  readonly refusedBy?: number;
}

const hostileValues: readonly unknown[] = [
  ...someTexts,
  null,
  1e300,
  -1,
  true,
  [],
  {},
  { id: [] },
  "x".repeat(10_000),
];
/** Bodies that are no events, and events with a hostile value in each field. */
const bodiesOf = (event: Record<string, unknown>, wrap: (one: object) => object = (one) => one): string[] => [
  "",
  "null",
  "[]",
  '"x"',
  "1e999",
  "{",
  "{}",
  `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
  ...hostileValues.flatMap((value) =>
    Object.keys(event).map((field) => JSON.stringify(wrap({ ...event, id: randomUUID(), [field]: value }))),
  ),
];

/** Signed and other notifications of Braintree. */
export function braintreeWebhooks(): SentWebhook[] {
  const path = "/webhooks/braintree";
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const payloads = [
    "",
    "<notification>",
    "<notification/>",
    "no XML",
    `${"<a>".repeat(20_000)}${"</a>".repeat(20_000)}`,
    '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><notification><kind>&b;</kind></notification>',
  ].map((xml) => `${Buffer.from(xml).toString("base64")}\n`);
  const fields = someTexts.flatMap((text) =>
    ["id", "orderId", "type", "refundedTransactionId", "status"].map((field) =>
      xmlOf("transaction", { id: "one", orderId: randomUUID(), [field]: text }),
    ),
  );
  const subjects = [
    ...fields,
    "<dispute/>",
    "<dispute><id/></dispute>",
    '<transaction nil="true"/>',
    "<transaction><id><id>a</id></id></transaction>",
  ];
  const signed = [
    ...payloads.map((payload) => signedForm(payload)),
    ...["transaction_settled", "refund_failed", "dispute_opened"].flatMap((kind) =>
      subjects.map((subject) => notificationOf(kind, subject, new Date()).body),
    ),
    ...someTexts.map((text) => notificationOf(text.slice(0, 50), "<check/>", new Date()).body),
  ];
  return [
    ...signed.map((body) => ({ path, headers, body })),
    ...payloads.map((payload) => ({
      path,
      headers,
      body: signedForm(payload, "a foreign key"),
      refusedBy: 400,
    })),
    ...[
      "",
      "bt_signature",
      "bt_payload=%ff&bt_signature=%ff",
      "&&&",
      `bt_signature=${"|".repeat(5_000)}`,
      "{}",
    ].map((body) => ({ path, headers, body, refusedBy: 400 })),
    ...["%00", "%ff", "a".repeat(900), "..%2f", "%F0%9F%98%80", "&bt_challenge=b"].map((value) => ({
      method: "GET" as const,
      path: `${path}?bt_challenge=${value}`,
      refusedBy: 400,
    })),
  ];
}

/** Webhooks of the providers that own subscriptions, with and without their credentials. */
export function ownersWebhooks(): SentWebhook[] {
  const json = { "content-type": "application/json" };
  const basic = (password: string) =>
    `Basic ${Buffer.from(`${chargebeeWebhook.user}:${password}`).toString("base64")}`;
  const chargebee = bodiesOf({ id: "ev", event_type: "payment_failed", content: {} }).flatMap((body) => {
    const sent = { path: "/webhooks/chargebee", body };
    return [
      { ...sent, headers: { ...json, authorization: basic(chargebeeWebhook.passwords[0]) } },
      ...["", "Basic", "Basic ====", `Basic ${"a".repeat(5_000)}`, basic("wrong")].map((authorization) => ({
        ...sent,
        headers: { ...json, authorization },
        refusedBy: 401,
      })),
    ];
  });
  const event = { id: "e", type: "RENEWAL", app_user_id: "u", aliases: ["u"], environment: "PRODUCTION" };
  const revenueCat = bodiesOf({ ...event, transferred_from: ["u"] }, (one) => ({ event: one })).flatMap(
    (body) => {
      const sent = { path: "/webhooks/revenuecat", body };
      const signature = { "x-revenuecat-webhook-signature": storeSignature(body) };
      return [
        { ...sent, headers: { ...json, ...signature, authorization: storeWebhookAuthorization } },
        { ...sent, headers: { ...json, ...signature, authorization: "Bearer x" }, refusedBy: 401 },
        ...hostileSignatures.map((wrong) => ({
          ...sent,
          headers: {
            ...json,
            authorization: storeWebhookAuthorization,
            "x-revenuecat-webhook-signature": wrong,
          },
          refusedBy: 401,
        })),
      ];
    },
  );
  return [...chargebee, ...revenueCat];
}
