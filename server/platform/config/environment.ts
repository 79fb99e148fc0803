import { createPrivateKey, createPublicKey } from "node:crypto";
import { isAbsolute } from "node:path";
import { z } from "zod";
import { cdnSignings } from "../cdn.ts";

/** Undefined: on in trial mode, off in production and in tests. */
const onOff = z.enum(["on", "off"]).optional();
const secret = z.string().min(32, "must be at least 32 characters").optional();
const origin = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ""));
/** A header as `name=value`, percent-encoded as OpenTelemetry specifies. Null if it can't be decoded. */
function headerOf(pair: string): [string, string] | null {
  const [name, ...rest] = pair.split("=");
  try {
    const value = decodeURIComponent(rest.join("=").trim());
    return name?.trim() && value ? [name.trim(), value] : null;
  } catch {
    return null;
  }
}
/** An RSA key as PEM; line ends may be written as \n. */
const pem = z
  .string()
  .transform((text) => text.replaceAll("\\n", "\n"))
  .refine((text) => isRsaKey(text), "must be an RSA private key as PEM");
/** Values separated by commas. */
const list = (least: number, hint: string) =>
  z
    .string()
    .transform((text) =>
      text
        .split(",")
        .map((one) => one.trim())
        .filter(Boolean),
    )
    .refine((values) => values.length > 0 && values.every((one) => one.length >= least), hint)
    .optional();
const empty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema);

function isRsaKey(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyType === "rsa";
  } catch {
    return false;
  }
}

function isVerificationKey(text: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(text, "base64"), format: "der", type: "spki" });
    return key.asymmetricKeyType === "ec";
  } catch {
    return false;
  }
}

