import { useLingui } from "@lingui/react/macro";
import { useEffect, useEffectEvent, useId, type ReactNode } from "react";
import type { CombinedError } from "../graphql/hooks.ts";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";

/** The result of urql's `useQuery`. */
export type PageQuery = readonly [
  { readonly data?: unknown; readonly error?: CombinedError | undefined; readonly fetching: boolean },
  (options: { requestPolicy: "network-only" }) => void,
];

type QueryErrorProps = {
  query: PageQuery;
  title: string;
  /** Says which data is safe. */
  children: ReactNode;
  /** The error is the whole page: its title becomes the page title. */
  page?: boolean;
};

/**
 * Error state of a query: what happened, which data is safe, and a retry button. It also retries once the
 * browser is online again.
 */
export function QueryError({ query: [{ fetching }, again], title, children, page = false }: QueryErrorProps) {
  const { t } = useLingui();
  const titleId = useId();
  const Title = page ? "h1" : "h2";
  const retry = useEffectEvent(() => again({ requestPolicy: "network-only" }));
  useEffect(() => {
    const whenBack = () => retry();
    addEventListener("online", whenBack);
    return () => removeEventListener("online", whenBack);
  }, []);
  return (
    <div className={classNames("void", page && "void-page")} role="alert" aria-labelledby={titleId}>
      <Title className="d2" id={titleId}>
        {title}
      </Title>
      <p className="muted pretty">{children}</p>
      <Button busy={fetching} onClick={() => again({ requestPolicy: "network-only" })}>
        {t`Try again`}
      </Button>
    </div>
  );
}
