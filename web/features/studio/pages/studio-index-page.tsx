import "./lists.css";
import { useLingui } from "@lingui/react/macro";
import { ChevronRight } from "lucide-react";
import { useQuery } from "urql";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { NotFoundPage } from "../../../layouts/not-found-page.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { StudioPage } from "../public/studio-page.tsx";

const StudioQuery = graphql(`
  query Studio {
    studioAreas {
      key
      waiting
    }
  }
`);
type Key = ResultOf<typeof StudioQuery>["studioAreas"][number]["key"];

/** The studio pages that the viewer may open, with the pending items of each. */
export function Page() {
  const { t } = useLingui();
  const query = useQuery({ query: StudioQuery, requestPolicy: "cache-and-network" });
  const areas = query[0].data?.studioAreas;
  if (areas?.length === 0) return <NotFoundPage />;
  const ways: Record<Key, { to: string; name: string; words: string }> = {
    moderation: {
      to: paths.moderation(),
      name: t`Moderation`,
      words: t`What members reported, and what waits for its first look.`,
    },
    money: {
      to: paths.money(),
      name: t`Money`,
      words: t`Subscriptions, payments that failed, and differences to the provider’s books.`,
    },
    coupons: {
      to: paths.coupons(),
      name: t`Coupons`,
      words: t`Codes that take something off at the checkout, and how often each was taken.`,
    },
    funnel: {
      to: paths.funnel(),
      name: t`Funnel`,
      words: t`How far visitors go, from the first page to paying.`,
    },
    attribution: {
      to: paths.attribution(),
      name: t`Attribution`,
      words: t`What led people here, and what they say themselves.`,
    },
    experiments: {
      to: paths.experiments(),
      name: t`Experiments`,
      words: t`What each variant changed, and the switches of the product.`,
    },
    questions: {
      to: paths.questions(),
      name: t`Questions`,
      words: t`What newcomers are asked, in which words and order.`,
    },
    classes: {
      to: paths.instructorClasses(),
      name: t`Classes`,
      words: t`Drafts and new classes, where people loop, and the counts that everybody dances to.`,
    },
    library: {
      to: paths.studioLibrary(),
      name: t`Library`,
      words: t`Who teaches, in which styles, and the categories that people follow.`,
    },
    challenges: {
      to: paths.studioChallenges(),
      name: t`Challenges`,
      words: t`What dancers are asked, from when to when, and what they earn by it.`,
    },
    staff: {
      to: paths.staff(),
      name: t`Who works here`,
      words: t`Who may open which of these pages.`,
    },
    failedJobs: {
      to: paths.failedJobs(),
      name: t`Dead letters`,
      words: t`Work that failed at its last try: mails, videos, news.`,
    },
  };
  const waitingLabels: Partial<Record<Key, (count: number) => string>> = {
    moderation: (count) => t`${count} waiting`,
    money: (count) => t`${count} webhooks failed`,
    failedJobs: (count) => t`${count} failed`,
  };
  return (
    <StudioPage title={t`Studio`} neighbours={null} query={query}>
      {areas && (
        <ul className="studio-areas">
          {areas.map(({ key, waiting }) => (
            <li key={key}>
              <Link to={ways[key].to}>
                <span className="strong">{ways[key].name}</span>
                <span className="t1 muted">{ways[key].words}</span>
                {waiting ? <span className="tag tn">{waitingLabels[key]?.(waiting)}</span> : null}
                <Icon of={ChevronRight} size="s" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </StudioPage>
  );
}
