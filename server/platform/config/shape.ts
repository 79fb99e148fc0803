import type { AdmissionLimits } from "../http/admission.ts";
import type { Environment } from "./environment.ts";

/** All roles that a process can take. */
export const roles = ["api", "worker"] as const;
export type RoleName = (typeof roles)[number];

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
  /** What one process takes on at a time; the rest is told to come back. */
  readonly admission: Omit<AdmissionLimits, "always">;
  /** Null: taken from the request's own Host. */
  readonly publicUrl: string | null;
  /** Origin that serves media, when it is apart from the app's. */
  readonly mediaUrl: string | null;
  /** Addresses or networks whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  readonly authSecret: string;
  readonly mediaSecret: string;
  /** Whether documents other than our own web's are taken. */
  /** The oldest version of the web that is served; null: any. */
  readonly minWebVersion: string | null;
  readonly graphqlOpen: boolean;
  readonly graphqlIntrospection: boolean;
  /** Whether the demo's people and classes are made. */
  readonly demo: boolean;
  /** Whether the sound of classes is made for slower tempos, too. */
  readonly slowSounds: boolean;
  readonly logLevel: NonNullable<Environment["LOG_LEVEL"]>;
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
  readonly collectorLimits: { readonly perIp: number; readonly inAll: number };
  readonly eventRetentionDays: number;
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
  /** A URI: where vulnerabilities are reported. */
  readonly securityContact: string;
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
  /** The Google Cast receiver that plays classes on televisions. Null: Google's script is never loaded. */
  readonly castAppId: string | null;
  /** The key by which push services know this server, and whom they may write to. Null: no push. */
  readonly vapid: { publicKey: string; privateKey: string; subject: string } | null;
}
