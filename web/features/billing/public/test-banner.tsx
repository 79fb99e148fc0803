import "../billing.css";
import { useLingui } from "@lingui/react/macro";

/** Banner on all payment pages while payments are tests; can't be closed. */
export function TestBanner() {
  const { t } = useLingui();
  return (
    <p className="test-banner" role="note">
      <b>{t`Test mode.`}</b>{" "}
      {t`No real charges. Use card 4242 4242 4242 4242, any future date, any 3 digits.`}
    </p>
  );
}
