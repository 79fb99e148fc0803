import type { ReactNode } from "react";
import { usePageTitle } from "../lib/page-title.ts";
import { EmptyState } from "../ui/state.tsx";
import { QueryError, type PageQuery } from "./query-error.tsx";

type AwaitedPageProps = {
  /** The page's first query. */
  query: PageQuery;
  /** The page's title once its data has loaded. */
  title: string | null | undefined;
  /** Error state: a title, and a text that says which data is safe. */
  failed: { title: string; words: string };
  /** Not-found state: a title, a text and a link; left out where the page has its own. */
  missing?: { title: string; words: string; way: ReactNode };
  /** The page's own layout, in its own frame, while loading. */
  skeleton: ReactNode;
  /** The page; null or undefined until its data has loaded. */
  children: ReactNode;
};

/** A page about one entity, with its loading, failed and not-found states. Sets the page title in each state. */
export function AwaitedPage({ query, title, failed, missing, skeleton, children }: AwaitedPageProps) {
  const [{ data, error }] = query;
  const isHere = children !== null && children !== undefined;
  usePageTitle(isHere ? (title ?? undefined) : error ? failed.title : data ? missing?.title : undefined);
  if (isHere) return children;
  if (!error && !data) return skeleton;
  return (
    <div className="page page-top">
      {error ? (
        <QueryError page query={query} title={failed.title}>
          {failed.words}
        </QueryError>
      ) : (
        missing && (
          <EmptyState page title={missing.title} action={missing.way}>
            {missing.words}
          </EmptyState>
        )
      )}
    </div>
  );
}
