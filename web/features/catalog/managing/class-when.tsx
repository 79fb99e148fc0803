import { useLingui } from "@lingui/react/macro";
import { formatDate } from "../../../../contract/formats/dates.ts";
import { formatList } from "../../../../contract/formats/names.ts";
import { formatAgo, formatZonedMoment } from "../../../lib/formats.ts";
import { here } from "../../../lib/reader.ts";
import { useMissingFieldLabels } from "../public/missing-field-labels.ts";
import type { ManagedClass } from "./managed-class.ts";

/** What happens to a class next, or since when it is as it is; for a draft who works on it. */
export function ClassWhen({ found }: { found: ManagedClass }) {
  const { state, lastEdit } = found;
  const isUnpublished = state === "draft" || state === "ready" || state === "scheduled";
  return (
    <>
      <State found={found} />
      {isUnpublished && lastEdit && !lastEdit.isMine && <Editor {...lastEdit} />}
    </>
  );
}

function State({ found }: { found: ManagedClass }) {
  const { t } = useLingui();
  const missingFieldLabels = useMissingFieldLabels();
  const { state, publishedAt, schedule, errorReason, encodingPercent } = found;
  if (state === "in_library" && publishedAt) {
    const day = formatDate(new Date(publishedAt), "date", { ...here(), timeZone: schedule.timeZone });
    return <span>{t`Since ${day}`}</span>;
  }
  if (state === "leaving" && schedule.leavesAt)
    return <span>{formatZonedMoment(new Date(schedule.leavesAt), schedule.timeZone)}</span>;
  const missing = formatList(missingFieldLabels(found), here());
  if (state === "scheduled" && schedule.publishAt)
    return (
      <>
        <span>{formatZonedMoment(new Date(schedule.publishAt), schedule.timeZone)}</span>
        {missing && <span className="bad">{t`Missing: ${missing}`}</span>}
      </>
    );
  if (errorReason) return <span className="bad">{t`Video processing failed`}</span>;
  if (encodingPercent !== null) return <span className="tn">{t`Processing: ${encodingPercent}%`}</span>;
  if (state !== "draft") return null;
  return <span>{t`Missing: ${missing}`}</span>;
}

function Editor({ name, at }: { name: string | null; at: string }) {
  const { t } = useLingui();
  const ago = formatAgo(new Date(at), new Date());
  return <span>{name ? t`${name} edited ${ago}` : t`Edited ${ago}`}</span>;
}
