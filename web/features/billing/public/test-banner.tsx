import "../billing.css";
import { useLingui } from "@lingui/react/macro";

/** Banner on all payment pages while payments are tests; can't be closed. */
export function TestBanner() {
  const { t } = useLingui();
  return (
    <p className="test-banner" role="note">
      <b>{t`Test mode.`}</b>{" "}
      {t`No money moves. Pay with 4242 4242 4242 4242, any date ahead and any three digits.`}
    </p>
  );
}
