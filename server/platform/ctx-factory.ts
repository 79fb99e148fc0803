import { ReadOnly } from "./errors.ts";
import type pg from "pg";
import { sourceLocale, type Locale } from "../../contract/locales.ts";
import type { ClientPlace, Ctx, Ports, Viewer } from "../ctx.ts";
import type { Clock } from "./clock.ts";
import type { Config } from "./config/index.ts";
import { dbOver } from "./db.ts";
import type { StatementCounter } from "./db.ts";
import type { Reaction } from "./events.ts";
import type { Live } from "./live/live.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { Replica } from "./replica/replica.ts";
import { transact } from "./transaction.ts";

/** Dependencies that all requests and jobs of a process share. */
export interface Shared {
  readonly pool: pg.Pool;
  readonly ports: Ports;
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  readonly live: Live;
  /** The studio's settings as they are now. */
  readonly studio: { current(): Ctx["studio"]; refresh(): Promise<void> };
  readonly reactions: readonly Reaction[];
  /** Null: this process isn't measured. */
  readonly metrics: Metrics | null;
  /** Null: the primary answers all reads. */
  readonly replica: Replica | null;
}

export interface RequestContext {
  readonly requestId: string;
  readonly viewer: Viewer | null;
  readonly clientIp: string | null;
  readonly clientCountry?: string | null;
  readonly place?: () => Promise<ClientPlace>;
  readonly publicUrl: string;
  /** Default English. */
  readonly locale?: Locale;
}

/** A ctx that counts its SQL statements. */
export type CountedCtx = Ctx & { readonly counter: StatementCounter };

/** Creates the ctx of one request or one job run. */
export function createCtx(shared: Shared, request: RequestContext): CountedCtx {
  const counter: StatementCounter = { statements: 0 };
  const { pool, ports, config, clock, live, reactions } = shared;
  const { requestId, viewer } = request;
  let log: Log | undefined;
  return {
    db: dbOver(pool, counter),
    ports,
    config,
    clock,
    live,
    // Long-lived contexts must see later changes.
    get studio() {
      return shared.studio.current();
    },
    refreshStudio: () => shared.studio.refresh(),
    // Lazy, since most requests log nothing.
    get log() {
      return (log ??= shared.log.child({ requestId }));
    },
    viewer,
    requestId,
    clientIp: request.clientIp,
    clientCountry: request.clientCountry ?? null,
    place: request.place ?? (async () => ({ device: null, country: null })),
    publicUrl: request.publicUrl,
    locale: request.locale ?? sourceLocale,
    memo: new Map(),
    counter,
    transact: async (work) => {
      if (viewer?.seenBy) throw new ReadOnly();
      return transact(
        pool,
        { clock, config, studio: shared.studio.current(), viewer, requestId, reactions, live, counter },
        work,
      );
    },
  };
}

/** Creates the ctx of one job run: without a viewer, and with the configured public URL. */
export function createJobCtx(shared: Shared, requestId: string): Ctx {
  const { config } = shared;
  return createCtx(shared, {
    requestId,
    viewer: null,
    clientIp: null,
    publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
  });
}
