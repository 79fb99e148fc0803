import "./person.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { readFragment } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { formatMoney } from "../../../lib/money.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useNavigate, useParams, useSearch } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { ProviderLink } from "../../billing/public/provider-link.tsx";
import { StudioPage } from "../public/studio-page.tsx";
import { usePermissions } from "../public/use-permissions.ts";
import type { ActPerson, ActPlan, Receipt, Refundable } from "./act-types.ts";
import { AccountStateFragment, ListedSubscriptionFragment } from "./fragments.ts";
import { phaseOf } from "./labels.ts";
import { PersonQuery, type Person } from "./person-query.ts";
import { PersonWho } from "./person-who.tsx";
import { PageSkeleton } from "../public/page-skeleton.tsx";

// Below the first screen, so loaded beside the person's data.
const { Part: PersonInvoices, preload: preloadInvoices } = lazyPart(
  async () => (await import("./person-invoices.tsx")).PersonInvoices,
);
preloadInvoices();
const { Part: PersonNotes, preload: preloadNotes } = lazyPart(
  async () => (await import("./person-notes.tsx")).PersonNotes,
);
preloadNotes();
const { Part: PersonHistory, preload } = lazyPart(
  async () => (await import("./person-history.tsx")).PersonHistory,
);
preload();
const { Part: PersonAccount, preload: preloadAccount } = lazyPart(
  async () => (await import("./person-account.tsx")).PersonAccount,
);
preloadAccount();
// Loaded on the press that opens them.
const RefundSheet = lazy(async () => ({ default: (await import("./refund-sheet.tsx")).RefundSheet }));
const CancelSheet = lazy(async () => ({ default: (await import("./plan-sheets.tsx")).CancelSheet }));
const ChangeSheet = lazy(async () => ({ default: (await import("./change-sheet.tsx")).ChangeSheet }));
const PauseSheet = lazy(async () => ({ default: (await import("./plan-sheets.tsx")).PauseSheet }));
const UndoCancelSheet = lazy(async () => ({
  default: (await import("./undo-sheets.tsx")).UndoCancelSheet,
}));
const ResumeSheet = lazy(async () => ({ default: (await import("./undo-sheets.tsx")).ResumeSheet }));
const DaysSheet = lazy(async () => ({ default: (await import("./days-sheet.tsx")).DaysSheet }));
const CodeSheet = lazy(async () => ({ default: (await import("./code-sheets.tsx")).CodeSheet }));
const ReceiptSheet = lazy(async () => ({ default: (await import("./code-sheets.tsx")).ReceiptSheet }));
const CreditSheet = lazy(async () => ({ default: (await import("./gift-sheets.tsx")).CreditSheet }));
const StudentSheet = lazy(async () => ({ default: (await import("./student-sheet.tsx")).StudentSheet }));
const PlanSheet = lazy(async () => ({ default: (await import("./gift-sheets.tsx")).PlanSheet }));

const acts = [
  "change",
  "cancel",
  "keep",
  "pause",
  "resume",
  "days",
  "code",
  "credit",
  "plan",
  "student",
] as const;
type Act = (typeof acts)[number];

const day = (time: string): string => formatMonthDayYear(new Date(time));
const live = ["active", "in_trial", "non_renewing", "paused", "future"];

/** One account: who it is, its plan and invoices, what it danced, and what staff do for it. */
export function Page() {
  const { t } = useLingui();
  const { id = "" } = useParams() as { id?: string };
  const query = useQuery({ query: PersonQuery, variables: { id }, requestPolicy: "cache-and-network" });
  const person = query[0].data?.studioPerson;
  return (
    <StudioPage
      title={person ? person.name || person.email || t`Guest` : t`People`}
      neighbours={<Link to={paths.studioPeople()}>{t`People`}</Link>}
      query={query}
    >
      {person && <Shown key={person.id} person={person} />}
    </StudioPage>
  );
}

