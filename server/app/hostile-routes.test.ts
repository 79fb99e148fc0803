import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { patterns } from "../../contract/urls.ts";
import { atOnce, eachOf } from "../testing/each-of.ts";
import { braintreeSettings } from "../testing/braintree-server.ts";
import { chargebeeSettings } from "../testing/chargebee-server.ts";
import { createClass, createLibrary } from "../testing/factories.ts";
import { startTestServer } from "../testing/harness.ts";
import type { TestPerson, TestServer } from "../testing/harness.ts";
import { hostileTexts } from "../testing/hostile-values.ts";
import { braintreeWebhooks, hostileSignatures, ownersWebhooks } from "../testing/hostile-webhooks.ts";
import { revenueCatSettings } from "../testing/revenuecat-server.ts";
import { observeRoutes } from "../testing/routes.ts";
import type { ObservedRoutes } from "../testing/routes.ts";
import { buildSmallWeb } from "../testing/small-web.ts";
import { startStripeServer, stripeSettings, webhookSecret } from "../testing/stripe-server.ts";
import type { StripeServer } from "../testing/stripe-server.ts";

let server: TestServer;
let stripe: StripeServer;
let observed: ObservedRoutes;
let webDir: string;
beforeAll(async () => {
  webDir = await buildSmallWeb();
  stripe = await startStripeServer();
  ({ server, routes: observed } = await observeRoutes(() =>
    startTestServer({
      roles: "api",
      webDir,
      env: {
        LOG_LEVEL: "fatal",
        DATABASE_CONNECTIONS: String(atOnce),
        ...stripeSettings(stripe.url),
        // Receiving a webhook asks nothing yet.
        ...braintreeSettings("http://127.0.0.1:9"),
        ...chargebeeSettings("http://127.0.0.1:9"),
        ...revenueCatSettings("http://127.0.0.1:9"),
      },
    }),
  ));
  await createLibrary(server.pool);
  await createClass(server.pool, { isPlayable: true });
});
afterAll(async () => {
  await server?.stop();
  await stripe?.stop();
  await rm(webDir, { recursive: true, force: true });
});

/** The methods of paths that take others than GET. */
const methods: Readonly<Record<string, readonly string[]>> = {
  "/media/$/$/$/leave": ["POST"],
  "/playback-report": ["POST"],
  "/uploads/$": ["GET", "HEAD", "OPTIONS", "PATCH", "DELETE"],
  "/rtdb/$.json": ["GET", "PATCH", "POST", "DELETE"],
  "/unsubscribe/$": ["GET", "POST"],
  "/mailing-list/$": ["GET", "POST"],
  "/studio/questions/$/$/film": ["GET", "POST", "DELETE"],
  "/studio/classes/$/captions/$": ["GET", "PUT"],
  "/studio/classes/$/poster": ["POST"],
  "/studio/courses/$/image": ["POST"],
  "/studio/styles/$/image": ["POST"],
  "/studio/categories/$/image": ["POST"],
  "/studio/instructors/$/image": ["POST"],
  "/api/studio/video-imports/$/metadata?columns=$": ["POST"],
  "/me/photo?x=$": ["DELETE"],
  "/api/studio/brand/$": ["POST", "DELETE"],
  "/api/studio/member-imports?name=$": ["POST"],
  "/graphql?query=$&variables=$": ["GET", "PUT", "PATCH", "DELETE"],
};

