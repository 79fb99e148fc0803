import type { Locale } from "../contract/locales.ts";
import type { Role } from "../contract/staff.ts";
import type { SubscriptionOwners } from "./modules/billing/owner-ports.ts";
import type { Gateways, VatRegister } from "./modules/billing/ports.ts";
import type { Studio } from "./modules/site/studio.ts";
import type { Config } from "./platform/config/index.ts";
import type { Clock } from "./platform/clock.ts";
import type { Db } from "./platform/db.ts";
import type { IpLocator } from "./platform/ip-location.ts";
import type { Enqueue, EnqueueAll } from "./platform/jobs/job.ts";
import type { Live, Signal } from "./platform/live/live.ts";
import type { Publish } from "./platform/events.ts";
import type { Log } from "./platform/log.ts";
import type { Mailer } from "./platform/mail/mail.ts";
import type { ClickHouse } from "./platform/clickhouse.ts";
import type { Redis } from "./platform/redis/redis.ts";
import type { PushSender } from "./platform/push/push.ts";
import type { Storage } from "./platform/storage.ts";
export type { Role };

/** The account and profile that make the request. Absent without any session, not even a guest's. */
export interface Viewer {
  /** The active profile: the account's own id, which registering keeps, or that of a family member's profile. */
  readonly personId: string;
  /** The account that is signed in and pays. Equal to `personId` unless a family member's profile is active. */
  readonly accountId: string;
  /** A child's profile is active: nothing explicit, nothing public. */
  readonly isChild: boolean;
  /** Lists leave out explicit classes: for a child, or by the person's setting. */
  readonly hidesExplicit: boolean;
  readonly sessionId: string;
  readonly role: Role;
  /** A staff role that is inactive until a second factor is set up; `role` is member until then. */
  readonly lapsedRole?: Exclude<Role, "member">;
  /** True until the person registers. */
  readonly isAnonymous: boolean;
  /** The member of staff who sees the pages of this member, read-only: no transaction opens for them. */
  readonly seenBy?: string;
}

/** Interfaces to external services, which `app/adapters.ts` selects by configuration. */
export interface Ports {
  readonly storage: Storage;
  readonly mailer: Mailer;
  readonly gateways: Gateways;
  readonly owners: SubscriptionOwners;
  readonly push: PushSender;
  readonly ipLocator: IpLocator;
  /** Null: none is configured. */
  readonly redis: Redis | null;
  /** Stores analytics events; null: PostgreSQL does. */
  readonly clickHouse: ClickHouse | null;
  /** Null: VAT ids are checked by format and checksum alone. */
  readonly vatRegister: VatRegister | null;
}

/** The browser and country of a request, never an IP address. */
export interface ClientPlace {
  /** Browser and system, as "Chrome, Mac". */
  readonly device: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
}

/** The context that every request and every job run passes to all functions. */
export interface Ctx {
  readonly db: Db;
  readonly ports: Ports;
  readonly config: Config;
  /** The studio's settings: its name, seller and region. */
  readonly studio: Studio;
  /** Reads `studio` again after a change of the settings. */
  refreshStudio(): Promise<void>;
  readonly log: Log;
  readonly clock: Clock;
  /** Notifies listeners of changes. */
  readonly live: Live;
  readonly viewer: Viewer | null;
  /** Identifies this request in the log and in masked errors. */
  readonly requestId: string;
  /** IP address of the client, for limits and geolocation; never logged. Null in jobs. */
  readonly clientIp: string | null;
  /** Country that a trusted proxy sent for this request, ISO 3166-1 alpha-2; null without one. */
  readonly clientCountry: string | null;
  /** Browser and country of the client, for security notices. Nothing is known of a job's. */
  place(): Promise<ClientPlace>;
  /** Scheme and host of links in responses, without a trailing slash. */
  readonly publicUrl: string;
  /** Language of the request: the browser’s choice. English in jobs. */
  readonly locale: Locale;
  /** Values computed or fetched for this request, by `defineMemo` and `defineLoader`. */
  readonly memo: Map<unknown, unknown>;
  /** Runs `work` in one transaction, including its events and jobs. Serialization failures are retried. */
  transact<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
}

/**
 * The context of functions inside a transaction. Without ports, so that the types forbid network calls inside a transaction. Only
 * a `Tx` can publish, so that no event is published without a commit.
 */
export interface Tx {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Config;
  readonly studio: Studio;
  readonly viewer: Viewer | null;
  readonly requestId: string;
  readonly publish: Publish;
  readonly enqueue: Enqueue;
  readonly enqueueAll: EnqueueAll;
  readonly signal: Signal;
}
