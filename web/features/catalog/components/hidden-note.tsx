import { useLingui } from "@lingui/react/macro";
import { Link } from "../../../lib/router/index.ts";
import { paths } from "../../../lib/paths.ts";

/** Explains why a class that is open here is in no list. */
export function HiddenNote() {
  const { t } = useLingui();
  return (
    <p className="hint" role="note">
      {t`This class has explicit words. You chose not to be shown such classes, so lists, plans and suggestions leave it out.`}{" "}
      <Link className="link strong" to={paths.settings()} hash="playback">
        {t`Change that`}
      </Link>
    </p>
  );
}
