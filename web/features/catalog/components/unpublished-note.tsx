import { useLingui } from "@lingui/react/macro";
import type { EnumValue } from "../../../graphql/graphql.ts";
import { formatMoment } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { useUnpublishedLabel } from "../public/unpublished-label.ts";

type UnpublishedNoteProps = {
  classId: string;
  state: EnumValue<"ClassState">;
  /** Of a scheduled class: when it enters the library. */
  publishedAt: string;
  hasVideo: boolean;
};

/** Tells staff on a class's page that only they see it, and leads to its editor. */
export function UnpublishedNote({ classId, state, publishedAt, hasVideo }: UnpublishedNoteProps) {
  const { t } = useLingui();
  const label = useUnpublishedLabel();
  const moment = formatMoment(new Date(publishedAt), "weekdayTime");
  return (
    <div className="note" role="note">
      <div className="stack gap-2">
        <p className="row wrap gap-2">
          <span className="tag">{label(state)}</span>
          <span className="strong">
            {state === "scheduled"
              ? t`Only your team can play this until ${moment}`
              : t`Only your team sees this`}
          </span>
        </p>
        <p className="t1 muted">
          {hasVideo ? t`Playing it doesn’t count as practice.` : t`It has no video to play yet.`}
        </p>
        <p>
          <Link className="link" to={paths.editClass(classId)}>{t`Edit class`}</Link>
        </p>
      </div>
    </div>
  );
}
