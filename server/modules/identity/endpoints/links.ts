import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { z } from "zod";
import { addressOf } from "../address-form.ts";
import { choosePassword, sendLink, signInByLink } from "../links.ts";
import { checkNewPassword, hashPassword } from "../passwords.ts";
import { answering, finishSignIn } from "./door.ts";
import type { EndpointDoor } from "./door.ts";

const key = z.string().max(100);

/** Links by mail: to sign in, and to choose a new password. */
export const mailedLinks = (door: EndpointDoor) =>
  ({
    id: "mailed-links",
    endpoints: {
      sendLink: createAuthEndpoint(
        "/send-link",
        { method: "POST", body: z.object({ email: z.string(), purpose: z.enum(["reset", "sign_in"]) }) },
        async (ctx) => {
          await answering(() => sendLink(door.ctx, addressOf(ctx.body.email), ctx.body.purpose));
          return ctx.json({ sent: true });
        },
      ),
      signInByLink: createAuthEndpoint(
        "/sign-in/link",
        { method: "POST", body: z.object({ key }) },
        async (ctx) => finishSignIn(door, ctx, await answering(() => signInByLink(door.ctx, ctx.body.key))),
      ),
      signInWithNewPassword: createAuthEndpoint(
        "/sign-in/new-password",
        {
          method: "POST",
          body: z.object({ key, password: z.string(), endOtherWaysIn: z.boolean().default(false) }),
        },
        async (ctx) => {
          const personId = await answering(async () => {
            await checkNewPassword(ctx.body.password, {});
            const { endOtherWaysIn } = ctx.body;
            const passwordHash = await hashPassword(ctx.body.password);
            return choosePassword(door.ctx, ctx.body.key, passwordHash, { endOtherWaysIn });
          });
          return finishSignIn(door, ctx, personId);
        },
      ),
    },
  }) satisfies BetterAuthPlugin;
