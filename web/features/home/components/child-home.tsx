import "./child-home.css";
import { useLingui } from "@lingui/react/macro";
import { Play } from "lucide-react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { QueryError } from "../../../layouts/query-error.tsx";
import { minutesOf } from "../../../lib/formats.ts";
import { paths, setSearch } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { startState } from "../../../lib/start-state.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Eight } from "../../../ui/eight.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Picture } from "../../../ui/picture.tsx";
import { EmptyState, Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { useMe } from "../../identity/public/me.ts";

const ChildHomeQuery = graphql(`
  query ChildHome {
    todaysSet {
      id
      items {
        place
        isDanced
        studioClass {
          id
          classId
          title
          thumbnailImageUrl
          instructor {
            slug
            name
          }
          video {
            durationInMs
          }
        }
      }
    }
  }
`);

/** A child's first page: one dance, one start, and how much of today's set is danced. */
export function ChildHome() {
  const { t } = useLingui();
  const name = useMe()?.name ?? "";
  const query = useQuery({ query: ChildHomeQuery, requestPolicy: "cache-and-network" });
  const [{ data, error }] = query;
  const set = data?.todaysSet;
  const items = set?.items ?? [];
  const next = items.find(({ isDanced }) => !isDanced);
  const danced = items.filter(({ isDanced }) => isDanced).length;
  const shown = next?.studioClass;
  return (
    <div className="page page-top kid">
      <h1 className="d1 d1-page">
        {!name ? t`Pick a dance` : next || !data ? t`Hi ${name}, let’s dance` : t`Well danced, ${name}`}
      </h1>
      {shown && (
        <article className="kid-one">
          <div className="media" data-theme="room">
            <Picture url={shown.thumbnailImageUrl} sizes="(min-width: 64rem) 60vw, 100vw" eager />
          </div>
          <div className="stack gap-2">
            <h2 className="d2">{shown.title}</h2>
            <p className="facts">
              <span>{t`${minutesOf(shown.video.durationInMs)} min`}</span>
              <span>
                <bdi>{shown.instructor.name}</bdi>
              </span>
            </p>
          </div>
          <Link
            className={buttonClass({ tone: "go", size: "l", wide: true })}
            to={paths.player(shown.classId)}
            search={setSearch(set?.id)}
            state={startState}
          >
            <Icon of={Play} />
            {t`Start`}
          </Link>
        </article>
      )}
      {items.length > 0 ? (
        <div className="stack gap-2">
          <p className="strong">{t`${danced} of ${items.length} dances today`}</p>
          <Eight value={danced / items.length} label={t`${danced} of ${items.length} dances today`} />
          {!next && <Link className="btn" to={paths.library()}>{t`Pick another dance`}</Link>}
        </div>
      ) : data ? (
        <EmptyState
          title={t`No classes yet`}
          action={<Link className="btn" to={paths.library()}>{t`Pick a dance`}</Link>}
        >
          {t`The first class is on its way. Check back soon.`}
        </EmptyState>
      ) : error ? (
        <QueryError query={query} title={t`Couldn’t load today’s classes`}>
          {t`We couldn’t connect. Your progress is saved.`}
        </QueryError>
      ) : (
        <ChildHomeSkeleton />
      )}
    </div>
  );
}

function ChildHomeSkeleton() {
  const { t } = useLingui();
  return (
    <Skeleton label={t`Loading today’s classes`} className="kid-one">
      <div className="media" />
      <div className="stack gap-2">
        <TextSkeleton className="d2 w-4/5" />
        <TextSkeleton className="w-1/2" />
      </div>
      <span className="sk btn btn-l btn-w" />
    </Skeleton>
  );
}