function Shown({ person }: { person: Person }) {
  const { t } = useLingui();
  const permitted = usePermissions();
  const state = readFragment(AccountStateFragment, person.state);
  const may: typeof permitted = (permission) =>
    permitted(permission) && (!state.isStaff || permitted("changeStaffAccounts"));
  const search = useSearch();
  const navigate = useNavigate();
  // The studio's search leads to an act in one step.
  const [act, setAct] = useState<Act | null>(acts.find((one) => one === search["act"]) ?? null);
  const [refund, setRefund] = useState<Refundable | null>(null);
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  const subscription = person.subscription && readFragment(ListedSubscriptionFragment, person.subscription);
  const atProvider = person.subscription?.atProvider;
  const nextPlan = person.subscription?.nextPlan;
  const who: ActPerson = {
    id: person.id,
    name: person.name || person.email || t`Guest`,
    email: person.email,
  };
  const isLive = subscription !== null && live.includes(subscription.status);
  const plan: ActPlan | null =
    subscription && isLive && person.planVersion !== null
      ? {
          id: subscription.id,
          name: subscription.plan.name,
          version: person.planVersion,
          status: subscription.status,
          nextBillingAt: subscription.nextBillingAt,
          accessEndsAt: subscription.accessEndsAt,
          resumeAmount: person.subscription?.resumeAmount ?? null,
          currencyCode: subscription.plan.currencyCode,
        }
      : null;
  const close = () => {
    setAct(null);
    if (search["act"] !== undefined)
      void navigate({ to: ".", search: { ...search, act: undefined }, replace: true, resetScroll: false });
  };
  const managed = may("managePlans") ? plan : null;
  // What was given or paid once ends by itself.
  const canKeep =
    managed?.status === "non_renewing" && !person.isComplimentary && !person.subscription?.isPrepaid;
  return (
    <>
      <PersonWho person={person} />
      <section className="stack gap-4" aria-labelledby="person-plan">
        <h2 className="t4" id="person-plan">{t`Plan`}</h2>
        <dl className="person-facts">
          <dt>{t`Plan`}</dt>
          <dd>{subscription ? subscription.plan.name : t`Free`}</dd>
          {subscription && (
            <>
              <dt>{t`Status`}</dt>
              <dd>
                <span className={classNames("tag", phaseOf(subscription).isDanger && "tag-danger")}>
                  {phaseOf(subscription).text}
                </span>
                {person.isComplimentary && <span className="tag">{t`Free of charge`}</span>}
              </dd>
              <dt>{t`Next charge`}</dt>
              <dd>{subscription.nextBillingAt ? day(subscription.nextBillingAt) : t`None`}</dd>
              {nextPlan && (
                <>
                  <dt>{t`Plan from then on`}</dt>
                  <dd>{nextPlan.name}</dd>
                </>
              )}
              {atProvider && (
                <>
                  <dt>{t`Billed by`}</dt>
                  <dd>
                    <ProviderLink url={atProvider.dashboardUrl}>
                      {`${atProvider.providerName} ${atProvider.ref}`}
                    </ProviderLink>
                  </dd>
                </>
              )}
            </>
          )}
          {(person.student.byEmail || person.student.approvedUntil) && (
            <>
              <dt>{t`Student`}</dt>
              <dd>
                {person.student.byEmail
                  ? t`School email address`
                  : t`Approved until ${day(person.student.approvedUntil!)}`}
              </dd>
            </>
          )}
          <dt>{t`Credit`}</dt>
          <dd>
            {person.credit.length === 0
              ? t`None`
              : person.credit.map((one) => formatMoney(one.amount, one.currencyCode)).join(", ")}
          </dd>
        </dl>
        <div className="row wrap">
          {managed && (
            <>
              {managed.nextBillingAt && ["active", "in_trial"].includes(managed.status) && (
                <Button onClick={() => setAct("change")}>{t`Change plan`}</Button>
              )}
              {canKeep && <Button onClick={() => setAct("keep")}>{t`Undo cancellation`}</Button>}
              {managed.status === "paused" && (
                <Button onClick={() => setAct("resume")}>{t`Resume plan`}</Button>
              )}
              <Button onClick={() => setAct("cancel")}>{t`Cancel plan`}</Button>
              {managed.status === "active" && (
                <Button onClick={() => setAct("pause")}>{t`Pause plan`}</Button>
              )}
              <Button onClick={() => setAct("days")}>{t`Free days`}</Button>
              {managed.nextBillingAt && <Button onClick={() => setAct("code")}>{t`Promo code`}</Button>}
            </>
          )}
          {!isLive && may("givePlans") && <Button onClick={() => setAct("plan")}>{t`Give a plan`}</Button>}
          {may("managePlans") && <Button onClick={() => setAct("credit")}>{t`Give credit`}</Button>}
          {may("managePlans") && !person.isGuest && !person.student.byEmail && (
            <Button onClick={() => setAct("student")}>{t`Student price`}</Button>
          )}
        </div>
      </section>
      <Suspense fallback={<PageSkeleton />}>
        <PersonInvoices
          personId={person.id}
          onRefund={may("refund") ? setRefund : null}
          onReceipt={person.email && may("managePlans") ? setReceipt : null}
        />
        {!person.isGuest && (
          <PersonAccount person={who} canAct={may("manageAccounts")} canSeeAs={may("seeAs")} state={state} />
        )}
        {!person.isGuest && <PersonNotes personId={person.id} />}
        <PersonHistory personId={person.id} />
      </Suspense>
      <Suspense>
        {refund && <RefundSheet person={who} of={refund} onClose={() => setRefund(null)} />}
        {receipt && <ReceiptSheet person={who} of={receipt} onClose={() => setReceipt(null)} />}
        {act === "code" && managed && <CodeSheet person={who} plan={managed} onClose={close} />}
        {act === "change" && managed && <ChangeSheet person={who} plan={managed} onClose={close} />}
        {act === "cancel" && managed && <CancelSheet person={who} plan={managed} onClose={close} />}
        {act === "pause" && managed && <PauseSheet person={who} plan={managed} onClose={close} />}
        {act === "keep" && managed && canKeep && (
          <UndoCancelSheet person={who} plan={managed} onClose={close} />
        )}
        {act === "resume" && managed?.status === "paused" && (
          <ResumeSheet person={who} plan={managed} onClose={close} />
        )}
        {act === "days" && managed && <DaysSheet person={who} plan={managed} onClose={close} />}
        {act === "student" && may("managePlans") && <StudentSheet person={who} onClose={close} />}
        {act === "plan" && !isLive && may("givePlans") && <PlanSheet person={who} onClose={close} />}
        {act === "credit" && may("managePlans") && (
          <CreditSheet
            person={who}
            credit={person.credit}
            usual={subscription?.plan.currencyCode ?? null}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}
