import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { usePages } from "../lib/use-pages.ts";
import { Button } from "../ui/button.tsx";

/** One page of a list. */
export type ListPage = {
  /** The cursor that the page follows; null for the first. */
  after: string | null;
  /** The page was requested by a press: focus moves to its first item. */
  takesFocus: boolean;
  /** Renders the content below the items, by the page's end cursor: the next page, a button, or nothing. */
  further: (nextCursor: string | null) => ReactNode;
};

type PagedListProps = {
  /** Names the list with its filters: another name starts with one page. */
  list: string;
  /** Renders the control that loads more, where a button below the list doesn't fit. */
  more?: (show: () => void) => ReactNode;
  children: (page: ListPage) => ReactNode;
};

/**
 * A paginated list. The history restores as many pages as were open.
 * Each page starts at the current end of the previous one. No item is duplicated or missing when items are
 * added or removed.
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

/**
 * Moves the focus to the first link of a page that a press requested, once it is here. `page` holds its items, or the first one.
 */
export function usePageFocus<Shown extends HTMLElement>(
  takesFocus: boolean,
  isHere: boolean,
): RefObject<Shown | null> {
  const page = useRef<Shown>(null);
  useEffect(() => {
    if (takesFocus && isHere) page.current?.querySelector("a")?.focus({ preventScroll: true });
  }, [takesFocus, isHere]);
  return page;
}

/** Returns the query's data, or the previous data while other variables are being fetched. */
export function useLastAnswer<Data>(data: Data | undefined): Data | undefined {
  const [last, setLast] = useState(data);
  if (data && data !== last) setLast(data);
  return data ?? last;
}
