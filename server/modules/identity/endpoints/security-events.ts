import type { BetterAuthPlugin, GenericEndpointContext } from "better-auth";
import { createAuthMiddleware, isAPIError } from "better-auth/api";
import { z } from "zod";
import type { Db } from "../../../platform/db.ts";
import type { Log } from "../../../platform/log.ts";
import { logSecurityEvent } from "../../../platform/security-events.ts";
import type { SecurityEventKind } from "../../../platform/security-events.ts";
import { findPasskeyOwner } from "../two-step/store.ts";
import { notedAccount, requestIdHeader } from "./adapter.ts";

/** What the success of a route means. */
const successes: Readonly<Record<string, SecurityEventKind>> = {
  "/register": "registered",
  "/sign-out": "signed_out",
  "/new-password": "password_changed",
  "/sign-in/new-password": "password_changed",
  "/new-address": "email_change_requested",
  "/prove-address": "email_verified",
  "/two-steps/on": "second_factor_added",
  "/two-steps/off": "second_factor_removed",
  "/two-steps/recovery-codes": "recovery_codes_renewed",
  "/passkey/verify-registration": "passkey_added",
  "/security-report/confirm": "account_secured",
};
/** What an error's code means. */
const failures: Readonly<Record<string, SecurityEventKind>> = {
  INVALID_EMAIL_OR_PASSWORD: "sign_in_failed",
  KEY_SPENT: "link_failed",
  BANNED: "sign_in_failed",
  PROVIDER_FAILED: "sign_in_failed",
  AUTHENTICATION_FAILED: "sign_in_failed",
  PASSKEY_NOT_FOUND: "sign_in_failed",
  WRONG_CODE: "second_factor_failed",
  CHALLENGE_OVER: "second_factor_failed",
  WRONG_PASSWORD: "confirmation_failed",
  FORBIDDEN: "access_denied",
  CONFIRMATION_NEEDED: "access_denied",
  RATE_LIMITED: "rate_limited",
};

/** Logs who signed in, what failed, and which credentials changed. */
export const securityEvents = (log: Log, db: Db) =>
  ({
    id: "security-events",
    hooks: {
      after: [
        {
          matcher: () => true,
          handler: createAuthMiddleware(async (ctx) => {
            const event = {
              accountId: accountOf(ctx) ?? (await passkeyOwnerOf(ctx, db)),
              operation: ctx.path,
              requestId: ctx.headers?.get(requestIdHeader) ?? "unknown",
            };
            const { returned, newSession } = ctx.context;
            if (isAPIError(returned)) {
              const detail = z.object({ code: z.string() }).safeParse(returned.body).data?.code ?? "";
              const kind = failures[detail];
              if (kind) logSecurityEvent(log, { ...event, kind, detail });
              return;
            }
            const kind = successes[ctx.path];
            if (kind) logSecurityEvent(log, { ...event, kind });
            if (newSession && !(newSession.user as { isAnonymous?: boolean }).isAnonymous)
              logSecurityEvent(log, { ...event, kind: "signed_in" });
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin;

/** The account whose passkey a sign-in presented; null if it is unknown. */
async function passkeyOwnerOf(ctx: GenericEndpointContext, db: Db): Promise<string | null> {
  if (ctx.path !== "/passkey/verify-authentication") return null;
  const shown = z.object({ response: z.object({ id: z.string().max(2000) }) }).safeParse(ctx.body);
  return shown.success ? findPasskeyOwner(db, shown.data.response.id) : null;
}

/** The account of a request: the one that it signed in to, the one noted by the endpoint, or the session's. */
function accountOf(ctx: GenericEndpointContext): string | null {
  const { newSession, session } = ctx.context;
  return newSession?.user.id ?? notedAccount(ctx) ?? session?.user.id ?? null;
}
