import { createECDH, randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";

/** All roles that a process can take. */
export const roles = ["api", "worker"] as const;
export type RoleName = (typeof roles)[number];

/** Undefined: on where somebody tries Eightcount out, off in production and in tests. */
const onOff = z.enum(["on", "off"]).optional();
const secret = z.string().min(32, "must have at least 32 characters").optional();
const origin = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ""));
const empty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema);

const environment = z.object({
  NODE_ENV: empty(z.enum(["production", "development", "test"]).default("development")),
  PORT: empty(z.coerce.number().int().min(0).max(65535).default(3000)),
  HOST: empty(z.string().default("127.0.0.1")),
  DATA_DIR: empty(z.string().default("data")),
  DATABASE_URL: empty(
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, "must begin with postgres://")
      .optional(),
  ),
  DATABASE_CONNECTIONS: empty(z.coerce.number().int().min(2).max(500).default(16)),
  PUBLIC_URL: empty(origin.optional()),
  MEDIA_URL: empty(origin.optional()),
  TRUSTED_PROXIES: empty(z.string().optional()),
  AUTH_SECRET: empty(secret),
  MEDIA_SECRET: empty(secret),
  GRAPHQL_OPEN: empty(onOff),
  GRAPHQL_INTROSPECTION: empty(onOff),
  DEMO: empty(onOff),
  LOG_LEVEL: empty(z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).optional()),
  DRAIN_SECONDS: empty(z.coerce.number().int().min(0).max(20).optional()),
  WORKER_CONCURRENCY: empty(z.coerce.number().int().min(1).max(64).optional()),
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
        "must be URLs with a write key: https://key@host/v1",
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
      .regex(/^[A-Za-z0-9-]+$/, "must be the name of a header")
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
  INVOICE_ISSUER: empty(z.string().max(1000).optional()),
  TEST_GATEWAY: empty(onOff),
  TEST_GATEWAY_PORT: empty(z.coerce.number().int().min(1).max(65535).optional()),
  TEST_GATEWAY_URL: empty(origin.optional()),
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

/** What the environment decides, parsed once. Times in the unit that a name states. */
export interface Config {
  readonly isProduction: boolean;
  readonly roles: readonly RoleName[];
  readonly port: number;
  readonly host: string;
  /** Absolute path of the folder for everything that this installation keeps. */
  readonly dataDir: string;
  /** Null: the embedded PostgreSQL under `dataDir`. */
  readonly databaseUrl: string | null;
  readonly databaseConnections: number;
  /** Null: taken from the request's own Host. */
  readonly publicUrl: string | null;
  /** Origin that serves media, when it is apart from the app's. */
  readonly mediaUrl: string | null;
  /** Addresses or networks whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  readonly authSecret: string;
  readonly mediaSecret: string;
  /** Whether documents other than our own web's are taken. */
  readonly graphqlOpen: boolean;
  readonly graphqlIntrospection: boolean;
  /** Whether the demo's people and classes are made. */
  readonly demo: boolean;
  readonly logLevel: NonNullable<z.infer<typeof environment>["LOG_LEVEL"]>;
  /** How long a server that was told to end still answers, so that balancers see it leave; milliseconds. */
  readonly drainMs: number;
  readonly workerConcurrency: number | null;
  readonly s3: {
    endpoint: string;
    bucket: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
  } | null;
  readonly collectorWriteKey: string;
  /** Services that events are forwarded to, each with its write key as the user's name. */
  readonly collectorForwardUrls: readonly string[];
  /** Kilobytes of events a second that one process takes for longer than a moment: from one address, and in all. */
  readonly collectorLimits: { readonly perAddress: number; readonly inAll: number };
  readonly eventsKeptDays: number;
  /** Another database that speaks Firebase's REST protocol and is told whatever changes in the built-in one. */
  readonly realtimeDatabase: { readonly url: string; readonly secret: string } | null;
  /** Of everybody, in percent: kept out of every experiment. */
  readonly experimentHoldout: number;
  /** A geolocation service, with `{ip}` where the address goes. */
  readonly ipLocationUrl: string | null;
  /** Null: nothing is paid through Stripe. */
  readonly stripe: {
    secretKey: string;
    publishableKey: string;
    /** More than one while a secret is being replaced. */
    webhookSecrets: readonly string[];
    /** Null: Stripe's own. */
    apiUrl: string | null;
  } | null;
  /** Who invoices come from: name, address, tax number, a line each. */
  readonly invoiceIssuer: string;
  /** The built-in payment gateway without money; null where it is off. Port 0 is any that is free. */
  readonly testGateway: { port: number; url: string | null } | null;
  /** A geolocation database in MaxMind's format; used where no service is named. */
  readonly ipLocationFile: string | null;
  /** The header in which the trusted proxy names the client's country, in lower case. */
  readonly ipCountryHeader: string | null;
  /** Null: mails are kept as files under `dataDir`. */
  readonly smtpUrl: string | null;
  /** Name and address that mails come from. */
  readonly mailFrom: string;
  /** Accounts elsewhere by which people may sign in. */
  readonly signInProviders: readonly {
    readonly name: "google" | "apple";
    readonly issuer: string;
    readonly clientId: string;
    /** A secret, or the key that Apple wants each secret signed with (PKCS #8). */
    readonly secret:
      | string
      | { readonly teamId: string; readonly keyId: string; readonly privateKey: string };
  }[];
  /** The key by which push services know this server, and whom they may write to. Null: no push. */
  readonly vapid: { publicKey: string; privateKey: string; subject: string } | null;
}

