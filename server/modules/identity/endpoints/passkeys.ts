import { passkey } from "@better-auth/passkey";
import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { requireConfirmed } from "../sessions/sessions.ts";
import { answering, holderOf } from "./adapter.ts";
import type { EndpointDeps } from "./adapter.ts";

const adding = new Set(["/passkey/generate-register-options", "/passkey/verify-registration"]);

/**
 * Passkeys by better-auth. A passkey verifies the user on the device, so no second factor is needed. They are
 * bound to the host of `publicUrl`.
 */
export const passkeys = (deps: EndpointDeps) => {
  const { publicUrl } = deps.ctx.config;
  return [
    passkey({
      origin: publicUrl,
      ...(publicUrl ? { rpID: new URL(publicUrl).hostname } : {}),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      advanced: { webAuthnChallengeCookie: "passkey_challenge" },
    }),
    {
      id: "guarding-passkeys",
      hooks: {
        before: [
          {
            matcher: ({ path }) => adding.has(path ?? ""),
            handler: createAuthMiddleware(async (ctx) => {
              const { sessionId } = await holderOf(ctx);
              await answering(ctx, () => requireConfirmed(deps.ctx, sessionId));
            }),
          },
        ],
        after: [
          {
            matcher: ({ path }) => path === "/passkey/generate-register-options",
            // The plugin's own name is fixed at the start.
            handler: createAuthMiddleware(async (ctx) => {
              const { returned } = ctx.context;
              if (typeof returned !== "object" || returned === null || !("rp" in returned)) return undefined;
              return ctx.json({
                ...returned,
                rp: { ...(returned.rp as object), name: deps.ctx.studio.name },
              });
            }),
          },
          {
            matcher: ({ path }) => path === "/passkey/verify-authentication",
            // better-auth would return the session's credential, which scripts should not see.
            handler: createAuthMiddleware(async (ctx) => {
              const user = ctx.context.newSession?.user;
              return user
                ? ctx.json({ user: { id: user.id, name: user.name, isAnonymous: false } })
                : undefined;
            }),
          },
        ],
      },
    } satisfies BetterAuthPlugin,
  ] as const;
};
