import type { BetterAuthPlugin, GenericEndpointContext } from "better-auth";
import { createAuthEndpoint, getSessionFromCtx } from "better-auth/api";
import { z } from "zod";
import { readName } from "../../../platform/text.ts";
import { registerPerson, verifyByLink } from "../email-addresses/verification.ts";
import { addressOf } from "../email-addresses/normalize.ts";
import { isSessionUpgraded } from "../accounts/store.ts";
import { AlreadyRegistered } from "../errors.ts";
import { checkNewPassword } from "../sign-in/passwords.ts";
import { accountHere, answering, localeOfRequest, noteAccount, openSession } from "./adapter.ts";
import type { EndpointDeps } from "./adapter.ts";
import { placeOf } from "./place.ts";

const maxNameLength = 80;

/** Whether another tab has just registered the guest of this request's session. */
async function hasUpgradedSession({ ctx }: EndpointDeps, request: GenericEndpointContext): Promise<boolean> {
  const { authCookies, secret } = request.context;
  const token = await request.getSignedCookie(authCookies.sessionToken.name, secret);
  return token ? isSessionUpgraded(ctx.db, { token, now: ctx.clock.now() }) : false;
}

/**
 * Registers an account, and upgrades a guest in place. The response is the same for a taken address; only the
 * email differs. Two concurrent tabs register one account.
 */
export const registering = (deps: EndpointDeps) =>
  ({
    id: "registering",
    endpoints: {
      register: createAuthEndpoint(
        "/register",
        {
          method: "POST",
          body: z.object({ email: z.string(), password: z.string(), name: z.string() }),
        },
        async (ctx) => {
          const found = await getSessionFromCtx(ctx, { disableRefresh: true });
          const before = found?.user as { id: string; isAnonymous?: boolean } | undefined;
          const { personId, name } = await answering(ctx, async () => {
            if (before ? !before.isAnonymous : await hasUpgradedSession(deps, ctx))
              throw new AlreadyRegistered();
            const name = readName(ctx.body.name, "name", maxNameLength);
            const address = addressOf(ctx.body.email);
            await checkNewPassword(ctx.body.password, { email: address, name });
            const personId = await registerPerson(deps.ctx, {
              anonymousId: before?.id ?? null,
              name,
              address,
              password: ctx.body.password,
              locale: localeOfRequest(ctx),
            });
            return { personId, name };
          });
          await openSession(ctx, personId);
          return ctx.json({ user: { id: personId, name, isAnonymous: false } });
        },
      ),
      verifyAddress: createAuthEndpoint(
        "/prove-address",
        {
          method: "POST",
          body: z.object({ key: z.string().max(100), password: z.string().nullable().default(null) }),
        },
        async (ctx) => {
          const place = await placeOf(deps.countryOf, ctx);
          const link = { ...ctx.body, accountHere: await accountHere(ctx), place };
          const { personId, address } = await answering(ctx, () => verifyByLink(deps.ctx, link));
          noteAccount(ctx, personId);
          return ctx.json({ email: address });
        },
      ),
    },
  }) satisfies BetterAuthPlugin;
