import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { z } from "zod";
import { findAccountByPassword } from "../accounts/by-password.ts";
import { addressOf } from "../email-addresses/normalize.ts";
import { clearPasswordAttempts, guardPassword } from "../sign-in/attempts.ts";
import { WrongCredentials } from "../errors.ts";
import { findOwner } from "../email-addresses/store.ts";
import { answering, clientNetworkOf, finishSignIn, noteAccount } from "./adapter.ts";
import type { EndpointDeps } from "./adapter.ts";
import { deviceSubject, knownDevice } from "./known-devices.ts";

/** Signs in by password. Timing and response are the same for an unknown address and a wrong password. */
export const signingIn = (deps: EndpointDeps) =>
  ({
    id: "signing-in",
    endpoints: {
      signInByPassword: createAuthEndpoint(
        "/sign-in/password",
        { method: "POST", body: z.object({ email: z.string(), password: z.string() }) },
        async (ctx) => {
          const personId = await answering(ctx, async () => {
            const address = addressOf(ctx.body.email);
            const owner = await findOwner(deps.ctx.db, address);
            noteAccount(ctx, owner?.personId ?? null);
            const attempt = {
              subject: address,
              network: clientNetworkOf(ctx),
              // Any browser can sign up with an address. Once it has an owner, only that account's browsers count.
              device: knownDevice(
                deps,
                ctx,
                owner ? deviceSubject(owner.personId, owner.deviceEpoch) : address,
              ),
            };
            await guardPassword(deps.ctx, attempt);
            const { password } = ctx.body;
            const found = await findAccountByPassword(deps.ctx, { address, password, use: "sign_in" });
            if (!found) throw new WrongCredentials();
            await clearPasswordAttempts(deps.ctx, attempt);
            return found;
          });
          return finishSignIn(deps, ctx, personId);
        },
      ),
    },
  }) satisfies BetterAuthPlugin;
