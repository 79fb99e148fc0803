import { useLingui } from "@lingui/react/macro";
import { Link, useNavigate } from "../../../lib/router/index.ts";
import { useEffect, useState } from "react";
import { paths } from "../../../lib/paths.ts";
import { startState } from "../../../lib/start-state.ts";
import { Eight } from "../../../ui/eight.tsx";
import { EarnedBadges } from "../../challenges/public/earned-badges.tsx";
import type { PlayedClass } from "../engine/played-class.ts";

/** The next class starts after this many seconds unless canceled. */
const countdown = 8;

/** End screen: a summary and what to do next. */
export function EndCard({
  studioClass,
  isPreview,
  completed,
  onReplay,
}: {
  studioClass: PlayedClass;
  isPreview: boolean;
  completed: boolean;
  onReplay: () => void;
}) {
  const { t } = useLingui();
  const navigate = useNavigate();
  // A class that the viewer's plan doesn't include never starts by itself.
  const nextClass = studioClass.nextClass?.isLocked ? null : studioClass.nextClass;
  const [left, setLeft] = useState<number | null>(isPreview || !nextClass ? null : countdown);
  useEffect(() => {
    if (left === null || !nextClass) return;
    if (left === 0) {
      void navigate({ to: paths.player(nextClass.classId), state: startState });
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, navigate, nextClass]);
  if (isPreview) {
    return (
      <div className="pl-card">
        <h2 className="d2">{t`End of preview`}</h2>
        <p className="muted">{t`Get the full class with ${studioClass.accessType}.`}</p>
        <div className="row wrap">
          <Link
            className="btn btn-go"
            to={paths.checkout()}
            search={{ for: studioClass.accessType, next: paths.player(studioClass.classId) }}
          >{t`See plans`}</Link>
          <button type="button" className="btn" onClick={onReplay}>{t`Watch again`}</button>
        </div>
      </div>
    );
  }
  return (
    <div className="pl-card">
      <h2 className="d2">{completed ? t`Eight of eight` : t`End of class`}</h2>
      {completed ? (
        <>
          <Eight value={1} label={t`Completed`} />
          <EarnedBadges classId={studioClass.id} />
        </>
      ) : (
        <p className="muted">{t`Dance at least 90% to complete a class.`}</p>
      )}
      <div className="row wrap">
        {nextClass && (
          <Link className="btn btn-go" to={paths.player(nextClass.classId)} state={startState}>
            {left === null ? t`Next: ${nextClass.title}` : t`Up next in ${left}: ${nextClass.title}`}
          </Link>
        )}
        {!nextClass && <Link className="btn btn-go" to={paths.library()}>{t`Browse the library`}</Link>}
        {left !== null && (
          <button type="button" className="btn" onClick={() => setLeft(null)}>{t`Cancel`}</button>
        )}
        <button type="button" className="btn" onClick={onReplay}>{t`Dance again`}</button>
      </div>
    </div>
  );
}
