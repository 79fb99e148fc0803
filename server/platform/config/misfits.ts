import { existsSync } from "node:fs";
import { cdnMisfits } from "./media-cdn.ts";
import type { Environment } from "./environment.ts";

/** Finds variables that are valid one by one but inconsistent together. @returns one sentence per inconsistency */
export function findMisfits(values: Environment): string[] {
  const faults: string[] = [];
  const isProduction = values.NODE_ENV === "production";
  if (isProduction) {
    for (const name of ["AUTH_SECRET", "MEDIA_SECRET", "PUBLIC_URL"] as const) {
      if (!values[name]) faults.push(`${name} is required in production.`);
    }
    if (values.PASSWORD_COST === "low")
      faults.push("PASSWORD_COST=low isn't allowed in production: such hashes are easy to crack.");
    if (values.DEMO === "on")
      faults.push("DEMO=on isn't allowed in production: demo accounts have known passwords.");
  }
  const stripeNames = ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"] as const;
  const stripeMissing = stripeNames.filter((name) => !values[name]);
  if (stripeMissing.length > 0 && stripeMissing.length < stripeNames.length)
    faults.push(`Stripe payments also need ${stripeMissing.join(", ")}.`);
  const storeNames = [
    "REVENUECAT_SECRET_KEY",
    "REVENUECAT_PROJECT_ID",
    "REVENUECAT_WEBHOOK_AUTH",
    "REVENUECAT_ENTITLEMENTS",
  ] as const;
  const storeMissing = storeNames.filter((name) => !values[name]);
  if (storeMissing.length > 0 && storeMissing.length < storeNames.length)
    faults.push(`Purchases in app stores through RevenueCat also need ${storeMissing.join(", ")}.`);
  if (values.REVENUECAT_SIGNING_SECRET && !values.REVENUECAT_SECRET_KEY)
    faults.push("REVENUECAT_SIGNING_SECRET also needs REVENUECAT_SECRET_KEY.");
  if (isProduction && values.REVENUECAT_ALLOW_SANDBOX === "on")
    faults.push("REVENUECAT_ALLOW_SANDBOX=on isn't allowed in production: test purchases cost nothing.");
  if (isProduction && values.REVENUECAT_API_URL)
    faults.push("REVENUECAT_API_URL isn't allowed in production: it gets the secret key.");
  const chargebeeNames = [
    "CHARGEBEE_SITE",
    "CHARGEBEE_API_KEY",
    "CHARGEBEE_PUBLISHABLE_KEY",
    "CHARGEBEE_WEBHOOK_USER",
    "CHARGEBEE_WEBHOOK_PASSWORDS",
  ] as const;
  const chargebeeMissing = chargebeeNames.filter((name) => !values[name]);
  if (chargebeeMissing.length > 0 && chargebeeMissing.length < chargebeeNames.length)
    faults.push(`Chargebee also needs ${chargebeeMissing.join(", ")}.`);
  const chargebeeMore = (["CHARGEBEE_GATEWAY_ACCOUNT_ID", "CHARGEBEE_API_URL"] as const).find(
    (name) => values[name],
  );
  if (chargebeeMore && chargebeeMissing.length === chargebeeNames.length)
    faults.push(`${chargebeeMore} also needs ${chargebeeMissing.join(", ")}.`);
  if (isProduction && values.CHARGEBEE_API_URL)
    faults.push("CHARGEBEE_API_URL isn't allowed in production: it gets the API key.");
  const braintreeNames = [
    "BRAINTREE_ENVIRONMENT",
    "BRAINTREE_MERCHANT_ID",
    "BRAINTREE_PUBLIC_KEY",
    "BRAINTREE_PRIVATE_KEY",
    "BRAINTREE_MERCHANT_ACCOUNTS",
  ] as const;
  const braintreeMissing = braintreeNames.filter((name) => !values[name]);
  const hasBraintree =
    braintreeMissing.length < braintreeNames.length ||
    values.BRAINTREE_API_URL ||
    values.BRAINTREE_GOOGLE_MERCHANT_ID;
  if (hasBraintree && braintreeMissing.length > 0)
    faults.push(`Braintree payments also need ${braintreeMissing.join(", ")}.`);
  if (isProduction && values.BRAINTREE_API_URL)
    faults.push("BRAINTREE_API_URL isn't allowed in production: it gets the private key.");
  const sellerMissing = (["SELLER_ADDRESS", "SELLER_COUNTRY"] as const).filter((name) => !values[name]);
  if (values.SELLER_NAME && sellerMissing.length > 0)
    faults.push(`SELLER_NAME also needs ${sellerMissing.join(" and ")}.`);
  if (!values.SELLER_NAME && (values.SELLER_ADDRESS || values.SELLER_COUNTRY || values.SELLER_VAT_ID))
    faults.push("The seller also needs SELLER_NAME, its legal name.");
  if (isProduction && values.TEST_GATEWAY === "on" && !values.TEST_GATEWAY_URL)
    faults.push("TEST_GATEWAY=on in production also needs TEST_GATEWAY_URL.");
  const s3Names = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;
  const s3Set = s3Names.filter((name) => values[name]);
  if (s3Set.length > 0 && s3Set.length < s3Names.length) {
    faults.push(`S3 storage also needs ${s3Names.filter((name) => !values[name]).join(", ")}.`);
  }
  faults.push(...cdnMisfits(values));
  if (Boolean(values.VAPID_PUBLIC_KEY) !== Boolean(values.VAPID_PRIVATE_KEY))
    faults.push("Set both VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY, or neither.");
  if (values.REALTIME_DATABASE_URL && !values.REALTIME_DATABASE_SECRET)
    faults.push("REALTIME_DATABASE_URL also needs REALTIME_DATABASE_SECRET.");
  if (values.IP_COUNTRY_HEADER && !values.TRUSTED_PROXIES)
    faults.push("IP_COUNTRY_HEADER also needs TRUSTED_PROXIES. Otherwise, anyone could send that header.");
  if (values.IP_LOCATION_FILE && !existsSync(values.IP_LOCATION_FILE))
    faults.push(`IP_LOCATION_FILE: file not found: ${values.IP_LOCATION_FILE}`);
  for (const [provider, group] of [
    ["Google", ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"]],
    ["Apple", ["APPLE_CLIENT_ID", "APPLE_TEAM_ID", "APPLE_KEY_ID", "APPLE_PRIVATE_KEY"]],
  ] as const) {
    const missing = group.filter((name) => !values[name]);
    if (missing.length > 0 && missing.length < group.length)
      faults.push(`Sign-in with ${provider} also needs ${missing.join(", ")}.`);
  }
  return faults;
}
