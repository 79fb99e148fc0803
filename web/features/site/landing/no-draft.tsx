import { useLingui } from "@lingui/react/macro";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/state.tsx";

/** The preview before the first draft: leads to the editor. */
export function NoDraft() {
  const { t } = useLingui();
  const title = t`No draft yet`;
  usePageTitle(title);
  return (
    <div className="page page-top">
      <EmptyState
        page
        title={title}
        action={
          <Link className={buttonClass({ tone: "go" })} to={paths.studioLanding()}>
            {t`Write the landing page`}
          </Link>
        }
      >
        {t`Once a draft is saved, this shows it as visitors will see it.`}
      </EmptyState>
    </div>
  );
}
