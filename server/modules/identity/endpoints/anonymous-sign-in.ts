import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import { getJwtToken, type JwtOptions } from "better-auth/plugins/jwt";

/**
 * Returns the existing session if there is one, else starts a guest session. An abandoned page may have set
 * the cookie without the next page knowing. A member keeps their session, too.
 * The answer has the access token as `token`, so that a visitor's first request waits for one answer instead of two.
 */
export const anonymousSignIn = (tokens: JwtOptions) =>
  ({
    id: "arriving",
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === "/sign-in/anonymous",
          handler: createAuthMiddleware(async (ctx) => {
            const here = await getSessionFromCtx(ctx, { disableRefresh: true });
            if (!here) return;
            const { id, name } = here.user;
            const isAnonymous = (here.user as { isAnonymous?: boolean }).isAnonymous === true;
            return ctx.json({ user: { id, name, isAnonymous }, token: await getJwtToken(ctx, tokens) });
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === "/sign-in/anonymous",
          // better-auth would return the session's credential as `token`, which scripts should not see.
          handler: createAuthMiddleware(async (ctx) => {
            const { newSession } = ctx.context;
            if (!newSession) return;
            ctx.context.session = newSession;
            const { id, name } = newSession.user;
            return ctx.json({ user: { id, name, isAnonymous: true }, token: await getJwtToken(ctx, tokens) });
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin;
