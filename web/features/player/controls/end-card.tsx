import { useLingui } from "@lingui/react/macro";
import { Link, useNavigate } from "../../../lib/router/index.ts";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import { useSessionState } from "../../../graphql/provider.tsx";
import { paths, setSearch } from "../../../lib/paths.ts";
import { startState } from "../../../lib/start-state.ts";
import { Eight } from "../../../ui/eight.tsx";
import { EarnedBadges } from "../../challenges/public/earned-badges.tsx";
import { leaveTelevision, leaveTelevisionByLink } from "../cast/handed-over.ts";
import { mayDance, readDownload } from "../downloads/record.ts";
import type { CastState } from "../engine/player-state.ts";
import { canBePlayed, type NextClass, type PlayedClass } from "../engine/played-class.ts";
import { SetFinish } from "../set/set-finish.tsx";
import { useSet } from "../set/use-set.ts";

// Lazy: members who play everything never see it.
const PreviewEnd = lazy(async () => ({
  default: (await import("../first-open/preview-end.tsx")).PreviewEnd,
}));

// Lazy: the rating is known only after its own request.
const RateDancedClass = lazy(async () => ({
  default: (await import("../../practice/public/class-rating.tsx")).RateDancedClass,
}));

const UnpublishedEnd = lazy(async () => ({
  default: (await import("./unpublished-end.tsx")).UnpublishedEnd,
}));

const AddToPlaylist = lazy(async () => ({
  default: (await import("../../practice/public/add-to-playlist.tsx")).AddToPlaylist,
}));

/** The next class starts after this many seconds unless canceled. */
const countdown = 8;

/** End screen: a summary and what to do next. */
export function EndCard({
  studioClass,
  isPreview,
  completed,
  setId,
  isSetAgain,
  isDownload,
  cast,
  onReplay,
}: {
  studioClass: PlayedClass;
  isPreview: boolean;
  completed: boolean;
  /** Played from this device, as the server can't be reached. */
  isDownload: boolean;
  /** The television that played the class; null on this device. */
  cast: CastState | null;
  /** The set that the class is danced in; null for a class alone. */
  setId: string | null;
  /** The set is danced again, after all of it had been danced. */
  isSetAgain: boolean;
  onReplay: () => void;
}) {
  const { set, isLoading } = useSet(setId, studioClass.id, isSetAgain);
  const session = useSessionState();
  // Not asked again while the card is shown: a connection that comes or goes doesn't change what it offers.
  const [isOffline] = useState(isDownload || !navigator.onLine);
  if (studioClass.unpublishedState)
    return (
      <Suspense fallback={<div className="pl-card" />}>
        <UnpublishedEnd classId={studioClass.classId} onReplay={onReplay} />
      </Suspense>
    );
  if (isPreview)
    return (
      <Suspense fallback={<div className="pl-card" />}>
        <PreviewEnd studioClass={studioClass} onReplay={onReplay} />
      </Suspense>
    );
  if (set?.later.length === 0)
    return (
      <SetFinish
        set={set}
        rating={
          <Suspense>
            <RateDancedClass id={studioClass.id} />
          </Suspense>
        }
        onReplay={onReplay}
      />
    );
  const userId = session.status === "ready" ? session.userId : null;
  const following = set ? set.later.map((item) => item.studioClass) : [studioClass.nextClass];
  const next = following.find(
    (one) => one !== null && (isOffline ? isOnDevice(one, userId) : canBePlayed(one)),
  );
  return (
    <ClassEnd
      // The countdown begins once it is known what comes next.
      key={isLoading ? "loading" : "known"}
      studioClass={studioClass}
      completed={completed}
      setId={set?.id ?? null}
      nextClass={isLoading ? null : (next ?? null)}
      isOffline={isOffline}
      cast={cast}
      onReplay={onReplay}
    />
  );
}

/** Whether a class can be danced without a connection. */
function isOnDevice({ classId }: NextClass, userId: string | null): boolean {
  const download = userId === null ? null : readDownload(localStorage, userId, classId);
  return download !== null && mayDance(download, Date.now());
}

function ClassEnd({
  studioClass,
  completed,
  setId,
  nextClass,
  isOffline,
  cast,
  onReplay,
}: {
  studioClass: PlayedClass;
  completed: boolean;
  /** The set that the next class is part of. */
  setId: string | null;
  nextClass: NextClass | null;
  isOffline: boolean;
  cast: CastState | null;
  onReplay: () => void;
}) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const nextId = nextClass?.classId ?? null;
  const [left, setLeft] = useState<number | null>(
    // The next class would start here by itself while the viewer looks at the television. A download can't go on there.
    nextId === null || (cast && (!cast.goesOn || isOffline)) ? null : countdown,
  );
  const [endsAt] = useState(() => performance.now() + countdown * 1000);
  const [wasCast] = useState(cast !== null);
  // The television was switched off, or the viewer continues here.
  if (wasCast && cast === null && left !== null) setLeft(null);
  const leave = useEffectEvent(() => {
    if (nextId !== null && !isOffline) leaveTelevision(nextId);
  });
  useEffect(() => {
    if (left === null || nextId === null) return;
    if (left === 0) {
      leave();
      void navigate({ to: paths.player(nextId), search: setSearch(setId), state: startState });
      return;
    }
    // By the clock: browsers delay the timers of a tab that isn't seen.
    const tick = (): void => setLeft(Math.max(0, Math.ceil((endsAt - performance.now()) / 1000)));
    const timer = setTimeout(tick, 1000);
    return () => clearTimeout(timer);
  }, [left, navigate, nextId, setId, endsAt]);
  return (
    <div className="pl-card">
      <h2 className="d2">{completed ? t`Eight of eight` : t`End of class`}</h2>
      {completed ? (
        <>
          <Eight value={1} label={t`Completed`} />
          <EarnedBadges classId={studioClass.id} />
        </>
      ) : (
        <p className="muted">{t`Dance at least 90% to complete a class.`}</p>
      )}
      <Suspense>
        <RateDancedClass id={studioClass.id} onRate={() => setLeft(null)} />
      </Suspense>
      <div className="row wrap">
        {nextClass && (
          <Link
            className="btn btn-go"
            to={paths.player(nextClass.classId)}
            search={setSearch(setId)}
            state={startState}
            // A television can't play a download.
            onClick={isOffline ? undefined : leaveTelevisionByLink(nextClass.classId)}
          >
            {left === null ? t`Next: ${nextClass.title}` : t`Up next in ${left}: ${nextClass.title}`}
          </Link>
        )}
        {!nextClass &&
          (isOffline ? (
            <Link className="btn btn-go" to={paths.onDevice()}>{t`Downloaded classes`}</Link>
          ) : (
            <Link className="btn btn-go" to={paths.library()}>{t`Browse the library`}</Link>
          ))}
        {left !== null && (
          <button type="button" className="btn" onClick={() => setLeft(null)}>{t`Cancel`}</button>
        )}
        <button type="button" className="btn" onClick={onReplay}>{t`Dance again`}</button>
        <Suspense>
          <AddToPlaylist
            id={studioClass.id}
            title={studioClass.title}
            look="plain"
            onOpen={() => setLeft(null)}
          />
        </Suspense>
      </div>
    </div>
  );
}
