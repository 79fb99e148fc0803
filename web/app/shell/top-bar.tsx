import { useLingui } from "@lingui/react/macro";
import { Link, useLocation } from "../../lib/router/index.ts";
import { Search } from "lucide-react";
import { paths } from "../../lib/paths.ts";
import { Bell } from "../../features/notifications/public/bell.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { Brand } from "./brand.tsx";

/** The top bar of all pages except single-task pages. */
export function TopBar() {
  const { t } = useLingui();
  const hasSearch = useLocation({ select: ({ pathname }) => pathname === paths.library() });
  return (
    <header className="top-bar">
      <div className="page">
        <Brand />
        <nav className="top-nav" aria-label={t`Main`}>
          <Link to={paths.dashboard()}>{t`Today`}</Link>
          <Link to={paths.plan()}>{t`Your week`}</Link>
          <Link to={paths.library()}>{t`Library`}</Link>
          <Link to={paths.challenges()}>{t`Challenges`}</Link>
          <Link to={paths.feed()}>{t`Community`}</Link>
          <Link to={paths.saved()}>{t`Saved`}</Link>
        </nav>
        <span className="top-space" />
        {!hasSearch && (
          <Link to={paths.library()} hash="search" className="top-find">
            <Search aria-hidden="true" />
            {t`Search classes, styles, instructors`}
          </Link>
        )}
        <Link
          to={paths.library()}
          hash="search"
          className={hasSearch ? "bar-button" : "bar-button top-find-small"}
          aria-label={t`Search`}
        >
          <Search aria-hidden="true" size={20} />
        </Link>
        <Bell />
        <AccountMenu />
      </div>
    </header>
  );
}

/** The top bar of a single task, such as signing in: the logo, without navigation. */
export function PlainBar() {
  return (
    <header className="top-bar is-plain">
      <div className="page">
        <Brand />
      </div>
    </header>
  );
}
