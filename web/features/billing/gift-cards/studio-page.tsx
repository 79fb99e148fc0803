import "../billing.css";
import "./gift-cards.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState, type SubmitEvent } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type FragmentOf, type ResultOf } from "../../../graphql/graphql.ts";
import { PagedList, type ListPage } from "../../../layouts/paged-list.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { formatMoney } from "../../../lib/money.ts";
import { Button } from "../../../ui/button.tsx";
import { StudioPage } from "../../studio/public/studio-page.tsx";
import { usePermissions } from "../../studio/public/use-permissions.ts";
import { MemberLink } from "../public/member-link.tsx";
import { StudioCardFragment } from "./studio-fragment.ts";
import { giftText } from "./gift-text.ts";
import type { GiftAct } from "./studio-acts.tsx";

// Loaded on press.
const GiftActSheet = lazy(async () => ({ default: (await import("./studio-acts.tsx")).GiftActSheet }));

const CardsFragment = graphql(
  `
    fragment StudioGiftCardList on StudioGiftCards {
      nextCursor
      items {
        id
        ...StudioGiftCard
      }
    }
  `,
  [StudioCardFragment],
);
const CardsQuery = graphql(
  `
    query StudioGiftCards($search: String, $after: String) {
      studioGiftCards(search: $search, pagination: { first: 24, after: $after }) {
        ...StudioGiftCardList
      }
      studioGiftCardTotals {
        currencyCode
        sold
        issued
        outstanding
        redeemed
      }
    }
  `,
  [CardsFragment],
);

/** Gift cards that were sold and issued, for support and finance. */
export function Page() {
  const { t } = useLingui();
  const may = usePermissions();
  const [typed, setTyped] = useState("");
  const [search, setSearch] = useState<string | null>(null);
  const [act, setAct] = useState<GiftAct | null>(null);
  const query = useQuery({
    query: CardsQuery,
    variables: { search, after: null },
    requestPolicy: "cache-and-network",
  });
  const [{ data }, again] = query;
  const find = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setSearch(typed.trim() || null);
  };
  return (
    <StudioPage
      title={t`Gift cards`}
      note={t`Sold at the gift card page, or issued here.`}
      query={query}
      controls={
        may("givePlans") && <Button onClick={() => setAct({ kind: "issue" })}>{t`Issue gift card`}</Button>
      }
    >
      {data && (
        <>
          <Totals totals={data.studioGiftCardTotals} />
          <form className="row wrap gap-2 gift-search" role="search" onSubmit={find}>
            <label className="field gift-search-field">
              <span className="lab">{t`Email or code`}</span>
              <input
                className="in"
                type="search"
                autoComplete="off"
                maxLength={254}
                value={typed}
                onChange={(event) => {
                  setTyped(event.currentTarget.value);
                  if (event.currentTarget.value === "") setSearch(null);
                }}
              />
            </label>
            <Button type="submit">{t`Search`}</Button>
          </form>
          <PagedList list={`gift-cards ${search ?? ""}`}>
            {({ after, further }) =>
              after === null ? (
                <Cards
                  page={data.studioGiftCards}
                  further={further}
                  isSearch={search !== null}
                  onAct={setAct}
                />
              ) : (
                <Further search={search} after={after} further={further} onAct={setAct} />
              )
            }
          </PagedList>
        </>
      )}
      {act && (
        <Suspense>
          <GiftActSheet
            act={act}
            onDone={() => again({ requestPolicy: "network-only" })}
            onClose={() => setAct(null)}
          />
        </Suspense>
      )}
    </StudioPage>
  );
}

function Totals({ totals }: { totals: ResultOf<typeof CardsQuery>["studioGiftCardTotals"] }) {
  const { t } = useLingui();
  if (totals.length === 0) return null;
  return (
    <dl className="gift-totals">
      {totals.map(({ currencyCode, sold, issued, outstanding, redeemed }) => {
        const money = (amount: number): string => formatMoney(amount, currencyCode);
        return [
          { label: t`Sold, ${currencyCode}`, value: money(sold) },
          { label: t`Issued, ${currencyCode}`, value: money(issued) },
          { label: t`Redeemed, ${currencyCode}`, value: money(redeemed) },
          { label: t`Not redeemed yet, ${currencyCode}`, value: money(outstanding) },
        ].map(({ label, value }) => (
          <div key={label}>
            <dt className="t1 muted">{label}</dt>
            <dd className="tn">{value}</dd>
          </div>
        ));
      })}
    </dl>
  );
}

