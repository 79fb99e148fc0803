import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware, getSessionFromCtx } from "better-auth/api";

/**
 * Returns the existing session if there is one, else starts a guest session. An abandoned page may have set
 * the cookie without the next page knowing. A member keeps their session, too.
 */
export const anonymousSignIn = {
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
          return ctx.json({ user: { id, name, isAnonymous } });
        }),
      },
    ],
    after: [
      {
        matcher: ({ path }) => path === "/sign-in/anonymous",
        // better-auth would return the session's credential, which scripts should not see.
        handler: createAuthMiddleware(async (ctx) => {
          const user = ctx.context.newSession?.user;
          return user ? ctx.json({ user: { id: user.id, name: user.name, isAnonymous: true } }) : undefined;
        }),
      },
    ],
  },
} satisfies BetterAuthPlugin;
