import { msg } from "../../../platform/i18n/messages.ts";
import type { Message } from "../../../platform/i18n/messages.ts";
import { defineBillingEmail } from "../emails/template.ts";
import { planText } from "../texts.ts";
import type { NamedPlan } from "../texts.ts";

/** Emails about what the studio gave. Amounts in minor units. */

const demoDay = new Date("2026-12-05T23:30:00Z");
const demo: NamedPlan = { planName: "Premium", period: 1, periodUnit: "year" };

export const creditGivenEmail = defineBillingEmail<{ amount: number; currencyCode: string }>({
  name: "billing.credit_given",
  previews: { usual: { amount: 1_500, currencyCode: "USD" } },
  write: ({ amount: given, currencyCode }, { money }) => {
    const amount = money(given, currencyCode);
    return {
      subject: msg("You have {amount} of account credit", { amount }),
      preheader: msg("It pays for your next invoice."),
      heading: msg("You have account credit"),
      paragraphs: [
        msg(
          "We added {amount} to your account credit. It pays for your next invoice before your card does.",
          {
            amount,
          },
        ),
      ],
    };
  },
});

export const daysGivenEmail = defineBillingEmail<NamedPlan & { days: number; until: Date; isLast: boolean }>({
  name: "billing.days_given",
  previews: {
    usual: { ...demo, days: 14, until: demoDay, isLast: false },
    one: { ...demo, days: 1, until: demoDay, isLast: true },
  },
  write: ({ days, until, isLast, ...named }, { day }) => {
    const [plan, end] = [planText(named), day(until)];
    return {
      subject: msg("{days, plural, one {You have # free day} other {You have # free days}}", { days }),
      preheader: isLast
        ? msg("You keep access until {end}.", { end })
        : msg("Your next charge is on {end}.", { end }),
      paragraphs: [
        msg("{days, plural, one {We added # free day to {plan}.} other {We added # free days to {plan}.}}", {
          days,
          plan,
        }),
        isLast
          ? msg("You keep access until {end}.", { end })
          : msg("Your next charge moves to {end}.", { end }),
      ],
    };
  },
});

export const cancelUndoneEmail = defineBillingEmail<NamedPlan & { nextBillingAt: Date | null }>({
  name: "billing.cancel_undone",
  previews: {
    usual: { ...demo, nextBillingAt: demoDay },
    at_provider: { ...demo, nextBillingAt: null },
  },
  write: ({ nextBillingAt, ...named }, { day }) => {
    const plan = planText(named);
    return {
      subject: msg("{plan} continues", { plan }),
      preheader: msg("Your cancellation is undone."),
      paragraphs: [
        nextBillingAt
          ? msg("We undid the cancellation of {plan}. Your next payment is on {end}.", {
              plan,
              end: day(nextBillingAt),
            })
          : msg("We undid the cancellation of {plan}. It renews as before.", { plan }),
        msg("If you didn’t ask for this, you can cancel again on your subscription page."),
      ],
    };
  },
});

export const codeRedeemedEmail = defineBillingEmail<NamedPlan & { code: string }>({
  name: "billing.code_redeemed",
  previews: { usual: { ...demo, code: "DEMO25" } },
  write: ({ code, ...named }) => {
    const plan = planText(named);
    return {
      subject: msg("Your promo code {code} is applied", { code }),
      preheader: msg("It lowers your next invoice."),
      paragraphs: [
        msg("We applied the promo code {code} to {plan}. It lowers your next invoice.", { code, plan }),
      ],
    };
  },
});

export const planGivenEmail = defineBillingEmail<NamedPlan & { until: Date }>({
  name: "billing.plan_given",
  previews: { usual: { ...demo, until: demoDay } },
  write: ({ until, planName: plan }, { day }) => {
    const end = day(until);
    return {
      subject: msg("{plan} is yours until {end}", { plan, end }),
      preheader: msg("You don’t pay for it."),
      heading: msg("{plan}, on us", { plan }),
      paragraphs: [
        msg("We gave you {plan} until {end}. You don’t pay for it, and it ends automatically that day.", {
          plan,
          end,
        }),
      ],
    };
  },
});

/** A plan that staff changed. */
export interface ChangedPlan {
  readonly kind: "at_once" | "at_next_payment" | "free_until_next_payment";
  readonly planName: string | Message;
  /** The plan of the next payment. */
  readonly nextPlanName: string | Message;
  readonly nextBillingAt: Date;
  /** Minor units. */
  readonly nextAmount: number;
  readonly currencyCode: string;
}

const demoChange = { nextBillingAt: demoDay, nextAmount: 799, currencyCode: "USD" };

export const planChangedEmail = defineBillingEmail<ChangedPlan>({
  name: "billing.plan_changed",
  previews: {
    usual: { ...demoChange, kind: "at_next_payment", planName: "Basic", nextPlanName: "Basic" },
    trial: { ...demoChange, kind: "at_once", planName: "Basic", nextPlanName: "Basic" },
    free: { ...demoChange, kind: "free_until_next_payment", planName: "Premium", nextPlanName: "Basic" },
  },
  write: ({ kind, planName: plan, nextPlanName: next, nextBillingAt, nextAmount, currencyCode }, texts) => {
    const [end, amount] = [texts.day(nextBillingAt), texts.money(nextAmount, currencyCode)];
    const preheader = msg("You weren’t charged.");
    if (kind === "free_until_next_payment")
      return {
        subject: msg("{plan} is yours until {end}", { plan, end }),
        preheader,
        paragraphs: [
          msg("We gave you {plan} until {end}. You don’t pay for it.", { plan, end }),
          msg("After that you’re back on {next}. Your payment on {end} is {amount}, as before.", {
            next,
            end,
            amount,
          }),
        ],
      };
    return {
      subject: msg("Your plan changes to {plan}", { plan }),
      preheader,
      paragraphs: [
        kind === "at_once"
          ? msg("We changed your plan to {plan}. Your first payment is {amount} on {end}.", {
              plan,
              amount,
              end,
            })
          : msg("Your plan changes to {plan} on {end}. Your payment that day is {amount}.", {
              plan,
              amount,
              end,
            }),
        msg("If you didn’t ask for this, you can change your plan back on your subscription page."),
      ],
    };
  },
});
