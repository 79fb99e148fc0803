import { useLingui } from "@lingui/react/macro";
import { Link } from "../../lib/router/index.ts";
import { visitorCountry } from "../../lib/consent.ts";
import { paths } from "../../lib/paths.ts";
import { studio } from "../../lib/studio.ts";

export function Footer() {
  const { t } = useLingui();
  return (
    <footer className="foot">
      <div className="page">
        <bdi>{studio.name}</bdi>
        <Link to={paths.library()}>{t`Library`}</Link>
        <Link to={paths.saved()}>{t`Saved`}</Link>
        {studio.isOpen && <Link to={paths.checkout()}>{t`Plans`}</Link>}
        {studio.isOpen && <Link to={paths.giftCards()}>{t`Gift cards`}</Link>}
        <Link to={paths.settings()}>{t`Settings`}</Link>
        <Link to={paths.settings()} hash="privacy">
          {t`Privacy settings`}
        </Link>
        {studio.legalPages.includes("imprint") && <Link to={paths.legalPage("imprint")}>{t`Imprint`}</Link>}
        {studio.legalPages.includes("privacy") && (
          <Link to={paths.legalPage("privacy")}>{t`Privacy policy`}</Link>
        )}
        <Link to={paths.terms()}>{t`Terms`}</Link>
        {studio.legalPages.includes("rules") && <Link to={paths.legalPage("rules")}>{t`House rules`}</Link>}
        <Link to={paths.withdrawal()}>{t`Withdraw from your contract`}</Link>
        <Link to={paths.cancelContract()}>
          {visitorCountry() === "DE" ? (
            <span lang="de">Verträge hier kündigen</span>
          ) : (
            t`Cancel contracts here`
          )}
        </Link>
      </div>
    </footer>
  );
}
