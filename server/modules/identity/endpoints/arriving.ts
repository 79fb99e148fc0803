import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware, getSessionFromCtx } from "better-auth/api";

/**
 * Whoever has a session stays who they are when a page asks for an anonymous one: a page that was left while it asked has its answer's cookie
 * all the same, which the next page couldn't know of. A member keeps their session, too.
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
        // better-auth would answer with the session's credential, which scripts have no need to see.
        handler: createAuthMiddleware(async (ctx) => {
          const user = ctx.context.newSession?.user;
          return user ? ctx.json({ user: { id: user.id, name: user.name, isAnonymous: true } }) : undefined;
        }),
      },
    ],
  },
} satisfies BetterAuthPlugin;
