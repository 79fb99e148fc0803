import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { decimalSeparator, toDecimal } from "../../../../contract/formats/numbers.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { invalidating } from "../../../graphql/invalidate.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { formatMoney, minorDigits } from "../../../lib/money.ts";
import { here } from "../../../lib/reader.ts";
import { Button } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useConfirmation } from "../../identity/public/use-confirmation.tsx";
import { countryName } from "../checkout/places.ts";
import { minorOf } from "../coupons/typed.ts";
import type { GridPrice } from "./fragments.ts";
import { usePlanFaults } from "./plan-faults.ts";
import { dayText } from "./price-labels.ts";

const Correct = graphql(`
  mutation PriceCorrect($versionId: ID!, $shown: Int!, $amount: Int!) {
    priceCorrect(versionId: $versionId, shown: $shown, amount: $amount) {
      id
    }
  }
`);
const TakeBack = graphql(`
  mutation PriceTakeBack($versionId: ID!) {
    priceTakeBack(versionId: $versionId)
  }
`);

defineCacheUpdates({
  priceCorrect: invalidating("priceGrid"),
  priceTakeBack: invalidating("priceGrid"),
});

type Version = GridPrice["versions"][number];
type ChangeProps = { version: Version; onBack: () => void; onDone: () => void };

/** Another amount for a price that no one chose or was told of yet. */
export function CorrectPrice({
  version,
  currencyCode,
  onBack,
  onDone,
}: ChangeProps & { currencyCode: string }) {
  const { t } = useLingui();
  const { messages, faultOf } = usePlanFaults();
  const [, send] = useMutation(Correct);
  const { confirmed, sheet } = useConfirmation();
  const { id: versionId, amount: shown, validFrom } = version;
  const digits = minorDigits(currencyCode);
  const form = useServerForm<{ amount: string }>({
    defaultValues: { amount: toDecimal(shown, currencyCode).replace(".", decimalSeparator(here())) },
    send: async ({ amount: typed }) => {
      const amount = minorOf(typed, digits)!;
      await confirmed(async () => {
        const { error } = await send({ versionId, shown, amount });
        if (error) throw error;
      });
      showToast(t`Price corrected.`);
      onDone();
    },
    faultOf,
  });
  return (
    <>
      <form
        className="plan-form"
        aria-label={t`Correct price`}
        noValidate
        onSubmit={(event) => void form.submit(event)}
      >
        <LineField
          label={t`Price in ${currencyCode} from ${dayText(validFrom)}`}
          inputMode="decimal"
          most={10}
          hint={t`No one has chosen this price yet.`}
          {...form.field("amount", {
            validate: (text) => (minorOf(text, digits) ?? 0) > 0 || (messages["amount"] ?? ""),
          })}
        />
        <p className="hint hint-bad" role="alert">
          {form.formFault}
        </p>
        <div className="row wrap">
          <Button type="submit" tone="go" busy={form.busy}>{t`Save`}</Button>
          <Button onClick={onBack}>{t`Back`}</Button>
        </div>
      </form>
      {sheet}
    </>
  );
}

/** Deletes a price; says beforehand what holds instead, and who is told. */
export function DeletePrice({
  version,
  price,
  notified,
  onBack,
  onDone,
}: ChangeProps & { price: GridPrice; notified: number }) {
  const { t } = useLingui();
  const { faultOf } = usePlanFaults();
  const [, send] = useMutation(TakeBack);
  const { confirmed, sheet } = useConfirmation();
  const { currencyCode, countryCode, versions } = price;
  const money = (amount: number): string => formatMoney(amount, currencyCode);
  const day = dayText(version.validFrom);
  // The first price of a currency can't be deleted: without an earlier one, this is a country's own.
  const before = versions.findLast(({ validFrom }) => validFrom < version.validFrom);
  const form = useServerForm<Record<string, never>>({
    defaultValues: {},
    send: async () => {
      await confirmed(async () => {
        const { error } = await send({ versionId: version.id });
        if (error) throw error;
      });
      showToast(t`Price deleted.`);
      onDone();
    },
    faultOf,
  });
  return (
    <>
      <form
        className="plan-form"
        aria-label={t`Delete price`}
        noValidate
        onSubmit={(event) => void form.submit(event)}
      >
        <p>{t`Delete ${money(version.amount)} from ${day}?`}</p>
        <ul className="stack gap-2">
          <li>
            {before
              ? t`New members pay ${money(before.amount)} from ${day}.`
              : t`New members in ${countryName(countryCode)} pay the general ${currencyCode} price.`}
          </li>
          {notified > 0 && (
            <li>
              {plural(notified, {
                one: "# member was told of this price. We’ll email them that theirs stays the same.",
                other: "# members were told of this price. We’ll email them that theirs stays the same.",
              })}
            </li>
          )}
        </ul>
        <p className="hint hint-bad" role="alert">
          {form.formFault}
        </p>
        <div className="row wrap">
          <Button type="submit" tone="bad" busy={form.busy}>{t`Delete price`}</Button>
          <Button onClick={onBack}>{t`Back`}</Button>
        </div>
      </form>
      {sheet}
    </>
  );
}
