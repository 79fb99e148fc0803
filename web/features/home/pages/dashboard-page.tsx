import { useLingui } from "@lingui/react/macro";
import { lazy, memo, Suspense, useDeferredValue, useEffect, useMemo, useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { useSessionState } from "../../../graphql/provider.tsx";
import { endEarlyTaps } from "../../../lib/early-taps.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { QueryError } from "../../../layouts/query-error.tsx";
import { useIsChild } from "../../identity/public/me.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { DashboardSkeleton, RailSkeleton } from "../components/dashboard-skeleton.tsx";
import { Hero } from "../components/hero.tsx";
import { DashboardQuery, planTonight, useFirstHome, type DashboardData } from "../components/home-data.ts";
import { TonightsSet } from "../components/tonights-set.tsx";

const LastHomeNote = lazy(async () => ({
  default: (await import("../components/last-home-note.tsx")).LastHomeNote,
}));

/** Polling intervals in milliseconds for classes in transcoding: the hero's class, and others. */
const heroAgainMs = 3_000;
const othersAgainMs = 15_000;

// The first view has skeletons in their place.
const { Part: HomeRows, preload } = lazyPart(
  async () => (await import("../components/home-rows.tsx")).HomeRows,
);
preload();
const NoClasses = lazy(async () => ({ default: (await import("../components/no-classes.tsx")).NoClasses }));
const ChildHome = lazy(async () => ({ default: (await import("../components/child-home.tsx")).ChildHome }));

/** The first page; a child has its own. */
export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Today`);
  const profile = useProfileKey();
  return useIsChild() ? (
    <Suspense>
      <ChildHome />
    </Suspense>
  ) : (
    <Dashboard key={profile} />
  );
}

/**
 * A key that changes when another profile takes over, as a query keeps its data until the next answer. It stays the same when the
 * first profile becomes known.
 */
function useProfileKey(): string {
  const session = useSessionState();
  const userId = session.status === "ready" ? session.userId : null;
  const [first, setFirst] = useState(userId);
  if (first === null && userId !== null) setFirst(userId);
  return userId === null || first === null || userId === first ? "first" : userId;
}

/** The dashboard: the class to continue, the set of the day, and ways to find another. */
function Dashboard() {
  const { t } = useLingui();
  const query = useQuery({ query: DashboardQuery });
  const [{ data: answer, error }, again] = query;
  const session = useSessionState();
  const userId = session.status === "ready" ? session.userId : null;
  const [last, setLast] = useState<{ at: Date; data: DashboardData } | null>(null);
  const isLost = !answer && Boolean(error?.networkError);
  useEffect(() => {
    if (userId === null || (!answer && !isLost)) return;
    void import("../components/last-home.ts").then(({ readHome, saveHome }) => {
      if (answer) saveHome(localStorage, userId, answer, new Date());
      else setLast(readHome(localStorage, userId));
    });
  }, [userId, answer, isLost]);
  const first = useFirstHome();
  const data = answer ?? (isLost ? last?.data : undefined) ?? (error ? undefined : first);
  const content = useMemo(
    () => (data ? { data, tonight: planTonight(data), isWhole: data !== first } : null),
    [data, first],
  );
  // The answer is many times the first view. Deferred, React renders it in slices, and answers presses between them.
  const shown = useDeferredValue(content);
  useEffect(() => {
    queueMicrotask(() => endEarlyTaps(true));
    return () => endEarlyTaps(false);
  }, []);
  useEffect(() => {
    // A page that stays open for days shows the set of the current one.
    let day = new Date().getDate();
    const look = (): void => {
      const now = new Date().getDate();
      if (document.hidden || now === day) return;
      day = now;
      again({ requestPolicy: "network-only" });
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [again]);
  const tonight = content?.tonight;
  const askAgainMs =
    tonight?.hero && !tonight.hero.isReady ? heroAgainMs : tonight?.isPreparing ? othersAgainMs : null;
  useEffect(() => {
    if (askAgainMs === null) return;
    const timer = setInterval(() => {
      if (!document.hidden) again({ requestPolicy: "network-only" });
    }, askAgainMs);
    return () => clearInterval(timer);
  }, [askAgainMs, again]);

  return (
    <div className="page page-top">
      <h1 className="sr-only">{t`Today`}</h1>
      {!answer && last && (
        <Suspense>
          <LastHomeNote at={last.at} />
        </Suspense>
      )}
      {content && shown ? (
        <Content {...shown} />
      ) : error ? (
        <QueryError query={query} title={t`Couldn’t load today’s classes`}>
          {t`We couldn’t connect. Your progress is saved.`}
        </QueryError>
      ) : (
        <DashboardSkeleton />
      )}
    </div>
  );
}

/** Renders again by its own data only. */
const Content = memo(DashboardContent);

type ContentProps = {
  data: DashboardData;
  tonight: ReturnType<typeof planTonight>;
  /** False: only the first view is known. */
  isWhole: boolean;
};

function DashboardContent({ data, tonight, isWhole }: ContentProps) {
  const [startsWhole] = useState(isWhole);
  const { hero, heroParts, heroInSet, set } = tonight;
  if (!hero) {
    return (
      <Suspense>
        <NoClasses />
      </Suspense>
    );
  }
  const top = (
    <div className="dash-top">
      <Hero studioClass={hero} begun={heroParts} inSet={heroInSet} />
      {set && <TonightsSet setId={set.id} items={set.items} due={data.dueParts} />}
    </div>
  );
  const room = (
    <>
      <div className="sec week-room" />
      <RailSkeleton />
    </>
  );
  return (
    <>
      {top}
      {isWhole ? (
        <Suspense fallback={room}>
          <HomeRows data={data} tonight={tonight} startsWhole={startsWhole} />
        </Suspense>
      ) : (
        room
      )}
    </>
  );
}
