import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { z } from "zod";
import { addressOf } from "../email-addresses/normalize.ts";
import { changeEmail, changePassword, confirmByPassword } from "../sessions/sessions.ts";
import { answering, holderOf } from "./adapter.ts";
import type { EndpointDeps } from "./adapter.ts";
import { placeOf } from "./place.ts";

const password = z.string().max(1000);

/** Endpoints that change a signed-in account's credentials. */
export const changingAccount = (deps: EndpointDeps) =>
  ({
    id: "changing-account",
    endpoints: {
      confirmByPassword: createAuthEndpoint(
        "/confirm",
        { method: "POST", body: z.object({ password }) },
        async (ctx) => {
          const who = await holderOf(ctx);
          await answering(ctx, () => confirmByPassword(deps.ctx, who, ctx.body.password));
          return ctx.json({ confirmed: true });
        },
      ),
      changePassword: createAuthEndpoint(
        "/new-password",
        { method: "POST", body: z.object({ current: password, password }) },
        async (ctx) => {
          const who = await holderOf(ctx);
          const place = await placeOf(deps.countryOf, ctx);
          await answering(ctx, () => changePassword(deps.ctx, who, { ...ctx.body, place }));
          return ctx.json({ changed: true });
        },
      ),
      changeEmail: createAuthEndpoint(
        "/new-address",
        { method: "POST", body: z.object({ email: z.string() }) },
        async (ctx) => {
          const who = await holderOf(ctx);
          const place = await placeOf(deps.countryOf, ctx);
          await answering(ctx, async () =>
            changeEmail(deps.ctx, who, { address: addressOf(ctx.body.email), place }),
          );
          return ctx.json({ changed: true });
        },
      ),
    },
  }) satisfies BetterAuthPlugin;
