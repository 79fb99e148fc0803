import type { ReactNode } from "react";
import { usePageTitle } from "../lib/page-title.ts";
import { EmptyState } from "../ui/state.tsx";
import { QueryError, type PageQuery } from "./query-error.tsx";

type AwaitedPageProps = {
  /** The page's first query. */
  query: PageQuery;
  /** The page's title once what it is about is here. */
  title: string | null | undefined;
  /** Says that it didn't come, and what is safe. */
  failed: { title: string; words: string };
  /** Says that there is nothing at this address, and leads on. */
  missing: { title: string; words: string; way: ReactNode };
  /** The page's own layout, within its own frame, while it comes. */
  skeleton: ReactNode;
  /** The page; null or undefined until what it is about is here. */
  children: ReactNode;
};

/** A page about one thing: what was asked for, or that it comes, that it failed, or that there is no such thing. Names the page in each case. */
export function AwaitedPage({ query, title, failed, missing, skeleton, children }: AwaitedPageProps) {
  const [{ data, error }] = query;
  const isHere = children !== null && children !== undefined;
  usePageTitle(isHere ? (title ?? undefined) : error ? failed.title : data ? missing.title : undefined);
  if (isHere) return children;
  if (!error && !data) return skeleton;
  return (
    <div className="page page-top">
      {error ? (
        <QueryError page query={query} title={failed.title}>
          {failed.words}
        </QueryError>
      ) : (
        <EmptyState page title={missing.title} action={missing.way}>
          {missing.words}
        </EmptyState>
      )}
    </div>
  );
}
