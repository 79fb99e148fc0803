import { useLingui } from "@lingui/react/macro";
import { formatMoney } from "../../../lib/money.ts";

/**
 * What the viewer may refund now. Amounts in minor units.
 * @param limit what they may refund altogether; null without a limit
 * @param refunded what was refunded before
 */
export function refundRoom(
  refundable: number,
  limit: number | null,
  refunded: number,
): { most: number; isLimited: boolean } {
  const most = limit === null ? refundable : Math.max(0, Math.min(refundable, limit - refunded));
  return { most, isLimited: most < refundable };
}

/** Says how much the viewer may refund, and who may refund more. */
export function RefundLimitNote({ most, currencyCode }: { most: number; currencyCode: string }) {
  const { t } = useLingui();
  const money = formatMoney(most, currencyCode);
  return (
    <p className="t1 muted pretty">
      {most > 0
        ? t`You can refund up to ${money}. Ask finance or an admin to refund more.`
        : t`You can’t refund more of this. Ask finance or an admin.`}
    </p>
  );
}
