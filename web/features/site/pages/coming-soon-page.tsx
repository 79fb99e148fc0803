import "../site.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useSearch } from "../../../lib/router/index.ts";
import { studio } from "../../../lib/studio.ts";

// Lazy: the form's library isn't part of a first load.
const MailingListForm = lazy(async () => ({
  default: (await import("../components/mailing-list-form.tsx")).MailingListForm,
}));
const MailingListLink = lazy(async () => ({
  default: (await import("../components/mailing-list-link.tsx")).MailingListLink,
}));

/** What visitors see until the studio opens. The links of its emails lead here too, also after the opening. */
export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Opening soon`);
  const { confirm, leave } = useSearch();
  const [act, token] = leave ? (["leave", leave] as const) : (["confirm", confirm] as const);
  return (
    <div className="page form-page">
      <h1 className="d1 d1-page">{studio.name}</h1>
      {studio.about && <p className="site-about pretty">{studio.about}</p>}
      <Suspense fallback={<div className="step" />}>
        {typeof token === "string" && token ? (
          <MailingListLink act={act} token={token} />
        ) : studio.isOpen ? (
          <p>
            <Link className="btn btn-go" to={paths.library()}>{t`See the classes`}</Link>
          </p>
        ) : (
          <MailingListForm />
        )}
      </Suspense>
      <nav className="row wrap gap-4 t1" aria-label={t`Legal`}>
        {studio.legalPages.includes("imprint") && (
          <Link className="link" to={paths.legalPage("imprint")}>{t`Imprint`}</Link>
        )}
        {studio.legalPages.includes("privacy") && (
          <Link className="link" to={paths.legalPage("privacy")}>{t`Privacy policy`}</Link>
        )}
        <Link className="link" to={paths.login()}>{t`Sign in`}</Link>
      </nav>
    </div>
  );
}
