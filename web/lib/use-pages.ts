import { useState } from "react";
import { useLocation, useNavigate } from "./router/index.ts";

declare module "./router/location.ts" {
  interface HistoryState {
    /** How many pages are open of a list, by the list with its filters. */
    listPages?: Readonly<Record<string, number>>;
  }
}

type Pages = {
  count: number;
  /** Whether the last page was asked for by a press, rather than brought back by the history. */
  isGrowing: boolean;
  showMore: () => void;
};

/**
 * How many pages of a list are open, kept in the history's entry: going back, and loading again, show as many as before.
 * `list`: names the list with its filters; another name begins with one page.
 */
export function usePages(list: string): Pages {
  const navigate = useNavigate();
  const count = useLocation({ select: ({ state }) => state.listPages?.[list] }) ?? 1;
  const [isGrowing, setGrowing] = useState(false);
  const showMore = () => {
    setGrowing(true);
    void navigate({
      to: ".",
      search: (search) => search,
      hash: true,
      state: (state) => ({ ...state, listPages: { ...state.listPages, [list]: count + 1 } }),
      replace: true,
      resetScroll: false,
    });
  };
  return { count, isGrowing, showMore };
}
