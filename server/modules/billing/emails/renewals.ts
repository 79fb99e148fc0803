import { msg } from "../../../platform/i18n/messages.ts";
import { planText } from "../texts.ts";
import { changeOrCancel, defineBillingEmail, demo, demoDay, nextCharge } from "./template.ts";
import type { Priced } from "./template.ts";

export const renewalReminderEmail = defineBillingEmail<Priced & { at: Date }>({
  name: "billing.renewal_reminder",
  previews: { usual: { ...demo, at: demoDay } },
  write: ({ at, amount, currencyCode, ...plan }, { day, money }) => ({
    subject: msg("Your subscription renews on {at}", { at: day(at) }),
    preheader: msg("{amount} for another year.", { amount: money(amount, currencyCode) }),
    heading: msg("Your subscription renews soon"),
    paragraphs: [
      msg("On {at} we’ll charge {amount} for {plan}.", {
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

/** Once a year for plans with shorter terms. */
export const yearlyReminderEmail = defineBillingEmail<Priced & { at: Date; since: Date }>({
  name: "billing.yearly_reminder",
  previews: { usual: { ...demo, periodUnit: "month", amount: 1499, at: demoDay, since: demoDay } },
  write: ({ at, since, amount, currencyCode, ...plan }, { day, money }) => ({
    subject: msg("Your subscription: a yearly reminder"),
    preheader: msg("{plan} continues until you cancel.", { plan: planText(plan) }),
    heading: msg("A yearly reminder"),
    paragraphs: [
      msg("You’ve had {plan} since {since}. It renews automatically until you cancel.", {
        plan: planText(plan),
        since: day(since),
      }),
      msg("You can change your plan or cancel anytime."),
    ],
    facts: nextCharge({ at, amount, currencyCode, ...plan }, { day, money }),
    action: changeOrCancel,
  }),
});

export const resumeReminderEmail = defineBillingEmail<Priced & { at: Date }>({
  name: "billing.resume_reminder",
  previews: { usual: { ...demo, at: demoDay } },
  write: ({ at, amount, currencyCode, ...plan }, { day, money }) => ({
    subject: msg("Your pause ends on {at}", { at: day(at) }),
    preheader: msg("{amount} will be charged that day.", { amount: money(amount, currencyCode) }),
    heading: msg("Your pause ends soon"),
    paragraphs: [
      msg("Your pause ends on {at}. We’ll charge {amount} for {plan} and restore access.", {
        at: day(at),
        amount: money(amount, currencyCode),
        plan: planText(plan),
      }),
      msg("Not ready? Cancel before then and you won’t be charged."),
    ],
    action: changeOrCancel,
  }),
});
