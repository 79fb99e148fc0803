import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useDeferredValue, type ReactNode } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type VariablesOf } from "../../../graphql/graphql.ts";
import { PagedList, useLastAnswer, usePageFocus, type ListPage } from "../../../layouts/paged-list.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { CardSkeletons, Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { ClassCard } from "./class-card.tsx";
import { ClassSummaryFragment } from "./class-summary.ts";

// Lazy: the classes show without it.
const AddToPlaylist = lazy(async () => ({
  default: (await import("../../practice/public/add-to-playlist.tsx")).AddToPlaylist,
}));

const ClassListQuery = graphql(
  `
    query ClassList($filters: StudioClassFilters, $sort: StudioClassSort, $pagination: Pagination) {
      studioClasses(filters: $filters, sort: $sort, pagination: $pagination) {
        total
        nextCursor
        items {
          id
          ...ClassSummary
        }
      }
    }
  `,
  [ClassSummaryFragment],
);

type Variables = VariablesOf<typeof ClassListQuery>;

/** Filters and order of a list. */
export type ClassListRequest = {
  filters: NonNullable<Variables["filters"]>;
  sort: NonNullable<Variables["sort"]> | null;
};

const pageSize = 24;
const cardSizes = "(min-width: 64rem) 23vw, (min-width: 40rem) 45vw, 92vw";

/** What shows while classes are fetched; with the place of their number, unless it is said above. */
export function ClassListSkeleton({ hasCount = true }: { hasCount?: boolean }) {
  const { t } = useLingui();
  return (
    <Skeleton label={t`Loading classes`} className="cards">
      {hasCount && (
        <div className="list-wide list-count">
          <TextSkeleton className="t1 w-20" />
        </div>
      )}
      <CardSkeletons count={8} />
    </Skeleton>
  );
}

type ClassListProps = ClassListRequest & {
  /** Empty state without results. */
  empty: ReactNode;
  /** Content next to the count. */
  aside?: ReactNode;
};

/**
 * A paginated list of classes by filters. While other filters are being fetched, the previous classes are
 * dimmed.
 * The count is announced; the history restores as many pages as were open.
 */
export function ClassList(props: ClassListProps) {
  const { filters, sort } = props;
  return (
    <div className="cards">
      <PagedList list={JSON.stringify({ filters, sort })}>
        {(page) => <ClassListPage {...props} {...page} />}
      </PagedList>
    </div>
  );
}

function ClassListPage(props: ClassListProps & ListPage) {
  const { filters, sort, after, empty, aside, takesFocus, further } = props;
  const { t } = useLingui();
  const query = useQuery({
    query: ClassListQuery,
    variables: { filters, sort, pagination: { first: pageSize, after } },
  });
  const [{ data, error, fetching }] = query;
  // Deferred: React draws a page of cards in slices, between which it answers presses.
  const shown = useDeferredValue(useLastAnswer(data));
  /** These are the classes of other filters. */
  const isOld = fetching || shown !== data;
  const first = usePageFocus<HTMLElement>(takesFocus, shown !== undefined);

  if (error && !data) {
    return (
      <div className="list-wide">
        <QueryError query={query} title={after ? t`Couldn’t load more classes` : t`Couldn’t load classes`}>
          {t`We couldn’t connect. Your filters are still set.`}
        </QueryError>
      </div>
    );
  }
  if (!shown || (isOld && shown.studioClasses.items.length === 0)) {
    return (
      <div className="list-wide">
        <ClassListSkeleton hasCount={after === null} />
      </div>
    );
  }
  const { items, nextCursor, total } = shown.studioClasses;
  return (
    <>
      {after === null && (
        <div className="list-wide row between list-count">
          <p className="t1 muted tn" role="status">
            {total === 0 ? t`No classes` : plural(total, { one: "# class", other: "# classes" })}
          </p>
          {aside}
        </div>
      )}
      {after === null && items.length === 0 && <div className="list-wide">{empty}</div>}
      {items.map((item, index) => (
        <article
          key={item.id}
          ref={index === 0 ? first : undefined}
          className={isOld ? "card is-old" : "card"}
        >
          <ClassCard studioClass={item} sizes={cardSizes} eager={after === null && index < 4} />
          <span className="on-card on-card-quiet" data-theme="room">
            <Suspense>
              <AddToPlaylist
                id={item.id}
                title={readFragment(ClassSummaryFragment, item).title}
                look="picture"
              />
            </Suspense>
          </span>
        </article>
      ))}
      {!isOld && further(nextCursor)}
    </>
  );
}
