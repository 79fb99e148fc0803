import { useLingui } from "@lingui/react/macro";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";

/** The end of a class that only staff play: nothing of it counts. */
export function UnpublishedEnd({ classId, onReplay }: { classId: string; onReplay: () => void }) {
  const { t } = useLingui();
  return (
    <div className="pl-card">
      <h2 className="d2">{t`End of class`}</h2>
      <p className="muted">{t`Only your team sees this class. Playing it doesn’t count as practice.`}</p>
      <div className="row wrap">
        <Link className="btn btn-go" to={paths.editClass(classId)}>{t`Edit class`}</Link>
        <button type="button" className="btn" onClick={onReplay}>{t`Dance again`}</button>
      </div>
    </div>
  );
}
