import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { invalidating } from "../../../graphql/invalidate.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { formatMoment } from "../../../lib/formats.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { formatMoney } from "../../../lib/money.ts";
import { QueryError } from "../../../layouts/query-error.tsx";
import { Button } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useConfirmation } from "../../identity/public/use-confirmation.tsx";
import { usePlanFaults } from "./plan-faults.ts";
import { dayText } from "./price-labels.ts";

const PreviewQuery = graphql(`
  query PriceChangePreview($versionId: ID!) {
    priceChangePreview(versionId: $versionId) {
      members
      mustAgree
      noticesAt
      earliestDay
      amounts {
        amount
        count
      }
    }
  }
`);
const Announce = graphql(`
  mutation PriceChangeAnnounce($versionId: ID!, $startsOn: String!, $endsWithoutConsent: Boolean!) {
    priceChangeAnnounce(versionId: $versionId, startsOn: $startsOn, endsWithoutConsent: $endsWithoutConsent) {
      id
    }
  }
`);

defineCacheUpdates({ priceChangeAnnounce: invalidating("priceGrid") });

type MoveMembersProps = {
  version: { id: string; amount: number; validFrom: string };
  currencyCode: string;
  onBack: () => void;
  onDone: () => void;
};

/** Announces a price to running members; says beforehand how many are told, and when. */
export function MoveMembers(props: MoveMembersProps) {
  const { t } = useLingui();
  const query = useQuery({
    query: PreviewQuery,
    variables: { versionId: props.version.id },
    requestPolicy: "network-only",
  });
  const [{ data, error }] = query;
  if (data) return <Form {...props} preview={data.priceChangePreview} />;
  if (error)
    return (
      <QueryError query={query} title={t`Couldn’t load this`}>
        {t`We couldn’t connect. Nothing changed.`}
      </QueryError>
    );
  return (
    <Skeleton label={t`Counting members`} className="stack">
      <TextSkeleton className="w-full" />
      <TextSkeleton className="w-3/4" />
    </Skeleton>
  );
}

type Preview = ResultOf<typeof PreviewQuery>["priceChangePreview"];

function Form({ version, currencyCode, preview, onBack, onDone }: MoveMembersProps & { preview: Preview }) {
  const { t } = useLingui();
  const { messages, faultOf } = usePlanFaults();
  const [, announce] = useMutation(Announce);
  const { confirmed, sheet } = useConfirmation();
  const { members, mustAgree, earliestDay, noticesAt } = preview;
  const earliest = version.validFrom > earliestDay ? version.validFrom : earliestDay;
  const form = useServerForm<{ startsOn: string; without: "keep" | "end" }>({
    defaultValues: { startsOn: earliest, without: "keep" },
    send: async ({ startsOn, without }) => {
      const endsWithoutConsent = without === "end";
      await confirmed(async () => {
        const { error } = await announce({ versionId: version.id, startsOn, endsWithoutConsent });
        if (error) throw error;
      });
      showToast(t`Announced. You can undo it for an hour.`);
      onDone();
    },
    faultOf,
  });
  const money = (amount: number): string => formatMoney(amount, currencyCode);
  const price = money(version.amount);
  const at = formatMoment(new Date(noticesAt), "dateTime");
  if (members === 0)
    return (
      <div className="stack">
        <p>{t`Everyone on this plan already pays ${price} or is leaving the plan.`}</p>
        <div>
          <Button onClick={onBack}>{t`Back`}</Button>
        </div>
      </div>
    );
  return (
    <>
      <form
        className="plan-form"
        aria-label={t`Move running members`}
        noValidate
        onSubmit={(event) => void form.submit(event)}
      >
        <LineField
          label={t`First renewals at ${price} from`}
          type="date"
          earliest={earliest}
          hint={t`${dayText(earliest)} or later. Each member pays the new price with their first renewal from then on.`}
          {...form.field("startsOn", {
            validate: (day) => day >= earliest || (messages["startsOn"] ?? ""),
          })}
        />
        {mustAgree > 0 && (
          <fieldset className="stack gap-2">
            <legend className="lab">{t`If a member must agree and doesn’t`}</legend>
            <label className="opt">
              <input className="radio" type="radio" value="keep" {...form.form.register("without")} />
              {t`They keep their price`}
            </label>
            <label className="opt">
              <input className="radio" type="radio" value="end" {...form.form.register("without")} />
              {t`Their subscription ends with the paid term`}
            </label>
          </fieldset>
        )}
        <section className="stack gap-2" aria-label={t`What happens`}>
          <h3 className="lab">{t`What happens`}</h3>
          <ul className="stack gap-2">
            <li>
              {plural(members, {
                one: `# member gets an email on ${at}: old and new price, and the day of the first charge.`,
                other: `# members get an email on ${at}: old and new price, and the day of the first charge.`,
              })}
            </li>
            {preview.amounts.map(({ amount, count }) => (
              <li key={amount}>
                {plural(count, {
                  one: `# member goes from ${money(amount)} to ${price}.`,
                  other: `# members go from ${money(amount)} to ${price}.`,
                })}
              </li>
            ))}
            {mustAgree > 0 && (
              <li>
                {plural(mustAgree, {
                  one: "# of them must agree, by their country’s law: EU, EEA, UK or Switzerland.",
                  other: "# of them must agree, by their country’s law: EU, EEA, UK or Switzerland.",
                })}
              </li>
            )}
            <li>{t`Two weeks before the first charge, they get a reminder.`}</li>
            <li>{t`You can undo it until the emails go out. Members without an email keep their price.`}</li>
          </ul>
        </section>
        <p className="hint hint-bad" role="alert">
          {form.formFault}
        </p>
        <div className="row wrap">
          <Button type="submit" tone="go" busy={form.busy}>
            {plural(members, { one: "Announce to # member", other: "Announce to # members" })}
          </Button>
          <Button onClick={onBack}>{t`Back`}</Button>
        </div>
      </form>
      {sheet}
    </>
  );
}
