import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { isolate } from "../../../../contract/formats/isolate.ts";
import { formatList } from "../../../../contract/formats/names.ts";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { formatMoment } from "../../../lib/formats.ts";
import { formatMoney } from "../../../lib/money.ts";
import { here } from "../../../lib/reader.ts";
import { useNavigate, useSearch } from "../../../lib/router/index.ts";
import { PagedList, type ListPage } from "../../../layouts/paged-list.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { Select } from "../../../ui/select.tsx";
import { useReasonNames } from "../../community/public/use-reason-names.ts";
import { usePermissions } from "../public/use-permissions.ts";

const PersonHistoryQuery = graphql(`
  query StudioPersonHistory($id: ID!, $part: StudioHistoryPart, $after: String) {
    studioPerson(id: $id) {
      id
      history(part: $part, pagination: { first: 20, after: $after }) {
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
          delivery
          contentType
          started
          completed
          classTitles
          by
        }
      }
    }
  }
`);
type Event = ResultOf<typeof PersonHistoryQuery>["studioPerson"]["history"]["items"][number];

const parts = ["plan", "money", "practice", "emails", "notes", "reports", "staff"] as const;
type Part = (typeof parts)[number];

/** What happened to a person: plan, money, practice, emails, notes, reports and staff's acts, newest first. */
export function PersonHistory({ personId }: { personId: string }) {
  const { t } = useLingui();
  const may = usePermissions();
  const search = useSearch();
  const navigate = useNavigate();
  const shown = parts.filter((one) => one !== "reports" || may("moderate"));
  const part = shown.find((one) => one === search["history"]) ?? null;
  const labels: Record<Part, string> = {
    plan: t`Plan`,
    money: t`Money`,
    practice: t`Practice`,
    emails: t`Emails`,
    notes: t`Notes`,
    reports: t`Reports`,
    staff: t`Team`,
  };
  const choose = (history: string): void => {
    void navigate({
      to: ".",
      search: { ...search, history: history || undefined },
      replace: true,
      resetScroll: false,
    });
  };
  return (
    <section className="stack gap-2" aria-labelledby="person-history">
      <h2 className="t4" id="person-history">{t`History`}</h2>
      <div className="person-part">
        <Select
          label={t`Show`}
          value={part ?? ""}
          onChoose={choose}
          options={[
            { value: "", label: t`Everything` },
            ...shown.map((one) => ({ value: one, label: labels[one] })),
          ]}
        />
      </div>
      <PagedList list={`history of ${personId} ${part ?? ""}`}>
        {(page) => <HistoryPage {...page} personId={personId} part={part} />}
      </PagedList>
    </section>
  );
}

function HistoryPage({ personId, part, after, further }: { personId: string; part: Part | null } & ListPage) {
  const { t } = useLingui();
  const query = useQuery({
    query: PersonHistoryQuery,
    variables: { id: personId, part, after },
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
      <p className="person-event-text">
        {text}
        {event.kind === "email" && <DeliveryTag delivery={event.delivery} />}
      </p>
      <p className="t1 muted person-event">
        {by && <span>{t`by ${by}`}</span>}
        <time dateTime={event.at}>{formatMoment(new Date(event.at), "dateTime")}</time>
      </p>
    </li>
  );
}

function DeliveryTag({ delivery }: Pick<Event, "delivery">) {
  const { t } = useLingui();
  if (delivery === "sent") return <span className="tag">{t`Sent`}</span>;
  if (delivery === "refused") return <span className="tag tag-danger">{t`Refused by the mail server`}</span>;
  if (delivery === "failed") return <span className="tag tag-danger">{t`Couldn’t be sent`}</span>;
  return <span className="tag">{t`Waiting`}</span>;
}

function usePracticeText({ started, completed, classTitles }: Event): string {
  const { t } = useLingui();
  const titles = formatList(
    classTitles.map((title) => isolate(title)),
    here(),
  );
  const count = started ?? 0;
  const finished = completed ?? 0;
  const text = t`${plural(count, { one: "Danced # class", other: "Danced # classes" })}, ${finished} finished`;
  if (!titles) return text;
  return count > classTitles.length ? t`${text}: last ${titles}` : t`${text}: ${titles}`;
}

function useReportText({ kind, what, contentType }: Event): string {
  const { t } = useLingui();
  const reasons: Partial<Record<string, string>> = useReasonNames();
  const reason = reasons[what] ?? what;
  const things: Record<string, string> = {
    post: t`a post`,
    comment: t`a comment`,
    video_upload: t`a video`,
    user: t`a profile`,
  };
  const thing = things[contentType ?? ""] ?? "";
  return kind === "report" ? t`Reported ${thing}: ${reason}` : t`Was reported for ${thing}: ${reason}`;
}

function useEventText(event: Event): string {
  const { t } = useLingui();
  const practice = usePracticeText(event);
  const report = useReportText(event);
  const { kind, what, planName, amount, currencyCode, days } = event;
  if (kind === "practice") return practice;
  if (kind === "report" || kind === "reported") return report;
  if (kind === "email" || kind === "note") return what;
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
    take_over: t`${plan} taken over from another service`,
    confirm_prepaid: t`${plan} begun, paid for one term`,
    confirm_pass: t`${plan} started, paid once`,
    extend_pass: t`${plan} extended`,
    replace_pass: t`${plan} started instead of a pass`,
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
    "identity.confirmation_resent": t`Confirmation link resent`,
    "identity.person_signed_out": t`Signed out on all devices`,
    "identity.export_requested": t`Data export requested`,
    "identity.deletion_requested": t`Account deletion scheduled`,
  };
  return texts[what] ?? what;
}
