import { useLingui } from "@lingui/react/macro";
import { Link } from "../../lib/router/index.ts";
import { LibraryBig, Play, Trophy, User, Users } from "lucide-react";
import { paths } from "../../lib/paths.ts";

/** The main navigation of phones and small tablets. */
export function TabBar() {
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
        <Link to={paths.challenges()}>
          <Trophy aria-hidden="true" />
          {t`Challenges`}
        </Link>
        <Link to={paths.feed()}>
          <Users aria-hidden="true" />
          {t`People`}
        </Link>
        <Link to={paths.settings()}>
          <User aria-hidden="true" />
          {t`You`}
        </Link>
      </nav>
    </div>
  );
}
