import { existsSync } from "node:fs";
import { cdnMisfits } from "./media-cdn.ts";
import { providerMisfits } from "./providers.ts";
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
  faults.push(...providerMisfits(values));
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
  if (values.DATABASE_POOLED_URL && !values.DATABASE_URL)
    faults.push("DATABASE_POOLED_URL also needs DATABASE_URL, the same database without the pooler.");
  if (values.DATABASE_READ_URL && !values.DATABASE_URL)
    faults.push("DATABASE_READ_URL also needs DATABASE_URL, the primary of that replica.");
  if (values.DATABASE_READ_MAX_LAG !== undefined && !values.DATABASE_READ_URL)
    faults.push("DATABASE_READ_MAX_LAG also needs DATABASE_READ_URL.");
  for (const name of ["OTEL_EXPORTER_OTLP_HEADERS", "OTEL_TRACES_SAMPLER_ARG"] as const)
    if (values[name] !== undefined && !values.OTEL_EXPORTER_OTLP_ENDPOINT)
      faults.push(`${name} also needs OTEL_EXPORTER_OTLP_ENDPOINT, the collector of traces.`);
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
