import { resolve } from "node:path";
import { environment } from "./environment.ts";
import { ConfigInvalid } from "./invalid.ts";
import { storedSecrets, storedVapidKeys } from "./stored-secrets.ts";
import { mediaCdnOf } from "./media-cdn.ts";
import { findMisfits } from "./misfits.ts";
import { sellerOf } from "./seller.ts";
import { roles } from "./shape.ts";
import type { Config, PasswordCost, RoleName } from "./shape.ts";

export { ConfigInvalid } from "./invalid.ts";
export type { Config, PasswordCost } from "./shape.ts";

/** `full` is a row of OWASP's list for scrypt; `low` is for tests, which hash thousands of passwords. */
const passwordCosts: Readonly<Record<"full" | "low", PasswordCost>> = {
  full: { N: 2 ** 15, r: 8, p: 3 },
  low: { N: 2 ** 10, r: 8, p: 1 },
};

/**
 * Parses environment and command line. All faults are reported together.
 * @param args arguments after the program name: `--role=api`, `--role=worker` or both separated by a comma
 * @throws ConfigInvalid
 */
export function readConfig(env: NodeJS.ProcessEnv, args: readonly string[]): Config {
  const faults: string[] = [];
  const chosen = args.flatMap((argument) => {
    const value = /^--role=(.*)$/.exec(argument)?.[1];
    if (value === undefined) {
      faults.push(`Unknown option ${argument}. Use --role=api, --role=worker, or --role=api,worker.`);
      return [];
    }
    return value.split(",");
  });
  for (const role of chosen)
    if (!roles.includes(role as RoleName)) faults.push(`Unknown role in --role=${role}. Use api or worker.`);

  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) faults.push(`${issue.path.join(".")}: ${issue.message}`);
    throw new ConfigInvalid(faults);
  }
  const values = parsed.data;
  const isProduction = values.NODE_ENV === "production";
  const isTrial = values.NODE_ENV === "development";
  const isOn = (choice: "on" | "off" | undefined) => (choice ? choice === "on" : isTrial);
  faults.push(...findMisfits(values));
  if (faults.length > 0) throw new ConfigInvalid(faults);

  const dataDir = resolve(values.DATA_DIR);
  const secrets = values.AUTH_SECRET && values.MEDIA_SECRET ? null : storedSecrets(dataDir);
  const mailFrom =
    values.MAIL_FROM ?? `hello@${values.PUBLIC_URL ? new URL(values.PUBLIC_URL).hostname : "localhost"}`;
  const vapidKeys = values.VAPID_PUBLIC_KEY
    ? { publicKey: values.VAPID_PUBLIC_KEY, privateKey: values.VAPID_PRIVATE_KEY! }
    : isProduction || !secrets
      ? null
      : storedVapidKeys(dataDir);
  return {
    isProduction,
    roles: chosen.length > 0 ? roles.filter((role) => chosen.includes(role)) : roles,
    port: values.PORT,
    host: values.HOST,
    metricsPort: values.METRICS_PORT ?? null,
    tracing: values.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
          serviceName: values.OTEL_SERVICE_NAME,
          share: values.OTEL_TRACES_SAMPLER_ARG ?? 0.1,
        }
      : null,
    dataDir,
    databaseUrl: values.DATABASE_URL ?? null,
    databasePooledUrl: values.DATABASE_POOLED_URL ?? null,
    databaseReadUrl: values.DATABASE_READ_URL ?? null,
    replicaMaxLagMs: (values.DATABASE_READ_MAX_LAG ?? 5) * 1000,
    redisUrl: values.REDIS_URL ?? null,
    eventsUrl: values.EVENTS_URL ?? null,
    migratesAtStart: values.MIGRATE_AT_START
      ? values.MIGRATE_AT_START === "on"
      : !isProduction || !values.DATABASE_URL,
    databaseConnections: values.DATABASE_CONNECTIONS,
    admission: {
      atOnce: values.REQUESTS_AT_ONCE,
      waiting: values.REQUESTS_WAITING,
      maxWaitMs: values.REQUEST_WAIT_MS,
      uploads: values.UPLOADS_AT_ONCE,
      bodyBytes: values.BODIES_MEGABYTES * 1024 * 1024,
    },
    publicUrl: values.PUBLIC_URL ?? null,
    mediaUrl: values.MEDIA_URL ?? null,
    mediaCdn: mediaCdnOf(values),
    trustedProxies:
      values.TRUSTED_PROXIES?.split(",")
        .map((part) => part.trim())
        .filter(Boolean) ?? [],
    authSecret: values.AUTH_SECRET ?? secrets!.authSecret,
    mediaSecret: values.MEDIA_SECRET ?? secrets!.mediaSecret,
    minWebVersion: values.MIN_WEB_VERSION ?? null,
    graphqlOpen: isOn(values.GRAPHQL_OPEN),
    graphqlIntrospection: isOn(values.GRAPHQL_INTROSPECTION),
    demo: isOn(values.DEMO),
    slowSounds: values.SLOW_SOUNDS !== "off",
    mediaAv1: isOn(values.MEDIA_AV1),
    passwordCost: passwordCosts[values.PASSWORD_COST],
    // In a trial the terminal shows two lines, not a log.
    logLevel: values.LOG_LEVEL ?? (isTrial ? "warn" : "info"),
    drainMs: (values.DRAIN_SECONDS ?? (isProduction ? 5 : 0)) * 1000,
    workerConcurrency: values.WORKER_CONCURRENCY ?? null,
    transcodesAtOnce: values.TRANSCODES_AT_ONCE ?? null,
    clipCacheBytes: values.CLIP_CACHE_GIGABYTES * 1024 ** 3,
    backups: values.BACKUP_TO
      ? {
          folder: values.BACKUP_TO,
          hour: values.BACKUP_HOUR,
          keep: values.BACKUP_KEEP,
          isRestored: values.BACKUP_TEST_RESTORE ? values.BACKUP_TEST_RESTORE === "on" : !values.DATABASE_URL,
        }
      : null,
    s3: values.S3_ENDPOINT
      ? {
          endpoint: values.S3_ENDPOINT,
          bucket: values.S3_BUCKET!,
          region: values.S3_REGION,
          accessKeyId: values.S3_ACCESS_KEY_ID!,
          secretAccessKey: values.S3_SECRET_ACCESS_KEY!,
        }
      : null,
    collectorWriteKey: values.COLLECTOR_WRITE_KEY,
    collectorForwardUrls: values.COLLECTOR_FORWARD_URLS ?? [],
    collectorLimits: { perIp: values.COLLECTOR_LIMIT_PER_ADDRESS, inAll: values.COLLECTOR_LIMIT },
    eventRetentionDays: values.EVENTS_KEPT_DAYS,
    realtimeDatabase:
      values.REALTIME_DATABASE_URL && values.REALTIME_DATABASE_SECRET
        ? { url: values.REALTIME_DATABASE_URL, secret: values.REALTIME_DATABASE_SECRET }
        : null,
    experimentHoldout: values.EXPERIMENT_HOLDOUT,
    ipLocationUrl: values.IP_LOCATION_URL ?? null,
    stripe: values.STRIPE_SECRET_KEY
      ? {
          secretKey: values.STRIPE_SECRET_KEY,
          publishableKey: values.STRIPE_PUBLISHABLE_KEY!,
          webhookSecrets: values.STRIPE_WEBHOOK_SECRET!.split(",").map((one) => one.trim()),
          apiUrl: values.STRIPE_API_URL ?? null,
        }
      : null,
    revenueCat: values.REVENUECAT_SECRET_KEY
      ? {
          secretKey: values.REVENUECAT_SECRET_KEY,
          projectId: values.REVENUECAT_PROJECT_ID!,
          webhookAuthorizations: values.REVENUECAT_WEBHOOK_AUTH!,
          signingSecrets: values.REVENUECAT_SIGNING_SECRET ?? [],
          entitlements: values.REVENUECAT_ENTITLEMENTS!.map(
            ([name = "", type = ""]) => [name, type] as const,
          ),
          allowsSandbox: values.REVENUECAT_ALLOW_SANDBOX === "on",
          apiUrl: values.REVENUECAT_API_URL ?? null,
        }
      : null,
    chargebee: values.CHARGEBEE_SITE
      ? {
          site: values.CHARGEBEE_SITE,
          apiKey: values.CHARGEBEE_API_KEY!,
          publishableKey: values.CHARGEBEE_PUBLISHABLE_KEY!,
          webhookUser: values.CHARGEBEE_WEBHOOK_USER!,
          webhookPasswords: values.CHARGEBEE_WEBHOOK_PASSWORDS!,
          gatewayAccountId: values.CHARGEBEE_GATEWAY_ACCOUNT_ID ?? null,
          apiUrl: values.CHARGEBEE_API_URL ?? null,
        }
      : null,
    braintree: values.BRAINTREE_MERCHANT_ID
      ? {
          environment: values.BRAINTREE_ENVIRONMENT!,
          merchantId: values.BRAINTREE_MERCHANT_ID,
          publicKey: values.BRAINTREE_PUBLIC_KEY!,
          privateKey: values.BRAINTREE_PRIVATE_KEY!,
          merchantAccounts: new Map(
            values.BRAINTREE_MERCHANT_ACCOUNTS!.map(([code = "", id = ""]) => [code, id] as const),
          ),
          googleMerchantId: values.BRAINTREE_GOOGLE_MERCHANT_ID ?? null,
          apiUrl: values.BRAINTREE_API_URL ?? null,
        }
      : null,
    ownedGraceHours: values.OWNED_GRACE_HOURS,
    paymentProvider: values.PAYMENT_PROVIDER ?? null,
    seller: sellerOf(values, isProduction),
    ecbRatesUrl:
      values.ECB_RATES === "on"
        ? (values.ECB_RATES_URL ?? "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml")
        : null,
    viesUrl:
      values.VIES_CHECK === "on"
        ? (values.VIES_URL ?? "https://ec.europa.eu/taxation_customs/vies/rest-api")
        : null,
    testGateway: (values.TEST_GATEWAY ? values.TEST_GATEWAY === "on" : !isProduction)
      ? {
          port:
            values.TEST_GATEWAY_PORT ?? (values.PORT === 0 || values.PORT === 65535 ? 0 : values.PORT + 1),
          url: values.TEST_GATEWAY_URL ?? null,
        }
      : null,
    ipLocationFile: values.IP_LOCATION_FILE ? resolve(values.IP_LOCATION_FILE) : null,
    ipCountryHeader: values.IP_COUNTRY_HEADER ?? null,
    signInProviders: [
      ...(values.GOOGLE_CLIENT_ID
        ? [
            {
              name: "google" as const,
              issuer: values.GOOGLE_ISSUER,
              clientId: values.GOOGLE_CLIENT_ID,
              secret: values.GOOGLE_CLIENT_SECRET!,
            },
          ]
        : []),
      ...(values.APPLE_CLIENT_ID
        ? [
            {
              name: "apple" as const,
              issuer: values.APPLE_ISSUER,
              clientId: values.APPLE_CLIENT_ID,
              secret: {
                teamId: values.APPLE_TEAM_ID!,
                keyId: values.APPLE_KEY_ID!,
                privateKey: values.APPLE_PRIVATE_KEY!,
              },
            },
          ]
        : []),
    ],
    smtpUrl: values.SMTP_URL ?? null,
    mailWebhooks: {
      ses: values.SES_TOPIC_ARN ? { topicArn: values.SES_TOPIC_ARN, url: values.SES_SNS_URL ?? null } : null,
      sendGridKey: values.SENDGRID_WEBHOOK_KEY ?? null,
      postmarkPasswords: values.POSTMARK_WEBHOOK_PASSWORDS ?? null,
    },
    mailFrom,
    securityContact: values.SECURITY_CONTACT ?? `mailto:${/<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom}`,
    castAppId: values.CAST_APP_ID ?? null,
    vapid: vapidKeys && {
      ...vapidKeys,
      subject: values.PUBLIC_URL?.startsWith("https:")
        ? values.PUBLIC_URL
        : `mailto:${/[^<\s]+@[^>\s]+/.exec(mailFrom)?.[0] ?? "hello@localhost"}`,
    },
  };
}
