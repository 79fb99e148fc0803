import type { Cdn } from "../cdn.ts";
import type { AdmissionLimits } from "../http/admission.ts";
import type { Environment } from "./environment.ts";
import type { Seller } from "./seller.ts";

/** All roles that a process can take. */
export const roles = ["api", "worker"] as const;
export type RoleName = (typeof roles)[number];

/** Parameters of scrypt. A hash takes `128 · N · r` bytes of memory, and time in proportion to `N · r · p`. */
export interface PasswordCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** The parsed configuration. Durations are in the unit that the name states. */
export interface Config {
  readonly isProduction: boolean;
  readonly roles: readonly RoleName[];
  readonly port: number;
  readonly host: string;
  /** Port of GET /metrics; null: not served. */
  readonly metricsPort: number | null;
  /** The OTLP collector that gets traces; null: nothing is traced. */
  readonly tracing: {
    /** Without the path `/v1/traces`. */
    readonly endpoint: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly serviceName: string;
    /** The share of requests and jobs that begin a trace, 0 to 1. */
    readonly share: number;
  } | null;
  /** Absolute path of the folder that holds all data of this installation. */
  readonly dataDir: string;
  /** Null: the embedded PostgreSQL under `dataDir`. */
  readonly databaseUrl: string | null;
  /** The same database through a pooler in transaction mode, for requests; null: they use `databaseUrl`, too. */
  readonly databasePooledUrl: string | null;
  /** A streaming replica for reads that bear staleness; null: the primary answers all. */
  readonly databaseReadUrl: string | null;
  /** A replica that lacks changes for longer isn't read; milliseconds. */
  readonly replicaMaxLagMs: number;
  /** Redis or Valkey for what is short-lived and frequent; null: PostgreSQL and the memory of each process. */
  readonly redisUrl: string | null;
  /** ClickHouse for analytics events, with user and password; null: PostgreSQL. */
  readonly eventsUrl: string | null;
  /** Whether a process migrates the database at its start, or waits until `npm run migrate` has. */
  readonly migratesAtStart: boolean;
  readonly databaseConnections: number;
  /** Load-shedding limits of one process. Requests past them are refused with Retry-After. */
  readonly admission: Omit<AdmissionLimits, "always">;
  /** Null: taken from the request's Host header. */
  readonly publicUrl: string | null;
  /** Origin that serves media, if it differs from the app's. */
  readonly mediaUrl: string | null;
  /** Serves segments by signed URLs; null: the app does. */
  readonly mediaCdn: Cdn | null;
  /** IP addresses or networks whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  readonly authSecret: string;
  readonly mediaSecret: string;
  /** The oldest version of the web that is served; null: any. */
  readonly minWebVersion: string | null;
  /** Whether GraphQL documents other than the web app's trusted ones are accepted. */
  readonly graphqlOpen: boolean;
  readonly graphqlIntrospection: boolean;
  /** Whether demo accounts and classes are seeded. */
  readonly demo: boolean;
  /** Whether time-stretched sound is rendered for classes. */
  readonly slowSounds: boolean;
  /** Whether published classes get AV1 renditions beside those in H.264. */
  readonly mediaAv1: boolean;
  /** Cost of password and PIN hashes. */
  readonly passwordCost: PasswordCost;
  readonly logLevel: NonNullable<Environment["LOG_LEVEL"]>;
  /** How long a server still answers after SIGTERM so that load balancers see it leave, in milliseconds. */
  readonly drainMs: number;
  readonly workerConcurrency: number | null;
  /** Classes that a worker transcodes at once; null: by cores. */
  readonly transcodesAtOnce: number | null;
  /** Most that a worker keeps of encoded clips; bytes. */
  readonly clipCacheBytes: number;
  /** Backups that workers make every night; null: none. */
  readonly backups: {
    /** Absolute path. */
    readonly folder: string;
    /** Of the day in the studio's time zone, 0 to 23. */
    readonly hour: number;
    /** How many stay. */
    readonly keep: number;
    /** Whether each is restored into a database of its own as a check. */
    readonly isRestored: boolean;
  } | null;
  readonly s3: {
    endpoint: string;
    bucket: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
  } | null;
  readonly collectorWriteKey: string;
  /** Services that events are forwarded to. The URL's user name is the write key. */
  readonly collectorForwardUrls: readonly string[];
  /** Sustained intake of analytics events per process, in kilobytes per second: per IP address and in total. */
  readonly collectorLimits: { readonly perIp: number; readonly inAll: number };
  readonly eventRetentionDays: number;
  /** An external database with Firebase's REST protocol that mirrors every change of the built-in one. */
  readonly realtimeDatabase: { readonly url: string; readonly secret: string } | null;
  /** Percentage of users who are excluded from every experiment. */
  readonly experimentHoldout: number;
  /** URL of a geolocation service; `{ip}` is replaced by the IP address. */
  readonly ipLocationUrl: string | null;
  /** Null: Stripe is not configured. */
  readonly stripe: {
    secretKey: string;
    publishableKey: string;
    /** More than one during a secret's rotation. */
    webhookSecrets: readonly string[];
    /** Null: Stripe's own API. */
    apiUrl: string | null;
  } | null;
  /** Null: purchases in app stores aren't known here. */
  readonly revenueCat: {
    secretKey: string;
    projectId: string;
    /** Values of the webhook's Authorization header. More than one during a rotation. */
    webhookAuthorizations: readonly string[];
    /** Empty: webhooks aren't signed. */
    signingSecrets: readonly string[];
    /** Each entitlement with the access type that it grants. */
    entitlements: readonly (readonly [string, string])[];
    /** Whether purchases in a store's test environment grant access. */
    allowsSandbox: boolean;
    /** Null: RevenueCat's own API. */
    apiUrl: string | null;
  } | null;
  /** Null: Chargebee is not configured. */
  readonly chargebee: {
    /** The site's name: the first part of its host. */
    site: string;
    apiKey: string;
    publishableKey: string;
    webhookUser: string;
    /** Two during a password's rotation. */
    webhookPasswords: readonly string[];
    /** The gateway account that takes payments; null: Chargebee's own choice. */
    gatewayAccountId: string | null;
    /** Null: the site's own API. */
    apiUrl: string | null;
  } | null;
  /** Null: Braintree is not configured. */
  readonly braintree: {
    environment: "production" | "sandbox";
    merchantId: string;
    publicKey: string;
    privateKey: string;
    /** The merchant account that takes payments of each currency. */
    merchantAccounts: ReadonlyMap<string, string>;
    /** The studio's registration at Google; null: Google Pay works in the sandbox alone. */
    googleMerchantId: string | null;
    /** Null: the environment's own API. */
    apiUrl: string | null;
  } | null;
  /** How long a subscription that a provider owns grants access beyond its end without a fresh reading, in hours. */
  readonly ownedGraceHours: number;
  /** The provider of new subscriptions; null: the first that is configured. */
  readonly paymentProvider: string | null;
  /** Who sells; null in production until it is configured: then nothing is sold. */
  readonly seller: Seller | null;
  /** The European Central Bank's file of reference rates; null: the studio enters its exchange rates. */
  readonly ecbRatesUrl: string | null;
  /** The EU's register of VAT ids; null: VAT ids are checked by format and checksum alone. */
  readonly viesUrl: string | null;
  /** The built-in test gateway, which moves no money; null where it is off. Port 0 picks any free port. */
  readonly testGateway: { port: number; url: string | null } | null;
  /** A geolocation database in MaxMind's format; used where no service is configured. */
  readonly ipLocationFile: string | null;
  /** Name of the header, in lower case, in which the trusted proxy sends the client's country. */
  readonly ipCountryHeader: string | null;
  /** Null: emails are stored as files under `dataDir`. */
  readonly smtpUrl: string | null;
  /** How email services tell of bounces and complaints; each null where it isn't configured. */
  readonly mailWebhooks: {
    /** The topic of Amazon SNS; `url` null: that of Amazon. */
    readonly ses: { readonly topicArn: string; readonly url: string | null } | null;
    /** Verification key: a P-256 key in base64. */
    readonly sendGridKey: string | null;
    /** Two during a rotation. */
    readonly postmarkPasswords: readonly string[] | null;
  };
  /** Email address of the sender, or name and address. Without a name it gets the studio's. */
  readonly mailFrom: string;
  /** URI for reporting vulnerabilities. */
  readonly securityContact: string;
  /** OpenID providers that people may sign in with. */
  readonly signInProviders: readonly {
    readonly name: "google" | "apple";
    readonly issuer: string;
    readonly clientId: string;
    /** A client secret, or Apple's private key that signs each client secret (PKCS #8). */
    readonly secret:
      | string
      | { readonly teamId: string; readonly keyId: string; readonly privateKey: string };
  }[];
  /** Google Cast receiver app. Null: Google's script is never loaded. */
  readonly castAppId: string | null;
  /** VAPID keys that identify this server to push services, and a contact for their operators. Null: no push. */
  readonly vapid: { publicKey: string; privateKey: string; subject: string } | null;
}
