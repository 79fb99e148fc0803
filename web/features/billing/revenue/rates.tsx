import { useLingui } from "@lingui/react/macro";
import { decimalSeparator } from "../../../../contract/formats/numbers.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { codeOf, faultFieldOf, isCombinedError } from "../../../graphql/codes.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { here } from "../../../lib/reader.ts";
import { readRate } from "../../../lib/read-rate.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { Button } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { showToast } from "../../../ui/toast.ts";
import { rateText } from "./rate-text.ts";
import type { RevenueFiguresQuery } from "./revenue-figures-query.ts";

const SetRate = graphql(`
  mutation ExchangeRateSet($currencyCode: String!, $into: String!, $value: Float!) {
    exchangeRateSet(currencyCode: $currencyCode, into: $into, value: $value)
  }
`);
type Found = ResultOf<typeof RevenueFiguresQuery>["revenueFigures"];

type RatesProps = {
  conversion: Found["conversion"];
  /** Currencies whose amounts are left out. */
  withoutRate: readonly string[];
  onSaved: () => void;
};

/** At which rates of which day amounts are converted; finance enters them, unless a bank does. */
export function Rates({ conversion, withoutRate, onSaved }: RatesProps) {
  const { t } = useLingui();
  const { currencyCode, source, rates } = conversion;
  const missing = withoutRate.join(", ");
  const isOwn = source === "studio";
  return (
    <div className="stack gap-3">
      <ul className="stack gap-1 t1 muted">
        {rates.map((rate) => (
          <li key={rate.currencyCode}>{rateText(rate, currencyCode, source)}</li>
        ))}
      </ul>
      {withoutRate.length > 0 && (
        <p className="t1" role="status">
          {t`Without a rate, so not in these figures: ${missing}.`}
        </p>
      )}
      {isOwn && (
        <details>
          <summary className="link">{t`Enter exchange rates`}</summary>
          <div className="stack gap-3">
            {[...new Set([...withoutRate, ...rates.map((rate) => rate.currencyCode)])].map((code) => (
              <RateForm key={code} code={code} into={currencyCode} onSaved={onSaved} />
            ))}
          </div>
        </details>
      )}
    </div>
  );
}

function RateForm({ code, into, onSaved }: { code: string; into: string; onSaved: () => void }) {
  const { t } = useLingui();
  const [, setRate] = useMutation(SetRate);
  const [whole, part] = ["17500", `17${decimalSeparator(here())}5`];
  const { form, submit, busy, field, formFault } = useServerForm<{ value: string }>({
    defaultValues: { value: "" },
    send: async ({ value }) => {
      const { error } = await setRate({
        currencyCode: code,
        into,
        value: Number(readRate(value, here().locale)),
      });
      if (error) throw error;
      form.reset();
      showToast(t`Rate saved`);
      onSaved();
    },
    faultOf: (error) =>
      isCombinedError(error)
        ? {
            field: faultFieldOf(error),
            text:
              codeOf(error) === "BAD_INPUT" ? t`Enter a number above 0.` : t`Couldn’t save. Nothing changed.`,
          }
        : null,
  });
  return (
    <form className="row wrap gap-3" noValidate onSubmit={(event) => void submit(event)}>
      <LineField
        label={t`1 ${code} in ${into}`}
        inputMode="decimal"
        most={20}
        {...field("value", {
          validate: (typed) => {
            const rate = readRate(typed, here().locale);
            if (rate === "grouped")
              return t`Write it without a thousands separator, such as ${whole} or ${part}.`;
            return rate !== null || t`Enter a number above 0.`;
          },
        })}
      />
      <Button type="submit" tone="quiet" busy={busy}>{t`Save rate`}</Button>
      <p className="hint hint-bad" role="alert">
        {formFault}
      </p>
    </form>
  );
}
