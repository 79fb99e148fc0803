import "./challenges.css";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useClient, useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useSearch } from "../../../lib/router/index.ts";
import { PagedList, type ListPage } from "../../../layouts/paged-list.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { showToast } from "../../../ui/toast.ts";
import { StudioPage } from "../../studio/public/studio-page.tsx";
import { EditedChallengeFragment, type EditedChallenge } from "./edited-challenge.ts";
import type { ChallengePhaseName } from "../components/phase.ts";

const ChallengeForm = lazy(async () => ({
  default: (await import("./challenge-form.tsx")).ChallengeForm,
}));

const Translations = lazy(async () => ({
  default: (await import("../../site/public/translations.tsx")).Translations,
}));

const StudioChallengesFragment = graphql(`
  fragment StudioChallenges on StudioChallengePage {
    nextCursor
    items {
      id
      slug
      title
      startTime
      endTime
      phase
      participantsCount
    }
  }
`);
const StudioChallengesQuery = graphql(
  `
    query StudioChallenges($after: String) {
      studioChallenges(pagination: { first: 24, after: $after }) {
        ...StudioChallenges
      }
    }
  `,
  [StudioChallengesFragment],
);
const StudioChallengeQuery = graphql(
  `
    query StudioChallenge($id: ID!) {
      studioChallenge(id: $id) {
        id
        ...EditedChallenge
      }
    }
  `,
  [EditedChallengeFragment],
);
/** The URL's value in place of an id, for a new challenge. */
const unannounced = "new";

/** The studio's challenges and their form; the URL selects the challenge. */
export function Page() {
  const { challenge } = useSearch() as { challenge?: unknown };
  const id = typeof challenge === "string" ? challenge : null;
  const shown = useRef(id);
  // The path doesn't change, so that the shell moves no focus: it is moved to the heading here.
  useEffect(() => {
    if (shown.current === id) return;
    shown.current = id;
    const heading = document.querySelector<HTMLElement>("#main h1");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [id]);
  if (id === null) return <AllChallenges />;
  return id === unannounced ? <NewChallenge /> : <EditChallenge key={id} id={id} />;
}

const useChallenges = () =>
  useQuery({
    query: StudioChallengesQuery,
    variables: { after: null },
    requestPolicy: "cache-and-network",
  });

function WayBack() {
  const { t } = useLingui();
  return <Link to={paths.studioChallenges()}>{t`Challenges`}</Link>;
}

function NewChallenge() {
  const { t } = useLingui();
  // The permission to see the list includes adding; other viewers get "not found".
  const query = useChallenges();
  return (
    <StudioPage title={t`New challenge`} neighbours={<WayBack />} query={query}>
      {query[0].data && (
        <Suspense>
          <ChallengeForm challenge={null} onReload={null} />
        </Suspense>
      )}
    </StudioPage>
  );
}

function EditChallenge({ id }: { id: string }) {
  const { t } = useLingui();
  const query = useQuery({
    query: StudioChallengeQuery,
    variables: { id },
    requestPolicy: "network-only",
  });
  const [{ data }] = query;
  const client = useClient();
  // Input is replaced only by an explicit reload.
  const [reloaded, setReloaded] = useState<{ edition: number; challenge: EditedChallenge } | null>(null);
  const found = data && readFragment(EditedChallengeFragment, data.studioChallenge);
  const reload = async (): Promise<void> => {
    const answer = await client.query(StudioChallengeQuery, { id }, { requestPolicy: "network-only" });
    if (!answer.data) return showToast(t`We couldn’t connect. Try again.`);
    const challenge = readFragment(EditedChallengeFragment, answer.data.studioChallenge);
    setReloaded({ edition: (reloaded?.edition ?? 0) + 1, challenge });
  };
  return (
    <StudioPage
      title={found?.title ?? t`Challenge`}
      note={found && <Link className="link" to={paths.challenge(found.slug)}>{t`See it as dancers do`}</Link>}
      neighbours={<WayBack />}
      query={query}
    >
      {found && (
        <Suspense>
          <ChallengeForm
            key={reloaded?.edition ?? 0}
            challenge={reloaded?.challenge ?? found}
            onReload={() => void reload()}
          />
          <Translations kind="challenge" subject={found.id} />
        </Suspense>
      )}
    </StudioPage>
  );
}

function AllChallenges() {
  const { t } = useLingui();
  const query = useChallenges();
  const page = query[0].data?.studioChallenges;
  return (
    <StudioPage
      title={t`Challenges`}
      note={t`Goals, dates, and badges.`}
      query={query}
      controls={
        <Link className="btn btn-go" to={paths.studioChallenges()} search={{ challenge: unannounced }}>
          {t`New challenge`}
        </Link>
      }
    >
      {page && (
        <PagedList list="studio challenges">
          {({ after, further }) =>
            after === null ? (
              <Rows page={page} further={further} />
            ) : (
              <Further after={after} further={further} />
            )
          }
        </PagedList>
      )}
      {page && (
        <Suspense>
          <Translations kind="badge" title={t`Translations of badges`} />
        </Suspense>
      )}
    </StudioPage>
  );
}

type RowsProps = { page: FragmentOf<typeof StudioChallengesFragment>; further: ListPage["further"] };

function Rows({ page, further }: RowsProps) {
  const { t } = useLingui();
  const { items, nextCursor } = readFragment(StudioChallengesFragment, page);
  const names: Record<ChallengePhaseName, string> = {
    upcoming: t`Upcoming`,
    running: t`Active`,
    ended: t`Ended`,
  };
  const day = (time: string, beforeMs = 0) =>
    formatMonthDayYear(new Date(new Date(time).getTime() - beforeMs));
  return (
    <div>
      {items.length === 0 ? (
        <p className="muted">{t`No challenges yet. New challenges appear here and on every dancer’s Challenges page.`}</p>
      ) : (
        <ul className="studio-challenges">
          {items.map(({ id, title, startTime, endTime, phase, participantsCount }) => (
            <li key={id}>
              <Link to={paths.studioChallenges()} search={{ challenge: id }}>
                <span className="strong">{title}</span>
                <span className="facts t1 muted">
                  <span className="tn">{t`${day(startTime)} to ${day(endTime, 1)}`}</span>
                  <span className="tn">
                    {plural(participantsCount, { one: "# dancer", other: "# dancers" })}
                  </span>
                </span>
                <span className={phase === "running" ? "tag" : "tag tag-line"}>{names[phase]}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {further(nextCursor)}
    </div>
  );
}

function Further({ after, further }: { after: string; further: ListPage["further"] }) {
  const { t } = useLingui();
  const query = useQuery({ query: StudioChallengesQuery, variables: { after } });
  const [{ data, error }] = query;
  if (data) return <Rows page={data.studioChallenges} further={further} />;
  return error ? (
    <QueryError query={query} title={t`Couldn’t load the next challenges`}>
      {t`We couldn’t connect. Nothing changed.`}
    </QueryError>
  ) : null;
}
