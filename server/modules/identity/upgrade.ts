import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint, sensitiveSessionMiddleware } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import { sqlState } from "../../platform/db.ts";

const uniqueViolation = "23505";

/**
 * Registers an anonymous person in place: the same id, so that progress, preferences and saved classes stay where they
 * are, and a new session, so that whoever held the old one is out. better-auth's own sign-up would make a second person.
 */
export const upgradeAnonymous = () =>
  ({
    id: "upgrade-anonymous",
    rateLimit: [{ pathMatcher: (path: string) => path === "/upgrade-anonymous", window: 30 * 60, max: 5 }],
    endpoints: {
      upgradeAnonymous: createAuthEndpoint(
        "/upgrade-anonymous",
        {
          method: "POST",
          use: [sensitiveSessionMiddleware],
          body: z.object({
            email: z.email().max(254),
            password: z.string().min(8).max(128),
            name: z.string().trim().min(1).max(80),
          }),
        },
        async (ctx) => {
          const { user } = ctx.context.session as { user: { id: string; isAnonymous?: boolean } };
          const taken = () =>
            new APIError("UNPROCESSABLE_ENTITY", {
              code: "USER_ALREADY_EXISTS",
              message: "This e-mail address has an account already.",
            });
          const registered = () =>
            new APIError("CONFLICT", {
              code: "ALREADY_REGISTERED",
              message: "This account is registered already.",
            });
          if (!user.isAnonymous) throw registered();
          const email = ctx.body.email.toLowerCase();
          // Hashed before the look-up, so that both answers take the same time.
          const password = await ctx.context.password.hash(ctx.body.password);
          if (await ctx.context.internalAdapter.findUserByEmail(email)) throw taken();
          let updated: Record<string, unknown> | null;
          try {
            // Compare and set on isAnonymous: two tabs at once register one account.
            updated = await ctx.context.adapter.update({
              model: "user",
              where: [
                { field: "id", value: user.id },
                { field: "isAnonymous", value: true },
              ],
              update: {
                email,
                name: ctx.body.name,
                isAnonymous: false,
                emailVerified: false,
                updatedAt: new Date(),
              },
            });
          } catch (error) {
            if (sqlState(error) === uniqueViolation) throw taken();
            throw error;
          }
          if (!updated) throw registered();
          await ctx.context.internalAdapter.linkAccount({
            userId: user.id,
            providerId: "credential",
            accountId: user.id,
            password,
          });
          await ctx.context.internalAdapter.deleteUserSessions(user.id);
          const session = await ctx.context.internalAdapter.createSession(user.id);
          if (!session)
            throw new APIError("INTERNAL_SERVER_ERROR", { message: "The new session could not be kept." });
          await setSessionCookie(ctx, { session, user: updated as never });
          return ctx.json({
            token: null,
            user: { id: user.id, email, name: ctx.body.name, emailVerified: false, isAnonymous: false },
          });
        },
      ),
    },
  }) satisfies BetterAuthPlugin;
