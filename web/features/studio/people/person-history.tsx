import { useLingui } from "@lingui/react/macro";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { formatMoment } from "../../../lib/formats.ts";
import { formatMoney } from "../../../lib/money.ts";
import { PagedList, type ListPage } from "../../../layouts/paged-list.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";

const PersonHistoryQuery = graphql(`
  query StudioPersonHistory($id: ID!, $after: String) {
    studioPerson(id: $id) {
      id
      history(pagination: { first: 20, after: $after }) {
        nextCursor
        items {
          id
          at
          kind
          what
          planName
          amount
          currencyCode
          days
          by
        }
      }
    }
  }
`);
type Event = ResultOf<typeof PersonHistoryQuery>["studioPerson"]["history"]["items"][number];

/** What happened to a person's plan and money, and what staff did, newest first. */
export function PersonHistory({ personId }: { personId: string }) {
  const { t } = useLingui();
  return (
    <section className="stack gap-2" aria-labelledby="person-history">
      <h2 className="t4" id="person-history">{t`History`}</h2>
      <PagedList list={`history of ${personId}`}>
        {(page) => <HistoryPage {...page} personId={personId} />}
      </PagedList>
    </section>
  );
}

function HistoryPage({ personId, after, further }: { personId: string } & ListPage) {
  const { t } = useLingui();
  const query = useQuery({
    query: PersonHistoryQuery,
    variables: { id: personId, after },
    requestPolicy: "cache-and-network",
  });
  const [{ data, error }] = query;
  if (!data)
    return error ? (
      <QueryError query={query} title={t`Couldn’t load the history`}>
        {t`We couldn’t connect. Nothing changed.`}
      </QueryError>
    ) : null;
  const { items, nextCursor } = data.studioPerson.history;
  return (
    <>
      {items.length > 0 ? (
        <ol className="person-invoices">
          {items.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </ol>
      ) : (
        <p className="t1 muted">{t`Nothing yet.`}</p>
      )}
      {further(nextCursor)}
    </>
  );
}

function EventRow({ event }: { event: Event }) {
  const { t } = useLingui();
  const text = useEventText(event);
  const by = event.by;
  return (
    <li>
      <p>{text}</p>
      <p className="t1 muted person-event">
        {by && <span>{t`by ${by}`}</span>}
        <time dateTime={event.at}>{formatMoment(new Date(event.at), "dateTime")}</time>
      </p>
    </li>
  );
}

function useEventText({ kind, what, planName, amount, currencyCode, days }: Event): string {
  const { t } = useLingui();
  const plan = planName ?? "";
  const money = amount !== null && currencyCode !== null ? formatMoney(Math.abs(amount), currencyCode) : "";
  if (kind === "paid") return t`Paid ${money}, ${what}`;
  if (kind === "refunded") return t`Refunded ${money}, ${what}`;
  if (kind === "credit")
    return (amount ?? 0) < 0 ? t`${money} of account credit used` : t`${money} of account credit added`;
  const texts: Record<string, string> = {
    subscribe: t`Checkout of ${plan} started`,
    abort: t`Checkout of ${plan} canceled`,
    expire: t`Checkout of ${plan} expired`,
    confirm: t`${plan} started`,
    start: t`${plan} started`,
    confirm_future: t`${plan} booked for later`,
    confirm_trial: t`Free trial of ${plan} started`,
    start_trial: t`Free trial of ${plan} started`,
    comp: t`${plan} given free of charge`,
    confirm_prepaid: t`${plan} begun, paid for one term`,
    end_trial_paid: t`Trial of ${plan} ended, first payment made`,
    end_trial_unpaid: t`Trial of ${plan} ended, payment failed`,
    end_trial_without_method: t`Trial of ${plan} ended`,
    renew: t`${plan} renewed`,
    fail_payment: t`Payment for ${plan} failed`,
    exhaust_dunning: t`${plan} ended after failed payments`,
    cancel_at_end: t`${plan} canceled for the end of the term`,
    cancel_now: t`${plan} ended`,
    end_term: t`${plan} ended`,
    undo_cancel: t`Cancellation of ${plan} undone`,
    pause: t`${plan} paused`,
    resume: t`${plan} resumed`,
    change_plan: t`Plan changed to ${plan}`,
    "billing.code_redeemed": t`Promo code applied`,
    "billing.receipt_sent": t`Receipt sent again`,
    "billing.days_given": t`${days ?? 0} free days given`,
    "identity.role_changed": t`Role changed`,
    "identity.person_banned": t`Account suspended`,
    "identity.ban_lifted": t`Account reinstated`,
    "identity.person_signed_out": t`Signed out on all devices`,
    "identity.export_requested": t`Data export requested`,
    "identity.deletion_requested": t`Account deletion scheduled`,
  };
  return texts[what] ?? what;
}
