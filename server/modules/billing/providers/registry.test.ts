import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { braintreeSettings } from "../../../testing/braintree-server.ts";
import { chargebeeSettings, startChargebeeServer } from "../../../testing/chargebee-server.ts";
import type { ChargebeeServer } from "../../../testing/chargebee-server.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { revenueCatSettings } from "../../../testing/revenuecat-server.ts";
import { startStripeServer, stripeMethods, stripeSettings } from "../../../testing/stripe-server.ts";
import type { StripeServer } from "../../../testing/stripe-server.ts";
import { readConfig } from "../../../platform/config/index.ts";
import { project } from "../owned/project.ts";
import { cardToken, subscribeAs } from "../testing.ts";
import { importPrices } from "./chargebee/testing.ts";
import { createGateways } from "./index.ts";
import { createOwners } from "./owners.ts";

/** Three providers are configured, and the test gateway takes new subscriptions. */
let stripe: StripeServer;
let chargebee: ChargebeeServer;
let server: TestServer;
beforeAll(async () => {
  stripe = await startStripeServer();
  chargebee = await startChargebeeServer();
  const owned = chargebeeSettings(chargebee.url);
  const env = { ...stripeSettings(stripe.url), ...owned, PAYMENT_PROVIDER: "eightcount", TEST_GATEWAY: "on" };
  server = await startTestServer({ roles: "api", env });
});
afterAll(async () => {
  await server?.stop();
  await stripe?.stop();
  await chargebee?.stop();
});

test("new subscriptions are paid through the chosen provider, and clients may name any configured one", async () => {
  const { data } = await server.graphql<{ paymentConfig: object }>("{ paymentConfig { provider } }");
  expect(data?.paymentConfig).toEqual({ provider: "eightcount" });
  const one = await subscribeAs(server, await server.anonymous(), { token: await cardToken(server) });
  expect(one.data?.subscriptionCreateV2.provider).toEqual({ id: "eightcount" });
  const payer = await server.anonymous();
  const other = await subscribeAs(server, payer, {
    provider: "stripe",
    token: `${stripeMethods.good}_registry`,
  });
  expect(other.data?.subscriptionCreateV2.provider).toEqual({ id: "stripe" });
  // Who pays through a provider goes on with it.
  const { data: theirs } = await server.graphql<{ paymentConfig: object }>(
    "{ paymentConfig { provider testMode } }",
    {},
    { as: payer },
  );
  expect(theirs?.paymentConfig).toEqual({ provider: "stripe", testMode: false });
  const none = await subscribeAs(server, await server.anonymous(), { provider: "braintree", token: "t" });
  expect(none.errors[0]?.extensions.code).toBe("PROVIDER_UNAVAILABLE");
});

test.each([
  [null, "eightcount", 7],
  ["stripe", "stripe", 7],
  ["eightcount", "eightcount", 7],
  ["chargebee", null, 0],
])("plans of %s are offered through %s", async (asked, provider, count) => {
  const { data } = await server.graphql<{ plans: { provider: { id: string } }[] }>(
    "query ($name: SubscriptionProvider) { plans(providerName: $name) { provider { id } } }",
    { name: asked },
  );
  expect(data?.plans).toHaveLength(count);
  expect(new Set(data?.plans.map((plan) => plan.provider.id))).toEqual(new Set(provider ? [provider] : []));
});

test("a subscription that another provider bills is paid there, whichever provider is chosen now", async () => {
  const me = await server.anonymous();
  const ctx = server.ctx();
  await importPrices(ctx, chargebee);
  chargebee.createCustomer({ id: me.id, billing_address: { country: "US" } });
  const { id: intent } = chargebee.createIntent({
    customer_id: me.id,
    amount: 1649,
    currency_code: "USD",
    payment_method_type: "card",
  });
  chargebee.confirm(intent, "good");
  const terms = { id: "sub_earlier", priceId: "premium-monthly-USD", couponIds: [], trialEnd: null };
  chargebee.subscribe(me.id, { ...terms, intent });
  const reading = await ctx.ports.owners.find("chargebee")!.readCustomer(ctx, me.id);
  await ctx.transact((tx) => project(tx, "chargebee", reading, new Date()));
  const { data } = await server.graphql<{ paymentConfig: object }>(
    "{ paymentConfig { provider publishableKey } }",
    {},
    { as: me },
  );
  expect(data?.paymentConfig).toEqual({
    provider: "chargebee",
    publishableKey: chargebeeSettings("")["CHARGEBEE_PUBLISHABLE_KEY"],
  });
});

