import { useLingui } from "@lingui/react/macro";
import { Link } from "../../../lib/router/index.ts";
import { paths } from "../../../lib/paths.ts";

/** Explains why a class that is open here is in no list. */
export function HiddenNote() {
  const { t } = useLingui();
  return (
    <p className="hint" role="note">
      {t`This class has explicit lyrics. You’ve hidden explicit classes, so we won’t suggest it.`}{" "}
      <Link className="link strong" to={paths.settings()} hash="playback">
        {t`Change setting`}
      </Link>
    </p>
  );
}
