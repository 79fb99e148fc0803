import { useLingui } from "@lingui/react/macro";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { startState } from "../../../lib/start-state.ts";
import { UpgradePrompt } from "../../billing/public/upgrade-prompt.tsx";
import { useClassLabels } from "../../catalog/public/labels.ts";
import { leaveTelevisionByLink } from "../cast/handed-over.ts";
import { canBePlayed, type PlayedClass } from "../engine/played-class.ts";

/** The end of a preview: what the whole class costs and from which day, and a class that plays now. */
export function PreviewEnd({ studioClass, onReplay }: { studioClass: PlayedClass; onReplay: () => void }) {
  const { t } = useLingui();
  const labels = useClassLabels();
  const { accessType, classId, nextClass } = studioClass;
  return (
    <div className="pl-card pl-preview">
      <h2 className="d2">{t`End of preview`}</h2>
      {accessType !== "free" && (
        <div className="stack">
          <UpgradePrompt
            classId={studioClass.id}
            accessType={accessType}
            name={labels.accessType(accessType)}
            next={paths.player(classId)}
          />
        </div>
      )}
      <div className="row wrap">
        {nextClass && canBePlayed(nextClass) && (
          <Link
            className="btn"
            to={paths.player(nextClass.classId)}
            state={startState}
            onClick={leaveTelevisionByLink(nextClass.classId)}
          >
            {t`Dance this instead: ${nextClass.title}`}
          </Link>
        )}
        <button type="button" className="btn" onClick={onReplay}>{t`Watch again`}</button>
      </div>
    </div>
  );
}
