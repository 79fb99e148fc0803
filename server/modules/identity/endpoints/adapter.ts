import { APIError, getSessionFromCtx } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import type { GenericEndpointContext } from "better-auth";
import { requestedLocale } from "../../../../contract/locales.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Ctx } from "../../../ctx.ts";
import { translate } from "../../../platform/i18n/messages.ts";
import { networkOf } from "../../../platform/ip-address.ts";
import { DomainError, Forbidden, RegistrationRequired, Unauthenticated } from "../../../platform/errors.ts";
import { challengeFor, hasSecondFactor } from "../two-step/two-step.ts";
import type { CountryOf } from "./place.ts";
import type { InSession } from "../sessions/sessions.ts";

/**
 * The header in which our HTTP server passes the client's IP address to better-auth. A client's own header is
 * overwritten.
 */
export const ipHeader = "x-eightcount-address";

/** The header for the country from a trusted proxy; empty without one. */
export const countryHeader = "x-eightcount-country";

/** The header in which our HTTP server passes the request's id. */
export const requestIdHeader = "x-eightcount-request";

const accounts = new WeakMap<object, string>();

/** Notes which account a request concerns, for the security log: a failed one has no session. */
export const noteAccount = (ctx: GenericEndpointContext, accountId: string | null): void => {
  if (accountId !== null) accounts.set(ctx.context, accountId);
};
/** The account that `noteAccount` was called with. */
export const notedAccount = (ctx: GenericEndpointContext): string | null => accounts.get(ctx.context) ?? null;

/** Dependencies of our endpoints besides better-auth's own context. */
export interface EndpointDeps {
  readonly ctx: Ctx;
  readonly countryOf: CountryOf;
}

/** Runs a domain function within better-auth, and maps its errors with code, text, status and details. */
export async function answering<Result>(
  ctx: { headers?: Headers | null | undefined } | null | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const wait = error.details["retryAfterSeconds"];
    throw new APIError(
      error.status as 400,
      { code: error.code, message: translate(error.text, localeOfRequest(ctx)), ...error.details },
      wait === undefined ? {} : { "retry-after": String(wait) },
    );
  }
}

/** The language of the request: the browser's choice. */
export const localeOfRequest = (ctx: { headers?: Headers | null | undefined } | null | undefined): Locale =>
  requestedLocale({
    cookie: ctx?.headers?.get("cookie") ?? undefined,
    "accept-language": ctx?.headers?.get("accept-language") ?? undefined,
  });

/** The network of the request, as set by our HTTP server; the subject of rate limits. */
export const clientNetworkOf = (ctx: GenericEndpointContext): string =>
  networkOf(ctx.headers?.get(ipHeader) ?? "unknown");

/** Creates a new session for a person. */
export async function openSession(
  ctx: GenericEndpointContext,
  personId: string,
): Promise<{ id: string; name: string }> {
  const user = await ctx.context.internalAdapter.findUserById(personId);
  const session = user && (await ctx.context.internalAdapter.createSession(personId));
  if (!session)
    throw new APIError("INTERNAL_SERVER_ERROR", { message: "The new session couldn't be saved." });
  await setSessionCookie(ctx, { session, user });
  return { id: user.id, name: user.name };
}

/** Signs in a person who has completed every step. */
export async function arriveInSession(ctx: GenericEndpointContext, personId: string): Promise<unknown> {
  const { id, name } = await openSession(ctx, personId);
  return ctx.json({ user: { id, name, isAnonymous: false } });
}

/** Signs in a person after the first step, or requests the second factor if the account has one. */
export async function finishSignIn(
  deps: EndpointDeps,
  ctx: GenericEndpointContext,
  personId: string,
): Promise<unknown> {
  noteAccount(ctx, personId);
  if (await hasSecondFactor(deps.ctx, personId))
    return ctx.json({ challenge: challengeFor(deps.ctx, personId) });
  return arriveInSession(ctx, personId);
}

/**
 * The account that the browser is signed in to, with its holder's profile active. Null for a guest or another
 * family profile.
 */
export async function accountHere(ctx: GenericEndpointContext): Promise<string | null> {
  const found = await getSessionFromCtx(ctx, { disableRefresh: true });
  if (!found || (found.user as { isAnonymous?: boolean }).isAnonymous) return null;
  return (found.session as { profileId?: string | null }).profileId ? null : found.user.id;
}

/**
 * Requires the account's holder, who alone can change its credentials.
 * @throws APIError FORBIDDEN, UNAUTHENTICATED, REGISTRATION_REQUIRED
 */
export async function holderOf(ctx: GenericEndpointContext): Promise<InSession> {
  const found = await getSessionFromCtx(ctx, { disableRefresh: true });
  return answering(ctx, async () => {
    if (!found) throw new Unauthenticated();
    if ((found.user as { isAnonymous?: boolean }).isAnonymous) throw new RegistrationRequired();
    if ((found.session as { profileId?: string | null }).profileId) throw new Forbidden();
    noteAccount(ctx, found.user.id);
    return { personId: found.user.id, sessionId: found.session.id };
  });
}
