import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { useMutation, type CombinedError } from "../../../graphql/hooks.ts";
import { codeOf } from "../../../graphql/codes.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { invalidatingAllBut } from "../../../graphql/invalidate.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { formatZonedMoment } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { Eight } from "../../../ui/eight.tsx";
import { Picture } from "../../../ui/picture.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useErrorReason } from "../../community/public/use-error-reason.ts";
import { useMissingFieldLabels } from "../public/missing-field-labels.ts";
import { useManagedLabels } from "../managing/labels.ts";
import { EditedClassFragment, type EditedClass } from "./edited-class.ts";

const Publish = graphql(
  `
    mutation PublishClass($classId: ID!) {
      publishClass(classId: $classId) {
        id
        ...EditedClass
      }
    }
  `,
  [EditedClassFragment],
);
const Unpublish = graphql(
  `
    mutation UnpublishClass($classId: ID!) {
      unpublishClass(classId: $classId) {
        id
        ...EditedClass
      }
    }
  `,
  [EditedClassFragment],
);

defineCacheUpdates({
  publishClass: invalidatingAllBut("editedClass"),
  unpublishClass: invalidatingAllBut("editedClass"),
});
const ReleaseSchedule = lazy(async () => ({
  default: (await import("./release-schedule.tsx")).ReleaseSchedule,
}));
const ReleaseAudience = lazy(async () => ({
  default: (await import("./release-audience.tsx")).ReleaseAudience,
}));
const ShareDraftSheet = lazy(async () => ({
  default: (await import("./share-draft-sheet.tsx")).ShareDraftSheet,
}));
const DeleteSheet = lazy(async () => ({ default: (await import("./delete-sheet.tsx")).DeleteSheet }));

type PublicationProps = {
  found: EditedClass;
  /** False for teachers: an editor publishes their class. */
  canPublish: boolean;
  /** There are unsaved changes. */
  isChanged: boolean;
  /** The draft was deleted. */
  onDeleted: () => void;
};

