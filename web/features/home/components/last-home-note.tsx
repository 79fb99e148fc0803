import { useLingui } from "@lingui/react/macro";
import { WifiOff } from "lucide-react";
import { formatMoment } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Icon } from "../../../ui/icon.tsx";

/** Says that the home page is the last one, and what plays without a connection. */
export function LastHomeNote({ at }: { at: Date }) {
  const { t } = useLingui();
  return (
    <div className="note" role="status">
      <Icon of={WifiOff} />
      <p className="strong">{t`List from ${formatMoment(at, "dateTime")}`}</p>
      <p className="t1 muted">
        {t`You’re offline. Only downloaded classes play.`}{" "}
        <Link className="link" to={paths.onDevice()}>{t`Downloaded classes`}</Link>
      </p>
    </div>
  );
}
