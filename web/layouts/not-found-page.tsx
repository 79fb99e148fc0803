import { useLingui } from "@lingui/react/macro";
import { Link } from "../lib/router/index.ts";
import { paths } from "../lib/paths.ts";
import { usePageTitle } from "../lib/page-title.ts";

export function NotFoundPage() {
  const { t } = useLingui();
  usePageTitle(t`Page not found`);
  return (
    <div className="page void-page">
      <h1 className="void-title is-large">{t`5, 6, 7… page not found`}</h1>
      <p className="void-words">{t`The link may be wrong, or the page may have moved.`}</p>
      <Link className="void-way" to={paths.library()} hash="search">
        {t`Search the library`}
      </Link>
    </div>
  );
}
