import { useMutation } from "../../../graphql/hooks.ts";
import { isAllowed, purposes } from "../../../../contract/consent.ts";
import type { ConsentChoice } from "../../../../contract/consent.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { invalidating } from "../../../graphql/invalidate.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { track } from "../../../lib/analytics/track.ts";
import { rememberChoice, useConsent } from "../../../lib/consent.ts";

const SetConsentMutation = graphql(`
  mutation SetConsent($analytics: Boolean!, $advertising: Boolean!, $place: ConsentPlace!) {
    setConsent(analytics: $analytics, advertising: $advertising, place: $place) {
      id
      version
      analytics
      advertising
      place
      givenAt
    }
  }
`);

defineCacheUpdates({ setConsent: invalidating("myConsents") });

/** The latest choice: responses to earlier ones are ignored. */
let newest: ConsentChoice | null = null;

/**
 * Sets consent. A refusal takes effect at once, also offline; consent takes effect once the server has stored
 * its proof.
 * Resolves to whether it did.
 */
export function useSetConsent(place: "banner" | "settings"): {
  isSaving: boolean;
  setConsent: (choice: ConsentChoice) => Promise<boolean>;
} {
  const [{ fetching }, send] = useMutation(SetConsentMutation);
  const state = useConsent();
  return {
    isSaving: fetching,
    async setConsent(choice) {
      newest = choice;
      const addsNothing = purposes.every((purpose) => !choice[purpose] || isAllowed(state, purpose));
      if (addsNothing) rememberChoice(choice);
      const { error } = await send({ ...choice, place });
      if (error) return addsNothing;
      if (newest !== choice) return true;
      rememberChoice(choice);
      track("Consent Given", { ...choice, place });
      return true;
    },
  };
}
