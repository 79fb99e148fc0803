import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { CombinedError } from "urql";
import { ErrorState } from "../ui/state.tsx";

/** What `useQuery` of urql gives. */
export type PageQuery = readonly [
  { readonly data?: unknown; readonly error?: CombinedError | undefined; readonly fetching: boolean },
  (options: { requestPolicy: "network-only" }) => void,
];

type QueryErrorProps = {
  query: PageQuery;
  title: string;
  /** Says what is safe. */
  children: ReactNode;
  /** It is all that the page has to say: its title is the page's. */
  page?: boolean;
};

/** What stands where a query failed: it asks again when told to, and once the connection is back. */
export function QueryError({ query: [{ fetching }, again], title, children, page = false }: QueryErrorProps) {
  const { t } = useLingui();
  return (
    <ErrorState
      page={page}
      title={title}
      retryLabel={t`Try again`}
      busy={fetching}
      onRetry={() => again({ requestPolicy: "network-only" })}
    >
      {children}
    </ErrorState>
  );
}
