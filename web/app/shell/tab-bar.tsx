import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Link } from "../../lib/router/index.ts";
import { LibraryBig, Play, Trophy, User, Users } from "lucide-react";
import { paths } from "../../lib/paths.ts";

/** The bar at the lower edge of phones and small tablets: home page and library, then `children`. */
export function TabBar({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  return (
    <div className="tab-bar">
      <nav aria-label={t`Main`}>
        <Link to={paths.dashboard()}>
          <Play aria-hidden="true" />
          {t`Today`}
        </Link>
        <Link to={paths.library()}>
          <LibraryBig aria-hidden="true" />
          {t`Library`}
        </Link>
        {children}
      </nav>
    </div>
  );
}

/** The main navigation of phones and small tablets. */
export function MainTabs() {
  const { t } = useLingui();
  return (
    <TabBar>
      <Link to={paths.challenges()}>
        <Trophy aria-hidden="true" />
        {t`Challenges`}
      </Link>
      <Link to={paths.feed()}>
        <Users aria-hidden="true" />
        {t`Community`}
      </Link>
      <Link to={paths.settings()}>
        <User aria-hidden="true" />
        {t`You`}
      </Link>
    </TabBar>
  );
}
