import { requestedLocale } from "../../../contract/locales.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Viewer } from "../../ctx.ts";
import { locateCaller } from "../../modules/growth/index.ts";
import { checkAuthSecret } from "../../modules/identity/auth-secret.ts";
import { createAuth } from "../../modules/identity/auth.ts";
import { registerAuthRoutes } from "../../modules/identity/http.ts";
import type { CountryOf } from "../../modules/identity/endpoints/place.ts";
import { seenViewer } from "../../modules/identity/see-as/see-as.ts";
import { deviceOf } from "../../modules/identity/sessions/devices.ts";
import { createTokenVerifier } from "../../modules/identity/sessions/tokens.ts";
import { createCtx } from "../../platform/ctx-factory.ts";
import type { CountedCtx, Shared } from "../../platform/ctx-factory.ts";
import { ReadOnly, Unavailable } from "../../platform/errors.ts";
import { createGraphqlEngine, maxOperationMs } from "../../platform/graphql/endpoint.ts";
import { readTrustedDocuments } from "../../platform/graphql/documents.ts";
import { readWebBuild } from "../../platform/web/build.ts";
import { offerBuild } from "../../platform/web/offered-builds.ts";
import { release } from "../../platform/release.ts";
import { countryByProxy, createHttpServer, publicUrlOf } from "../../platform/http/server.ts";
import { endOutsideAccess } from "../end-outside-access.ts";
import { mergePeople } from "../merge.ts";
import { modules } from "../modules.ts";
import { schema } from "../schema.ts";
import { registerPlaybackReports } from "../playback-reports.ts";
import { registerSecurityTxt } from "../security-txt.ts";
import { createStaleReads } from "../stale-reads.ts";
import { registerWeb } from "../web.ts";
import { inEnglish } from "../../platform/i18n/messages.ts";

/** Names the ticket by which staff see the pages of a member. */
const seeAsHeader = "x-see-as";
/** No request for this long means that clients send theirs elsewhere; milliseconds. */
const quietMs = 500;
const lookMs = 50;
/** Clients that never go are cut; milliseconds. */
const maxQuietWaitMs = 3_000;

export interface ApiOptions {
  /** Folder of the web build; a server without one serves everything except pages. */
  readonly webDir: string;
  /** How long an operation may take, in milliseconds. Tests take less. */
  readonly maxOperationMs?: number | undefined;
}

export interface Api {
  readonly server: FastifyInstance;
  /** The port that it listens on. */
  readonly port: number;
  /** Completes running requests, accepts no new ones, and ends. */
  stop(): Promise<void>;
}

