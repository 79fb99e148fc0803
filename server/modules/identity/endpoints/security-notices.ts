import type { BetterAuthPlugin, GenericEndpointContext } from "better-auth";
import { createAuthEndpoint, createAuthMiddleware } from "better-auth/api";
import { z } from "zod";
import { notifyNewDevice, notifyPasskeyAdded } from "../security-notices/notices.ts";
import { confirmReport, readReport } from "../security-notices/reports.ts";
import { findDeviceFacts } from "../security-notices/store-reports.ts";
import type { EndOutsideAccess } from "../email-addresses/claims.ts";
import { answering, noteAccount } from "./adapter.ts";
import type { EndpointDeps } from "./adapter.ts";
import { deviceSubject, knownDevice } from "./known-devices.ts";
import { placeOf } from "./place.ts";

const token = z.string().max(100);
/** A provider linked within this time was linked by this sign-in, which sends its own email. */
const linkedNowMs = 60_000;

/** Emails about new passkeys and browsers, and the endpoints behind their "This wasn't me" links. */
export const securityNotices = (deps: EndpointDeps & { readonly endOutsideAccess: EndOutsideAccess }) => {
  return {
    id: "security-notices",
    endpoints: {
      // Reading is a POST, too: the token stays out of logs, and email scanners don't follow the link.
      readSecurityReport: createAuthEndpoint(
        "/security-report",
        { method: "POST", body: z.object({ token }) },
        async (ctx) => ctx.json(await answering(ctx, () => readReport(deps.ctx, ctx.body.token))),
      ),
      confirmSecurityReport: createAuthEndpoint(
        "/security-report/confirm",
        { method: "POST", body: z.object({ token }) },
        async (ctx) =>
          answering(ctx, async () => {
            const { personId, resetKey } = await confirmReport(
              deps.ctx,
              ctx.body.token,
              deps.endOutsideAccess,
            );
            noteAccount(ctx, personId);
            return ctx.json({ resetKey });
          }),
      ),
    },
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === "/passkey/verify-registration",
          handler: createAuthMiddleware(async (ctx) => {
            const added = z.object({ id: z.uuid(), userId: z.uuid() }).safeParse(ctx.context.returned).data;
            if (!added) return;
            const place = await placeOf(deps.countryOf, ctx);
            await deps.ctx.transact((tx) =>
              notifyPasskeyAdded(tx, { personId: added.userId, passkeyId: added.id, place }),
            );
          }),
        },
        {
          matcher: () => true,
          handler: createAuthMiddleware(async (ctx) => {
            const user = ctx.context.newSession?.user as { id: string; isAnonymous?: boolean } | undefined;
            if (!user || user.isAnonymous || isOwnDoing(ctx)) return;
            const since = new Date(deps.ctx.clock.now().getTime() - linkedNowMs);
            const facts = await findDeviceFacts(deps.ctx.db, { personId: user.id, since });
            if (!facts || facts.isLinkedNow) return;
            // A mailed link may have made this account a moment ago.
            if (facts.isNew && ctx.path === "/sign-in/link") return;
            if (knownDevice(deps, ctx, deviceSubject(user.id, facts.epoch))) return;
            await notifyNewDevice(deps.ctx, { personId: user.id, place: await placeOf(deps.countryOf, ctx) });
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
};

/** Whether the session began with an action that sends its own email: registration or a password reset. */
const isOwnDoing = (ctx: GenericEndpointContext): boolean =>
  ctx.path === "/register" || ctx.path === "/sign-in/new-password";
