import { useLingui } from "@lingui/react/macro";
import { useMutation } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { codeOf, isCombinedError } from "../../../graphql/codes.ts";
import { invalidating } from "../../../graphql/invalidate.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { Button } from "../../../ui/button.tsx";
import { ChoiceField } from "../../../ui/choice-field.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useConfirmation } from "../../identity/public/use-confirmation.tsx";
import { minorOf } from "../coupons/typed.ts";
import type { PricedTitle } from "../public/own-prices.tsx";
import type { Grid } from "./fragments.ts";
import { usePlanFaults } from "./plan-faults.ts";
import { PriceFields, pricesOf } from "./price-fields.tsx";

const Create = graphql(`
  mutation OwnPriceCreate($input: OwnPriceInput!) {
    ownPriceCreate(input: $input) {
      id
      version
    }
  }
`);
defineCacheUpdates({ ownPriceCreate: invalidating("priceGrid") });

type Values = { length: "keep" | "days"; days: string; isOnlyWay: boolean; prices: Record<string, string> };

/** A new price of a course or class of its own: for how long, how much in each currency, and whether plans open it as well. */
export function OwnPriceSheet({
  grid,
  of,
  onClose,
  onDone,
}: {
  grid: Grid;
  of: PricedTitle;
  onClose: () => void;
  onDone: () => void;
}) {
  const { t } = useLingui();
  const { messages, faultOf } = usePlanFaults();
  const [, create] = useMutation(Create);
  const { confirmed, sheet } = useConfirmation();
  const codes = grid.currencies.map(({ currencyCode }) => currencyCode);
  const form = useServerForm<Values>({
    defaultValues: {
      length: "keep",
      days: "30",
      isOnlyWay: false,
      prices: Object.fromEntries(codes.map((code) => [code, ""])),
    },
    send: async ({ length, days, isOnlyWay, prices: typed }) => {
      const prices = pricesOf(codes, typed);
      await confirmed(async () => {
        const input = { ...of, days: length === "days" ? minorOf(days, 0) : null, isOnlyWay, prices };
        const { error } = await create({ input });
        if (error) throw error;
      });
      showToast(t`The price is set.`);
      onDone();
    },
    faultOf: (error) =>
      isCombinedError(error) && codeOf(error) === "PLAN_EXISTS"
        ? { field: null, text: t`It has a price for this time. Change its amounts in Plans and prices.` }
        : faultOf(error),
  });
  const title = t`Price of its own`;
  return (
    <>
      <Sheet title={title} closeLabel={t`Close`} onClose={onClose}>
        <form
          className="plan-form"
          aria-label={title}
          noValidate
          onSubmit={(event) => void form.submit(event)}
        >
          <ChoiceField
            label={t`Dancers buy it`}
            options={[
              { value: "keep", label: t`to keep` },
              { value: "days", label: t`for some days` },
            ]}
            {...form.field("length")}
          />
          {form.form.watch("length") === "days" && (
            <LineField
              label={t`Days`}
              inputMode="numeric"
              most={3}
              {...form.field("days", {
                validate: (text: string) => minorOf(text, 0) !== null || (messages["days"] ?? ""),
              })}
            />
          )}
          <PriceFields
            codes={codes}
            field={(code, rules) => form.field(`prices.${code}`, rules)}
            wrong={messages["prices"] ?? ""}
            fault={form.faultOfField("prices")}
          >
            <p className="hint">{t`Leave a currency empty to not sell it there. Taxes are as for plans.`}</p>
          </PriceFields>
          <label className="row">
            <input type="checkbox" className="check" {...form.form.register("isOnlyWay")} />
            <span>{t`Only by this price, not with a plan. Free classes stay free.`}</span>
          </label>
          <p className="hint hint-bad" role="alert">
            {form.formFault}
          </p>
          <div className="row wrap">
            <Button type="submit" tone="go" busy={form.busy}>
              {t`Set price`}
            </Button>
          </div>
        </form>
      </Sheet>
      {sheet}
    </>
  );
}