/** Starts the api role, which serves requests. */
export async function startApi(shared: Shared, options: ApiOptions): Promise<Api> {
  const { config, log } = shared;
  const server = createHttpServer(config, log, shared.pool, shared.metrics);
  const issuer = config.publicUrl ?? `http://localhost:${config.port}`;
  const anonymousCtx = createCtx(shared, {
    requestId: "start",
    viewer: null,
    clientIp: null,
    publicUrl: issuer,
  });
  await checkAuthSecret(anonymousCtx.db, config.authSecret);
  const countryOf: CountryOf = async (clientIp, clientCountry) =>
    (await locateCaller({ ...anonymousCtx, clientIp, clientCountry })).countryCode;
  const auth = createAuth({
    pool: shared.pool,
    ctx: anonymousCtx,
    log,
    baseUrl: issuer,
    mergePeople: (people) => mergePeople(anonymousCtx, people),
    endOutsideAccess,
    countryOf,
  });
  const tokens = createTokenVerifier(auth, issuer, shared.clock);

  const staleReads =
    shared.replica &&
    createStaleReads(server, shared.replica, {
      isSecure: config.publicUrl?.startsWith("https:") ?? false,
      metrics: shared.metrics,
    });
  const ctxWith = (
    request: FastifyRequest,
    viewer: Viewer | null,
    locale = requestedLocale(request.headers),
  ): CountedCtx => {
    const ctx = createCtx(shared, {
      requestId: request.id,
      viewer,
      // Undefined once the client has left.
      clientIp: (request.ip as string | undefined) ?? null,
      clientCountry: countryByProxy(request, config),
      place: async () => ({
        device: deviceOf(request.headers["user-agent"] ?? null),
        country: await countryOf(request.ip, countryByProxy(request, config)),
      }),
      publicUrl: publicUrlOf(request, config),
      locale,
    });
    staleReads?.note(request, ctx);
    return ctx;
  };
  const ctxOf = async (request: FastifyRequest): Promise<CountedCtx> => {
    const token = /^Bearer\s+(\S+)$/i.exec(String(request.headers["x-auth-token"] ?? ""))?.[1];
    const hasHeader = request.headers["x-auth-token"] !== undefined && request.headers["x-auth-token"] !== "";
    // A header without a token counts as an invalid token, which the verifier reports.
    const viewer = hasHeader ? await tokens.verify(token ?? "", anonymousCtx.db) : null;
    const ticket = request.headers[seeAsHeader];
    if (ticket === undefined) return ctxWith(request, viewer);
    // Other routes change something, or hand out files.
    if (request.routeOptions.url !== "/graphql") throw new ReadOnly();
    return ctxWith(request, await seenViewer(anonymousCtx, viewer, String(ticket)));
  };

  let draining = false;
  let lastRequestAt = 0;
  server.addHook("onRequest", async (request) => {
    if (request.url !== "/readyz" && request.url !== "/healthz") lastRequestAt = Date.now();
  });
  // Keep-alive connections would be cut during a request. `Connection: close` lets clients close them in time.
  server.addHook("onSend", async (_request, reply) => {
    if (draining) reply.header("connection", "close");
  });
  server.get("/readyz", async (_request, reply) => {
    reply.header("cache-control", "no-store");
    if (draining) throw new Unavailable(inEnglish("This server is shutting down."));
    // Its own state alone: without the shared database, a balancer would drop all servers at once.
    return { status: "ready" };
  });

  const build = await readWebBuild(options.webDir);
  const trusted = await readTrustedDocuments(`${options.webDir}/.meta/trusted-documents.json`);
  const offered = await offerBuild({ db: anonymousCtx.db, clock: shared.clock, log }, build, trusted);
  const graphql = createGraphqlEngine({
    schema,
    trusted,
    otherBuilds: offered,
    open: config.graphqlOpen,
    introspection: config.graphqlIntrospection,
    log,
    metrics: shared.metrics,
    clients: { minWebVersion: config.minWebVersion, release },
    maxOperationMs: options.maxOperationMs ?? maxOperationMs,
    ctxOf,
    ...(staleReads ? { ctxOfQuery: staleReads.ctxFor } : {}),
    isSignedIn: async ({ viewer, db }) => viewer !== null && tokens.isAlive(viewer.sessionId, db),
  });
  await graphql.register(server);
  registerPlaybackReports(server, anonymousCtx, shared.metrics);
  registerSecurityTxt(server, config, shared.clock);
  await registerAuthRoutes(server, auth, anonymousCtx, log);
  for (const module of modules)
    await module.http?.({ server, ctxOf: (request) => ctxOf(request as FastifyRequest), ctx: anonymousCtx });
  await registerWeb(server, {
    build,
    offered,
    config,
    log,
    auth,
    graphql,
    tokens,
    ctxWith,
    release,
    metrics: shared.metrics,
  });

  // In a rush of new clients, a full backlog costs each of them seconds until TCP retries. Refusing them at once costs nothing.
  await server.listen({ port: config.port, host: config.host, backlog: 4096 });
  const address = server.server.address();
  return {
    server,
    port: typeof address === "object" && address ? address.port : config.port,
    stop: async () => {
      draining = true;
      await sleep(config.drainMs);
      // Closing an idle connection cuts the request that a client is just sending on it: wait until they are gone.
      const until = Date.now() + Math.min(config.drainMs, maxQuietWaitMs);
      while (Date.now() - lastRequestAt < quietMs && Date.now() < until) await sleep(lookMs);
      await server.close();
      offered.stop();
    },
  };
}
