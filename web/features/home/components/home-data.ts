/** What the home page asks for, and what it shows of it. */
import { useMemo } from "react";
import { chooseAfterSet, rankSuggested, withoutRepeats } from "../../../../contract/home-class.ts";
import { useClient } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type ResultOf } from "../../../graphql/graphql.ts";
import { todaysSetId } from "../../../lib/paths.ts";
import { ClassSummaryFragment } from "../../catalog/public/class-summary.ts";
import { CategoryCardFragment } from "./category-fragment.ts";
import { HeroFragment, HeroPartsFragment } from "./hero.tsx";
import { SectionRowFragment } from "./section-row.ts";
import { DuePartFragment } from "./tonights-set.tsx";

const SuggestedFragment = graphql(
  `
    fragment Suggested on StudioClass {
      ...ClassSummary
      ...Hero
    }
  `,
  [ClassSummaryFragment, HeroFragment],
);

export const DashboardQuery = graphql(
  `
    query Dashboard {
      todaysSet {
        id
        items {
          place
          isDanced
          studioClass {
            id
            ...Suggested
          }
        }
      }
      practicedInMs
      continueClasses(first: 7) {
        id
        ...Suggested
        ...HeroParts
      }
      dueParts(first: 3) {
        ...DuePart
      }
      forYouClasses(first: 16) {
        id
        ...Suggested
      }
      newest: studioClasses(pagination: { first: 12 }) {
        items {
          id
          ...Suggested
        }
      }
      short: studioClasses(sort: shortest, pagination: { first: 5 }) {
        items {
          id
          ...ClassSummary
        }
      }
      sections {
        slug
        ...SectionRow
      }
      categories {
        slug
        name
        section
        classCount
        isFollowing
        ...CategoryCard
      }
    }
  `,
  [
    DuePartFragment,
    SuggestedFragment,
    HeroPartsFragment,
    ClassSummaryFragment,
    SectionRowFragment,
    CategoryCardFragment,
  ],
);

/** What the HTML has for a visitor whose session hasn't started: the classes that their set will have, or else the class shown first. */
const FirstHomeQuery = graphql(
  `
    query FirstHome {
      newcomersSet {
        place
        isDanced
        studioClass {
          id
          ...Suggested
        }
      }
      newcomersClass {
        id
        ...Suggested
      }
    }
  `,
  [SuggestedFragment],
);

export type DashboardData = ResultOf<typeof DashboardQuery>;

/** The first view's data in the form of the whole page's; undefined if the HTML has no first view. */
export function useFirstHome(): DashboardData | undefined {
  const { firstView } = useClient();
  return useMemo(() => {
    if (firstView?.operationName !== "FirstHome") return undefined;
    const { newcomersSet: items, newcomersClass } = firstView.data as ResultOf<typeof FirstHomeQuery>;
    return {
      todaysSet: items.length > 0 ? { id: todaysSetId, items } : null,
      practicedInMs: null,
      continueClasses: [],
      dueParts: [],
      forYouClasses: newcomersClass ? [newcomersClass] : [],
      newest: { items: [] },
      short: { items: [] },
      sections: [],
      categories: [],
    };
  }, [firstView]);
}

/** Selects the page's content from the query's data. */
export function planTonight(data: DashboardData) {
  const toCandidate = (item: DashboardData["forYouClasses"][number]) => {
    const suggested = readFragment(SuggestedFragment, item);
    const summary = readFragment(ClassSummaryFragment, suggested);
    return {
      ...suggested,
      ...summary,
      isReady: summary.video.encodingStatus === "available",
      preparedPercent: summary.video.encodingPercent,
      isCompleted: summary.userProgress?.completed ?? false,
    };
  };
  const inProgress = data.continueClasses.map(toCandidate);
  const forYou = data.forYouClasses.map(toCandidate);
  const newest = data.newest.items.map(toCandidate);
  const suggested = withoutRepeats([...forYou, ...newest]);
  const isNew = !data.practicedInMs;
  const set = data.todaysSet;
  const items = set?.items ?? [];
  const next = items.find(({ isDanced }) => !isDanced);
  const hero = next ? toCandidate(next.studioClass) : chooseAfterSet(inProgress, suggested, isNew);
  const waiting = ["queued", "running"];
  return {
    begun: inProgress,
    forYou: rankSuggested(isNew ? suggested : forYou, isNew)
      .filter(({ id }) => !items.some(({ studioClass }) => studioClass.id === id))
      .slice(0, 12),
    newest,
    hero,
    // A class that got locked can't be continued: there is a preview, from its start.
    heroParts: hero?.isLocked ? null : (data.continueClasses.find(({ id }) => id === hero?.id) ?? null),
    heroInSet: set && next ? { id: set.id, place: next.place, length: items.length } : null,
    set: set && {
      id: set.id,
      items: items.map(({ isDanced, studioClass }) => ({
        isDanced,
        studioClass: readFragment(SuggestedFragment, studioClass),
      })),
    },
    isNew,
    isPreparing: [...inProgress, ...suggested].some(({ video }) => waiting.includes(video.encodingStatus)),
  };
}
