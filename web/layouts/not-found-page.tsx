import { useLingui } from "@lingui/react/macro";
import { Link } from "../lib/router/index.ts";
import { paths } from "../lib/paths.ts";
import { usePageTitle } from "../lib/page-title.ts";

export function NotFoundPage() {
  const { t } = useLingui();
  usePageTitle(t`No page here`);
  return (
    <div className="page void-page">
      <h1 className="void-title is-large">{t`5, 6, 7, nothing`}</h1>
      <p className="void-words">{t`There is no page at this address. The class may have moved, or the link lost a letter.`}</p>
      <Link className="void-way" to={paths.library()} hash="search">
        {t`Search the library`}
      </Link>
    </div>
  );
}
