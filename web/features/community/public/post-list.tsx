import "../components/community.css";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import { PagedList, useLastAnswer, type ListPage } from "../../../layouts/paged-list.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { Button } from "../../../ui/button.tsx";
import { Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { PostCard, PostCardFragment } from "../components/post-card.tsx";

const FeedQuery = graphql(
  `
    query Feed($following: Boolean, $style: String, $username: String, $after: String) {
      posts(
        filter: { following: $following, style: $style, username: $username }
        pagination: { first: 10, after: $after }
      ) {
        nextCursor
        items {
          id
          ...PostCard
        }
      }
    }
  `,
  [PostCardFragment],
);

/** At most one of them. */
type PostFilter = { following?: boolean; style?: string; username?: string };
type PostListProps = {
  filter: PostFilter;
  meId: string | null;
  /** Empty state. */
  empty: ReactNode;
  /** Content after the last post. */
  end?: ReactNode;
};

/** A paginated list of posts, newest first, with an end. */
export function PostList(props: PostListProps) {
  const { t } = useLingui();
  const more = (show: () => void) => (
    <div className="list-more">
      <Button onClick={show}>{t`Show earlier posts`}</Button>
    </div>
  );
  return (
    <div className="posts">
      <PagedList list={`posts ${JSON.stringify(props.filter)}`} more={more}>
        {(page) => <PostListPage {...props} {...page} />}
      </PagedList>
    </div>
  );
}

function PostListPage({ filter, meId, empty, end, after, further }: PostListProps & ListPage) {
  const { t } = useLingui();
  const query = useQuery({
    query: FeedQuery,
    variables: {
      following: filter.following ?? null,
      style: filter.style ?? null,
      username: filter.username ?? null,
      after,
    },
    requestPolicy: after === null ? "cache-and-network" : "cache-first",
  });
  const [{ data, error }] = query;
  const shown = useLastAnswer(data)?.posts;
  if (!shown) {
    return error ? (
      <QueryError query={query} title={t`Couldn’t load posts`}>
        {t`We couldn’t connect. Your text is saved.`}
      </QueryError>
    ) : (
      <Skeleton label={t`Loading posts`} className="posts">
        {[0, 1, 2].map((one) => (
          <div key={one} className="post-card">
            <TextSkeleton className="w-1/2" />
            <TextSkeleton className="w-full" />
            <TextSkeleton className="w-3/4" />
          </div>
        ))}
      </Skeleton>
    );
  }
  const { items, nextCursor } = shown;
  if (after === null && items.length === 0) return empty;
  return (
    <>
      {items.map((item) => (
        <PostCard key={readFragment(PostCardFragment, item).id} post={item} meId={meId} />
      ))}
      {nextCursor ? further(nextCursor) : end}
    </>
  );
}
