import { useLingui } from "@lingui/react/macro";
import { usePageTitle } from "../../../lib/page-title.ts";
import { EmptyState } from "../../../ui/state.tsx";
import { MyBadgeWall } from "../public/badge-wall.tsx";
import { StreakStrip } from "../public/streak-strip.tsx";

/** The viewer's own badges and streak: nothing to compare, no other names. */
export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Your badges`);
  return (
    <div className="page page-top">
      <h1 className="d1 d1-page">{t`Badges`}</h1>
      <StreakStrip />
      <MyBadgeWall
        empty={<EmptyState title={t`No badges yet`}>{t`Finish a dance to get your first.`}</EmptyState>}
      />
    </div>
  );
}
