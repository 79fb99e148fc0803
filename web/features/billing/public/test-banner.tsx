import "../billing.css";
import { useLingui } from "@lingui/react/macro";

/** Stands wherever something is paid while payments are tests; it can't be closed. */
export function TestBanner() {
  const { t } = useLingui();
  return (
    <p className="test-banner" role="note">
      <b>{t`Test mode.`}</b>{" "}
      {t`No money moves. Pay with 4242 4242 4242 4242, any date ahead and any three digits.`}
    </p>
  );
}
