import { useLingui } from "@lingui/react/macro";
import { Link, useSearch } from "../../../lib/router/index.ts";
import { Play } from "lucide-react";
import { lazy, Suspense } from "react";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { formatDuration } from "../../../lib/formats.ts";
import { paths, setIdOf, setSearch } from "../../../lib/paths.ts";
import { startState } from "../../../lib/start-state.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Eight } from "../../../ui/eight.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { ClassSummaryFragment } from "../public/class-summary.ts";
import { useClassLabels } from "../public/labels.ts";
import { resumePlace } from "../public/resume-place.ts";

export const ClassEntryFragment = graphql(
  `
    fragment ClassEntry on StudioClass {
      ...ClassSummary
      userProgress {
        completed
        percent
        time {
          hour
          minute
          second
        }
      }
    }
  `,
  [ClassSummaryFragment],
);

// Lazy: only a locked class needs it.
const UpgradePrompt = lazy(async () => ({
  default: (await import("../../billing/public/upgrade-prompt.tsx")).UpgradePrompt,
}));

const ClassInProcess = lazy(async () => ({
  default: (await import("./class-in-process.tsx")).ClassInProcess,
}));

/** Entry to a class by its state: start, restart, resume, upgrade prompt if locked, or transcode progress. */
export function ClassEntry({ studioClass }: { studioClass: FragmentOf<typeof ClassEntryFragment> }) {
  const { t } = useLingui();
  const labels = useClassLabels();
  const setId = setIdOf(useSearch());
  const entry = readFragment(ClassEntryFragment, studioClass);
  const found = readFragment(ClassSummaryFragment, entry);
  const { userProgress } = entry;
  const { video } = found;
  const { encodingStatus: status, encodingPercent: percent } = video;

  const opener = found.isLocked && found.accessType !== "free" && (
    <Suspense fallback={<div className="entry-wait" />}>
      <UpgradePrompt
        classId={found.id}
        accessType={found.accessType}
        name={labels.accessType(found.accessType)}
        next={paths.studioClass(found.classId)}
      />
    </Suspense>
  );
  if (status !== "available")
    return (
      <Suspense fallback={<div className="entry-wait" />}>
        <ClassInProcess status={status} percent={percent} isLocked={found.isLocked} opener={opener} />
      </Suspense>
    );
  const resumeMs = resumePlace(userProgress, video.durationInMs);
  const isInProgress = userProgress !== null && !userProgress.completed && userProgress.percent > 0;
  return (
    <div className="stack gap-3">
      {isInProgress && (
        <Eight value={userProgress.percent / 100} label={t`${Math.round(userProgress.percent)}% complete`} />
      )}
      {userProgress?.completed && (
        <p className="row gap-3 t1 earn strong">
          <Eight value={1} size="md" label={t`Completed`} />
          {t`Completed`}
        </p>
      )}
      {opener}
      <Link
        className={buttonClass({ tone: found.isLocked ? "line" : "go", size: "l", wide: true })}
        to={paths.player(found.classId)}
        search={setSearch(setId)}
        state={startState}
      >
        <Icon of={Play} />
        {found.isLocked
          ? t`Watch preview`
          : isInProgress && resumeMs > 0
            ? t`Continue from ${formatDuration(resumeMs)}`
            : userProgress?.completed
              ? t`Dance again`
              : t`Start class`}
      </Link>
    </div>
  );
}
