import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { hasCode } from "../../../graphql/codes.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { Button } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { Segments } from "../../../ui/segments.tsx";
import { showToast } from "../../../ui/toast.ts";
import { termText } from "../checkout/intervals.ts";
import { couponInput, emptyCoupon, type CouponDraft } from "./coupon-draft.ts";
import { useCouponFaults } from "./coupon-error.ts";
import { DiscountFields, DurationFields } from "./discount-fields.tsx";
import { CouponOptionsFragment } from "./fragments.ts";
import { CouponLimitFields } from "./limit-fields.tsx";
import { minorOf } from "./typed.ts";

const CreateCoupon = graphql(`
  mutation CouponCreate($input: CouponInput!) {
    couponCreate(input: $input) {
      id
    }
  }
`);
const CreateCouponBatch = graphql(`
  mutation CouponBatchCreate($input: CouponInput!, $count: Int!) {
    couponBatchCreate(input: $input, count: $count) {
      id
      size
    }
  }
`);

type CouponFormProps = {
  options: FragmentOf<typeof CouponOptionsFragment>;
  /** Billing's current time. */
  now: string;
  /** A coupon was created, or one exists that isn't in the list yet. */
  onSaved: () => void;
};

/** Form for a new coupon. */
export function CouponForm({ options, now, onSaved }: CouponFormProps) {
  const { t } = useLingui();
  const { currencyCodes, plans } = readFragment(CouponOptionsFragment, options);
  const [, create] = useMutation(CreateCoupon);
  const [, createBatch] = useMutation(CreateCouponBatch);
  const { faultOf, messages } = useCouponFaults();
  const form = useServerForm<CouponDraft>({
    defaultValues: emptyCoupon(currencyCodes),
    send: async (draft) => {
      const input = couponInput(draft);
      const { data, error } = draft.isBatch
        ? await createBatch({ input: { ...input, maxRedemptions: null }, count: minorOf(draft.count, 0)! })
        : await create({ input });
      // An earlier request with a lost response may have created it.
      if (hasCode(error, "COUPON_EXISTS")) onSaved();
      if (error) throw error;
      form.form.reset(emptyCoupon(currencyCodes));
      showToast(
        data && "couponBatchCreate" in data
          ? plural(data.couponBatchCreate.size, {
              one: "# one-time code is live.",
              other: "# one-time codes are live.",
            })
          : t`${data?.couponCreate.id ?? ""} is live.`,
      );
      onSaved();
    },
    faultOf,
  });
  const isBatch = form.form.watch("isBatch");
  const studentsHintId = useId();
  const studentsFault = form.faultOfField("forStudents");
  const plansFault = form.faultOfField("planIds");
  return (
    <form
      className="coupon-form"
      aria-label={t`New promo code`}
      noValidate
      onSubmit={(event) => void form.submit(event)}
    >
      <div className="field">
        <span className="lab">{t`Who can redeem it`}</span>
        <div>
          <Segments
            label={t`Who can redeem it`}
            value={isBatch ? "batch" : "one"}
            options={[
              { value: "one", label: t`Every member` },
              { value: "batch", label: t`One member each` },
            ]}
            onChoose={(chosen) => form.form.setValue("isBatch", chosen === "batch")}
          />
        </div>
      </div>
      {isBatch ? (
        <div className="pay-two">
          <LineField
            label={t`Beginning of each code`}
            most={31}
            hint={t`Eight random characters follow, as in SPRING-7KQ2MXPA.`}
            {...form.field("code", { required: t`Fill in this field.` })}
          />
          <LineField
            label={t`Number of codes`}
            inputMode="numeric"
            most={5}
            hint={t`Up to 10,000. A member can use one of them.`}
            {...form.field("count", {
              validate: (text) => isBatchSize(text) || messages.count,
            })}
          />
        </div>
      ) : (
        <LineField
          label={t`Code`}
          most={40}
          hint={t`Letters, numbers, and hyphens. Not case-sensitive.`}
          {...form.field("code", { required: t`Fill in this field.` })}
        />
      )}
      <DiscountFields form={form} currencyCodes={currencyCodes} />
      <DurationFields form={form} />
      <div className="stack gap-2">
        <label className="opt">
          <input
            className="check"
            type="checkbox"
            aria-describedby={studentsHintId}
            aria-invalid={studentsFault ? true : undefined}
            {...form.form.register("forStudents")}
          />
          {t`For students only`}
        </label>
        <p
          id={studentsHintId}
          className={studentsFault ? "hint hint-bad" : "hint"}
          role={studentsFault ? "alert" : undefined}
        >
          {studentsFault ??
            t`The student price: a percentage for a limited time. Schools are in the settings.`}
        </p>
      </div>
      <fieldset className="stack gap-2">
        <legend className="lab">{t`Plans and passes`}</legend>
        <div className="opts2">
          {plans
            .filter(({ isOffered }) => isOffered)
            .map(({ id, name, period, periodUnit }) => (
              <label className="opt" key={id}>
                <input className="check" type="checkbox" value={id} {...form.form.register("planIds")} />
                {name}, {termText(period, periodUnit)}
              </label>
            ))}
        </div>
        <p className="hint">{t`Leave empty for all plans and passes, also later ones.`}</p>
        <p className="hint hint-bad empty:hidden" role="alert">
          {plansFault}
        </p>
      </fieldset>
      <CouponLimitFields field={form.field} now={now} isBatch={isBatch} />
      <p className="hint hint-bad" role="alert">
        {form.formFault}
      </p>
      <div className="stack gap-2">
        <div>
          <Button type="submit" busy={form.busy}>
            {isBatch ? t`Create one-time codes` : t`Create promo code`}
          </Button>
        </div>
        <p className="hint">{t`You can’t change the discount, duration, or plans later.`}</p>
      </div>
    </form>
  );
}

/** Whether a text is a number of codes that a batch may have. */
function isBatchSize(text: string): boolean {
  const count = minorOf(text, 0);
  return count !== null && count <= 10_000;
}
