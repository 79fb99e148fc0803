import "./library.css";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type ResultOf } from "../../../graphql/graphql.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { QueryError } from "../../../layouts/query-error.tsx";
import { EmptyState, Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { AccountNav } from "../../account/public/account-nav.tsx";
import { FollowButton } from "../public/follow-button.tsx";
import { FollowFragment } from "../public/follow-fragment.ts";

const FollowsQuery = graphql(
  `
    query Follows {
      follows {
        id
        ...FollowState
      }
    }
  `,
  [FollowFragment],
);

type Follow = ResultOf<typeof FollowFragment>;
const kinds = ["instructor", "style", "category", "course"] as const;

/** What the viewer follows in the library, by kind. */
export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Following`);
  const query = useQuery({ query: FollowsQuery, requestPolicy: "cache-and-network" });
  const [{ data, error }] = query;
  return (
    <div className="page acct">
      <h1 className="d1 d1-page">{t`Settings`}</h1>
      <AccountNav />
      <div className="acct-body">
        {data ? (
          <Follows follows={data.follows.map((one) => readFragment(FollowFragment, one))} data={data} />
        ) : error ? (
          <QueryError query={query} title={t`Couldn’t load what you follow`}>
            {t`We couldn’t connect. Nothing has changed.`}
          </QueryError>
        ) : (
          <Skeleton label={t`Loading what you follow`} className="stack">
            <TextSkeleton className="d2 w-1/2" />
            <TextSkeleton className="w-4/5" />
          </Skeleton>
        )}
      </div>
    </div>
  );
}

function Follows({ follows, data }: { follows: readonly Follow[]; data: ResultOf<typeof FollowsQuery> }) {
  const { t } = useLingui();
  const titles = {
    instructor: t`Instructors`,
    style: t`Styles`,
    category: t`Categories`,
    course: t`Courses`,
  };
  if (follows.length === 0)
    return (
      <EmptyState
        title={t`You don’t follow anything yet`}
        action={
          <Link className="btn btn-go" to={paths.library()}>
            {t`Browse the library`}
          </Link>
        }
      >
        {t`Follow an instructor, style, category, or course to hear about new classes.`}
      </EmptyState>
    );
  const groups = kinds.flatMap((kind) => {
    const ofKind = follows.filter((one) => one.kind === kind);
    if (ofKind.length === 0) return [];
    return [
      <section className="stack" key={kind} aria-labelledby={`following-${kind}`}>
        <h2 className="d2" id={`following-${kind}`}>
          {titles[kind]}
        </h2>
        <ul className="follow-list">
          {ofKind.map((one) => (
            <li key={one.id}>
              <FollowedLink follow={one} />
              <FollowButton follow={data.follows.find(({ id }) => id === one.id)!} size="s" />
            </li>
          ))}
        </ul>
      </section>,
    ];
  });
  return <div className="stack gap-8">{groups}</div>;
}

function FollowedLink({ follow: { kind, slug, name } }: { follow: Follow }) {
  const link = {
    instructor: { to: paths.instructor(slug) },
    style: { to: paths.library(), search: { style: slug } },
    category: { to: paths.category(slug) },
    course: { to: paths.course(slug) },
  }[kind];
  return (
    <Link className="strong" {...link}>
      <bdi>{name}</bdi>
    </Link>
  );
}
