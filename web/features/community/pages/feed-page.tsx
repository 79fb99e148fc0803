import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useNavigate, useSearch } from "../../../lib/router/index.ts";
import { Segments } from "../../../ui/segments.tsx";
import { Select } from "../../../ui/select.tsx";
import { EmptyState } from "../../../ui/state.tsx";
import "../components/community.css";
import { useMe } from "../components/use-me.ts";

const PostList = lazy(async () => ({ default: (await import("../public/post-list.tsx")).PostList }));
const PostForm = lazy(async () => ({ default: (await import("../components/post-form.tsx")).PostForm }));

const FeedStylesQuery = graphql(`
  query FeedStyles {
    styles {
      slug
      name
    }
  }
`);

/** The feed, newest first: all posts, those of followed people, or those of one style. */
export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Community`);
  const me = useMe();
  const navigate = useNavigate();
  const search = useSearch() as { of?: string; style?: string; class?: string; at?: string; video?: string };
  const [{ data }] = useQuery({ query: FeedStylesQuery });
  const [posted, setPosted] = useState(0);
  const of = search.of === "following" && me?.isMember ? "following" : "newest";
  const style = search.style ?? "";
  const filter = of === "following" ? { following: true } : style ? { style } : {};
  const show = (next: { of?: string; style?: string }) =>
    void navigate({ to: ".", search: next, replace: true });
  return (
    <div className="page page-top feed">
      <header className="list-head">
        <h1 className="d1 d1-page">{t`Community`}</h1>
        <div className="row wrap feed-choice">
          {me?.isMember && (
            <Segments
              label={t`Show`}
              value={of}
              onChoose={(value) => show(value === "following" ? { of: value } : {})}
              options={[
                { value: "newest", label: t`Latest` },
                { value: "following", label: t`Following` },
              ]}
            />
          )}
          <Select
            label={t`Style`}
            labelHidden
            value={style}
            onChoose={(value) => show(value ? { style: value } : {})}
            options={[
              { value: "", label: t`All styles` },
              ...(data?.styles ?? []).map(({ slug, name }) => ({ value: slug, label: name })),
            ]}
          />
        </div>
      </header>
      {me?.isMember ? (
        <div className="compose-place is-post">
          <Suspense>
            <PostForm
              key={`${search.class}${search.video}`}
              me={me}
              classId={search.class ?? null}
              atMs={search.class && /^\d{1,8}$/.test(search.at ?? "") ? Number(search.at) : null}
              videoId={search.video ?? null}
              onPosted={() => setPosted(posted + 1)}
            />
          </Suspense>
        </div>
      ) : (
        me && (
          <p className="muted row wrap between compose-guest">
            {t`Sign up to post, comment, and like.`}
            <Link
              className="btn btn-s"
              to={paths.register()}
              search={{ next: paths.feed() }}
            >{t`Sign up`}</Link>
          </p>
        )
      )}
      <Suspense>
        <PostList
          key={JSON.stringify([filter, posted])}
          filter={filter}
          meId={me?.id ?? null}
          empty={
            of === "following" ? (
              <EmptyState
                title={t`Nothing here yet`}
              >{t`Follow dancers to see their posts here.`}</EmptyState>
            ) : (
              <EmptyState title={t`No posts yet`}>{t`Be the first. What did you practice today?`}</EmptyState>
            )
          }
          end={<p className="t1 muted feed-end">{t`You’re all caught up. Time to dance.`}</p>}
        />
      </Suspense>
    </div>
  );
}
