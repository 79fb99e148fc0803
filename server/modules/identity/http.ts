import { requestedLocale } from "../../../contract/locales.ts";
import { fromNodeHeaders } from "better-auth/node";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Ctx } from "../../ctx.ts";
import type { Config } from "../../platform/config/index.ts";
import { BadInput, DomainError, Forbidden, NotFound, RateLimited } from "../../platform/errors.ts";
import { countryByProxy, publicUrlOf } from "../../platform/http/server.ts";
import type { Log } from "../../platform/log.ts";
import { logRefusal } from "../../platform/security-events.ts";
import { checkTexts } from "../../platform/text.ts";
import type { Auth } from "./auth.ts";
import { createAuthLimits } from "./sign-in/auth-limits.ts";
import { refreshCredential } from "./sessions/credentials.ts";
import { ipHeader, countryHeader, requestIdHeader } from "./endpoints/adapter.ts";
import { sessionCookieOf } from "./sessions/cookie.ts";
import { msg, inEnglish, translate } from "../../platform/i18n/messages.ts";

/** Maximum body size of a sign-in request, in bytes. */
const maxBodyBytes = 64 * 1024;
const basePath = "/api/auth";

/**
 * The allowed routes of better-auth and our own. Its own registration and password sign-in are replaced by
 * ours.
 */
const open = new Map([
  ...[
    "/sign-in/anonymous",
    "/sign-in/link",
    "/sign-in/new-password",
    "/sign-out",
    "/token",
    "/jwks",
    "/prove-address",
    "/mailed-link",
    "/send-link",
    "/confirm",
    "/new-password",
    "/new-address",
    "/two-steps/begin",
    "/two-steps/on",
    "/two-steps/off",
    "/two-steps/recovery-codes",
    "/sign-in/code",
    "/passkey/generate-register-options",
    "/passkey/verify-registration",
    "/passkey/generate-authenticate-options",
    "/passkey/verify-authentication",
    "/security-report",
    "/security-report/confirm",
    "/providers",
    "/begin-with",
  ].map((path) => [path, path] as const),
  ["/sign-up/email", "/register"],
  ["/sign-in/email", "/sign-in/password"],
  ["/callback/google", "/callback-from/google"],
  ["/callback/apple", "/callback-from/apple"],
]);

/** Registers the authentication routes. */
export async function registerAuthRoutes(
  server: FastifyInstance,
  auth: Auth,
  ctx: Ctx,
  log: Log,
): Promise<void> {
  const { config } = ctx;
  const cookie = await sessionCookieOf(auth);
  const limit = createAuthLimits(ctx);
  await server.register(async (scope) => {
    /** An access token request also rotates the session's credential. */
    const refresh = async (asked: Request, reply: FastifyReply, endFormer: string | undefined) => {
      const cookies = asked.headers.get("cookie") ?? "";
      const shown = await cookie.read(cookies);
      const next = shown && (await refreshCredential(ctx, shown));
      if (next && next !== shown) asked.headers.set("cookie", await cookie.replace(cookies, next));
      if (next && (next !== shown || endFormer)) reply.header("set-cookie", await cookie.write(next));
      if (endFormer) reply.header("set-cookie", endFormer);
    };
    // better-auth reads the body itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: maxBodyBytes }, (_request, body, done) =>
      done(null, body),
    );
    // Errors have better-auth's format.
    scope.setErrorHandler((error, request, reply) => {
      if (!(error instanceof BadInput)) throw error;
      const { code, text, details, status } = error;
      const message = translate(text, requestedLocale(request.headers));
      return reply
        .code(status)
        .header("cache-control", "no-store")
        .send({ code, message, ...details });
    });
    scope.route({
      method: ["GET", "POST"],
      url: `${basePath}/*`,
      handler: async (request, reply) => {
        const form = formOfProvider(request);
        if (form) return reply.redirect(`${basePath}/callback/apple?${form.toString()}`, 303);
        const asked = toAuthRequest(request, config);
        const path = new URL(asked.url).pathname.slice(basePath.length);
        const refusal = await limit(path, request.ip).catch(refusalOf);
        if (refusal) {
          logRefusal(log, refusal, { accountId: null, operation: path, requestId: request.id });
          return sendRefusal(refusal, request, reply);
        }
        const renamed = cookie.rename(asked.headers.get("cookie") ?? "", ctx.clock.now());
        if (renamed) asked.headers.set("cookie", renamed.cookies);
        if (path === "/token") await refresh(asked, reply, renamed?.end);
        return sendResponse(await auth.handler(asked), reply);
      },
    });
  });
}

/**
 * Apple's form_post response: a cross-site form to which the browser attaches no cookies. Redirected to a GET
 * of our own, it has them.
 */
function formOfProvider(request: FastifyRequest): URLSearchParams | null {
  if (request.method !== "POST" || request.url.split("?")[0] !== `${basePath}/callback/apple`) return null;
  const given = new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString("utf8") : "");
  return new URLSearchParams(
    ["code", "state", "error", "user"].flatMap((name) => {
      const value = given.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

function toAuthRequest(request: FastifyRequest, config: Config): Request {
  const headers = fromNodeHeaders(request.headers);
  headers.set(ipHeader, request.ip);
  headers.set(requestIdHeader, request.id);
  headers.set(countryHeader, countryByProxy(request, config) ?? "");
  const url = new URL(request.url, `${request.protocol}://${request.host}`);
  const path = open.get(url.pathname.slice(basePath.length));
  if (!path) throw new NotFound("page");
  url.pathname = basePath + path;
  if (request.method === "GET") return new Request(url, { headers });
  // Cross-site forms cannot send this content type, and browsers never send it across sites without a
  // preflight.
  if (!/^application\/json\b/i.test(request.headers["content-type"] ?? ""))
    throw new DomainError("UNSUPPORTED_MEDIA_TYPE", inEnglish("Send application/json."), { status: 415 });
  const { origin } = request.headers;
  if (origin !== undefined && origin !== publicUrlOf(request, config))
    throw new Forbidden(msg("Requests from other sites aren’t allowed."));
  const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null;
  if (body && body.length > 0) checkTexts(jsonOf(body));
  return new Request(url, { method: "POST", headers, body });
}

function refusalOf(error: unknown): RateLimited {
  if (error instanceof RateLimited) return error;
  throw error;
}

/** Sends an error in better-auth's format, so that clients parse one format. */
const sendRefusal = (refusal: RateLimited, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply
    .code(refusal.status)
    .header("retry-after", String(refusal.details["retryAfterSeconds"]))
    .header("cache-control", "no-store")
    .send({
      code: refusal.code,
      message: translate(refusal.text, requestedLocale(request.headers)),
      ...refusal.details,
    });

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)) as unknown;
  } catch {
    throw new BadInput("body", inEnglish("The request isn’t valid JSON in UTF-8."));
  }
}

async function sendResponse(response: Response, reply: FastifyReply): Promise<FastifyReply> {
  reply.code(response.status);
  for (const [name, value] of response.headers) if (name !== "set-cookie") reply.header(name, value);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) reply.header("set-cookie", cookies);
  reply.header("cache-control", "no-store");
  return reply.send(response.body ? Buffer.from(await response.arrayBuffer()) : null);
}
