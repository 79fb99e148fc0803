import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { invalidating } from "../../../graphql/invalidate.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { formatMoney, minorDigits } from "../../../lib/money.ts";
import { Button } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useConfirmation } from "../../identity/public/use-confirmation.tsx";
import { termText } from "../checkout/intervals.ts";
import { countryName } from "../checkout/places.ts";
import { minorOf } from "../coupons/typed.ts";
import type { Grid, GridPlan, GridPrice } from "./fragments.ts";
import { CorrectPrice, DeletePrice } from "./change-version.tsx";
import { CountryPrice } from "./country-price.tsx";
import { MoveMembers } from "./move-members.tsx";
import { usePlanFaults } from "./plan-faults.ts";
import { dayText, notifiedOf } from "./price-labels.ts";
import { PriceVersions, type PriceAct } from "./price-versions.tsx";

const SetPrice = graphql(`
  mutation PriceSet($input: PriceInput!) {
    priceSet(input: $input) {
      id
    }
  }
`);

defineCacheUpdates({ priceSet: invalidating("priceGrid") });

type PriceSheetProps = {
  grid: Grid;
  of: { planId: string; currencyCode: string; countryCode: string };
  /** Opens the price of one country. */
  onCountry: (countryCode: string) => void;
  onClose: () => void;
  onDone: () => void;
};

/** One price: its versions, a new one for new members, moving running members to one, and a price for one country. */
export function PriceSheet({ grid, of, onCountry, onClose, onDone }: PriceSheetProps) {
  const { t } = useLingui();
  const { planId, currencyCode, countryCode } = of;
  const [opened, setOpened] = useState<{ versionId: string; act: PriceAct } | null>(null);
  const plan = grid.plans.find(({ id }) => id === planId)!;
  const price = plan.prices.find(
    (one) => one.currencyCode === currencyCode && one.countryCode === countryCode,
  );
  const version = price?.versions.find(({ id }) => id === opened?.versionId);
  const content = useRef<HTMLDivElement>(null);
  const show = (view: typeof opened): void => {
    // The pressed button is about to go.
    content.current?.focus();
    setOpened(view);
  };
  const back = (): void => show(null);
  const place = countryCode ? countryName(countryCode) : currencyCode;
  const name = `${plan.name}, ${termText(plan.period, plan.periodUnit)}, ${place}`;
  return (
    <Sheet title={name} closeLabel={t`Close`} onClose={onClose}>
      <div ref={content} tabIndex={-1}>
        {version && price && opened ? (
          opened.act === "move" ? (
            <MoveMembers version={version} currencyCode={currencyCode} onBack={back} onDone={onDone} />
          ) : opened.act === "correct" ? (
            <CorrectPrice version={version} currencyCode={currencyCode} onBack={back} onDone={onDone} />
          ) : (
            <DeletePrice
              version={version}
              price={price}
              notified={notifiedOf(grid, version.id)}
              onBack={back}
              onDone={onDone}
            />
          )
        ) : (
          <div className="stack gap-5">
            {price && (
              <PriceVersions
                price={price}
                grid={grid}
                plan={plan}
                onAct={(versionId, act) => show({ versionId, act })}
              />
            )}
            <NewPrice of={of} plan={plan} today={grid.today} price={price ?? null} onDone={onDone} />
            {price && !countryCode && (
              <CountryPrice grid={grid} plan={plan} of={price} onChoose={onCountry} />
            )}
          </div>
        )}
      </div>
    </Sheet>
  );
}

function NewPrice({
  of,
  plan,
  today,
  price,
  onDone,
}: {
  of: PriceSheetProps["of"];
  plan: GridPlan;
  today: string;
  price: GridPrice | null;
  onDone: () => void;
}) {
  const { t } = useLingui();
  const { messages, faultOf } = usePlanFaults();
  const [, send] = useMutation(SetPrice);
  const { confirmed, sheet } = useConfirmation();
  const { planId, currencyCode, countryCode } = of;
  const digits = minorDigits(currencyCode);
  const form = useServerForm<{ amount: string; validFrom: string }>({
    defaultValues: { amount: "", validFrom: today },
    send: async ({ amount: typed, validFrom }) => {
      const amount = minorOf(typed, digits)!;
      await confirmed(async () => {
        const { error } = await send({ input: { planId, currencyCode, countryCode, amount, validFrom } });
        if (error) throw error;
      });
      const day = dayText(validFrom);
      showToast(t`New members pay ${formatMoney(amount, currencyCode)} from ${day}.`);
      onDone();
    },
    faultOf,
  });
  const running = plan.renews ? (price?.members.reduce((sum, { count }) => sum + count, 0) ?? 0) : 0;
  return (
    <>
      <form
        className="plan-form"
        aria-label={t`New price`}
        noValidate
        onSubmit={(event) => void form.submit(event)}
      >
        <div className="plan-amounts">
          <LineField
            label={t`New price in ${currencyCode}`}
            inputMode="decimal"
            most={10}
            {...form.field("amount", {
              validate: (text) => (minorOf(text, digits) ?? 0) > 0 || (messages["amount"] ?? ""),
            })}
          />
          <LineField
            label={t`From`}
            type="date"
            earliest={today}
            {...form.field("validFrom", { required: messages["validFrom"] ?? "" })}
          />
        </div>
        <p className="hint hint-bad" role="alert">
          {form.formFault}
        </p>
        <div className="stack gap-2">
          <div>
            <Button type="submit" tone="go" busy={form.busy}>{t`Set price for new members`}</Button>
          </div>
          <p className="hint">
            {running > 0
              ? plural(running, {
                  one: "Days begin at midnight UTC. # running member keeps the present price.",
                  other: "Days begin at midnight UTC. # running members keep the present price.",
                })
              : t`Days begin at midnight UTC.`}
          </p>
        </div>
      </form>
      {sheet}
    </>
  );
}
