import type { Gateways } from "./modules/billing/ports.ts";
import type { Config } from "./platform/config/index.ts";
import type { Clock } from "./platform/clock.ts";
import type { Db } from "./platform/db.ts";
import type { IpLocator } from "./platform/ip-location.ts";
import type { Enqueue } from "./platform/jobs/job.ts";
import type { Live, Signal } from "./platform/live.ts";
import type { Publish } from "./platform/events.ts";
import type { Log } from "./platform/log.ts";
import type { Mailer } from "./platform/mail/email-template.ts";
import type { PushSender } from "./platform/push/push.ts";
import type { Storage } from "./platform/storage.ts";

/** What a member of staff may do besides dancing; `member` and `instructor` are people of the product. */
export type Role = "member" | "moderator" | "editor" | "admin";

/** Who asks. Absent where nobody has signed in, not even anonymously. */
export interface Viewer {
  /** Who dances: the person's id, the same before and after registering, or that of a family member's profile. */
  readonly personId: string;
  /** The account that signed in, and that pays; equal to `personId` unless a family member's profile is dancing. */
  readonly accountId: string;
  /** A child's profile is dancing: nothing explicit, nothing public. */
  readonly isChild: boolean;
  /** Lists leave out what is explicit: for a child, and for whoever chose so. */
  readonly hidesExplicit: boolean;
  readonly sessionId: string;
  readonly role: Role;
  /** A staff role that waits for a second step to be set up; `role` is member until then. */
  readonly lapsedRole?: Exclude<Role, "member">;
  /** True until the person registers. */
  readonly isAnonymous: boolean;
}

/** The outside world, reached through interfaces that `app/adapters.ts` chooses by configuration. */
export interface Ports {
  readonly storage: Storage;
  readonly mailer: Mailer;
  readonly gateways: Gateways;
  readonly push: PushSender;
  readonly ipLocator: IpLocator;
}

/** What every function that answers a request, or runs a job, receives. */
export interface Ctx {
  readonly db: Db;
  readonly ports: Ports;
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  /** Tells those who look at something that it has changed. */
  readonly live: Live;
  readonly viewer: Viewer | null;
  /** Names this request in the log and in masked errors. */
  readonly requestId: string;
  /** Where the request came from, for limits and geolocation; never logged. Null in jobs. */
  readonly clientIp: string | null;
  /** The country that a trusted proxy named for this request, ISO 3166-1 alpha-2; null where none did. */
  readonly clientCountry: string | null;
  /** Scheme and host that links in answers begin with, without a trailing slash. */
  readonly publicUrl: string;
  /** What was fetched for this request already; `defineKept` and `defineLoader` look here. */
  readonly memo: Map<unknown, unknown>;
  /** Runs `work` in one transaction: all of it happens, news and jobs included, or nothing. Serialisation faults are tried again. */
  transact<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
}

/**
 * What a function inside a transaction receives. It has no ports, so that the types refuse the network inside a
 * transaction, and it alone can publish, so that they refuse news of something that was never committed.
 */
export interface Tx {
  readonly db: Db;
  readonly clock: Clock;
  readonly viewer: Viewer | null;
  readonly requestId: string;
  readonly publish: Publish;
  readonly enqueue: Enqueue;
  readonly signal: Signal;
}
