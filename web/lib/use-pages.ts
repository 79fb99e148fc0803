import { useState } from "react";
import { useLocation, useNavigate } from "./router/index.ts";

declare module "./router/location.ts" {
  interface HistoryState {
    /** Number of open pages of each list, by the list's name with its filters. */
    listPages?: Readonly<Record<string, number>>;
  }
}

type Pages = {
  count: number;
  /** Whether the last page was requested by a press, not restored from the history. */
  isGrowing: boolean;
  showMore: () => void;
};

/**
 * Number of open pages of a list, stored in the history entry. Back navigation and reload restore as many
 * pages.
 * `list`: names the list with its filters; another name starts with one page.
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