test("no path, query or body causes an internal error", { timeout: 240_000 }, async () => {
  const [member, admin] = [await server.member(), await server.member({ role: "admin" })];
  const bad = ["%00", "%ff", "%ED%A0%80", "%E2%80%AE", "%", "..%2f..%2f", "a".repeat(900), "1e999", "%7B%7D"];
  const routes = [
    "/media/$/$/$/$",
    "/media/$/$/$/leave",
    "/playback-report",
    "/pictures/$",
    "/photos/$/$",
    "/exports/$/1e300/$/eightcount.zip",
    "/studio-exports/$/1e300/$/studio.tar",
    "/invoices/$",
    "/credit-notes/$",
    "/gift-cards/$",
    "/invoices/$?until=$&signature=$",
    "/provider-documents/$?kind=$&ref=$&until=$&signature=$",
    "/api/studio/money/$",
    "/api/studio/coupon-batches/$.csv",
    "/api/studio/growth/funnel.csv?days=$&by=$&experimentId=$",
    "/api/studio/growth/attribution.csv?days=$&touch=$",
    "/api/studio/royalties.csv?quarter=$",
    "/api/studio/mailing-list.csv?x=$",
    "/mailing-list/$",
    "/api/studio/people.csv?search=$&stage=$&plan=$&country=$&from=$&until=$&danced=$&coupon=$",
    "/api/studio/audit.csv?who=$&kind=$&about=$&from=$&until=$",
    "/calendar/$.ics",
    "/coming-up/$.ics",
    "/brand/$/$",
    "/api/studio/figures/class/$/figures.csv?days=$&with=$",
    "/api/studio/figures/class/$/sources.csv?days=$",
    "/api/studio/figures/classes.csv?days=$",
    "/api/studio/figures/instructors.csv?days=$",
    "/api/studio/figures/instructors.csv?month=$",
    "/api/studio/brand/$",
    "/api/studio/member-imports?name=$",
    "/share/badge/$",
    "/art/badge/$",
    "/uploads/$",
    "/rtdb/$.json",
    "/rtdb/texts.json?orderBy=$&startAt=$&limitToFirst=$",
    "/api/auth/$",
    "/api/auth/callback/google?code=$&state=$",
    "/unsubscribe/$",
    "/mailbox/$",
    "/dev/mails/$?variant=$&theme=$&locale=$&zone=$&part=$",
    "/studio/questions/$/$/film",
    "/studio/classes/$/captions/$",
    "/studio/classes/$/poster",
    "/studio/courses/$/image",
    "/studio/styles/$/image",
    "/studio/categories/$/image",
    "/studio/instructors/$/image",
    "/studio/classes/$/waveform",
    "/api/studio/video-imports/$/metadata?columns=$",
    "/ip-location?x=$",
    "/me/photo?x=$",
    "/graphql?query=$&variables=$",
    ...Object.values<string>(patterns)
      .filter((path) => path.includes("$"))
      .map((path) => path.replace(/\$\w+/, "$")),
    "/library?search=$",
  ];
  const jsonRoutes = [
    "/graphql",
    "/graphql/stream",
    ..."track t page p screen s identify i group g alias a batch b import"
      .split(" ")
      .map((name) => `/v1/${name}`),
    "/uploads",
    "/me/photo",
  ];
  const authPaths = [
    "sign-in/anonymous sign-in/link sign-in/new-password sign-out prove-address send-link confirm new-password new-address",
    "two-steps/begin two-steps/on two-steps/off two-steps/recovery-codes sign-in/code passkey/verify-registration",
    "passkey/verify-authentication begin-with sign-up/email sign-in/email",
  ]
    .join(" ")
    .split(" ")
    .map((path) => `/api/auth/${path}`);
  const texts = hostileTexts.slice(0, 10).map((text) => ({
    ...Object.fromEntries(
      ["email", "password", "current", "name", "key", "code", "challenge", "provider", "next", "purpose"].map(
        (field) => [field, text],
      ),
    ),
    response: { id: text, rawId: text, type: text, response: { clientDataJSON: text } },
    batch: [{ type: "track", event: text, userId: text, [text.slice(0, 50)]: text }],
    writeKey: "eightcount-web",
    type: "track",
    event: text,
    userId: text,
    properties: { [text.slice(0, 50)]: text },
  }));
  const bodies = [
    ...texts.map((value) => JSON.stringify(value)),
    "",
    "null",
    "[]",
    '"x"',
    "{",
    "1e999",
    `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
    `{"batch":[${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}]}`,
  ];
  interface Sent {
    readonly method: string;
    readonly path: string;
    readonly body?: string;
    readonly as: TestPerson;
  }
  const requests: Sent[] = [member, admin].flatMap((as) => [
    ...routes.flatMap((route) =>
      bad.flatMap((value) =>
        (methods[route] ?? ["GET"]).map((method) => ({
          method,
          path: route.replaceAll("$", value),
          as,
          ...(method === "GET" || method === "HEAD" ? {} : { body: "1" }),
        })),
      ),
    ),
    ...[...jsonRoutes, ...(as === member ? authPaths : [])].flatMap((path) =>
      bodies.map((body) => ({ method: "POST", path, body, as })),
    ),
    ...bodies.map((body) => ({ method: "PUT", path: "/rtdb/texts/one.json", body, as })),
  ]);
  const tokens = new Map([
    [member, await member.token()],
    [admin, await admin.token()],
  ]);
  const faults: string[] = [];
  await eachOf(requests, async ({ method, path, body, as }) => {
    const network = randomUUID();
    const response = await server.fetch(path, {
      method,
      redirect: "manual",
      headers: {
        "content-type": "application/json",
        "x-auth-token": `Bearer ${tokens.get(as)!}`,
        authorization: `Basic ${Buffer.from("eightcount-web:").toString("base64")}`,
        cookie: path.startsWith("/api/auth/sign-") ? "" : as.cookie,
        origin: server.url,
        "x-forwarded-for": `2001:db8:${network.slice(0, 4)}:${network.slice(9, 13)}::1`,
        "tus-resumable": "1.0.0",
        "upload-length": "1",
        "upload-offset": "0",
        "upload-metadata": `ticket ${Buffer.from("a\u0000").toString("base64")}`,
      },
      ...(body === undefined ? {} : { body }),
    });
    if (response.status >= 500 && response.status !== 503)
      faults.push(`${method} ${path.slice(0, 200)} ${(body ?? "").slice(0, 200)}: ${response.status}`);
    await response.body?.cancel();
  });
  expect(faults).toEqual([]);
});

/** Bodies of webhooks: valid events with a hostile value each, and others that are no events. */
const webhookBodies: readonly string[] = [
  "",
  "null",
  "[]",
  '"x"',
  "1e999",
  "{",
  "{}",
  '{"data":null}',
  '{"id":"e","type":"x","data":{}}',
  `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
  ...[
    ...hostileTexts.slice(0, 10),
    null,
    1e300,
    -1,
    0.5,
    true,
    [],
    {},
    { id: [] },
    "x".repeat(10_000),
  ].flatMap((value) =>
    [
      { id: value },
      { type: value },
      { data: value },
      { data: { object: value } },
      ...["object", "id", "payment_intent", "metadata", "amount_refunded", "status"].flatMap((field) =>
        ["charge", "dispute", "refund", "payment_intent"].map((object) => ({
          data: { object: { object, id: "one", [field]: value } },
        })),
      ),
      ...["key", "refund"].map((name) => ({
        data: { object: { object: "refund", id: "one", metadata: { [name]: value } } },
      })),
    ].map((part) =>
      JSON.stringify({
        id: `evt_${randomUUID()}`,
        object: "event",
        type: "charge.refunded",
        data: { object: { object: "charge", id: "one" } },
        ...part,
      }),
    ),
  ),
];

test("no webhook causes an internal error, with its signature missing, wrong or right", async () => {
  const { webhooks } = new Stripe("sk_test_eightcount");
  const sign = (payload: string, secret: string) => webhooks.generateTestHeaderString({ payload, secret });
  const requests = webhookBodies.flatMap((body) => [
    { body, signature: null, isSigned: false },
    ...hostileSignatures.map((signature) => ({ body, signature, isSigned: false })),
    { body, signature: sign(body, "whsec_foreign"), isSigned: false },
    { body, signature: sign(body, webhookSecret), isSigned: true },
  ]);
  const faults: string[] = [];
  await eachOf(requests, async ({ body, signature, isSigned }) => {
    const { status } = await server.fetch("/webhooks/stripe", {
      method: "POST",
      headers: { "content-type": "application/json", ...(signature && { "stripe-signature": signature }) },
      body,
    });
    if (status >= 500 || (!isSigned && status !== 400))
      faults.push(`${isSigned ? "signed" : "unsigned"} ${body.slice(0, 200)}: ${status}`);
  });
  expect(faults).toEqual([]);
  // Another program's metadata is no key of ours: the job that applies the event would fail on it.
  const { rows } = await server.pool.query(
    `select from billing.webhook_events where payload->>'key' !~ '^[0-9a-f-]{36}$'`,
  );
  expect(rows).toEqual([]);
});

test("no webhook of another provider causes an internal error, and none is taken without its credentials", async () => {
  const faults: string[] = [];
  await eachOf([...braintreeWebhooks(), ...ownersWebhooks()], async (sent) => {
    const { path, method = "POST", headers = {}, body, refusedBy } = sent;
    const { status } = await server.fetch(path, { method, headers, ...(body === undefined ? {} : { body }) });
    if (status >= 500 || (refusedBy && status !== refusedBy))
      faults.push(`${method} ${path} ${(body ?? "").slice(0, 200)}: ${status}`);
  });
  expect(faults).toEqual([]);
});

/** Routes that read no parameter, query or body. */
const withoutInput = [
  "GET /healthz",
  "GET /readyz",
  "GET /robots.txt",
  "GET /manifest.webmanifest",
  "GET /favicon.png",
  "GET /apple-touch-icon.png",
  "GET /icon-192.png",
  "GET /icon-512.png",
  "GET /icon-maskable-512.png",
  "GET /.well-known/security.txt",
  "GET /mailbox",
  "GET /dev/mails",
  "OPTIONS /uploads",
  "OPTIONS /v1/*",
];

test("sends hostile input to every route of the server", () => {
  const { registered, reached } = observed;
  const isCovered = (route: string) => reached.has(route) || withoutInput.includes(route);
  expect([...registered].filter((route) => !isCovered(route))).toEqual([]);
});
