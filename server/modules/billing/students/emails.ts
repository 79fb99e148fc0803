import { paths } from "../../../../contract/urls.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { changeOrCancel, defineBillingEmail, demo, demoDay, nextCharge } from "../emails/template.ts";
import type { Priced } from "../emails/template.ts";
import { planText } from "../texts.ts";

/** Sent with the last charge at the student price, a term before the first at the normal one. */
export const studentPriceEndsEmail = defineBillingEmail<Priced & { at: Date }>({
  name: "billing.student_price_ends",
  previews: { usual: { ...demo, at: demoDay } },
  write: ({ at, amount, currencyCode, ...plan }, { day, money }) => ({
    subject: msg("Your student price ends on {at}", { at: day(at) }),
    preheader: msg("Then {plan} has its normal price.", { plan: planText(plan) }),
    heading: msg("Your student price ends"),
    paragraphs: [
      msg("You paid the student price for the last time. On {at} we’ll charge {amount} for {plan}.", {
        at: day(at),
        amount: money(amount, currencyCode),
        plan: planText(plan),
      }),
      msg("You can change your plan or cancel before then."),
    ],
    facts: nextCharge({ at, amount, currencyCode, ...plan }, { day, money }),
    action: changeOrCancel,
  }),
});

/** Sent when staff approve a person as a student. */
export const studentApprovedEmail = defineBillingEmail<{ until: Date; code: string | null }>({
  name: "billing.student_approved",
  previews: { usual: { until: demoDay, code: "STUDENT" }, withoutCode: { until: demoDay, code: null } },
  write: ({ until, code }, { day }) => ({
    subject: msg("You can have the student price"),
    preheader: msg("Choose it until {end}.", { end: day(until) }),
    paragraphs: [
      msg("We’ve seen that you’re a student. You can choose the student price until {end}.", {
        end: day(until),
      }),
      ...(code
        ? [msg("The promo code is {code}. It’s applied when you open the plans from here.", { code })]
        : []),
    ],
    ...(code
      ? {
          action: {
            label: msg("See the student price"),
            path: `${paths.checkout()}?coupon=${encodeURIComponent(code)}`,
          },
        }
      : {}),
  }),
});
