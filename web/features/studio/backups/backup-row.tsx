import { useLingui } from "@lingui/react/macro";
import { ChevronRight } from "lucide-react";
import { formatAgo } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Icon } from "../../../ui/icon.tsx";
import { failureTexts, type Backups } from "./failure-texts.ts";

/** A backup that failed or is late, as a row of what waits for an admin. */
export function BackupRow({ backups: { newestAt, failure } }: { backups: Backups }) {
  const { t } = useLingui();
  const words = failure ? failureTexts()[failure] : t`It should be newer.`;
  return (
    <li>
      <Link to={paths.studioExport()}>
        <span className="strong">{failure ? t`Backup failed` : t`Backup`}</span>
        <span className="t1 muted">{words}</span>
        <span className="tag tn">
          {newestAt ? t`Newest: ${formatAgo(new Date(newestAt), new Date())}` : t`None yet`}
        </span>
        <Icon of={ChevronRight} size="s" />
      </Link>
    </li>
  );
}
