import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { fromNodeHeaders } from "better-auth/node";
import type { BootData, FirstQuery, FirstQueryVariable } from "../../contract/boot.ts";
import { chosenPseudoLocale, requestedLocale } from "../../contract/locales.ts";
import type { Locale } from "../../contract/locales.ts";
import { paths, sharedVideoPath } from "../../contract/urls.ts";
import type { Ctx, Viewer } from "../ctx.ts";
import type { Gateway } from "../modules/billing/ports.ts";
import { consentStateOf, isOwnNetwork, isVaried, locateCaller, pageWaitMs } from "../modules/growth/index.ts";
import { ipHeader } from "../modules/identity/endpoints/adapter.ts";
import { publishedPages } from "../../contract/legal-pages.ts";
import type { Auth } from "../modules/identity/auth.ts";
import { localeOfAccount } from "../modules/identity/index.ts";
import { sessionCookieOf, writeLocaleCookie } from "../modules/identity/sessions/cookie.ts";
import type { SessionCookie } from "../modules/identity/sessions/cookie.ts";
import type { TokenVerifier } from "../modules/identity/sessions/tokens.ts";
import { beginsAtLanding } from "../modules/studio/landing/landing.ts";
import type { Brand, BrandImage } from "../modules/site/brand/files.ts";
import type { Config } from "../platform/config/index.ts";
import type { CountedCtx } from "../platform/ctx-factory.ts";
import { DomainError } from "../platform/errors.ts";
import type { GraphqlEngine } from "../platform/graphql/endpoint.ts";
import { publicUrlOf } from "../platform/http/server.ts";
import type { Log } from "../platform/log.ts";
import type { Metrics } from "../platform/metrics/metrics.ts";
import { matchRoute } from "../platform/web/build.ts";
import type { WebBuild, WebFile } from "../platform/web/build.ts";
import { createPageCompression, type CompressPage } from "../platform/web/compress-pages.ts";
import type { OfferedBuilds } from "../platform/web/offered-builds.ts";
import { pageHeaders } from "../platform/web/headers.ts";
import { renderPage } from "../platform/web/page.ts";
import type { Look } from "../platform/web/page.ts";
import { createFirstViews } from "./first-views.ts";
import { movedTo } from "./moved-pages.ts";
import { metaOf } from "./page-meta.ts";

export interface WebOptions {
  /** Null: everything is served except pages. */
  readonly build: WebBuild | null;
  /** Files of the builds that other servers offer. */
  readonly offered: Pick<OfferedBuilds, "fileOf">;
  readonly config: Config;
  readonly log: Log;
  readonly auth: Auth;
  readonly graphql: GraphqlEngine;
  readonly tokens: TokenVerifier;
  /** Null: first views aren't counted. */
  readonly metrics: Metrics | null;
  /** Sent to the web app, which returns it as x-client-version. */
  readonly release: string;
  /** @param locale default the browser's choice */
  ctxWith(request: FastifyRequest, viewer: Viewer | null, locale?: Locale): CountedCtx;
}

/** Fonts are for every origin: payment fields are frames of their providers, and show the app's font. */
const fontType = "font/woff2";
const anyOrigin = { "access-control-allow-origin": "*" };

/** Serves the web build, each page with its initial data. */
export async function registerWeb(server: FastifyInstance, options: WebOptions): Promise<void> {
  const { build } = options;
  if (!build) {
    server.setNotFoundHandler(async (_request, reply) =>
      reply.code(404).send({
        error: { code: "NOT_FOUND", message: "Not found. The web app isn’t built. Run npm run build." },
      }),
    );
    return;
  }
  const cookie = await sessionCookieOf(options.auth);
  const firstViewOf = createFirstViews({ ...options, build });
  const compress = createPageCompression(options.log);
  server.get("/robots.txt", async (_request, reply) =>
    reply.type("text/plain; charset=utf-8").send("User-agent: *\nDisallow: /account/\nDisallow: /checkout\n"),
  );
  server.setNotFoundHandler(async (request, reply) => {
    const { pathname } = new URL(request.url, "http://page");
    const file = build.files.get(pathname);
    if (request.method === "OPTIONS" && file?.type === fontType)
      return reply
        .headers({ ...anyOrigin, "access-control-allow-headers": "*" })
        .code(204)
        .send();
    if (request.method !== "GET" && request.method !== "HEAD") {
      // Without its service worker the app can't take a shared video: the page asks for it.
      if (pathname === sharedVideoPath) return reply.redirect(`${paths.upload()}?from=share`, 303);
      return reply.code(404).send({ error: { code: "NOT_FOUND", message: "Not found." } });
    }
    if (file) return sendFile(file, request, reply);
    // A missing file must be a 404, not a page: the browser is requesting code of another release.
    if (pathname.startsWith("/assets/")) {
      const ofOtherBuild = await options.offered.fileOf(pathname);
      if (ofOtherBuild) return sendFile(ofOtherBuild, request, reply);
      return reply.code(404).header("cache-control", "no-store").type("text/plain").send("Not found");
    }
    return sendPage(build, { ...options, cookie, firstViewOf, compress }, request, reply);
  });
}

