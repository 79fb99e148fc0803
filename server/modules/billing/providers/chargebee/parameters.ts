import type { ChargebeeRequestHeader } from "chargebee";
import type { OwnedOrder } from "../../owner-ports.ts";
import { secondsOf } from "./held.ts";

/** The header by which a repeated request is the same one. */
export const keyed = (key: string) => ({ "chargebee-idempotency-key": key });

/** A call that has no parameters but an id: the SDK takes its headers third, other than its types say. */
export const withoutParameters = <Answer>(
  call: (id: string, headers?: ChargebeeRequestHeader) => Promise<Answer>,
) => call as (id: string, parameters: object, headers: object) => Promise<Answer>;

/** 0 begins without a trial, whatever the price's own settings are. */
export const trialEndOf = ({ trialEndsAt }: Pick<OwnedOrder, "trialEndsAt">): number =>
  trialEndsAt ? secondsOf(trialEndsAt) : 0;

export const addressOf = ({ place }: Pick<OwnedOrder, "place">) => ({
  country: place.countryCode,
  ...(place.postcode ? { zip: place.postcode } : {}),
});

/** A change at once is charged for what it costs more; another waits for the next term. */
export const changeOf = ({ isImmediate }: { isImmediate: boolean }) =>
  isImmediate ? { prorate: true, invoice_immediately: true } : { end_of_term: true };
