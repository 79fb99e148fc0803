import { betterAuth } from "better-auth";
import { APIError } from "better-auth/api";
import { anonymous, jwt } from "better-auth/plugins";
import type { JwtOptions } from "better-auth/plugins/jwt";
import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import { localeCookie } from "../../../contract/locales.ts";
import type { Ctx } from "../../ctx.ts";
import type { Log } from "../../platform/log.ts";
import { refuseSuspended } from "./suspensions/suspensions.ts";
import { ipHeader, answering, localeOfRequest } from "./endpoints/adapter.ts";
import { anonymousSignIn } from "./endpoints/anonymous-sign-in.ts";
import { changingAccount } from "./endpoints/account.ts";
import { knownDevices } from "./endpoints/known-devices.ts";
import { mailedLinks } from "./endpoints/links.ts";
import { merging } from "./endpoints/merging.ts";
import type { EndOutsideAccess } from "./email-addresses/claims.ts";
import type { MergePeople } from "./endpoints/merging.ts";
import { passkeys } from "./endpoints/passkeys.ts";
import { providers } from "./endpoints/providers.ts";
import { registering } from "./endpoints/register.ts";
import { secondFactor } from "./endpoints/second-factor.ts";
import { securityEvents } from "./endpoints/security-events.ts";
import { securityNotices } from "./endpoints/security-notices.ts";
import type { CountryOf } from "./endpoints/place.ts";
import { signingIn } from "./endpoints/sign-in.ts";
import { localeOfAccount } from "./preferences/preferences.ts";
import { cookieNameOf, hasSecureCookies, localeCookieOptions } from "./sessions/cookie.ts";
import { findSession } from "./store.ts";

/** Lifetime of an access token in seconds. Revoked sessions are detected sooner (see tokens.ts). */
const accessTokenSeconds = 300;
export const tokenAudience = "eightcount";

const day = 24 * 60 * 60;

/**
 * Configures better-auth over the schema `identity`: sessions in a cookie, access tokens (ES256) for the API.
 */
export function createAuth(options: {
  pool: pg.Pool;
  /** A ctx without a viewer, for our own endpoints within better-auth. */
  ctx: Ctx;
  /** Without a request id, since a hook of every request writes to it. */
  log: Log;
  baseUrl: string;
  mergePeople: MergePeople;
  endOutsideAccess: EndOutsideAccess;
  countryOf: CountryOf;
}) {
  const { log } = options;
  const { config } = options.ctx;
  const deps = { ctx: options.ctx, countryOf: options.countryOf };
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: options.pool }) }).withSchema(
    "identity",
  );
  const tokens = {
    disableSettingJwtHeader: true,
    jwks: { keyPairConfig: { alg: "ES256" }, rotationInterval: 30 * day },
    jwt: {
      issuer: options.baseUrl,
      audience: tokenAudience,
      expirationTime: `${accessTokenSeconds}s`,
      getSubject: ({ user }) => user.id,
      definePayload: async ({ user, session }) => ({
        sid: session.id,
        pid: session["profileId"] ?? null,
        role: user["role"],
        anon: user["isAnonymous"] === true,
        hides: (await findSession(options.ctx.db, session.id))?.hidesExplicit ?? false,
      }),
    },
  } satisfies JwtOptions;
  return betterAuth({
    baseURL: options.baseUrl,
    basePath: "/api/auth",
    secret: config.authSecret,
    database: { db, type: "postgres", transaction: true },
    telemetry: { enabled: false },
    logger: {
      level: "warn",
      log: (level, message) => log[level === "error" ? "error" : "warn"]({ auth: true }, message),
    },
    onAPIError: {
      // An APIError is a response. Any other error is a bug, which the server masks and logs.
      onError: (error) => {
        if (!(error instanceof APIError)) throw error;
        if (error.statusCode >= 500) log.error({ err: error }, "Signing in failed");
      },
    },
    trustedOrigins: async (request) =>
      request && !config.publicUrl ? [new URL(request.url).origin] : [options.baseUrl],
    advanced: {
      // better-auth's own prefix for secure cookies is the weaker one.
      cookiePrefix: cookieNameOf(config, "").slice(0, -1),
      useSecureCookies: false,
      defaultCookieAttributes: { secure: hasSecureCookies(config) },
      ipAddress: { ipAddressHeaders: [ipHeader] },
      database: { generateId: "uuid" },
    },
    user: { additionalFields: { role: { type: "string", input: false, defaultValue: "member" } } },
    session: {
      expiresIn: 14 * day,
      updateAge: day,
      // Sensitive actions check `confirmedAt` instead.
      freshAge: 0,
      additionalFields: {
        confirmedAt: { type: "date", input: false, required: false },
        rotatedAt: { type: "date", input: false, required: false },
        profileId: { type: "string", input: false, required: false },
      },
    },
    databaseHooks: {
      session: {
        create: {
          before: async ({ userId }, ctx) => {
            // Every way to sign in passes here.
            await answering(ctx, () => refuseSuspended(options.ctx, userId));
            const now = options.ctx.clock.now();
            // IP addresses are not stored, for privacy.
            return {
              data: { ipAddress: null, createdAt: now, updatedAt: now, confirmedAt: now, rotatedAt: now },
            };
          },
          // The account's language wins over the browser's, which the next page then shows.
          after: async ({ userId }, ctx) => {
            const requested = localeOfRequest(ctx);
            const locale = await localeOfAccount(options.ctx.db, userId, requested);
            if (locale !== requested) ctx?.setCookie(localeCookie, locale, localeCookieOptions(config));
          },
        },
      },
    },
    // auth-limits.ts limits these routes before a request arrives here.
    rateLimit: { enabled: false },
    plugins: [
      anonymous({
        emailDomainName: "anonymous.invalid",
        // See merging.ts.
        disableDeleteAnonymousUser: true,
      }),
      jwt(tokens),
      anonymousSignIn(tokens),
      registering(deps),
      signingIn(deps),
      mailedLinks({ ...deps, endOutsideAccess: options.endOutsideAccess }),
      changingAccount(deps),
      secondFactor(deps),
      providers(deps),
      ...passkeys(deps),
      securityNotices({
        ...deps,
        endOutsideAccess: options.endOutsideAccess,
      }),
      knownDevices(deps),
      securityEvents(log, options.ctx.db),
      merging({ ...deps, mergePeople: options.mergePeople }),
    ],
  });
}

export type Auth = ReturnType<typeof createAuth>;
