import { consentVersion, readChoice } from "../../../../contract/consent.ts";
import type { ConsentChoice, ConsentState } from "../../../../contract/consent.ts";
import type { Ctx } from "../../../ctx.ts";
import type { Config } from "../../../platform/config/index.ts";
import type { IpLocation } from "../../../platform/ip-location.ts";
import { requireAdult } from "../../identity/index.ts";
import { legalLocale, legalVersionAt } from "../../../../contract/legal-pages.ts";
import { isOwnNetwork, locateCaller } from "../ip-location/location.ts";
import { regimeOf } from "./regimes.ts";
import { insertConsent, listConsents } from "./store.ts";
import type { ConsentRow } from "./store.ts";

export const consentPlaces = ["banner", "settings"] as const;
export type ConsentPlace = (typeof consentPlaces)[number];
export type ConsentEvidence = ConsentRow;

/**
 * Consent state of a browser, from its request and location. On a private network no consent is needed. In production a
 * private address belongs to an unconfigured proxy, so the client may be anywhere.
 */
export function consentStateOf(
  { isProduction }: Pick<Config, "isProduction">,
  location: IpLocation,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): ConsentState {
  const { ip, countryCode, region } = location;
  return {
    regime: !isProduction && ip !== null && isOwnNetwork(ip) ? "opt_out" : regimeOf(countryCode, region),
    countryCode,
    refusedByBrowser: headers["sec-gpc"] === "1" || headers["dnt"] === "1",
    choice: readChoice(String(headers["cookie"] ?? "")),
  };
}

/**
 * Stores a proof of the viewer's choice: choice, time, text version and regime. Repeating the same choice stores
 * nothing.
 * @throws Unauthenticated
 */
export async function setConsent(
  ctx: Ctx,
  choice: ConsentChoice,
  place: ConsentPlace,
): Promise<ConsentEvidence> {
  const { personId } = requireAdult(ctx);
  const location = await locateCaller(ctx);
  const policy = legalVersionAt(ctx.studio, "privacy", ctx.clock.now());
  return insertConsent(ctx.db, {
    personId,
    version: consentVersion,
    ...choice,
    place,
    regime: consentStateOf(ctx.config, location, {}).regime,
    countryCode: location.countryCode,
    privacyVersion: policy?.version ?? null,
    privacyLocale: policy && legalLocale(policy, ctx.locale, ctx.studio.locale),
    now: ctx.clock.now(),
  });
}

/**
 * The viewer's choices so far, newest first, at most 50.
 * @throws Forbidden, Unauthenticated
 */
export function consentsOf(ctx: Ctx): Promise<ConsentEvidence[]> {
  return listConsents(ctx.db, requireAdult(ctx).personId);
}
