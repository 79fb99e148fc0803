import { useLingui } from "@lingui/react/macro";
import { useEffect, useEffectEvent, useRef } from "react";
import { decimalSeparator, toDecimal } from "../../../../contract/formats/numbers.ts";
import { codeOf } from "../../../graphql/codes.ts";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { invalidating } from "../../../graphql/invalidate.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { minorDigits } from "../../../lib/money.ts";
import { here } from "../../../lib/reader.ts";
import { Button } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useConfirmation } from "../../identity/public/use-confirmation.tsx";
import { termText } from "../checkout/intervals.ts";
import { minorOf } from "../coupons/typed.ts";
import { rateText } from "../revenue/rate-text.ts";
import type { Grid } from "./fragments.ts";
import { usePlanFaults } from "./plan-faults.ts";

const Add = graphql(`
  mutation CurrencyAdd($input: CurrencyInput!) {
    currencyAdd(input: $input)
  }
`);

const Proposals = graphql(`
  query PriceProposals($currencyCode: String!) {
    priceProposals(currencyCode: $currencyCode) {
      source
      rates {
        currencyCode
        value
        day
      }
      prices {
        planId
        amount
      }
    }
  }
`);

defineCacheUpdates({ currencyAdd: invalidating("priceGrid") });

type Values = { currencyCode: string; countryCodes: string; amounts: Record<string, string> };
const isCode = (code: string): boolean => /^[A-Z]{3}$/.test(code);

/** Sells in another currency, in one step: its countries and the price of every plan, which is proposed from the exchange rate. */
export function CurrencySheet({
  grid,
  onClose,
  onDone,
}: {
  grid: Grid;
  onClose: () => void;
  onDone: () => void;
}) {
  const { t } = useLingui();
  const { messages, faultOf } = usePlanFaults();
  const [, add] = useMutation(Add);
  const { confirmed, sheet } = useConfirmation();
  const plans = grid.plans.filter(({ isOffered }) => isOffered);
  const form = useServerForm<Values>({
    defaultValues: {
      currencyCode: "",
      countryCodes: "",
      amounts: Object.fromEntries(plans.map(({ id }) => [id, ""])),
    },
    send: async (values) => {
      const currencyCode = values.currencyCode.trim().toUpperCase();
      const prices = plans.map(({ id }) => ({
        planId: id,
        amount: minorOf(values.amounts[id] ?? "", minorDigits(currencyCode)) ?? 0,
      }));
      const countryCodes = values.countryCodes
        .toUpperCase()
        .split(/[\s,;]+/)
        .filter(Boolean);
      await confirmed(async () => {
        const { error } = await add({ input: { currencyCode, countryCodes, prices } });
        if (error) throw error;
      });
      showToast(t`You sell in ${currencyCode} now.`);
      onDone();
    },
    faultOf,
  });
  const typed = form.form.watch("currencyCode").trim().toUpperCase();
  const digits = isCode(typed) ? minorDigits(typed) : 2;
  // An unknown code is refused at its field.
  const [{ data, fetching, error }] = useQuery({
    query: Proposals,
    variables: { currencyCode: typed },
    pause: !isCode(typed),
  });
  const isAnswered = isCode(typed) && !fetching;
  const proposals = isAnswered && !error ? data?.priceProposals : undefined;
  const isFailed = isAnswered && error !== undefined && codeOf(error) !== "BAD_INPUT";
  const proposed = useRef<Record<string, string>>({});
  const propose = useEffectEvent((prices: NonNullable<typeof proposals>["prices"]) => {
    for (const { id } of plans) {
      const amount = prices.find(({ planId }) => planId === id)?.amount;
      const text = amount ? toDecimal(amount, typed).replace(".", decimalSeparator(here())) : "";
      const now = form.form.getValues(`amounts.${id}`);
      // A price that was typed stays.
      if (now === "" || now === proposed.current[id]) form.form.setValue(`amounts.${id}`, text);
      proposed.current[id] = text;
    }
  });
  // Without proposals, those for the currency before are taken back.
  useEffect(() => propose(proposals?.prices ?? []), [proposals]);
  return (
    <>
      <Sheet title={t`Add a currency`} closeLabel={t`Close`} onClose={onClose}>
        <form
          className="plan-form"
          aria-label={t`Add a currency`}
          noValidate
          onSubmit={(event) => void form.submit(event)}
        >
          <div className="plan-amounts">
            <LineField
              label={t`Currency`}
              most={3}
              hint={t`Three letters, such as CHF.`}
              {...form.field("currencyCode", {
                validate: (text) => isCode(text.trim().toUpperCase()) || (messages["currencyCode"] ?? ""),
              })}
            />
            <LineField
              label={t`Countries that pay in it`}
              most={200}
              hint={t`Two letters each, such as CH, LI.`}
              {...form.field("countryCodes", { required: messages["countryCodes"] ?? "" })}
            />
          </div>
          <fieldset className="stack gap-2">
            <legend className="lab">{t`Prices`}</legend>
            <div className="plan-amounts">
              {plans.map(({ id, name, period, periodUnit }) => (
                <LineField
                  key={id}
                  label={`${name}, ${termText(period, periodUnit)}`}
                  inputMode="decimal"
                  most={10}
                  {...form.field(`amounts.${id}`, {
                    validate: (text: string) =>
                      (minorOf(text, digits) ?? 0) > 0 || (messages["prices"] ?? ""),
                  })}
                />
              ))}
            </div>
          </fieldset>
          <p className="hint" role="status">
            {proposals?.rates.map((rate) => (
              <span key={rate.currencyCode}>
                {rateText(rate, typed, proposals.source)}
                <br />
              </span>
            ))}
            {proposals &&
              (proposals.rates.length > 0
                ? t`Proposed at this rate, with the usual ending. Change them as you like.`
                : t`No exchange rate for ${typed} is known, so no prices are proposed.`)}
            {isFailed && t`Prices couldn’t be proposed. Enter them yourself.`}
          </p>
          <p className="hint hint-bad" role="alert">
            {form.formFault}
          </p>
          <div className="stack gap-2">
            <div>
              <Button type="submit" tone="go" busy={form.busy}>{t`Add currency`}</Button>
            </div>
            <p className="hint">{t`New members of these countries pay in it from today (UTC). Running members keep their currency.`}</p>
          </div>
        </form>
      </Sheet>
      {sheet}
    </>
  );
}
