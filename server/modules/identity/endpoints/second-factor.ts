import type { BetterAuthPlugin, GenericEndpointContext } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { z } from "zod";
import type { ClientPlace } from "../../../ctx.ts";
import {
  beginTwoSteps,
  renewRecoveryCodes,
  takeSecondStep,
  turnTwoStepsOff,
  turnTwoStepsOn,
} from "../two-step/two-step.ts";
import type { InSession } from "../sessions/sessions.ts";
import { answering, arriveInSession, holderOf, noteAccount } from "./adapter.ts";
import type { EndpointDeps } from "./adapter.ts";
import { deviceSubject, knownDevice } from "./known-devices.ts";
import { placeOf } from "./place.ts";

const code = z.string().min(1).max(40);

/** Two-factor authentication at sign-in. */
export const secondFactor = (deps: EndpointDeps) => {
  const asHolder = async (
    ctx: GenericEndpointContext,
    work: (who: InSession & { place: ClientPlace }) => Promise<object>,
  ) => {
    const who = await holderOf(ctx);
    const place = await placeOf(deps.countryOf, ctx);
    return ctx.json(await answering(ctx, () => work({ ...who, place })));
  };
  return {
    id: "second-factor",
    endpoints: {
      beginTwoSteps: createAuthEndpoint("/two-steps/begin", { method: "POST" }, (ctx) =>
        asHolder(ctx, (who) => beginTwoSteps(deps.ctx, who)),
      ),
      turnTwoStepsOn: createAuthEndpoint(
        "/two-steps/on",
        { method: "POST", body: z.object({ code }) },
        (ctx) =>
          asHolder(ctx, async (who) => ({
            recoveryCodes: await turnTwoStepsOn(deps.ctx, who, ctx.body.code.replaceAll(/\s/g, "")),
          })),
      ),
      renewRecoveryCodes: createAuthEndpoint("/two-steps/recovery-codes", { method: "POST" }, (ctx) =>
        asHolder(ctx, async (who) => ({ recoveryCodes: await renewRecoveryCodes(deps.ctx, who) })),
      ),
      turnTwoStepsOff: createAuthEndpoint("/two-steps/off", { method: "POST" }, (ctx) =>
        asHolder(ctx, async (who) => {
          await turnTwoStepsOff(deps.ctx, who);
          return { off: true };
        }),
      ),
      signInByCode: createAuthEndpoint(
        "/sign-in/code",
        { method: "POST", body: z.object({ challenge: z.string().max(1000), code }) },
        async (ctx) =>
          arriveInSession(
            ctx,
            await answering(ctx, () =>
              takeSecondStep(deps.ctx, ctx.body.challenge, ctx.body.code, ({ id, deviceEpoch }) => {
                noteAccount(ctx, id);
                return knownDevice(deps, ctx, deviceSubject(id, deviceEpoch));
              }),
            ),
          ),
      ),
    },
  } satisfies BetterAuthPlugin;
};
