import { useLingui } from "@lingui/react/macro";
import { codeOf, faultFieldOf, isCombinedError } from "../../../graphql/codes.ts";
import { SessionError } from "../../../graphql/session-error.ts";
import type { Fault } from "../../../lib/forms/use-server-form.ts";

/** What the fields of plans and prices need, and how errors of the server are read by `useServerForm`. */
export function usePlanFaults(): {
  messages: Readonly<Record<string, string>>;
  faultOf: (error: unknown) => Fault | "canceled" | null;
} {
  const { t } = useLingui();
  const messages: Readonly<Record<string, string>> = {
    name: t`Enter a name of up to 60 characters.`,
    days: t`Enter 1 to 366 days.`,
    trialDays: t`Enter 1 to 90 days, or leave it empty for no trial.`,
    position: t`Enter a whole number from 1 to 999.`,
    seats: t`Enter 1 to 20 people.`,
    amount: t`Enter a price above zero, such as 5.50. Yen has no decimals.`,
    validFrom: t`Choose today or a later day, within three years.`,
    startsOn: t`Choose a later day. Members are told 30 days before.`,
    currencyCode: t`Enter a currency code that payment providers can charge exactly, such as CHF.`,
    countryCodes: t`Enter two-letter country codes, such as CH, LI.`,
    isOnlyWay: t`Your payment provider sells plans only, so no one could open this. Let plans open it as well.`,
    prices: t`Enter a price above zero, such as 5.50. Yen has no decimals.`,
  };
  const faultOf = (error: unknown): Fault | "canceled" | null => {
    if (error instanceof SessionError && error.code === "CANCELED") return "canceled";
    if (!isCombinedError(error)) return null;
    const field = faultFieldOf(error);
    switch (codeOf(error)) {
      case "PLAN_EXISTS":
        return {
          field: "name",
          text: t`A plan with this name and interval, or a pass of as many days, exists. Choose another name.`,
        };
      case "PRICE_EXISTS":
        return { field: "validFrom", text: t`Another price begins on this day. Choose another day.` };
      case "PRICE_LOCKED":
      case "COUNTRY_PAYS_OTHERWISE":
        // The server names the reason, and what to do instead.
        return { field: null, text: error.graphQLErrors[0]!.message };
      case "PRICE_CHANGE_PENDING":
        return {
          field: null,
          text: t`An earlier change of this price hasn’t reached all its members. Wait until it has.`,
        };
      case "CHANGED_MEANWHILE":
        return {
          field: null,
          text: t`Someone else changed this plan. Close this and look at it again. Nothing was saved.`,
        };
      case "BAD_INPUT":
        if (field !== null && messages[field]) return { field, text: messages[field] };
        break;
      case "NETWORK":
        return { field: null, text: t`Can’t connect. Your entries are still here. Try again.` };
    }
    return { field: null, text: t`That didn’t work. Reload the page to see what was saved.` };
  };
  return { messages, faultOf };
}
