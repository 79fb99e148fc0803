import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { CombinedError } from "urql";
import { codeOf } from "../../../graphql/codes.ts";

/** Fields of a coupon, by their names in the mutation. */
export type CouponFieldName =
  | "code"
  | "basisPoints"
  | "amounts"
  | "months"
  | "planIds"
  | "redeemBy"
  | "maxRedemptions";

export type CouponFault = { field: CouponFieldName | null; text: string };

/**
 * Error message for a coupon that wasn't created or changed, with the field that it belongs to. Input is
 * preserved.
 */
export function useCouponFault() {
  const { t } = useLingui();
  const [fault, setFault] = useState<CouponFault | null>(null);
  const messages: Record<CouponFieldName, string> = {
    code: t`A code has 3 to 40 letters, digits and hyphens, and begins and ends with a letter or a digit.`,
    basisPoints: t`A percentage is 0.01 to 100.`,
    amounts: t`An amount is needed in one currency at least: a number such as 5.50, whole for yen.`,
    months: t`A limited time has 1 to 120 months.`,
    planIds: t`One of these plans isn’t there any more. Choose again.`,
    redeemBy: t`The last day is today or later, within ten years. Leave it empty for none.`,
    maxRedemptions: t`How often it can be taken is a whole number, no less than it was taken already. Leave it empty for no end.`,
  };
  const refuse = (field: CouponFieldName): void => setFault({ field, text: messages[field] });
  const say = (error: CombinedError): void => {
    const field = error.graphQLErrors[0]?.extensions["field"];
    switch (codeOf(error)) {
      case "COUPON_EXISTS":
        return setFault({
          field: "code",
          text: t`There is a coupon of this code already, in the archive maybe. Choose another code, or go on with that one.`,
        });
      case "PAN_REJECTED":
        return setFault({ field: "code", text: t`That is a card’s number. It wasn’t kept. Choose a code.` });
      case "BAD_INPUT":
        if (typeof field === "string" && field in messages) return refuse(field as CouponFieldName);
        break;
      case "NETWORK":
        return setFault({
          field: null,
          text: t`We can’t reach the studio. What you typed is still here: press again, nothing is made twice.`,
        });
    }
    setFault({ field: null, text: t`That didn’t work. Nothing was changed.` });
  };
  return { fault, refuse, say, clear: () => setFault(null) };
}
