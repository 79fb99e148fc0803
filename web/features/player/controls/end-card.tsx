import { useLingui } from "@lingui/react/macro";
import { Link, useNavigate } from "../../../lib/router/index.ts";
import { useEffect, useState } from "react";
import { paths } from "../../../lib/paths.ts";
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
  const { nextClass } = studioClass;
  const [left, setLeft] = useState<number | null>(isPreview || !nextClass ? null : countdown);
  useEffect(() => {
    if (left === null || !nextClass) return;
    if (left === 0) {
      void navigate({ to: paths.player(nextClass.classId) });
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, navigate, nextClass]);
  if (isPreview) {
    return (
      <div className="pl-card">
        <h2 className="d2">{t`That was the preview`}</h2>
        <p className="muted">{t`The whole class opens with ${studioClass.accessType}.`}</p>
        <div className="row wrap">
          <Link
            className="btn btn-go"
            to={paths.checkout()}
            search={{ for: studioClass.accessType, next: paths.player(studioClass.classId) }}
          >{t`What opens it`}</Link>
          <button type="button" className="btn" onClick={onReplay}>{t`Watch it again`}</button>
        </div>
      </div>
    );
  }
  return (
    <div className="pl-card">
      <h2 className="d2">{completed ? t`Eight of eight` : t`That’s the end`}</h2>
      {completed ? (
        <>
          <Eight value={1} label={t`Completed`} />
          <EarnedBadges classId={studioClass.id} />
        </>
      ) : (
        <p className="muted">{t`A class counts as done when nine tenths of it were danced.`}</p>
      )}
      <div className="row wrap">
        {nextClass && (
          <Link className="btn btn-go" to={paths.player(nextClass.classId)}>
            {left === null ? t`Next: ${nextClass.title}` : t`Next in ${left}: ${nextClass.title}`}
          </Link>
        )}
        {left !== null && (
          <button type="button" className="btn" onClick={() => setLeft(null)}>{t`Stay here`}</button>
        )}
        <button type="button" className="btn" onClick={onReplay}>{t`Dance again`}</button>
      </div>
    </div>
  );
}