test("a server refuses to start if its chosen provider isn't configured", () => {
  const config = readConfig({ NODE_ENV: "test", DATA_DIR: "/tmp", PAYMENT_PROVIDER: "stripe" }, []);
  expect(() => createGateways(config, createOwners(config))).toThrow(
    "PAYMENT_PROVIDER is stripe, which isn't configured",
  );
});

test.each([
  ["Stripe", stripeSettings, "STRIPE_SECRET_KEY", "STRIPE_API_URL"],
  ["Braintree", braintreeSettings, "BRAINTREE_PRIVATE_KEY", "BRAINTREE_API_URL"],
  ["Chargebee", chargebeeSettings, "CHARGEBEE_API_KEY", "CHARGEBEE_API_URL"],
  ["RevenueCat", revenueCatSettings, "REVENUECAT_SECRET_KEY", "REVENUECAT_API_URL"],
] as const)(
  "a server refuses to start with a part of %s's settings, or with its key sent elsewhere, in a sentence",
  (name, settings, secret, apiUrl) => {
    const all = settings("http://127.0.0.1:9");
    const configure = (env: object) => () => readConfig({ NODE_ENV: "test", DATA_DIR: "/tmp", ...env }, []);
    expect(configure(all)).not.toThrow();
    const lacks = new RegExp(String.raw`${name}( payments)? also needs? .*\b${secret}\b.*\.`);
    expect(configure({ ...all, [secret]: "" })).toThrow(lacks);
    expect(configure({ [apiUrl]: "http://127.0.0.1:9" })).toThrow(lacks);
    expect(configure({ ...all, [apiUrl]: "https://api.example.test" })).toThrow(
      `${apiUrl} must be a server on this machine`,
    );
    expect(configure({ ...all, NODE_ENV: "production" })).toThrow(`${apiUrl} isn't allowed in production`);
  },
);

test.each([
  ["BRAINTREE_MERCHANT_ACCOUNTS", "studio_usd", "USD=studio_usd"],
  ["CHARGEBEE_WEBHOOK_PASSWORDS", "short", "at least 16 characters"],
])("a server refuses to start if %s is %s", (name, value, sentence) => {
  const url = "http://127.0.0.1:9";
  const all = { NODE_ENV: "test", DATA_DIR: "/tmp", ...braintreeSettings(url), ...chargebeeSettings(url) };
  expect(() => readConfig({ ...all, [name]: value }, [])).toThrow(sentence);
});

test.each([
  ["sandbox", /\bsandbox\b/],
  ["production", /^(?!.*(sandbox|stag\.))/],
])("pages may reach Braintree's hosts of %s, and none of the other environment", (environment, expected) => {
  const settings = { ...braintreeSettings("http://127.0.0.1:9"), BRAINTREE_ENVIRONMENT: environment };
  const config = readConfig({ NODE_ENV: "test", DATA_DIR: "/tmp", ...settings }, []);
  const { connect, script } = createGateways(config, createOwners(config)).of("braintree").origins("");
  expect(connect.find((origin) => origin.includes("api."))).toMatch(expected);
  expect([...connect, ...script].join(" ")).toMatch(expected);
});

test("no code outside the providers' folder names a provider, but for names of the contract", () => {
  const contract = ["provider-names.ts", "payments/graphql-intents.ts"];
  const root = join(import.meta.dirname, "..");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (file) =>
      file.endsWith(".ts") && !/^providers\/|(\.test|^testing)\.ts$/.test(file) && !contract.includes(file),
  );
  expect(files.length).toBeGreaterThan(50);
  const names = /stripe|braintree|chargebee|revenuecat/i;
  const named = files.filter((file) => {
    const text = readFileSync(join(root, file), "utf8");
    // The product has the test gateway's name, in capitals.
    return names.test(text) || /["'`]eightcount["'`]/.test(text);
  });
  expect(named).toEqual([]);
});
