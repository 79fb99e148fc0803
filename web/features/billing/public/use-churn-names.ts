import { useLingui } from "@lingui/react/macro";
import { useReasonNames } from "../subscription/cancel-reasons.ts";
import type { CancelReason } from "../subscription/offers.ts";

/** Why a subscription ended without a reason of its member. */
type OtherChurnReason = "payment_failed" | "no_payment_method" | "not_said";

/** Names why plans ended. */
export function useChurnNames(): (reason: string) => string {
  const { t } = useLingui();
  const reasons = useReasonNames();
  const otherReasons: Record<OtherChurnReason, string> = {
    payment_failed: t`Payment failed`,
    no_payment_method: t`No payment method at trial end`,
    not_said: t`Not given`,
  };
  return (reason) => ({ ...reasons, ...otherReasons })[reason as CancelReason | OtherChurnReason] ?? reason;
}
