import { useLingui } from "@lingui/react/macro";
import { useMemo, type SubmitEvent } from "react";
import { formatCalendarDay } from "../../../lib/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { changesOf } from "./legal-changes.ts";

type LegalReviewProps = {
  /** The number that the new version gets. */
  version: number;
  /** The number of the version in force. */
  replaced: number;
  before: string;
  after: string;
  validFrom: string;
  /** In the studio's time zone. */
  today: string;
  busy: boolean;
  onPublish: (event: SubmitEvent<HTMLFormElement>) => void;
  onClose: () => void;
};

/** Shows what a version changes in words, before it is published. */
export function LegalReview(props: LegalReviewProps) {
  const { version, replaced, before, after, validFrom, today, busy, onPublish, onClose } = props;
  const { t } = useLingui();
  const changes = useMemo(() => changesOf(before, after), [before, after]);
  const day = validFrom && formatCalendarDay(new Date(validFrom), "date");
  return (
    <Sheet title={t`Changes from version ${replaced}`} closeLabel={t`Close`} onClose={onClose}>
      <form className="stack gap-4" noValidate onSubmit={onPublish}>
        {changes === null ? (
          <p>{t`The texts differ too much to compare word by word. Read the new one as a whole.`}</p>
        ) : changes.every(({ kind }) => kind === "same") ? (
          <p>{t`No words changed.`}</p>
        ) : (
          // It scrolls by itself: the keyboard must reach the overflow.
          <div className="site-changes" role="region" aria-label={t`Changes`} tabIndex={0}>
            {changes.map(({ kind, text, key }) =>
              kind === "added" ? (
                <ins key={key}>
                  <span className="sr-only">{t`Added:`} </span>
                  {text}
                </ins>
              ) : kind === "removed" ? (
                <del key={key}>
                  <span className="sr-only">{t`Removed:`} </span>
                  {text}
                </del>
              ) : (
                <span key={key}>{text}</span>
              ),
            )}
          </div>
        )}
        {day && (
          <p>
            {validFrom > today
              ? t`Version ${version} replaces it on ${day}.`
              : t`Version ${version} replaces it today. To give members notice, choose a later day.`}
          </p>
        )}
        <div className="row wrap">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" tone="go" busy={busy}>
            {t`Publish version ${version}`}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
