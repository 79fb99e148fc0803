import { useLingui } from "@lingui/react/macro";
import { CouponField } from "../checkout/coupon-field.tsx";
import { Step } from "./step.tsx";

/** Redeems a promo code for a running subscription. */
export function CouponStep({
  applied,
  busy,
  fault,
  onApply,
  onLeave,
}: {
  /** Codes that still take something off. */
  applied: readonly string[];
  busy: boolean;
  fault: string | null;
  onApply: (code: string) => void;
  onLeave: () => void;
}) {
  const { t } = useLingui();
  const codes = applied.join(", ");
  return (
    <Step
      title={t`Add a promo code`}
      lead={t`It applies from your next invoice. Nothing is charged now.`}
      leaveLabel={t`Cancel`}
      onLeave={onLeave}
    >
      {codes && <p>{t`Applied: ${codes}.`}</p>}
      <CouponField applied={null} fault={fault} busy={busy} onApply={onApply} onRemove={onLeave} />
    </Step>
  );
}
