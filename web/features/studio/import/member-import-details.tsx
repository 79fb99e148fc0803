import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { DateOrder } from "../../../../contract/table-dates.ts";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { codeOf } from "../../../graphql/codes.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { Button } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { Select } from "../../../ui/select.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useConfirmation } from "../../identity/public/use-confirmation.tsx";
import { SlashedDatesField } from "../public/slashed-dates-field.tsx";
import { planLabel } from "../people/labels.ts";
import { dateOf, endOfDay } from "../people/until.ts";
import {
  countsOf,
  MemberImportFragment,
  peopleOf,
  skippedStates,
  type MemberImport,
  type MemberImportField,
} from "./member-import-fragment.ts";
import { ListedPlans } from "./listed-plans.tsx";
import { MemberColumns } from "./member-columns.tsx";
import { RefusedRows } from "./refused-rows.tsx";
import { RunningSubscriptions } from "./running-subscriptions.tsx";
import { TakeoverRows } from "./takeover-rows.tsx";

const DeleteSheet = lazy(async () => ({ default: (await import("../public/delete-sheet.tsx")).DeleteSheet }));

const PlansQuery = graphql(`
  query GivablePlans {
    givablePlans {
      id
      name
      period
      periodUnit
    }
  }
`);
const ChangeImport = graphql(
  `
    mutation MemberImportChange(
      $id: ID!
      $fields: [MemberImportField!]!
      $planId: ID
      $accessUntil: DateTime
      $dateOrder: DateOrder
      $planChoices: [MemberImportPlanChoice!]
      $priceChoices: [MemberImportPlanChoice!]
    ) {
      memberImportChange(
        id: $id
        fields: $fields
        planId: $planId
        accessUntil: $accessUntil
        dateOrder: $dateOrder
        planChoices: $planChoices
        priceChoices: $priceChoices
      ) {
        id
        ...MemberImport
      }
    }
  `,
  [MemberImportFragment],
);
const StartImport = graphql(
  `
    mutation MemberImportStart($id: ID!) {
      memberImportStart(id: $id) {
        id
        ...MemberImport
      }
    }
  `,
  [MemberImportFragment],
);
const DeleteImport = graphql(`
  mutation MemberImportDelete($id: ID!) {
    memberImportDelete(id: $id)
  }
`);

/** While people are being invited, in milliseconds. */
const pollIntervalMs = 2_000;

/** What an admin may change of a draft. */
type Draft = {
  fields: MemberImportField[];
  planId: string | null;
  accessUntil: string | null;
  dateOrder: DateOrder | null;
  /** Those that were made on this page. */
  planChoices: { value: string; planId: string | null }[];
  priceChoices: { value: string; planId: string | null }[];
};

const draftOf = ({ columns, planId, accessUntil, dates }: MemberImport): Draft => ({
  fields: columns.map(({ field }) => field),
  planId,
  // In one format, to compare it with what is typed.
  accessUntil: accessUntil && new Date(accessUntil).toISOString(),
  dateOrder: dates?.isAmbiguous ? dates.order : null,
  planChoices: [],
  priceChoices: [],
});

/** Choices with one more; an earlier one of the same value is replaced. */
const withChoice = (choices: Draft["planChoices"], value: string, planId: string | null) => [
  ...choices.filter((choice) => choice.value !== value),
  { value, planId },
];

type DetailsProps = { found: MemberImport; onChanged: () => void; onDeleted: () => void };

