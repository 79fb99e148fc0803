import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Link } from "../../../lib/router/index.ts";
import { BookmarkMinus } from "lucide-react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type ResultOf } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { PagedList, useLastAnswer, type ListPage } from "../../../layouts/paged-list.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { Button, buttonClass, IconButton } from "../../../ui/button.tsx";
import { CardSkeletons, EmptyState, Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { showToast } from "../../../ui/toast.ts";
import { ClassCard } from "../../catalog/public/class-card.tsx";
import { ClassSummaryFragment } from "../../catalog/public/class-summary.ts";
import { useSaveClass } from "../actions/save-class.ts";
import type { SavedOrder } from "./saved-order.ts";

const SavedClassesQuery = graphql(
  `
    query SavedClasses(
      $filter: SavedClassFilter
      $sort: SavedClassSort
      $direction: SortDirection
      $first: Int
      $after: String
    ) {
      savedClasses(
        filter: $filter
        sort: $sort
        direction: $direction
        pagination: { first: $first, after: $after }
      ) {
        total
        nextCursor
        items {
          dateSaved
          dateLastViewed
          studioClass {
            id
            isSaved
            ...ClassSummary
          }
        }
      }
    }
  `,
  [ClassSummaryFragment],
);

/** As in the first query of `routes.ts`. */
const pageSize = 24;

/** A paginated list of saved classes in one order. */
export function SavedList(props: SavedListProps) {
  return (
    <div className="cards">
      <PagedList list={JSON.stringify(props.order)}>{(page) => <SavedPage {...props} {...page} />}</PagedList>
    </div>
  );
}

type SavedListProps = { order: SavedOrder; onShowAll: () => void };

function SavedPage({ order, after, onShowAll, further }: SavedListProps & ListPage) {
  const { t } = useLingui();
  const save = useSaveClass();
  const query = useQuery({
    query: SavedClassesQuery,
    variables: { ...order, first: pageSize, after },
    requestPolicy: "cache-and-network",
  });
  const [{ data, error }] = query;
  const shown = useLastAnswer(data);
  if (!shown) {
    return (
      <div className="list-wide">
        {error ? (
          <QueryError query={query} title={t`Couldn’t load your saved classes`}>
            {t`We couldn’t connect. Your saved classes are safe.`}
          </QueryError>
        ) : (
          <Skeleton label={t`Loading your saved classes`} className="cards">
            {after === null && (
              <div className="list-wide list-count">
                <TextSkeleton className="t1 w-20" />
              </div>
            )}
            <CardSkeletons count={4} />
          </Skeleton>
        )}
      </div>
    );
  }

  const remove = async (id: string, title: string): Promise<void> => {
    const isRemoved = await save(id, false);
    if (isRemoved) {
      showToast(t`Removed “${title}”`, { label: t`Undo`, run: () => void save(id, true) });
    }
  };
  const { items, nextCursor, total } = shown.savedClasses;
  // Items in removal are hidden at once; the list itself changes after the server's response.
  const remaining = items.filter(({ studioClass }) => studioClass.isSaved);
  const count = total - (items.length - remaining.length);
  return (
    <>
      {after === null && (
        <p className="list-wide list-count t1 muted tn" role="status">
          {count === 0 ? null : plural(count, { one: "# class", other: "# classes" })}
        </p>
      )}
      {after === null && remaining.length === 0 && !nextCursor && (
        <div className="list-wide">
          <NothingSaved filter={order.filter} onShowAll={onShowAll} />
        </div>
      )}
      {remaining.map(({ studioClass, dateSaved, dateLastViewed }, index) => (
        <article className="card" key={studioClass.id}>
          <ClassCard
            studioClass={studioClass}
            sizes="(min-width: 64rem) 23vw, (min-width: 40rem) 45vw, 92vw"
            eager={after === null && index < 4}
          />
          <p className="t1 faint card-note">
            {order.sort === "dateLastViewed" && dateLastViewed
              ? t`Danced ${formatMonthDayYear(new Date(dateLastViewed))}`
              : t`Saved ${formatMonthDayYear(new Date(dateSaved))}`}
          </p>
          <span className="on-card" data-theme="room">
            <RemoveButton studioClass={studioClass} onRemove={remove} />
          </span>
        </article>
      ))}
      {further(nextCursor)}
    </>
  );
}

type Saved = ResultOf<typeof SavedClassesQuery>["savedClasses"]["items"][number]["studioClass"];

function RemoveButton({
  studioClass,
  onRemove,
}: {
  studioClass: Saved;
  onRemove: (id: string, title: string) => Promise<void>;
}) {
  const { t } = useLingui();
  const { id, title } = readFragment(ClassSummaryFragment, studioClass);
  return (
    <IconButton
      onPicture
      label={t`Remove “${title}” from saved classes`}
      icon={BookmarkMinus}
      onClick={() => void onRemove(id, title)}
    />
  );
}

function NothingSaved({ filter, onShowAll }: { filter: SavedOrder["filter"]; onShowAll: () => void }) {
  const { t } = useLingui();
  if (filter === "all") {
    return (
      <EmptyState
        title={t`Nothing saved yet`}
        action={
          <Link className={buttonClass({ tone: "go" })} to={paths.library()}>
            {t`Find a class`}
          </Link>
        }
      >
        {t`Save classes to find them here, on any device.`}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={filter === "completed" ? t`Nothing completed yet` : t`All done`}
      action={<Button onClick={onShowAll}>{t`Show all`}</Button>}
    >
      {filter === "completed"
        ? t`Dance at least 90% to complete a class.`
        : t`You’ve completed every saved class. Save another, or repeat one.`}
    </EmptyState>
  );
}
