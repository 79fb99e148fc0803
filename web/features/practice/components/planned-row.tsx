import { useLingui } from "@lingui/react/macro";
import { Check, Ellipsis } from "lucide-react";
import { readFragment } from "../../../graphql/graphql.ts";
import { minutesOf } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { classNames } from "../../../ui/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Picture } from "../../../ui/picture.tsx";
import { ClassSummaryFragment } from "../../catalog/public/class-summary.ts";
import { formatDay, useReasonLabels } from "../public/plan-labels.ts";
import type { Planned } from "./plan-fragment.ts";

type RowProps = {
  planned: Planned;
  isNext: boolean;
  isToday: boolean;
  /** The day has passed, without a penalty. */
  isOver: boolean;
  /** Null: the session can no longer be changed. */
  onChange: (() => void) | null;
};

/** A session of the week: day, class, and reason. */
export function PlannedRow({ planned, isNext, isToday, isOver, onChange }: RowProps) {
  const { t } = useLingui();
  const reasonOf = useReasonLabels();
  const { date, movedFrom, done } = planned;
  const studioClass = readFragment(ClassSummaryFragment, planned.studioClass);
  const minutes = minutesOf(studioClass.video.durationInMs);
  const day = isToday ? t`Today` : formatDay(date, "weekdayDate");
  const from = movedFrom ? formatDay(movedFrom, "weekday") : null;
  return (
    <article className={classNames("plan-i", isNext && "is-next", isOver && "is-over")}>
      <Link className="media" to={paths.studioClass(studioClass.classId)} tabIndex={-1} aria-hidden="true">
        <Picture url={studioClass.thumbnailImageUrl} sizes="10rem" />
      </Link>
      <div className="plan-words">
        <p className="t1 strong plan-day">{from ? t`${day}, moved from ${from}` : day}</p>
        <h2 className="t3 strong">
          <Link to={paths.studioClass(studioClass.classId)}>{studioClass.title}</Link>
        </h2>
        <p className="facts">
          <span>{t`${minutes} min`}</span>
          <span>{studioClass.styleV2.name}</span>
          <span>
            <bdi>{studioClass.instructor.name}</bdi>
          </span>
        </p>
        <p className="t1 muted">{reasonOf(planned)}</p>
      </div>
      {done ? (
        <span className="row t1 strong">
          <Icon of={Check} size="s" /> {t`Danced`}
        </span>
      ) : onChange ? (
        <button
          type="button"
          className="btn btn-bare btn-i"
          aria-label={t`Change ${studioClass.title}`}
          aria-haspopup="dialog"
          onClick={onChange}
        >
          <Icon of={Ellipsis} />
        </button>
      ) : (
        <span />
      )}
    </article>
  );
}
