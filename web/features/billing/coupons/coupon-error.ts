import { useLingui } from "@lingui/react/macro";
import { codeOf, faultFieldOf, isCombinedError } from "../../../graphql/codes.ts";
import type { Fault } from "../../../lib/forms/use-server-form.ts";

/** Fields of a coupon, by their names in the mutation. The forms use the same names. */
export type CouponFieldName =
  | "code"
  | "count"
  | "basisPoints"
  | "amounts"
  | "months"
  | "forStudents"
  | "planIds"
  | "redeemBy"
  | "maxRedemptions";

/** What a coupon's fields need, and how errors of the server are read by `useServerForm`. */
export function useCouponFaults(): {
  messages: Record<CouponFieldName, string>;
  faultOf: (error: unknown) => Fault | null;
} {
  const { t } = useLingui();
  const messages: Record<CouponFieldName, string> = {
    code: t`Use 3–40 letters, numbers, or hyphens. Start and end with a letter or number.`,
    count: t`Enter 1 to 10,000 codes.`,
    basisPoints: t`Enter a percentage from 0.01 to 100.`,
    amounts: t`Enter an amount in at least one currency, such as 5.50. Yen has no decimals.`,
    months: t`Enter 1 to 120 months.`,
    forStudents: t`A student price is a percentage for a limited time.`,
    planIds: t`One of these plans no longer exists. Choose again.`,
    redeemBy: t`Choose a date from today up to ten years ahead, or leave empty.`,
    maxRedemptions: t`Enter a whole number, at least the number already redeemed, or leave empty.`,
  };
  const isField = (field: string | null): field is CouponFieldName => field !== null && field in messages;
  const faultOf = (error: unknown): Fault | null => {
    if (!isCombinedError(error)) return null;
    const field = faultFieldOf(error);
    switch (codeOf(error)) {
      case "COUPON_EXISTS":
        return {
          field: "code",
          text: t`This code already exists (it may be archived). Choose another, or edit that one.`,
        };
      case "PAN_REJECTED":
        return {
          field: "code",
          text: t`That looks like a card number. We didn’t store it. Choose another code.`,
        };
      case "BAD_INPUT":
        if (isField(field)) return { field, text: messages[field] };
        break;
      case "NETWORK":
        return { field: null, text: t`Can’t connect. Your entries are still here. Try again.` };
    }
    return { field: null, text: t`That didn’t work. Reload the page to see what was saved.` };
  };
  return { messages, faultOf };
}
