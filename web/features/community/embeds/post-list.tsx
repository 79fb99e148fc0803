import "../parts/community.css";
import { useLingui } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";
import { useQuery } from "urql";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState, Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { PostCard, PostCardFragment } from "../parts/post-card.tsx";

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

/** One of them at most. */
type PostFilter = { following?: boolean; style?: string; username?: string };
type PostListProps = {
  filter: PostFilter;
  meId: string | null;
  /** Stands where there is none. */
  empty: ReactNode;
  /** Stands after the last one. */
  end?: ReactNode;
};

/** Posts, the newest first, a page at a time; it ends. */
export function PostList(props: PostListProps) {
  return (
    <div className="posts">
      <PostListPage {...props} after={null} />
    </div>
  );
}

function PostListPage(props: PostListProps & { after: string | null }) {
  const { filter, meId, empty, end, after } = props;
  // The page that follows begins where this one ends now: nothing stands twice when posts come or go.
  const [isOpen, setOpen] = useState(false);
  const { t } = useLingui();
  const [{ data, error, fetching }, again] = useQuery({
    query: FeedQuery,
    variables: {
      following: filter.following ?? null,
      style: filter.style ?? null,
      username: filter.username ?? null,
      after,
    },
    requestPolicy: after === null ? "cache-and-network" : "cache-first",
  });
  if (!data) {
    return error ? (
      <ErrorState
        title={t`The posts didn’t come`}
        retryLabel={t`Try again`}
        busy={fetching}
        onRetry={() => again({ requestPolicy: "network-only" })}
      >
        {t`The studio didn’t answer. What you have written is kept.`}
      </ErrorState>
    ) : (
      <Skeleton label={t`The posts are coming`} className="posts">
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
  const { items, nextCursor } = data.posts;
  if (after === null && items.length === 0) return empty;
  return (
    <>
      {items.map((item) => (
        <PostCard key={readFragment(PostCardFragment, item).id} post={item} meId={meId} />
      ))}
      {!nextCursor ? (
        end
      ) : isOpen ? (
        <PostListPage {...props} after={nextCursor} />
      ) : (
        <div className="list-more">
          <Button onClick={() => setOpen(true)}>{t`Show earlier posts`}</Button>
        </div>
      )}
    </>
  );
}
