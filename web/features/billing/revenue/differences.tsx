import { t as say } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { lazy } from "react";
import { readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { formatMoney } from "../../../lib/money.ts";
import { FiguresTable } from "../../studio/public/figures-table.tsx";
import { ProviderLink } from "../public/provider-link.tsx";
import { DifferenceFragment } from "./money-fragment.ts";

const CloseDifference = lazy(async () => ({
  default: (await import("./close-difference.tsx")).CloseDifference,
}));

/** What a kind of difference is about. */
function differenceText(kind: string): string {
  switch (kind) {
    case "refused_charge":
      return say`Charge refused`;
    case "late_payment":
      return say`Paid too late, paid back`;
    case "not_applicable":
      return say`Paid for what had ended, paid back`;
    case "unused_intent":
      return say`Paid without a checkout, paid back`;
    case "forgiven_terms":
      return say`Not charged after an outage`;
    case "unknown_payment":
      return say`Payment that isn’t in our books`;
    case "missing_payment":
      return say`Payment that the provider doesn’t have`;
    case "other_amount":
      return say`Another amount`;
    case "refund_found":
      return say`Refunded at the provider, booked here`;
    case "unknown_dispute":
      return say`Dispute of a payment that isn’t in our books`;
    case "other_refund":
      return say`Another refund`;
    case "fraud_warning":
      return say`Bank reports fraud: refund before it becomes a dispute`;
    case "dispute":
      return say`Dispute`;
    case "refund_failed":
      return say`Refund failed`;
    case "other_price":
      return say`Another price at the provider: the plan isn’t offered there`;
    case "price_missing":
      return say`Price that the provider doesn’t have: the plan isn’t offered there`;
    case "coupon_missing":
      return say`Promo code that the provider doesn’t have`;
    case "other_coupon":
      return say`Another discount at the provider`;
    case "plan_unknown":
      return say`Price at the provider for a plan that has none here`;
    default:
      return kind;
  }
}

/** Discrepancies between our books and the provider's, each with a way to close it. */
export function Differences({
  differences,
}: {
  differences: readonly FragmentOf<typeof DifferenceFragment>[];
}) {
  const { t } = useLingui();
  return (
    <FiguresTable
      id="differences"
      title={t`Reconciliation differences`}
      empty={t`None in this period.`}
      columns={[
        { label: t`What` },
        { label: t`Payment` },
        { label: t`Amount`, isFigure: true },
        { label: t`Provider message` },
        { label: t`Provider` },
        { label: t`Found on` },
        { label: t`Note` },
      ]}
      rows={readFragment(DifferenceFragment, differences).map((one) => ({
        key: one.id,
        cells: [
          differenceText(one.kind),
          <ProviderLink url={one.dashboardUrl}>{one.subject}</ProviderLink>,
          one.amount !== null && one.currencyCode ? formatMoney(one.amount, one.currencyCode) : "–",
          one.words ?? "–",
          one.providerName,
          formatMonthDayYear(new Date(one.foundAt)),
          one.closedAt ? one.note : <CloseDifference id={one.id} />,
        ],
      }))}
    />
  );
}
