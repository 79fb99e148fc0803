import { passkey } from "@better-auth/passkey";
import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { requireConfirmed } from "../sessions.ts";
import { answering, holderOf } from "./door.ts";
import type { EndpointDeps } from "./door.ts";

const adding = new Set(["/passkey/generate-register-options", "/passkey/verify-registration"]);

/** Passkeys, by better-auth: a device's own lock, so that nothing else is asked for. They belong to the host of `publicUrl`. */
export const passkeys = (deps: EndpointDeps) => {
  const { publicUrl } = deps.ctx.config;
  return [
    passkey({
      rpName: "Eightcount",
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
              await answering(() => requireConfirmed(deps.ctx, sessionId));
            }),
          },
        ],
        after: [
          {
            matcher: ({ path }) => path === "/passkey/verify-authentication",
            // better-auth would answer with the session's credential, which scripts have no need to see.
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