/** The environment or the command line is wrong; the message lists every fault, one on a line. */
export class ConfigInvalid extends Error {
  constructor(faults: readonly string[]) {
    super(`The configuration is wrong:\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
    this.name = "ConfigInvalid";
  }
}

/**
 * Parses environment and command line. All faults are reported together.
 * @param args what follows the program's name: `--role=api`, `--role=worker` or both with a comma
 */
export function readConfig(env: NodeJS.ProcessEnv, args: readonly string[]): Config {
  const faults: string[] = [];
  const chosen = args.flatMap((argument) => {
    const value = /^--role=(.*)$/.exec(argument)?.[1];
    if (value === undefined) {
      faults.push(`${argument} is not an option; there is --role=api, --role=worker and --role=api,worker.`);
      return [];
    }
    return value.split(",");
  });
  for (const role of chosen)
    if (!roles.includes(role as RoleName)) faults.push(`--role=${role}: a role is api or worker.`);

  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) faults.push(`${issue.path.join(".")}: ${issue.message}`);
    throw new ConfigInvalid(faults);
  }
  const values = parsed.data;
  const isProduction = values.NODE_ENV === "production";
  const isTrial = values.NODE_ENV === "development";
  const isOn = (choice: "on" | "off" | undefined) => (choice ? choice === "on" : isTrial);
  if (isProduction) {
    for (const name of ["AUTH_SECRET", "MEDIA_SECRET", "PUBLIC_URL"] as const) {
      if (!values[name]) faults.push(`${name} must be set in production.`);
    }
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
  if (faults.length > 0) throw new ConfigInvalid(faults);

  const dataDir = resolve(values.DATA_DIR);
  const secrets =
    values.AUTH_SECRET && values.MEDIA_SECRET
      ? null
      : keptSecrets(dataDir, "secrets.json", secretsShape, makeSecrets, "everybody has to sign in again");
  const mailFrom =
    values.MAIL_FROM ??
    `Eightcount <hello@${values.PUBLIC_URL ? new URL(values.PUBLIC_URL).hostname : "localhost"}>`;
  const vapidKeys = values.VAPID_PUBLIC_KEY
    ? { publicKey: values.VAPID_PUBLIC_KEY, privateKey: values.VAPID_PRIVATE_KEY! }
    : isProduction || !secrets
      ? null
      : keptSecrets(
          dataDir,
          "push-keys.json",
          vapidShape,
          makeVapidKeys,
          "everybody has to turn push on again",
        );
  return {
    isProduction,
    roles: chosen.length > 0 ? roles.filter((role) => chosen.includes(role)) : roles,
    port: values.PORT,
    host: values.HOST,
    dataDir,
    databaseUrl: values.DATABASE_URL ?? null,
    databaseConnections: values.DATABASE_CONNECTIONS,
    publicUrl: values.PUBLIC_URL ?? null,
    mediaUrl: values.MEDIA_URL ?? null,
    trustedProxies:
      values.TRUSTED_PROXIES?.split(",")
        .map((part) => part.trim())
        .filter(Boolean) ?? [],
    authSecret: values.AUTH_SECRET ?? secrets!.authSecret,
    mediaSecret: values.MEDIA_SECRET ?? secrets!.mediaSecret,
    graphqlOpen: isOn(values.GRAPHQL_OPEN),
    graphqlIntrospection: isOn(values.GRAPHQL_INTROSPECTION),
    demo: isOn(values.DEMO),
    // Whoever tries it out reads two lines, not a log.
    logLevel: values.LOG_LEVEL ?? (isTrial ? "warn" : "info"),
    drainMs: (values.DRAIN_SECONDS ?? (isProduction ? 5 : 0)) * 1000,
    workerConcurrency: values.WORKER_CONCURRENCY ?? null,
    s3: s3Set.length
      ? {
          endpoint: values.S3_ENDPOINT!,
          bucket: values.S3_BUCKET!,
          region: values.S3_REGION,
          accessKeyId: values.S3_ACCESS_KEY_ID!,
          secretAccessKey: values.S3_SECRET_ACCESS_KEY!,
        }
      : null,
    collectorWriteKey: values.COLLECTOR_WRITE_KEY,
    collectorForwardUrls: values.COLLECTOR_FORWARD_URLS ?? [],
    collectorLimits: { perAddress: values.COLLECTOR_LIMIT_PER_ADDRESS, inAll: values.COLLECTOR_LIMIT },
    eventsKeptDays: values.EVENTS_KEPT_DAYS,
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
    invoiceIssuer: (values.INVOICE_ISSUER ?? "Dance classes that stream").replaceAll("\\n", "\n"),
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
    mailFrom,
    vapid: vapidKeys && {
      ...vapidKeys,
      subject: values.PUBLIC_URL?.startsWith("https:")
        ? values.PUBLIC_URL
        : `mailto:${/[^<\s]+@[^>\s]+/.exec(mailFrom)?.[0] ?? "hello@localhost"}`,
    },
  };
}

const secretsShape = z.object({ authSecret: z.string().min(32), mediaSecret: z.string().min(32) });
const makeSecrets = () => ({
  authSecret: randomBytes(32).toString("base64url"),
  mediaSecret: randomBytes(32).toString("base64url"),
});
const vapidShape = z.object({ publicKey: z.string().length(87), privateKey: z.string().length(43) });
function makeVapidKeys(): z.infer<typeof vapidShape> {
  const pair = createECDH("prime256v1");
  const publicKey = pair.generateKeys("base64url");
  // A key that begins with zeros is shorter than the protocol wants it.
  return {
    publicKey,
    privateKey: Buffer.from(pair.getPrivateKey("hex").padStart(64, "0"), "hex").toString("base64url"),
  };
}

/** Secrets of an installation that isn't production: made at the first start, kept beside its data. */
function keptSecrets<Shape>(
  dataDir: string,
  name: string,
  shape: z.ZodType<Shape>,
  make: () => Shape,
  loss: string,
): Shape {
  const file = join(dataDir, name);
  const read = () => shape.parse(JSON.parse(readFileSync(file, "utf8")));
  const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? "";
  try {
    return read();
  } catch (error) {
    if (["ENOTDIR", "EACCES"].includes(codeOf(error)))
      throw new ConfigInvalid([`DATA_DIR: ${dataDir} isn't a folder that this user may read and write.`]);
    if (codeOf(error) !== "ENOENT")
      throw new ConfigInvalid([`${file} can't be read: delete it, and ${loss}.`]);
  }
  const draft = `${file}.${process.pid}`;
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(draft, JSON.stringify(make()), { mode: 0o600 });
    // Of servers that start at once the first one's secrets are everybody's.
    linkSync(draft, file);
  } catch (error) {
    if (["ENOTDIR", "EACCES", "EROFS"].includes(codeOf(error)))
      throw new ConfigInvalid([`DATA_DIR: ${dataDir} isn't a folder that this user may read and write.`]);
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return read();
}
