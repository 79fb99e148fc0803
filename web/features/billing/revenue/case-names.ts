import { useLingui } from "@lingui/react/macro";

/** Names of why a dispute or a refund began or failed, by the providers' codes and ours. Other texts are shown as they are. */
export function useCaseNames(): (code: string) => string {
  const { t } = useLingui();
  const names: Readonly<Record<string, string>> = {
    // Reasons of a dispute. Source: Stripe's API, Dispute.reason; other providers' are mapped to them.
    bank_cannot_process: t`The bank couldn’t process it`,
    credit_not_processed: t`A promised refund didn’t arrive`,
    customer_initiated: t`The member asked their bank`,
    debit_not_authorized: t`Debit not authorized`,
    duplicate: t`Charged twice`,
    fraudulent: t`The cardholder denies the payment`,
    general: t`No reason given`,
    incorrect_account_details: t`Wrong account details`,
    insufficient_funds: t`Insufficient funds`,
    noncompliant: t`Against the card network’s rules`,
    product_not_received: t`No access received`,
    product_unacceptable: t`Not as described`,
    subscription_canceled: t`Subscription was canceled`,
    unrecognized: t`Payment not recognized`,
    // Reasons and faults of a refund.
    late_payment: t`Payment arrived too late`,
    not_applicable: t`Payment wasn’t needed anymore`,
    unused_intent: t`Checkout wasn’t completed`,
    withdrawal: t`Withdrawal`,
    returned_by_bank: t`The bank returned the money`,
    provider_unavailable: t`The payment provider didn’t answer`,
  };
  return (code) => names[code] ?? (/^[a-z_]+$/.test(code) ? code.replaceAll("_", " ") : code);
}
