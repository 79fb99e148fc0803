import { existsSync } from "node:fs";
import type { Environment } from "./environment.ts";

/** Finds variables that are valid one by one but inconsistent together. @returns one sentence per inconsistency */
export function findMisfits(values: Environment): string[] {
  const faults: string[] = [];
  const isProduction = values.NODE_ENV === "production";
  if (isProduction) {
    for (const name of ["AUTH_SECRET", "MEDIA_SECRET", "PUBLIC_URL"] as const) {
      if (!values[name]) faults.push(`${name} must be set in production.`);
    }
    if (values.PASSWORD_COST === "low")
      faults.push("PASSWORD_COST=low is for tests: passwords are soon guessed from such hashes.");
    if (values.DEMO === "on") faults.push("DEMO is not for production: its people have known passwords.");
  }
  const stripeNames = ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"] as const;
  const stripeMissing = stripeNames.filter((name) => !values[name]);
  if (stripeMissing.length > 0 && stripeMissing.length < stripeNames.length)
    faults.push(`${stripeMissing.join(", ")} must be set too, to be paid through Stripe.`);
  if (isProduction && values.TEST_GATEWAY === "on" && !values.TEST_GATEWAY_URL)
    faults.push("TEST_GATEWAY_URL must be set, where the test gateway is on in production.");
  const s3Names = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;
  const s3Set = s3Names.filter((name) => values[name]);
  if (s3Set.length > 0 && s3Set.length < s3Names.length) {
    faults.push(
      `${s3Names.filter((name) => !values[name]).join(", ")} must be set too, to keep media in S3.`,
    );
  }
  if (Boolean(values.VAPID_PUBLIC_KEY) !== Boolean(values.VAPID_PRIVATE_KEY))
    faults.push("VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY belong together: set both or neither.");
  if (values.REALTIME_DATABASE_URL && !values.REALTIME_DATABASE_SECRET)
    faults.push(
      "REALTIME_DATABASE_SECRET must be set too, to write to the database of REALTIME_DATABASE_URL.",
    );
  if (values.IP_COUNTRY_HEADER && !values.TRUSTED_PROXIES)
    faults.push("IP_COUNTRY_HEADER: TRUSTED_PROXIES must be set too, or anybody could send that header.");
  if (values.IP_LOCATION_FILE && !existsSync(values.IP_LOCATION_FILE))
    faults.push(`IP_LOCATION_FILE: there is no file ${values.IP_LOCATION_FILE}.`);
  for (const group of [
    ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
    ["APPLE_CLIENT_ID", "APPLE_TEAM_ID", "APPLE_KEY_ID", "APPLE_PRIVATE_KEY"],
  ] as const) {
    const missing = group.filter((name) => !values[name]);
    if (missing.length > 0 && missing.length < group.length)
      faults.push(`${missing.join(", ")} must be set too, for people to sign in by that account.`);
  }
  return faults;
}
