import { useLingui } from "@lingui/react/macro";
import { Link } from "../../../lib/router/index.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { EmptyState } from "../../../ui/state.tsx";

/** A door of the studio that isn't open yet. */
export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Not open yet`);
  return (
    <div className="page page-top void-page">
      <h1 className="sr-only">{t`Not open yet`}</h1>
      <EmptyState
        title={t`The studio hasn’t opened this door yet`}
        action={
          <Link className="btn btn-go" to={paths.dashboard()}>
            {t`Dance tonight’s set`}
          </Link>
        }
      >
        {t`Everything you can dance is open: nothing you do there is lost when this door opens.`}
      </EmptyState>
    </div>
  );
}
