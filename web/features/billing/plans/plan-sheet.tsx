import { useLingui } from "@lingui/react/macro";
import { useMutation } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { invalidating } from "../../../graphql/invalidate.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { Button } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { Select } from "../../../ui/select.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useConfirmation } from "../../identity/public/use-confirmation.tsx";
import { minorOf } from "../coupons/typed.ts";
import type { Grid, GridPlan } from "./fragments.ts";
import { usePlanFaults } from "./plan-faults.ts";
import { PriceFields, pricesOf } from "./price-fields.tsx";

const Create = graphql(`
  mutation PlanCreate($input: PlanCreateInput!) {
    planCreate(input: $input) {
      id
    }
  }
`);
const Edit = graphql(`
  mutation PlanEdit($id: ID!, $version: Int!, $input: PlanEditInput!) {
    planEdit(id: $id, version: $version, input: $input) {
      id
      version
    }
  }
`);

defineCacheUpdates({ planCreate: invalidating("priceGrid"), planEdit: invalidating("priceGrid") });

type Values = {
  name: string;
  accessType: "basic" | "standard" | "premium";
  periodUnit: "month" | "year";
  /** Of a pass. */
  days: string;
  seats: string;
  trialDays: string;
  position: string;
  isBestValue: boolean;
  prices: Record<string, string>;
};

/** Creates a plan or a pass, or edits or retires one. What members bought can’t change: access, interval and seats. */
export function PlanSheet({
  grid,
  plan,
  isPass,
  onClose,
  onDone,
}: {
  grid: Grid;
  /** Null for a new one. */
  plan: GridPlan | null;
  /** Sold once, for days. */
  isPass: boolean;
  onClose: () => void;
  onDone: () => void;
}) {
  const { t } = useLingui();
  const { messages, faultOf } = usePlanFaults();
  const [, create] = useMutation(Create);
  const [, edit] = useMutation(Edit);
  const { confirmed, sheet } = useConfirmation();
  const codes = grid.currencies.map(({ currencyCode }) => currencyCode);
  const form = useServerForm<Values>({
    defaultValues: {
      name: plan?.name ?? "",
      accessType: "premium",
      periodUnit: "month",
      days: "",
      seats: "1",
      trialDays: String(plan ? (plan.trialDays ?? "") : isPass ? "" : 14),
      position: String(plan?.position ?? grid.plans.length + 1),
      isBestValue: plan?.isBestValue ?? false,
      prices: Object.fromEntries(codes.map((code) => [code, ""])),
    },
    send: async (values, pressed) => {
      const { name, isBestValue } = values;
      const trialDays = values.trialDays.trim() ? minorOf(values.trialDays, 0) : null;
      const shown = { name, isBestValue, trialDays, position: minorOf(values.position, 0) ?? 0 };
      if (plan) {
        const isOffered = pressed === "toggle" ? !plan.isOffered : plan.isOffered;
        await confirmed(async () => {
          const input = { ...shown, isOffered };
          const { error } = await edit({ id: plan.id, version: plan.version, input });
          if (error) throw error;
        });
        showToast(
          isOffered === plan.isOffered
            ? t`${name} saved.`
            : isOffered
              ? t`${name} is offered again.`
              : t`${name} is retired. Its members keep it.`,
        );
        return onDone();
      }
      const { accessType } = values;
      const length = isPass
        ? { periodUnit: "day" as const, days: minorOf(values.days, 0) }
        : { periodUnit: values.periodUnit };
      const prices = pricesOf(codes, values.prices);
      const seats = minorOf(values.seats, 0) ?? 0;
      await confirmed(async () => {
        const { error } = await create({ input: { ...shown, ...length, accessType, seats, prices } });
        if (error) throw error;
      });
      showToast(t`${name} is on sale.`);
      onDone();
    },
    faultOf,
  });
  const isWhole = (field: string) => (text: string) => minorOf(text, 0) !== null || (messages[field] ?? "");
  const title = plan ? t`Edit ${plan.name}` : isPass ? t`Add a pass` : t`Add a plan`;
  return (
    <>
      <Sheet title={title} closeLabel={t`Close`} onClose={onClose}>
        <form
          className="plan-form"
          aria-label={title}
          noValidate
          onSubmit={(event) => void form.submit(event)}
        >
          <LineField
            label={t`Name`}
            most={60}
            {...form.field("name", { required: messages["name"] ?? "" })}
          />
          {!plan && (
            <div className="plan-amounts">
              <Select
                label={t`Opens`}
                value={form.form.watch("accessType")}
                options={[
                  { value: "basic", label: t`Basic classes` },
                  { value: "standard", label: t`Basic and standard classes` },
                  { value: "premium", label: t`All classes` },
                ]}
                onChoose={(value) => form.form.setValue("accessType", value)}
              />
              {isPass ? (
                <LineField
                  label={t`Days`}
                  inputMode="numeric"
                  most={3}
                  {...form.field("days", { validate: isWhole("days") })}
                />
              ) : (
                <Select
                  label={t`Paid`}
                  value={form.form.watch("periodUnit")}
                  options={[
                    { value: "month", label: t`monthly` },
                    { value: "year", label: t`yearly` },
                  ]}
                  onChoose={(value) => form.form.setValue("periodUnit", value)}
                />
              )}
              <LineField
                label={t`People who dance on it`}
                inputMode="numeric"
                most={2}
                {...form.field("seats", { validate: isWhole("seats") })}
              />
            </div>
          )}
          <div className="plan-amounts">
            {!isPass && (
              <LineField
                label={t`Trial days`}
                inputMode="numeric"
                most={2}
                hint={t`Leave empty for no trial.`}
                {...form.field("trialDays", {
                  validate: (text: string) => !text.trim() || isWhole("trialDays")(text),
                })}
              />
            )}
            <LineField
              label={t`Position in the list`}
              inputMode="numeric"
              most={3}
              {...form.field("position", { validate: isWhole("position") })}
            />
          </div>
          {!isPass && (
            <label className="opt">
              <input className="check" type="checkbox" {...form.form.register("isBestValue")} />
              {t`Mark as best value`}
            </label>
          )}
          {!plan && (
            <PriceFields
              codes={codes}
              field={(code, rules) => form.field(`prices.${code}`, rules)}
              wrong={messages["prices"] ?? ""}
              fault={form.faultOfField("prices")}
            >
              <p className="hint">
                {isPass
                  ? t`Leave a currency empty to not sell the pass in it.`
                  : t`Leave a currency empty to not sell the plan in it.`}
              </p>
              {isPass && (
                <p className="hint">{t`Promo codes for all plans and passes also apply to this pass.`}</p>
              )}
            </PriceFields>
          )}
          <p className="hint hint-bad" role="alert">
            {form.formFault}
          </p>
          <div className="row wrap">
            <Button type="submit" tone="go" busy={form.busy}>
              {plan ? t`Save` : t`Put on sale`}
            </Button>
            {plan && (
              <Button type="submit" value="toggle" tone="line" busy={form.busy}>
                {!plan.isOffered ? t`Offer again` : isPass ? t`Retire pass` : t`Retire plan`}
              </Button>
            )}
          </div>
          <p className="hint">
            {isPass
              ? plan
                ? t`A retired pass can’t be bought. Its members keep it until its end.`
                : t`Members pay once. You can’t change what it opens, its days or its people later.`
              : plan
                ? t`A retired plan can’t be bought. Its members keep it. Prices are set in the table.`
                : t`You can’t change what it opens, its interval or its people later.`}
          </p>
        </form>
      </Sheet>
      {sheet}
    </>
  );
}