type CardsProps = {
  page: FragmentOf<typeof CardsFragment>;
  further: ListPage["further"];
  isSearch?: boolean;
  onAct: (act: GiftAct) => void;
};

function Cards({ page, further, isSearch = false, onAct }: CardsProps) {
  const { t } = useLingui();
  const { items, nextCursor } = readFragment(CardsFragment, page);
  if (items.length === 0)
    return <p className="muted">{isSearch ? t`No gift card found.` : t`No gift cards yet.`}</p>;
  return (
    <>
      <ul className="gift-list" aria-label={t`Gift cards`}>
        {items.map((card) => (
          <li key={card.id}>
            <CardRow card={readFragment(StudioCardFragment, card)} onAct={onAct} />
          </li>
        ))}
      </ul>
      {further(nextCursor)}
    </>
  );
}

function Further({
  search,
  after,
  further,
  onAct,
}: {
  search: string | null;
  after: string;
  further: ListPage["further"];
  onAct: (act: GiftAct) => void;
}) {
  const { t } = useLingui();
  const query = useQuery({ query: CardsQuery, variables: { search, after } });
  const [{ data, error }] = query;
  if (data) return <Cards page={data.studioGiftCards} further={further} onAct={onAct} />;
  return error ? (
    <QueryError query={query} title={t`Couldn’t load more`}>
      {t`We couldn’t connect. Nothing changed.`}
    </QueryError>
  ) : null;
}

function CardRow({
  card,
  onAct,
}: {
  card: ResultOf<typeof StudioCardFragment>;
  onAct: (act: GiftAct) => void;
}) {
  const { t } = useLingui();
  const may = usePermissions();
  const states: Record<typeof card.status, string> = {
    pending: t`Not paid yet`,
    failed: t`Not paid`,
    waiting: t`Waits for its day`,
    sent: t`Not redeemed`,
    redeemed: t`Redeemed`,
    voided: t`Voided`,
    refunded: t`Refunded`,
  };
  const { buyerId, buyerName, buyerEmail, redeemerId, redeemerName, recipientEmail } = card;
  const day = formatMonthDayYear(new Date(card.createdAt));
  const digits = card.lastDigits;
  const rest = formatMoney(card.refundable, card.currencyCode);
  const canVoid = may("givePlans") && (card.status === "sent" || card.status === "waiting");
  return (
    <>
      <div className="gift-what">
        <p className="strong">
          {giftText(card)} <span className="tag">{states[card.status]}</span>
        </p>
        <p className="t1 muted">{t`Code ending in ${digits}, ${day}`}</p>
        <p className="t1 muted">
          {card.isPaid ? t`Bought by:` : t`Issued by:`}{" "}
          {card.isPaid && buyerId ? (
            <MemberLink member={{ id: buyerId, name: buyerName ?? buyerEmail, username: null }} />
          ) : (
            (buyerName ?? buyerEmail ?? t`Deleted account`)
          )}
        </p>
        {recipientEmail && <p className="t1 muted">{t`For ${recipientEmail}`}</p>}
        {redeemerId && (
          <p className="t1 muted">
            {t`Redeemed by:`} <MemberLink member={{ id: redeemerId, name: redeemerName, username: null }} />
          </p>
        )}
      </div>
      <div className="row wrap gap-2">
        {card.refundable > 0 && may("refund") && (
          <Button size="s" onClick={() => onAct({ kind: "refund", card })}>{t`Refund ${rest}`}</Button>
        )}
        {canVoid && (
          <Button size="s" tone="line" onClick={() => onAct({ kind: "void", card })}>{t`Void`}</Button>
        )}
      </div>
    </>
  );
}