/** Publication state of a class, its missing fields, and its transcode progress. */
export function Publication({ found, canPublish, isChanged, onDeleted }: PublicationProps) {
  const { t } = useLingui();
  const missingFieldLabels = useMissingFieldLabels();
  const reasonOf = useErrorReason("class");
  const [{ fetching: isPublishing }, publish] = useMutation(Publish);
  const [{ fetching: isTaken }, unpublish] = useMutation(Unpublish);
  const [fault, setFault] = useState<string | null>(null);
  const [isAsked, setAsked] = useState(false);
  const [isShared, setShared] = useState(false);
  const { id, classId, title, lacks, encodingPercent, errorReason, isAvailable } = found;
  const isPublished = found.publishedAt !== null;
  const { publishAt, timeZone } = found.schedule;
  const { states } = useManagedLabels();
  const stage = errorReason
    ? reasonOf(errorReason)
    : encodingPercent !== null
      ? t`Processing video. You can leave this page.`
      : isAvailable
        ? t`Video ready.`
        : "";
  const faultOf = (error: CombinedError): string =>
    codeOf(error) === "NOT_READY"
      ? t`Not ready to publish. Reload to see what’s missing.`
      : t`Couldn’t save. Try again.`;
  const putIn = async (): Promise<void> => {
    setFault(null);
    const { error } = await publish({ classId: id });
    if (error) return setFault(faultOf(error));
    showToast(t`Published “${title}”.`);
  };
  const takeOut = async (): Promise<void> => {
    setFault(null);
    const { error } = await unpublish({ classId: id });
    if (error) return setFault(faultOf(error));
    showToast(t`Unpublished “${title}”. Member progress is kept.`, {
      label: t`Put it back`,
      run: () => void putIn(),
    });
  };
  return (
    <section className="stack edit-publication" aria-labelledby="publication">
      <div className="row wrap between">
        <h2 className="t3 strong" id="publication">{t`Publishing`}</h2>
        <span className="tag">{states[found.state]}</span>
      </div>
      {found.thumbnailImageUrl && (
        <div className="media">
          <Picture url={found.thumbnailImageUrl} sizes="24rem" />
        </div>
      )}
      {encodingPercent !== null && (
        <div className="edit-sent">
          <span className="num" aria-hidden="true">{t`${encodingPercent}%`}</span>
          <Eight size="md" value={encodingPercent / 100} label={t`Processed: ${encodingPercent}%`} />
        </div>
      )}
      <p role="status" className={errorReason ? "t1 bad pretty" : "t1 muted pretty empty:hidden"}>
        {stage}
      </p>
      {found.unplacedParts.length > 0 && (
        <p className="t1 pretty">
          {plural(found.unplacedParts.length, {
            one: "# part doesn’t fit the video. Members don’t see it.",
            other: "# parts don’t fit the video. Members don’t see them.",
          })}
        </p>
      )}
      {lacks.length > 0 && (
        <div>
          <p className="t1">{t`Still missing`}</p>
          <ul className="edit-lacks t1">
            {missingFieldLabels(found).map((lack) => (
              <li key={lack}>{lack}</li>
            ))}
          </ul>
        </div>
      )}
      {isPublished ? (
        <>
          <nav className="row wrap edit-links" aria-label={t`Pages of this class`}>
            <Link className="link" to={paths.studioClass(classId)}>{t`Its page`}</Link>
            <Link className="link" to={paths.player(classId)}>{t`Play as a dancer`}</Link>
            <Link className="link" to={paths.beat(classId)}>{t`Counts`}</Link>
            <Link className="link" to={paths.loops(classId)}>{t`Loops`}</Link>
          </nav>
          {!found.hasCounts && (
            <p className="t1 muted pretty">{t`Counts aren’t set, so dancers won’t hear them.`}</p>
          )}
          {canPublish && (
            <div>
              <Button busy={isTaken} onClick={() => void takeOut()}>{t`Unpublish`}</Button>
            </div>
          )}
        </>
      ) : !canPublish ? (
        <p className="t1 muted pretty">{t`An editor publishes this class.`}</p>
      ) : (
        <div>
          <Button
            tone={lacks.length === 0 && !isChanged ? "go" : "quiet"}
            busy={isPublishing}
            disabledReason={
              lacks.length > 0 ? t`Add these to publish.` : isChanged ? t`Save your changes first.` : null
            }
            onClick={() => void putIn()}
          >
            {t`Publish`}
          </Button>
        </div>
      )}
      {!isPublished && isAvailable && (
        <div className="row wrap edit-links">
          <Link className="link" to={paths.studioClass(classId)}>{t`Its page`}</Link>
          <Link className="link" to={paths.player(classId)}>{t`Play as a dancer`}</Link>
          <Link className="link" to={paths.beat(classId)}>{t`Counts`}</Link>
          <Button size="s" onClick={() => setShared(true)}>{t`Show it to others`}</Button>
        </div>
      )}
      {isShared && (
        <Suspense>
          <ShareDraftSheet found={found} onClose={() => setShared(false)} />
        </Suspense>
      )}
      {canPublish && !found.wasPublished && (
        <Suspense>
          <ReleaseAudience found={found} />
        </Suspense>
      )}
      {publishAt && (
        <p className="t1">{t`Enters the library on ${formatZonedMoment(new Date(publishAt), timeZone)}.`}</p>
      )}
      {canPublish && (
        <Suspense>
          <ReleaseSchedule key={`${publishAt} ${found.schedule.leavesAt}`} found={found} />
        </Suspense>
      )}
      {!found.wasPublished && (
        <div>
          <Button tone="text" onClick={() => setAsked(true)}>{t`Delete this draft`}</Button>
        </div>
      )}
      <p role="alert" className="hint hint-bad empty:hidden">
        {fault}
      </p>
      {isAsked && (
        <Suspense>
          <DeleteSheet found={found} onClose={() => setAsked(false)} onDeleted={onDeleted} />
        </Suspense>
      )}
    </section>
  );
}
