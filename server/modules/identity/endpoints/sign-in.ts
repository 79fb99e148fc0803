import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { z } from "zod";
import { consume, resetLimit } from "../../../platform/rate-limit.ts";
import { addressOf } from "../address-form.ts";
import { WrongCredentials } from "../errors.ts";
import { isPasswordRight } from "../passwords.ts";
import { findAccountByAddress } from "../store-accounts.ts";
import { answering, clientNetworkOf, finishSignIn } from "./door.ts";
import type { EndpointDoor } from "./door.ts";

/** Passwords that one network may try for one account. */
const passwordLimit = { name: "password", points: 10, seconds: 15 * 60 };

/** Signs in by password. An address without an account takes as long, and answers the same, as a wrong password. */
export const signingIn = (door: EndpointDoor) =>
  ({
    id: "signing-in",
    endpoints: {
      signInByPassword: createAuthEndpoint(
        "/sign-in/password",
        { method: "POST", body: z.object({ email: z.string(), password: z.string() }) },
        async (ctx) => {
          const account = await answering(async () => {
            const address = addressOf(ctx.body.email);
            const key = `${clientNetworkOf(ctx)} ${address}`;
            await consume(door.ctx, passwordLimit, key);
            const found = await findAccountByAddress(door.ctx.db, address);
            const isRight = await isPasswordRight(found?.passwordHash, ctx.body.password);
            if (!found || !isRight) throw new WrongCredentials();
            await resetLimit(door.ctx, passwordLimit, key);
            return found;
          });
          return finishSignIn(door, ctx, account.personId);
        },
      ),
    },
  }) satisfies BetterAuthPlugin;
