import { randomUUID } from "node:crypto";
import type { BetterAuthPlugin, GenericEndpointContext } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { z } from "zod";
import type { Ctx } from "../../../ctx.ts";
import { keyedHash, seal, unseal } from "../../../platform/signature.ts";
import { findAccount } from "../accounts/store-account.ts";
import type { EndpointDeps } from "./adapter.ts";

/** The maximum number of accounts and unverified emails that one browser is known to; older ones are dropped. */
const maxMarks = 16;
/** Browsers limit a cookie's age to 400 days. */
const maxAgeSeconds = 400 * 24 * 60 * 60;

const shape = z.object({ device: z.string().max(40), marks: z.array(z.string().max(20)).max(maxMarks) });
const sealUse = "known device";

const cookieOf = (ctx: Ctx) => {
  const secure = ctx.config.publicUrl?.startsWith("https:") ?? false;
  return { name: secure ? "__Secure-eightcount.device" : "eightcount.device", secure };
};
/** A keyed hash of an account or email in the cookie, opaque without our secret. */
const markOf = (ctx: Ctx, subject: string): string =>
  keyedHash(ctx.config.authSecret, `known device ${subject}`).slice(0, 16);

/** The value behind an account's hash. The epoch changes when the account forgets all browsers. */
export const deviceSubject = (personId: string, epoch: number): string => `${personId} ${epoch}`;

function read(deps: EndpointDeps, ctx: GenericEndpointContext): z.output<typeof shape> | null {
  const sealed = ctx.getCookie(cookieOf(deps.ctx).name);
  return sealed ? unseal(deps.ctx.config.authSecret, sealUse, sealed, shape) : null;
}

/**
 * The id of the requesting browser if it is known to an account.
 * @param subject a `deviceSubject`, or an email that no account has verified
 */
export function knownDevice(deps: EndpointDeps, ctx: GenericEndpointContext, subject: string): string | null {
  const known = read(deps, ctx);
  return known?.marks.includes(markOf(deps.ctx, subject)) ? known.device : null;
}

/**
 * Stores in a cookie which accounts were signed in to in this browser (OWASP's device cookies). Others' wrong
 * passwords then don't delay the owner there.
 */
export const knownDevices = (deps: EndpointDeps) =>
  ({
    id: "known-devices",
    hooks: {
      after: [
        {
          matcher: () => true,
          handler: createAuthMiddleware(async (ctx) => {
            const user = ctx.context.newSession?.user as { id: string; isAnonymous?: boolean } | undefined;
            if (!user || user.isAnonymous) return;
            const account = await findAccount(deps.ctx.db, user.id);
            if (!account) return;
            const { deviceEpoch, pendingEmail } = account;
            const subjects = [deviceSubject(user.id, deviceEpoch), ...(pendingEmail ? [pendingEmail] : [])];
            const known = read(deps, ctx);
            const marks = subjects.map((subject) => markOf(deps.ctx, subject));
            const value = {
              device: known?.device ?? randomUUID(),
              marks: [...new Set([...marks, ...(known?.marks ?? [])])].slice(0, maxMarks),
            };
            const { name, secure } = cookieOf(deps.ctx);
            ctx.setCookie(name, seal(deps.ctx.config.authSecret, sealUse, value), {
              path: "/api/auth",
              httpOnly: true,
              sameSite: "lax",
              secure,
              maxAge: maxAgeSeconds,
            });
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin;
