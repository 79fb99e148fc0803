import { afterAll, beforeAll, expect, test } from "vitest";
import { braintreeSettings, startBraintreeServer } from "../../../testing/braintree-server.ts";
import type { BraintreeServer } from "../../../testing/braintree-server.ts";
import { chargebeeSettings, startChargebeeServer } from "../../../testing/chargebee-server.ts";
import type { ChargebeeServer } from "../../../testing/chargebee-server.ts";
import { startStripeServer, stripeSettings } from "../../../testing/stripe-server.ts";
import type { StripeServer } from "../../../testing/stripe-server.ts";
import { readConfig } from "../../../platform/config/index.ts";
import { createGateways } from "./index.ts";
import { createOwners } from "./owners.ts";

let stripe: StripeServer;
let braintree: BraintreeServer;
let chargebee: ChargebeeServer;
beforeAll(async () => {
  [stripe, braintree, chargebee] = await Promise.all([
    startStripeServer(),
    startBraintreeServer(),
    startChargebeeServer(),
  ]);
});
afterAll(async () => {
  await Promise.all([stripe?.stop(), braintree?.stop(), chargebee?.stop()]);
});

/** What a provider says of these settings. */
async function stateOf(provider: string, env: Record<string, string>) {
  const config = readConfig({ NODE_ENV: "test", DATA_DIR: "/tmp", ...env, PAYMENT_PROVIDER: provider }, []);
  const keys = await createGateways(config, createOwners(config)).checkKeys();
  return keys && `${keys.providerName}: ${keys.state}`;
}

test("Stripe knows its keys, refuses others, and takes no live key beside a test key", async () => {
  const settings = stripeSettings(stripe.url);
  expect(await stateOf("stripe", settings)).toBe("Stripe: working");
  expect(await stateOf("stripe", { ...settings, STRIPE_SECRET_KEY: "sk_test_of_another" })).toBe(
    "Stripe: refused",
  );
  expect(await stateOf("stripe", { ...settings, STRIPE_PUBLISHABLE_KEY: "pk_live_eightcount" })).toBe(
    "Stripe: mismatched",
  );
  stripe.fail(1, 500);
  expect(await stateOf("stripe", settings)).toBe("Stripe: unreachable");
});

test("Braintree knows its keys, and refuses others", async () => {
  const settings = braintreeSettings(braintree.url);
  expect(await stateOf("braintree", settings)).toBe("Braintree: working");
  expect(await stateOf("braintree", { ...settings, BRAINTREE_PRIVATE_KEY: "of_another" })).toBe(
    "Braintree: refused",
  );
});

test("Chargebee knows its key, and refuses another", async () => {
  const settings = chargebeeSettings(chargebee.url);
  expect(await stateOf("chargebee", settings)).toBe("Chargebee: working");
  expect(await stateOf("chargebee", { ...settings, CHARGEBEE_API_KEY: "test_of_another" })).toBe(
    "Chargebee: refused",
  );
});

test("the test gateway has no keys to ask with", async () => {
  expect(await stateOf("eightcount", { TEST_GATEWAY: "on" })).toBeNull();
});
