import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Ctx } from "../ctx.ts";
import type { CountedCtx } from "../platform/ctx-factory.ts";
import type { Metrics } from "../platform/metrics/metrics.ts";
import { parsePosition, printPosition } from "../platform/replica/position.ts";
import type { Position } from "../platform/replica/position.ts";
import type { Replica } from "../platform/replica/replica.ts";

/**
 * Query fields whose readers don't notice that changes of others are seconds old: lists of the library, search, leaderboards, reports.
 * What someone is charged, may open or is asked to decide isn't here.
 */
export const staleFields: ReadonlySet<string> = new Set([
  "attribution",
  "badgesByYear",
  "categories",
  "challengeById",
  "challenges",
  "classFigures",
  "continueClasses",
  "courses",
  "dueParts",
  "experiments",
  "figuresOfClasses",
  "forYouClasses",
  "funnel",
  "instructorBySlugPublic",
  "instructorClasses",
  "landingPage",
  "libraryFigures",
  "loopHeatmap",
  "moneyOverview",
  "newcomersClass",
  "newcomersSet",
  "posts",
  "practicedInMs",
  "savedClasses",
  "sections",
  "songInitials",
  "songs",
  "studioAudit",
  "studioClasses",
  "studioPeople",
  "styles",
  "todaysSet",
]);
/** Fields that are as fresh as what they are read beside. */
const companions: ReadonlySet<string> = new Set(["me"]);

const cookieName = "eightcount.read_after";
/** After all changes, for when the primary can't be asked: its changes were saved. */
const latest: Position = 2n ** 64n - 1n;
/** Longer than any lag at which the replica is used; seconds. */
const cookieSeconds = 3600;

/** Sends the reads of queries that bear staleness to the replica. */
export interface StaleReads {
  /** Remembers whose request a ctx belongs to. */
  note(request: FastifyRequest, ctx: CountedCtx): void;
  /** The ctx of a query, which reads from the replica if all its root fields may. */
  ctxFor(ctx: Ctx, fields: readonly string[]): Ctx;
}

/**
 * A person's own changes are read at once: a cookie holds the position after their last one, and until the replica has it, the
 * primary answers. Clients that keep no cookies read the primary alone.
 */
export function createStaleReads(
  server: FastifyInstance,
  replica: Replica,
  options: { readonly isSecure: boolean; readonly metrics: Metrics | null },
): StaleReads {
  const requests = new WeakMap<Ctx, FastifyRequest>();
  const contexts = new WeakMap<FastifyRequest, CountedCtx[]>();
  /** Requests that the replica could have answered with a cookie. */
  const lacksCookie = new WeakSet<FastifyRequest>();
  const [prefix, flag] = options.isSecure ? ["__Host-", "; Secure"] : ["", ""];
  const write = (position: Position) =>
    `${prefix}${cookieName}=${printPosition(position)}; Path=/; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax${flag}`;

  server.addHook("onSend", async (request, reply) => {
    const found = contexts.get(request) ?? [];
    const hasWritten =
      (request.method !== "GET" && request.url.startsWith("/api/auth/")) ||
      found.some(({ viewer, counter }) => viewer !== null && counter.wrote);
    // A first cookie may replace one that another tab has just got for a change, so it isn't lower than that.
    if (hasWritten || lacksCookie.has(request))
      reply.header("set-cookie", write(await replica.currentPosition().catch(() => latest)));
  });

  return {
    note: (request, ctx) => {
      requests.set(ctx, request);
      contexts.set(request, [...(contexts.get(request) ?? []), ctx]);
    },
    ctxFor: (ctx, fields) => {
      const request = requests.get(ctx);
      const isStale =
        fields.some((field) => staleFields.has(field)) &&
        fields.every((field) => staleFields.has(field) || companions.has(field));
      if (!isStale || !request) return ctx;
      // Visitors have no changes of their own.
      const after = ctx.viewer === null ? 0n : readAfter(request);
      if (after === null) lacksCookie.add(request);
      const reason = after === null ? "no_cookie" : replica.reasonAgainst(after);
      options.metrics?.recordStaleRead(reason ?? "replica");
      if (reason !== null) return ctx;
      const { counter } = ctx as CountedCtx;
      const db = replica.db(ctx.db, counter, () => options.metrics?.recordStaleRead("retried"));
      // What other queries of this request have loaded may be fresher, and theirs must stay so.
      return { ...ctx, db, memo: new Map() };
    },
  };
}

/** The position after the last change of a request's person; null without a cookie. */
function readAfter(request: FastifyRequest): Position | null {
  const value = /(?:^|; )(?:__Host-)?eightcount\.read_after=([^;]*)/.exec(request.headers.cookie ?? "")?.[1];
  return value === undefined ? null : parsePosition(value);
}
