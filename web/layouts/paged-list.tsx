import { useLingui } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";
import { usePages } from "../lib/use-pages.ts";
import { Button } from "../ui/button.tsx";

/** One page of a list. */
export type ListPage = {
  /** The cursor that it follows; null for the first. */
  after: string | null;
  /** A press asked for this page: the focus goes on at its first thing. */
  takesFocus: boolean;
  /** What stands below its things, by the cursor that it ends with: the page that follows, or the way to it, or nothing. */
  further: (nextCursor: string | null) => ReactNode;
};

type PagedListProps = {
  /** Names the list with its filters: another name begins with one page. */
  list: string;
  /** What leads on, where a button below the list doesn't fit. */
  more?: (show: () => void) => ReactNode;
  children: (page: ListPage) => ReactNode;
};

/**
 * A list a page at a time; as many as were open come back with the history. Each page begins where the one before it ends now:
 * nothing stands twice, and nothing is missing, when things come and go.
 */
export function PagedList({ list, more, children }: PagedListProps) {
  const { t } = useLingui();
  const { count, isGrowing, showMore } = usePages(list);
  const way = more?.(showMore) ?? (
    <div className="list-wide list-more">
      <Button onClick={showMore}>{t`Show more`}</Button>
    </div>
  );
  const open = (place: number, after: string | null): ReactNode =>
    children({
      after,
      takesFocus: isGrowing && place > 1 && place === count,
      further: (nextCursor) => nextCursor && (place < count ? open(place + 1, nextCursor) : way),
    });
  return open(1, null);
}

/** What a query answers, and while others of its variables are being answered, what it answered before. */
export function useLastAnswer<Data>(data: Data | undefined): Data | undefined {
  const [last, setLast] = useState(data);
  if (data && data !== last) setLast(data);
  return data ?? last;
}
