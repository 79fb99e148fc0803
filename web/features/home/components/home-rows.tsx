import { useLingui } from "@lingui/react/macro";
import { ChevronRight } from "lucide-react";
import { lazy, Suspense } from "react";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Icon } from "../../../ui/icon.tsx";
import { ClassRail } from "../../catalog/public/class-rail.tsx";
import { CategoryBand } from "./category-card.tsx";
import { CategoryRail } from "./category-rail.tsx";
import type { DashboardData, planTonight } from "./home-data.ts";
import { SectionIndex } from "./section-index.tsx";
import { ShortClasses } from "./short-classes.tsx";
import { useShownRows } from "./use-shown-rows.ts";

const StreakStrip = lazy(async () => ({
  default: (await import("../../challenges/public/streak-strip.tsx")).StreakStrip,
}));
// Only for people who follow a category, and it waits for its own classes.
const FollowRail = lazy(async () => ({ default: (await import("./follow-rail.tsx")).FollowRail }));
const OwnRows = lazy(async () => ({ default: (await import("./own-rows.tsx")).OwnRows }));

type HomeRowsProps = {
  data: DashboardData;
  tonight: ReturnType<typeof planTonight>;
  /** False: the page began with a first view. */
  startsWhole: boolean;
};

/**
 * What the home page shows below its first view. A page that began with one adds a row per frame, so that no press waits until all of
 * them are drawn.
 */
export function HomeRows({ data, tonight, startsWhole }: HomeRowsProps) {
  const { t } = useLingui();
  const { begun, forYou, newest, hero, isNew } = tonight;
  const inProgress = begun.filter(({ id }) => id !== hero?.id);
  const categories = data.categories.filter(({ classCount }) => classCount > 0);
  const followed = categories.find(({ isFollowing }) => isFollowing);
  const learn = categories.find(({ section }) => section === "learn");
  const family = categories.find(({ section }) => section === "family");
  const suggestions = followed ? (
    <Suspense key="suggestions" fallback={<div className="sec" />}>
      <FollowRail slug={followed.slug} name={followed.name} />
    </Suspense>
  ) : (
    forYou.length > 2 && (
      <ClassRail
        key="suggestions"
        id="for-you"
        title={isNew ? t`Good places to start` : t`More for you`}
        classes={forYou}
      />
    )
  );
  const rows = [
    <Suspense key="own" fallback={<div className="sec week-room" />}>
      <OwnRows />
    </Suspense>,
    inProgress.length > 0 ? (
      <ClassRail key="continue" id="continue" title={t`Continue where you left off`} classes={inProgress} />
    ) : (
      suggestions
    ),
    !isNew && (
      <Suspense key="streak" fallback={<div className="sec" />}>
        <StreakStrip />
      </Suspense>
    ),
    isNew && learn && <CategoryBand key="learn" category={learn} lead={t`New to counting in eights`} />,
    data.short.items.length > 0 && <ShortClasses key="short" classes={data.short.items} beside={family} />,
    inProgress.length > 0 && suggestions,
    data.sections.length > 0 && <SectionIndex key="sections" sections={data.sections} />,
    !isNew && newest.length > 2 && (
      <ClassRail
        key="newest"
        id="newest"
        title={t`New classes`}
        classes={newest}
        more={
          <Link className="more" to={paths.library()} search={{ sort: "newest" }}>
            {t`All classes`} <Icon of={ChevronRight} size="s" />
          </Link>
        }
      />
    ),
    categories.length > 0 && <CategoryRail key="categories" categories={categories} />,
  ].filter(Boolean);
  return rows.slice(0, useShownRows(rows.length, startsWhole));
}
