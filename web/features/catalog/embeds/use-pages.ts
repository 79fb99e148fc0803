import { useLocation, useNavigate } from "../../../lib/router/index.ts";
import { useState } from "react";

declare module "../../../lib/router/location.ts" {
  interface HistoryState {
    /** The cursors of a list's further pages, with the list that they belong to. */
    listPages?: { of: string; cursors: readonly string[] };
  }
}

type Pages = {
  /** What to ask each page `after`; the first is null. */
  cursors: readonly (string | null)[];
  /** Whether the last page was asked for by a press, rather than brought back by the history. */
  isGrowing: boolean;
  showMore: (cursor: string) => void;
};

/**
 * The pages of a list that have been asked for, kept in the history's entry: going back, and loading again, show as many
 * as before. `list`: names the list with its filters; another name begins with one page.
 */
export function usePages(list: string): Pages {
  const navigate = useNavigate();
  const kept = useLocation({ select: ({ state }) => state.listPages });
  const [isGrowing, setGrowing] = useState(false);
  const further = kept?.of === list ? kept.cursors : [];
  const showMore = (cursor: string) => {
    setGrowing(true);
    const listPages = { of: list, cursors: [...further, cursor] };
    void navigate({
      to: ".",
      search: (search) => search,
      hash: true,
      state: (state) => ({ ...state, listPages }),
      replace: true,
      resetScroll: false,
    });
  };
  return { cursors: [null, ...further], isGrowing, showMore };
}
