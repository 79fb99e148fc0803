import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import type { ListPage } from "../../../layouts/paged-list.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { usePermissions } from "../../studio/public/use-permissions.ts";
import { MemberLink } from "../public/member-link.tsx";

// Loaded on press.
const CouponLink = lazy(async () => ({ default: (await import("./coupon-link.tsx")).CouponLink }));

const BatchCodesQuery = graphql(`
  query StudioCouponBatchCodes($id: ID!, $filter: CouponBatchFilter, $search: String, $after: String) {
    couponBatchCodes(id: $id, filter: $filter, search: $search, pagination: { first: 50, after: $after }) {
      nextCursor
      items {
        id
        state
        isRedeemed
        redeemedAt
        member {
          id
          name
          username
        }
      }
    }
  }
`);
export type CodeFilter = "all" | "redeemed" | "unused" | "archived";
type Code = ResultOf<typeof BatchCodesQuery>["couponBatchCodes"]["items"][number];

type BatchCodesProps = { id: string; filter: CodeFilter; search: string; page: ListPage };

/** A page of a batch's codes. */
export function BatchCodes({ id, filter, search, page }: BatchCodesProps) {
  const { t } = useLingui();
  const [shared, setShared] = useState<string | null>(null);
  const query = useQuery({
    query: BatchCodesQuery,
    variables: { id, filter, search: search || null, after: page.after },
    requestPolicy: "cache-and-network",
  });
  const [{ data, error }] = query;
  if (!data)
    return error ? (
      <QueryError query={query} title={t`Couldn’t load more`}>
        {t`We couldn’t connect. Nothing changed.`}
      </QueryError>
    ) : (
      <Skeleton label={t`Loading codes`} className="stack">
        <TextSkeleton className="w-1/2" />
        <TextSkeleton className="w-full" />
      </Skeleton>
    );
  const { items, nextCursor } = data.couponBatchCodes;
  if (items.length === 0 && page.after === null) return <p className="muted">{t`No code matches.`}</p>;
  return (
    <>
      <ul className="coupons" aria-label={t`Codes`}>
        {items.map((code) => {
          const { id: text } = code;
          return (
            <li className="coupon" key={text}>
              <p className="strong tn coupon-terms">{text}</p>
              <p className="t1 muted coupon-count">
                <CodeState code={code} />
              </p>
              <div className="row coupon-acts">
                {code.state === "active" && !code.isRedeemed && (
                  <Button
                    size="s"
                    aria-haspopup="dialog"
                    aria-label={t`Link for ${text}`}
                    onClick={() => setShared(text)}
                  >
                    {t`Link`}
                  </Button>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      {shared && (
        <Suspense>
          <CouponLink code={shared} onClose={() => setShared(null)} />
        </Suspense>
      )}
      {page.further(nextCursor)}
    </>
  );
}

function CodeState({ code: { state, isRedeemed, redeemedAt, member } }: { code: Code }) {
  const { t } = useLingui();
  const linksPeople = usePermissions()("seePeople");
  if (redeemedAt) {
    const day = formatMonthDayYear(new Date(redeemedAt));
    return (
      <>
        {t`Redeemed on ${day}`}
        {linksPeople && (
          <>
            <br />
            <MemberLink member={member} />
          </>
        )}
      </>
    );
  }
  // The account was deleted, and with it when it redeemed the code.
  if (isRedeemed) return t`Redeemed`;
  if (state === "archived") return t`Archived`;
  return state === "expired" ? t`Expired` : t`Unused`;
}
