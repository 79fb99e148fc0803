import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { z } from "zod";
import { addressOf } from "../email-addresses/normalize.ts";
import { readMailedLink } from "../email-addresses/claims.ts";
import type { EndOutsideAccess } from "../email-addresses/claims.ts";
import { choosePassword, sendLink, signInByLink } from "../email-addresses/links.ts";
import { hashPassword } from "../sign-in/password-hashes.ts";
import { checkNewPassword } from "../sign-in/passwords.ts";
import { accountHere, answering, finishSignIn, localeOfRequest } from "./adapter.ts";
import type { EndpointDeps } from "./adapter.ts";
import { placeOf } from "./place.ts";

const key = z.string().max(100);
/** The account choice while no account has verified the address: see claims.ts. */
const choice = {
  account: z.string().max(50).nullable().default(null),
  name: z.string().nullable().default(null),
};

/** Email links that sign in or reset a password. */
export const mailedLinks = (deps: EndpointDeps & { readonly endOutsideAccess: EndOutsideAccess }) =>
  ({
    id: "mailed-links",
    endpoints: {
      sendLink: createAuthEndpoint(
        "/send-link",
        { method: "POST", body: z.object({ email: z.string(), purpose: z.enum(["reset", "sign_in"]) }) },
        async (ctx) => {
          const { email, purpose } = ctx.body;
          await answering(ctx, () =>
            sendLink(deps.ctx, { address: addressOf(email), purpose, locale: localeOfRequest(ctx) }),
          );
          return ctx.json({ sent: true });
        },
      ),
      readMailedLink: createAuthEndpoint(
        "/mailed-link",
        { method: "POST", body: z.object({ key }) },
        async (ctx) => {
          const here = await accountHere(ctx);
          return ctx.json(await answering(ctx, () => readMailedLink(deps.ctx, ctx.body.key, here)));
        },
      ),
      signInByLink: createAuthEndpoint(
        "/sign-in/link",
        { method: "POST", body: z.object({ key, ...choice }) },
        async (ctx) => {
          const place = await placeOf(deps.countryOf, ctx);
          const link = {
            ...ctx.body,
            accountHere: await accountHere(ctx),
            place,
            locale: localeOfRequest(ctx),
          };
          const personId = await answering(ctx, () => signInByLink(deps.ctx, link, deps.endOutsideAccess));
          return finishSignIn(deps, ctx, personId);
        },
      ),
      signInWithNewPassword: createAuthEndpoint(
        "/sign-in/new-password",
        {
          method: "POST",
          body: z.object({
            key,
            password: z.string(),
            endOtherWaysIn: z.boolean().default(false),
            ...choice,
          }),
        },
        async (ctx) => {
          const { password, endOtherWaysIn, ...body } = ctx.body;
          const link = { ...body, locale: localeOfRequest(ctx) };
          const here = await accountHere(ctx);
          const place = await placeOf(deps.countryOf, ctx);
          const personId = await answering(ctx, async () => {
            await checkNewPassword(password, {});
            const passwordHash = await hashPassword(deps.ctx.config.passwordCost, password);
            const { endOutsideAccess } = deps;
            return choosePassword(
              deps.ctx,
              { ...link, accountHere: here, passwordHash, place },
              { endOtherWaysIn, endOutsideAccess },
            );
          });
          return finishSignIn(deps, ctx, personId);
        },
      ),
    },
  }) satisfies BetterAuthPlugin;
