import { useLingui } from "@lingui/react/macro";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { AdultPin } from "../components/adult-pin.tsx";

/** Stands for a page that the active profile may not open: the PIN opens it for the account holder. */
export function AdultNeeded() {
  const { t } = useLingui();
  usePageTitle(t`An adult can do this`);
  return (
    <div className="page void void-page">
      <h1 className="d2">{t`An adult can do this`}</h1>
      <p className="muted pretty">{t`Enter the adult PIN to open this page.`}</p>
      <AdultPin />
      <Link className="btn" to={paths.dashboard()}>
        {t`Back to Today`}
      </Link>
    </div>
  );
}