/** Schema of all environment variables. */
export const environment = z.object({
  NODE_ENV: empty(z.enum(["production", "development", "test"]).default("development")),
  PORT: empty(z.coerce.number().int().min(0).max(65535).default(3000)),
  METRICS_PORT: empty(z.coerce.number().int().min(0).max(65535).optional()),
  HOST: empty(z.string().default("127.0.0.1")),
  DATA_DIR: empty(z.string().default("data")),
  DATABASE_URL: empty(
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, "must begin with postgres://")
      .optional(),
  ),
  DATABASE_POOLED_URL: empty(
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, "must begin with postgres://")
      .optional(),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: empty(origin.optional()),
  OTEL_EXPORTER_OTLP_HEADERS: empty(
    z
      .string()
      .transform((text) => text.split(",").map(headerOf))
      .refine((pairs) => !pairs.includes(null), "must be pairs, such as key=value,other=value")
      .transform((pairs) => Object.fromEntries(pairs.filter((pair) => pair !== null)))
      .optional(),
  ),
  OTEL_SERVICE_NAME: empty(z.string().default("eightcount")),
  OTEL_TRACES_SAMPLER_ARG: empty(z.coerce.number().min(0).max(1).optional()),
  DATABASE_READ_URL: empty(
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, "must begin with postgres://")
      .optional(),
  ),
  DATABASE_READ_MAX_LAG: empty(z.coerce.number().min(0.5).max(300).optional()),
  REDIS_URL: empty(
    z.url({ protocol: /^rediss?$/, error: "must begin with redis:// or rediss://" }).optional(),
  ),
  EVENTS_URL: empty(
    z
      .url({ protocol: /^https?$/, error: "must begin with http:// or https://" })
      .refine((url) => {
        const parsed = URL.parse(url);
        return parsed === null || /^\/\w*$/.test(parsed.pathname + parsed.search + parsed.hash);
      }, "must be like http://user:password@host:8123/database")
      .refine((url) => {
        try {
          return decodeURIComponent(url) !== "";
        } catch {
          return false;
        }
      }, "must be percent-encoded: write % as %25, also in the password")
      .optional(),
  ),
  MIGRATE_AT_START: empty(onOff),
  DATABASE_CONNECTIONS: empty(z.coerce.number().int().min(2).max(500).default(16)),
  REQUESTS_AT_ONCE: empty(z.coerce.number().int().min(1).default(512)),
  REQUESTS_WAITING: empty(z.coerce.number().int().min(1).default(512)),
  REQUEST_WAIT_MS: empty(z.coerce.number().int().min(10).max(10_000).default(1_000)),
  UPLOADS_AT_ONCE: empty(z.coerce.number().int().min(1).default(200)),
  BODIES_MEGABYTES: empty(z.coerce.number().int().min(16).default(64)),
  PUBLIC_URL: empty(origin.optional()),
  MEDIA_URL: empty(origin.optional()),
  MEDIA_CDN_URL: empty(origin.optional()),
  MEDIA_CDN_SIGNING: empty(z.enum(cdnSignings).optional()),
  MEDIA_CDN_SECRET: empty(secret),
  MEDIA_CDN_PRIVATE_KEY: empty(pem.optional()),
  MEDIA_CDN_KEY_ID: empty(z.string().regex(/^\w+$/, "must be the id of a key").optional()),
  MEDIA_CDN_ORIGIN_KEY: empty(secret),
  TRUSTED_PROXIES: empty(z.string().optional()),
  AUTH_SECRET: empty(secret),
  MEDIA_SECRET: empty(secret),
  MIN_WEB_VERSION: empty(
    z
      .string()
      .regex(/^\d+\.\d+\.\d+$/, "must be three numbers, such as 1.4.0")
      .optional(),
  ),
  GRAPHQL_OPEN: empty(onOff),
  GRAPHQL_INTROSPECTION: empty(onOff),
  DEMO: empty(onOff),
  SLOW_SOUNDS: empty(onOff),
  MEDIA_AV1: empty(onOff),
  PASSWORD_COST: empty(z.enum(["full", "low"]).default("full")),
  LOG_LEVEL: empty(z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).optional()),
  DRAIN_SECONDS: empty(z.coerce.number().int().min(0).max(20).optional()),
  WORKER_CONCURRENCY: empty(z.coerce.number().int().min(1).max(64).optional()),
  TRANSCODES_AT_ONCE: empty(z.coerce.number().int().min(1).max(64).optional()),
  CLIP_CACHE_GIGABYTES: empty(z.coerce.number().min(0).default(20)),
  BACKUP_TO: empty(z.string().refine(isAbsolute, "must be an absolute path").optional()),
  BACKUP_HOUR: empty(z.coerce.number().int().min(0).max(23).default(3)),
  BACKUP_KEEP: empty(z.coerce.number().int().min(1).max(1000).default(14)),
  BACKUP_TEST_RESTORE: empty(onOff),
  S3_ENDPOINT: empty(origin.optional()),
  S3_BUCKET: empty(z.string().optional()),
  S3_REGION: empty(z.string().default("us-east-1")),
  S3_ACCESS_KEY_ID: empty(z.string().optional()),
  S3_SECRET_ACCESS_KEY: empty(z.string().optional()),
  COLLECTOR_WRITE_KEY: empty(z.string().default("eightcount-web")),
  COLLECTOR_FORWARD_URLS: empty(
    z
      .string()
      .transform((text) =>
        text
          .split(",")
          .map((url) => url.trim())
          .filter(Boolean),
      )
      .refine(
        (urls) =>
          urls.every((url) => {
            const parsed = URL.parse(url);
            return parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.username !== "";
          }),
        "must be URLs with a write key, such as https://key@host/v1",
      )
      .optional(),
  ),
  COLLECTOR_LIMIT_PER_ADDRESS: empty(z.coerce.number().int().min(1).default(100)),
  COLLECTOR_LIMIT: empty(z.coerce.number().int().min(1).default(20_000)),
  REALTIME_DATABASE_URL: empty(origin.optional()),
  REALTIME_DATABASE_SECRET: empty(z.string().optional()),
  EXPERIMENT_HOLDOUT: empty(z.coerce.number().min(0).max(50).default(0)),
  EVENTS_KEPT_DAYS: empty(z.coerce.number().int().min(31).max(3650).default(400)),
  IP_LOCATION_URL: empty(z.url({ protocol: /^https?$/ }).optional()),
  IP_LOCATION_FILE: empty(z.string().optional()),
  IP_COUNTRY_HEADER: empty(
    z
      .string()
      .regex(/^[A-Za-z0-9-]+$/, "must be a header name")
      .transform((name) => name.toLowerCase())
      .optional(),
  ),
  SMTP_URL: empty(
    z
      .string()
      .regex(/^smtps?:\/\//, "must begin with smtp:// or smtps://")
      .optional(),
  ),
  MAIL_FROM: empty(z.string().optional()),
  SES_TOPIC_ARN: empty(
    z
      .string()
      .regex(/^arn:aws[\w-]*:sns:[a-z0-9-]+:\d{12}:[\w-]+$/, "must be the ARN of a topic of Amazon SNS")
      .optional(),
  ),
  SES_SNS_URL: empty(origin.optional()),
  SENDGRID_WEBHOOK_KEY: empty(
    z
      .string()
      .refine(isVerificationKey, "must be the verification key of the signed event webhook")
      .optional(),
  ),
  POSTMARK_WEBHOOK_PASSWORDS: empty(
    list(16, "must be passwords of at least 16 characters, separated by a comma during a rotation"),
  ),
  SECURITY_CONTACT: empty(
    z
      .string()
      .transform((text) => (z.email().safeParse(text).success ? `mailto:${text}` : text))
      .refine(
        (text) => /^(?:mailto:|tel:|https:\/\/)\S+$/.test(text),
        "must be an email address or begin with mailto:, tel:, or https://",
      )
      .optional(),
  ),
  GOOGLE_CLIENT_ID: empty(z.string().optional()),
  GOOGLE_CLIENT_SECRET: empty(z.string().optional()),
  GOOGLE_ISSUER: empty(origin.default("https://accounts.google.com")),
  APPLE_CLIENT_ID: empty(z.string().optional()),
  APPLE_TEAM_ID: empty(z.string().optional()),
  APPLE_KEY_ID: empty(z.string().optional()),
  APPLE_PRIVATE_KEY: empty(z.string().optional()),
  APPLE_ISSUER: empty(origin.default("https://appleid.apple.com")),
  STRIPE_SECRET_KEY: empty(z.string().optional()),
  STRIPE_PUBLISHABLE_KEY: empty(z.string().optional()),
  STRIPE_WEBHOOK_SECRET: empty(z.string().optional()),
  STRIPE_API_URL: empty(origin.optional()),
  REVENUECAT_SECRET_KEY: empty(
    z.string().regex(/^sk_/, "must be a secret API key, which begins with sk_").optional(),
  ),
  REVENUECAT_PROJECT_ID: empty(
    z.string().regex(/^\w+$/, "must be a project's id, as in the dashboard's address").optional(),
  ),
  REVENUECAT_WEBHOOK_AUTH: empty(list(16, "must be values of at least 16 characters, separated by commas")),
  REVENUECAT_SIGNING_SECRET: empty(
    list(16, "must be secrets of at least 16 characters, separated by commas"),
  ),
  REVENUECAT_ENTITLEMENTS: empty(
    list(3, "must be entitlements with access types, such as premium=premium")
      .transform((pairs) => pairs?.map((pair) => pair.split("=").map((part) => part.trim())))
      .refine(
        (pairs) =>
          pairs?.every(({ length, 0: name, 1: accessType }) => length === 2 && name && accessType) ?? true,
        "must be entitlements with access types, such as premium=premium",
      ),
  ),
  REVENUECAT_ALLOW_SANDBOX: empty(onOff),
  REVENUECAT_API_URL: empty(origin.optional()),
  CHARGEBEE_SITE: empty(
    z
      .string()
      .regex(/^[a-z0-9-]+$/, "must be the site's name, without .chargebee.com")
      .optional(),
  ),
  CHARGEBEE_API_KEY: empty(z.string().optional()),
  CHARGEBEE_PUBLISHABLE_KEY: empty(z.string().optional()),
  CHARGEBEE_WEBHOOK_USER: empty(
    z
      .string()
      .regex(/^[^:]+$/, "can't contain a colon")
      .optional(),
  ),
  CHARGEBEE_WEBHOOK_PASSWORDS: empty(
    list(16, "must be passwords of at least 16 characters, separated by a comma during a rotation"),
  ),
  CHARGEBEE_GATEWAY_ACCOUNT_ID: empty(z.string().optional()),
  CHARGEBEE_API_URL: empty(origin.optional()),
  BRAINTREE_ENVIRONMENT: empty(z.enum(["sandbox", "production"]).optional()),
  BRAINTREE_MERCHANT_ID: empty(
    z
      .string()
      .regex(/^[\w-]+$/, "must be a merchant ID, as in the control panel's address")
      .optional(),
  ),
  BRAINTREE_PUBLIC_KEY: empty(z.string().optional()),
  BRAINTREE_PRIVATE_KEY: empty(z.string().optional()),
  BRAINTREE_MERCHANT_ACCOUNTS: empty(
    list(5, "must be currencies with merchant accounts, such as USD=studio_usd")
      .transform((pairs) => pairs?.map((pair) => pair.split("=").map((part) => part.trim())))
      .refine(
        (pairs) =>
          pairs?.every(({ length, 0: code, 1: id }) => length === 2 && /^[A-Z]{3}$/.test(code ?? "") && id) ??
          true,
        "must be currencies with merchant accounts, such as USD=studio_usd",
      ),
  ),
  BRAINTREE_GOOGLE_MERCHANT_ID: empty(z.string().optional()),
  BRAINTREE_API_URL: empty(origin.optional()),
  OWNED_GRACE_HOURS: empty(z.coerce.number().int().min(1).max(720).default(48)),
  PAYMENT_PROVIDER: empty(z.string().optional()),
  INVOICE_ISSUER: empty(z.string().max(1000).optional()),
  SELLER_NAME: empty(z.string().max(200).optional()),
  SELLER_ADDRESS: empty(z.string().max(500).optional()),
  SELLER_COUNTRY: empty(
    z
      .string()
      .regex(/^[A-Z]{2}$/, "must be a country of ISO 3166-1 in two capital letters")
      .optional(),
  ),
  SELLER_VAT_ID: empty(z.string().max(30).optional()),
  SELLER_REGISTRATION: empty(z.string().max(200).optional()),
  SELLER_CONTACT: empty(z.string().max(200).optional()),
  ECB_RATES: empty(onOff),
  ECB_RATES_URL: empty(z.url().optional()),
  VIES_CHECK: empty(onOff),
  VIES_URL: empty(z.url().optional()),
  TEST_GATEWAY: empty(onOff),
  TEST_GATEWAY_PORT: empty(z.coerce.number().int().min(1).max(65535).optional()),
  TEST_GATEWAY_URL: empty(origin.optional()),
  CAST_APP_ID: empty(
    z
      .string()
      .regex(/^[0-9A-F]{8}$/, "must be 8 uppercase hexadecimal digits")
      .optional(),
  ),
  VAPID_PUBLIC_KEY: empty(
    z
      .string()
      .regex(/^[\w-]{87}$/, "must be an uncompressed P-256 key in base64url")
      .optional(),
  ),
  VAPID_PRIVATE_KEY: empty(
    z
      .string()
      .regex(/^[\w-]{43}$/, "must be a P-256 key in base64url")
      .optional(),
  ),
});

/** The environment variables, each parsed by itself. */
export type Environment = z.output<typeof environment>;
