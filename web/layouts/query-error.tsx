import { useLingui } from "@lingui/react/macro";
import { useEffect, useEffectEvent, useId, type ReactNode } from "react";
import type { CombinedError } from "urql";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";

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

/** What stands where a query failed: says what happened, what is safe, and one way on. It asks again when told to, and once the connection is back. */
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