function sendFile(file: WebFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply
    .header("cache-control", file.isHashed ? "public, max-age=31536000, immutable" : "no-cache")
    .header("etag", file.etag)
    .header("vary", "accept-encoding");
  if (file.type === fontType) reply.headers(anyOrigin);
  if (request.headers["if-none-match"] === file.etag) return reply.code(304).send();
  const accepted = String(request.headers["accept-encoding"] ?? "");
  reply.type(file.type);
  if (file.br && /\bbr\b/.test(accepted)) return reply.header("content-encoding", "br").send(file.br);
  if (file.gz && /\bgzip\b/.test(accepted)) return reply.header("content-encoding", "gzip").send(file.gz);
  return reply.send(file.content);
}

async function sendPage(
  build: WebBuild,
  options: WebOptions & {
    readonly cookie: SessionCookie;
    readonly firstViewOf: ReturnType<typeof createFirstViews>;
    readonly compress: CompressPage;
  },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const url = new URL(request.url, publicUrlOf(request, options.config));
  const isHome = url.pathname === "/" || url.pathname === paths.dashboard();
  if (/^\/account\/?$/.test(url.pathname)) return reply.redirect(paths.settings() + url.search, 302);
  const matched = matchRoute(build.routes.routes, url.pathname);
  const { viewer, token } = await signedIn(request, options);
  const requested = requestedLocale(request.headers);
  if (isHome && (!viewer || viewer.isAnonymous) && !options.ctxWith(request, null).studio.isOpen)
    return reply.header("cache-control", "private, no-store").redirect(paths.comingSoon(), 302);
  if (url.pathname === "/") {
    const begins = await beginsAtLanding(options.ctxWith(request, viewer), viewer);
    return reply
      .header("cache-control", "private, no-store")
      .redirect(begins ? paths.landing() + url.search : paths.dashboard(), 302);
  }
  const moved = await movedTo(options.ctxWith(request, viewer), matched, url);
  // Browsers ask again: a new entry may take the slug back.
  if (moved) return reply.header("cache-control", "private, no-cache").redirect(moved, 301);
  const locale = viewer
    ? await localeOfAccount(options.ctxWith(request, viewer).db, viewer.accountId, requested)
    : requested;
  const pseudo = chosenPseudoLocale(request.headers.cookie ?? "");
  const isPseudo = pseudo !== null && build.html[pseudo] !== undefined;
  if (locale !== requested && !isPseudo)
    reply.header("set-cookie", writeLocaleCookie(options.config, locale));
  const ctx = options.ctxWith(request, viewer, locale);
  // A page doesn't wait for a slow geolocation service.
  const locating = locateCaller(ctx, pageWaitMs);
  const firstQuery = matched?.route.firstQuery;
  const isPersonal =
    !viewer && firstQuery?.isForVisitors && firstQuery.variedBy
      ? await isVaried(ctx, firstQuery.variedBy)
      : false;
  const queries = [
    { operationName: "Config", variables: {} },
    ...(viewer ? [{ operationName: "GetMeProfile", variables: {} }] : []),
    ...(matched && firstQuery && (viewer || (firstQuery.isForVisitors && !isPersonal))
      ? [firstQueryOf(firstQuery, matched.params, url)]
      : []),
  ];
  const results = await Promise.all(
    queries.map(async (query) => {
      const { data, errors } = await options.graphql.executeTrusted(
        query.operationName,
        query.variables,
        ctx,
      );
      // The page repeats a failed query itself and shows the failure like any other.
      return errors || !data ? [] : [{ ...query, data }];
    }),
  );
  const location = await locating;
  const boot: BootData = {
    locale: isPseudo ? pseudo : ctx.locale,
    release: options.release,
    studio: {
      name: ctx.studio.name,
      ...bootLogo(ctx.studio.brand),
      isOpen: ctx.studio.isOpen,
      ...(!ctx.studio.isOpen && ctx.studio.about ? { about: ctx.studio.about } : {}),
      legalPages: publishedPages(ctx.studio, ctx.clock.now()),
    },
    collector: { url: "/v1", writeKey: options.config.collectorWriteKey },
    consent: consentStateOf(options.config, location, request.headers),
    accessToken: token,
    // The web app requests an unknown location itself, with a timeout of 2 s.
    // Without the address, which nothing in the app needs: visitors of one place get the same HTML.
    ipLocation: location.countryCode === null && !isOwnNetwork(request.ip) ? null : { ...location, ip: null },
    results: results.flat(),
  };
  const [meta, firstView] = await Promise.all([
    metaOf(ctx, matched, url),
    !viewer && matched?.route.firstView
      ? options.firstViewOf(firstQueryOf(matched.route.firstView, matched.params, url), {
          ctx,
          pathname: url.pathname,
          boot,
        })
      : null,
  ]);
  const { html, inline } = renderPage(build, {
    look: lookOf(request),
    boot: firstView ? { ...boot, firstView: firstView.result } : boot,
    firstView,
    route: matched?.route ?? null,
    meta,
    brand: ctx.studio.brand,
    isReady: viewer !== null && results.every((found) => found.length > 0),
  });
  const isFound = matched !== null && !meta.isMissing;
  reply
    .code(isFound ? 200 : 404)
    .headers(
      pageHeaders(mediaOriginsOf(options.config), originsOf(ctx), options.config.castAppId !== null, inline),
    )
    // A page with a token must not be cached.
    .header("cache-control", token ? "private, no-store" : "private, no-cache")
    .header("vary", "accept-encoding, accept-language, cookie")
    .type("text/html; charset=utf-8");
  const compressed = await options.compress(
    html,
    String(request.headers["accept-encoding"] ?? ""),
    viewer === null && isFound,
  );
  if (!compressed) return reply.send(html);
  return reply.header("content-encoding", compressed.encoding).send(compressed.content);
}