/** One list: what its columns are, what its people are given, what is wrong, and the button that invites them. */
export function MemberImportDetails({ found, onChanged, onDeleted }: DetailsProps) {
  const { t } = useLingui();
  const { id, state, columns, accessUntil, fileName, dates } = found;
  const [{ data: options }] = useQuery({ query: PlansQuery });
  const [{ fetching: isChanging }, change] = useMutation(ChangeImport);
  const [, start] = useMutation(StartImport);
  const [, remove] = useMutation(DeleteImport);
  // Ahead of the server: a second change doesn't wait for the first one.
  const [draft, setDraft] = useState<Draft>(() => draftOf(found));
  const [isStarting, setStarting] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const { confirmedCall, sheet } = useConfirmation();
  const counts = countsOf(found);
  const { known, ready_to_take_over, taking_over, taken_over, unchecked } = counts;
  const { waiting, invited } = peopleOf(counts);
  const isBusy = state === "running" || unchecked > 0;
  useEffect(() => {
    if (!isBusy) return;
    const timer = setInterval(onChanged, pollIntervalMs);
    return () => clearInterval(timer);
  }, [isBusy, onChanged]);
  const skipped = skippedStates.reduce((sum, one) => sum + counts[one], 0);
  const left = waiting + taking_over;
  /** @returns whether the server has the change */
  const send = async (next: Draft): Promise<boolean> => {
    setFault(null);
    const { error } = await change({ id, ...next });
    if (!error) return true;
    setFault(
      codeOf(error) === "BAD_INPUT"
        ? (error.graphQLErrors[0]?.message ?? null)
        : t`Couldn’t save. Try again.`,
    );
    return false;
  };
  // One after the other. A press on the button takes the focus of a field, which saves it: the invitation waits for that.
  const saving = useRef<Promise<boolean>>(Promise.resolve(true));
  const save = (changed: Partial<Draft>): void => {
    const next = { ...draft, ...changed };
    setDraft(next);
    saving.current = saving.current.then(() => send(next));
  };
  /** A meaning belongs to one column: the one that had it before isn't used any more. */
  const choose = (chosen: number, field: MemberImportField): void =>
    save({
      fields: draft.fields.map((one, at) => (at === chosen ? field : one === field ? "unused" : one)),
    });
  const invite = async (): Promise<void> => {
    setStarting(true);
    // What couldn't be saved is sent again: no one gets access that isn't shown here.
    if (!(await saving.current) && !(await send(draft))) return setStarting(false);
    setFault(null);
    const result = await confirmedCall(() => start({ id }));
    setStarting(false);
    if (result?.error)
      setFault(
        codeOf(result.error) === "BAD_INPUT"
          ? (result.error.graphQLErrors[0]?.message ?? null)
          : t`We couldn’t connect. Nothing changed.`,
      );
  };
  const planOptions = (options?.givablePlans ?? []).map((plan) => ({
    value: plan.id as string,
    label: planLabel(plan),
  }));
  const isDraft = state === "draft";
  return (
    <section className="stack gap-5" aria-labelledby="member-list">
      <h2 className="t4" id="member-list">
        <bdi>{fileName || t`List`}</bdi>
      </h2>
      {/* Screen readers say the result, not each count on the way. */}
      <p role="status" aria-busy={isBusy} className="facts">
        {state === "running" ? (
          <span className="tn">{t`Inviting. ${invited} done, ${left} to go. You can leave this page.`}</span>
        ) : (
          <>
            <span className="tn strong">
              {isDraft
                ? plural(waiting, { one: "# person to invite", other: "# people to invite" })
                : plural(invited, { one: "# person invited", other: "# people invited" })}
            </span>
            {(isDraft ? ready_to_take_over : taken_over) > 0 && (
              <span className="tn">
                {isDraft
                  ? plural(ready_to_take_over, {
                      one: "# subscription to take over",
                      other: "# subscriptions to take over",
                    })
                  : plural(taken_over, {
                      one: "# subscription taken over",
                      other: "# subscriptions taken over",
                    })}
              </span>
            )}
            {known > 0 && (
              <span className="tn">
                {plural(known, { one: "# already a member", other: "# already members" })}
              </span>
            )}
            {skipped > 0 && (
              <span className="tn bad">
                {plural(skipped, { one: "# row skipped", other: "# rows skipped" })}
              </span>
            )}
          </>
        )}
      </p>
      {isDraft && (
        <>
          <MemberColumns
            columns={columns.map((column, at) => ({ ...column, field: draft.fields[at] ?? "unused" }))}
            busy={isChanging}
            onChoose={choose}
          />
          {dates?.isAmbiguous && (
            <SlashedDatesField
              sample={dates.sample}
              order={draft.dateOrder}
              onChoose={(dateOrder) => save({ dateOrder })}
            />
          )}
          <ListedPlans
            listed={found.plans.map((plan) => {
              const chosen = draft.planChoices.find(({ value }) => value === plan.value);
              return chosen ? { ...plan, planId: chosen.planId, isKnown: true } : plan;
            })}
            plans={planOptions}
            onChoose={(value, planId) => save({ planChoices: withChoice(draft.planChoices, value, planId) })}
          />
          {found.subscriptions && (
            <RunningSubscriptions
              named={{
                ...found.subscriptions,
                prices: found.subscriptions.prices.map((price) => {
                  const chosen = draft.priceChoices.find(({ value }) => value === price.value);
                  return chosen ? { ...price, planId: chosen.planId, isChosen: true } : price;
                }),
              }}
              counts={counts}
              onChoose={(value, planId) =>
                save({ priceChoices: withChoice(draft.priceChoices, value, planId) })
              }
              onAskAgain={() => save({})}
            />
          )}
          <section className="stack gap-3" aria-labelledby="member-access">
            <h3 className="t3 strong" id="member-access">{t`Access`}</h3>
            <p className="t1 muted pretty">
              {t`What everyone gets for free until a day. A plan or a day in the list comes first.`}
            </p>
            <div className="import-fields">
              <Select
                label={t`Plan`}
                value={draft.planId ?? ""}
                onChoose={(chosen) => save({ planId: chosen || null })}
                options={[{ value: "", label: t`None` }, ...planOptions]}
              />
              <LineField
                label={t`Until`}
                type="date"
                defaultValue={accessUntil ? dateOf(new Date(accessUntil).getTime()) : ""}
                // Shown at once, so that nothing moves under a press on the button, which takes the focus away.
                onChange={(event) => {
                  const until = endOfDay(event.currentTarget.value)?.toISOString() ?? null;
                  setDraft({ ...draft, accessUntil: until });
                }}
                onBlur={() => save({})}
              />
            </div>
            {draft.planId !== null && draft.accessUntil === null && (
              <p className="t1 muted">{t`Choose a day too. Without one, only rows with a day get access.`}</p>
            )}
          </section>
        </>
      )}
      {isDraft && ready_to_take_over > 0 && (
        <TakeoverRows
          id={id}
          list={JSON.stringify([ready_to_take_over, draft.fields, found.subscriptions?.prices])}
          planNames={new Map(planOptions.map(({ value, label }) => [value, label]))}
        />
      )}
      <RefusedRows id={id} counts={counts} />
      <p role="alert" className="hint hint-bad empty:hidden">
        {fault}
      </p>
      {state !== "running" && (
        <div className="row wrap gap-3">
          {isDraft && (
            <Button
              tone="go"
              busy={isStarting}
              disabledReason={
                unchecked > 0
                  ? t`Wait until every row is checked.`
                  : waiting === 0
                    ? t`No row can be invited.`
                    : null
              }
              onClick={() => void invite()}
            >
              {plural(waiting, { one: "Invite # person", other: "Invite # people" })}
            </Button>
          )}
          <Button tone="bare" onClick={() => setDeleting(true)}>{t`Delete list…`}</Button>
        </div>
      )}
      {sheet}
      {isDeleting && (
        <Suspense>
          <DeleteSheet
            title={t`Delete this list?`}
            action={t`Delete list`}
            remove={() => remove({ id })}
            onClose={() => setDeleting(false)}
            onDeleted={() => {
              showToast(t`List deleted`);
              onDeleted();
            }}
          >
            {t`Its rows and results are deleted. People you invited keep their accounts.`}
          </DeleteSheet>
        </Suspense>
      )}
    </section>
  );
}
