import { useLingui } from "@lingui/react/macro";
import { paths } from "../../../lib/paths.ts";

/** The terms and the way to withdraw, in a tab of their own: what was typed stays. */
export function LegalLinks() {
  const { t } = useLingui();
  return (
    <>
      <a className="link" href={paths.terms()} target="_blank" rel="noreferrer">
        {t`Terms`}
      </a>
      {", "}
      <a className="link" href={paths.withdrawal()} target="_blank" rel="noreferrer">
        {t`withdrawal`}
      </a>
      .
    </>
  );
}