/** The logo's addresses; its content isn't embedded. */
function bootLogo({ logo }: Brand): Pick<BootData["studio"], "logo"> {
  if (!logo) return {};
  const of = ({ path, width, height }: BrandImage) => ({ path, width, height });
  return { logo: { light: of(logo.light), dark: of(logo.dark) } };
}

/** The session of the page's cookie with a fresh access token; null fields when there is none. */
async function signedIn(
  request: FastifyRequest,
  { auth, cookie, tokens, ctxWith }: WebOptions & { readonly cookie: SessionCookie },
): Promise<{ viewer: Viewer | null; token: string | null }> {
  if (!request.headers.cookie?.includes("eightcount.session_token")) return { viewer: null, token: null };
  const headers = fromNodeHeaders(request.headers);
  headers.set(ipHeader, request.ip);
  const ctx = ctxWith(request, null);
  const renamed = cookie.rename(headers.get("cookie") ?? "", ctx.clock.now());
  if (renamed) headers.set("cookie", renamed.cookies);
  if (!(await auth.api.getSession({ headers }))) return { viewer: null, token: null };
  try {
    const { token } = await auth.api.getToken({ headers });
    return { viewer: await tokens.verify(token, ctx.db), token };
  } catch (error) {
    // The session ended between the two calls: the page signs in again.
    if (error instanceof DomainError || (error as { statusCode?: unknown }).statusCode === 401)
      return { viewer: null, token: null };
    throw error;
  }
}

function firstQueryOf(
  query: FirstQuery,
  params: Record<string, string>,
  url: URL,
): { operationName: string; variables: Record<string, unknown> } {
  const valueOf = (variable: FirstQueryVariable): unknown => {
    if (typeof variable !== "object" || variable === null) return variable;
    return "param" in variable ? (params[variable.param] ?? null) : url.searchParams.get(variable.search);
  };
  return {
    operationName: query.operationName,
    variables: Object.fromEntries(
      Object.entries(query.variables).map(([name, variable]) => [name, valueOf(variable)]),
    ),
  };
}

function lookOf(request: FastifyRequest): Look {
  const cookie = request.headers.cookie ?? "";
  const theme = /(?:^|; )theme=(room|daylight)(?:;|$)/.exec(cookie)?.[1] as Look["theme"] | undefined;
  const size = /(?:^|; )text-size=(100|115|130|150|175|200)(?:;|$)/.exec(cookie)?.[1];
  return { theme: theme ?? "system", textSize: size ? Number(size) : 100 };
}

/** What pages may load from the payment providers: of all, since subscriptions stay with theirs. Null without any. */
function originsOf(ctx: Ctx): ReturnType<Gateway["origins"]> | null {
  const { gateways, owners } = ctx.ports;
  const each = [...gateways.all, ...owners.all].flatMap((one) => one.origins?.(ctx.publicUrl) ?? []);
  if (each.length === 0) return null;
  return {
    frame: each.flatMap(({ frame }) => frame),
    script: each.flatMap(({ script }) => script),
    connect: each.flatMap(({ connect }) => connect),
  };
}

/** Origins of media besides this server's own. */
function mediaOriginsOf({ mediaUrl, mediaCdn }: Config): string[] {
  return [mediaUrl, mediaCdn?.url].flatMap((url) => (url ? [new URL(url).origin] : []));
}
