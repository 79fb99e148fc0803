import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { CombinedError } from "../../../graphql/hooks.ts";
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
    code: t`Use 3–40 letters, numbers, or hyphens. Start and end with a letter or number.`,
    basisPoints: t`Enter a percentage from 0.01 to 100.`,
    amounts: t`Enter an amount in at least one currency (5.50; whole numbers for yen).`,
    months: t`Enter 1 to 120 months.`,
    planIds: t`One of these plans no longer exists. Choose again.`,
    redeemBy: t`Choose a date from today up to ten years ahead, or leave empty.`,
    maxRedemptions: t`Enter a whole number, at least the number already redeemed, or leave empty.`,
  };
  const refuse = (field: CouponFieldName): void => setFault({ field, text: messages[field] });
  const say = (error: CombinedError): void => {
    const field = error.graphQLErrors[0]?.extensions["field"];
    switch (codeOf(error)) {
      case "COUPON_EXISTS":
        return setFault({
          field: "code",
          text: t`This code already exists (it may be archived). Choose another, or edit that one.`,
        });
      case "PAN_REJECTED":
        return setFault({
          field: "code",
          text: t`That looks like a card number. We didn’t store it. Choose another code.`,
        });
      case "BAD_INPUT":
        if (typeof field === "string" && field in messages) return refuse(field as CouponFieldName);
        break;
      case "NETWORK":
        return setFault({
          field: null,
          text: t`Can’t connect. Your entries are still here; try again.`,
        });
    }
    setFault({ field: null, text: t`That didn’t work. Nothing was changed.` });
  };
  return { fault, refuse, say, clear: () => setFault(null) };
}
