import { useLingui } from "@lingui/react/macro";
import { studio } from "../../../lib/studio.ts";
import { paths } from "../../../lib/paths.ts";

/** Links to the terms and the withdrawal policy, in a new tab: the input is preserved. */
export function LegalLinks() {
  const { t } = useLingui();
  return (
    <>
      <a className="link" href={paths.terms()} target="_blank" rel="noreferrer">
        {t`Terms`}
      </a>
      {", "}
      {studio.legalPages.includes("privacy") && (
        <>
          <a className="link" href={paths.legalPage("privacy")} target="_blank" rel="noreferrer">
            {t`privacy policy`}
          </a>
          {", "}
        </>
      )}
      <a className="link" href={paths.withdrawal()} target="_blank" rel="noreferrer">
        {t`withdrawal`}
      </a>
      .
    </>
  );
}
