import { useLingui } from "@lingui/react/macro";
import type { RefObject } from "react";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { formatMoney } from "../../../lib/money.ts";
import { Button } from "../../../ui/button.tsx";
import { firstCharge, type Agreement } from "./agreement.ts";

/**
 * On small screens the order is far below its choices: this bar keeps the plan and its first charge in view, and leads to the order.
 * It doesn't buy, because the terms stand beside the button that does.
 */
export function CheckoutBar({
  agreement,
  order,
}: {
  agreement: Agreement;
  /** The order's heading. */
  order: RefObject<HTMLHeadingElement | null>;
}) {
  const { t } = useLingui();
  const { plan, estimate, isTrial } = agreement;
  const first = formatMoney(firstCharge(agreement), plan.currencyCode);
  const day = formatMonthDayYear(new Date(estimate.dueAt));
  return (
    <div className="pay-bar">
      <p>
        <strong>{plan.name}</strong>
        <span className="t1 muted tn">{isTrial ? t`${first} on ${day}` : t`${first} today`}</span>
      </p>
      <Button
        tone="go"
        onClick={() => {
          order.current?.scrollIntoView({ block: "start" });
          order.current?.focus({ preventScroll: true });
        }}
      >
        {t`Review order`}
      </Button>
    </div>
  );
}
