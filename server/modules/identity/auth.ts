import { betterAuth } from "better-auth";
import { anonymous, jwt } from "better-auth/plugins";
import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import type { Config } from "../../platform/config.ts";
import type { Log } from "../../platform/log.ts";
import { upgradeAnonymous } from "./upgrade.ts";

/** How long an access token is good for, in seconds; a session that ended is noticed sooner (see tokens.ts). */
export const accessTokenSeconds = 300;
export const tokenAudience = "eightcount";
/** The header in which our own HTTP door tells better-auth the client's address; the client's own copy is overwritten. */
export const addressHeader = "x-eightcount-address";

/** In the answer to a sign-in that merged an anonymous person: how many classes came along. */
export const mergedHeader = "x-eightcount-merged-classes";

const day = 24 * 60 * 60;
const fiveMinutes = 5 * 60;

/** better-auth over the schema `identity`: sessions in a cookie, access tokens (ES256) for the API. */
export function createAuth(options: {
  pool: pg.Pool;
  config: Config;
  log: Log;
  baseUrl: string;
  /** Gives what an anonymous person gathered to the account that they sign in to. @returns how many classes came along */
  mergePeople: (people: { from: string; into: string }) => Promise<number>;
}) {
  const { config, log } = options;
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: options.pool }) }).withSchema(
    "identity",
  );
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
    trustedOrigins: async (request) =>
      request && !config.publicUrl ? [new URL(request.url).origin] : [options.baseUrl],
    advanced: {
      cookiePrefix: "eightcount",
      useSecureCookies: config.publicUrl?.startsWith("https:") ?? false,
      ipAddress: { ipAddressHeaders: [addressHeader] },
      database: { generateId: "uuid" },
    },
    user: { additionalFields: { role: { type: "string", input: false, defaultValue: "member" } } },
    session: { expiresIn: 14 * day, updateAge: day },
    emailAndPassword: { enabled: true, minPasswordLength: 8, maxPasswordLength: 128, autoSignIn: true },
    rateLimit: {
      enabled: true,
      storage: "database",
      window: 60,
      max: 300,
      customRules: {
        "/sign-in/anonymous": { window: fiveMinutes, max: 30 },
        "/sign-in/email": { window: fiveMinutes, max: 25 },
        "/sign-up/email": { window: 30 * 60, max: 5 },
      },
    },
    plugins: [
      anonymous({
        emailDomainName: "anonymous.invalid",
        onLinkAccount: async ({ anonymousUser, newUser, ctx }) => {
          const people = { from: anonymousUser.user.id, into: newUser.user.id };
          if (people.from === people.into) return;
          ctx.setHeader(mergedHeader, String(await options.mergePeople(people)));
        },
      }),
      jwt({
        disableSettingJwtHeader: true,
        jwks: { keyPairConfig: { alg: "ES256" }, rotationInterval: 30 * day },
        jwt: {
          issuer: options.baseUrl,
          audience: tokenAudience,
          expirationTime: `${accessTokenSeconds}s`,
          getSubject: ({ user }) => user.id,
          definePayload: ({ user, session }) => ({
            sid: session.id,
            role: user["role"],
            anon: user["isAnonymous"] === true,
          }),
        },
      }),
      upgradeAnonymous(),
    ],
  });
}

export type Auth = ReturnType<typeof createAuth>;
