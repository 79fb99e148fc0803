import { msg } from "../../../platform/i18n/messages.ts";
import { planText } from "../texts.ts";
import { changeOrCancel, defineBillingEmail, demo, demoDay } from "./template.ts";
import type { Priced } from "./template.ts";

export const trialStartedEmail = defineBillingEmail<Priced & { endsAt: Date }>({
  name: "billing.trial_started",
  previews: { usual: { ...demo, endsAt: demoDay } },
  write: ({ endsAt, amount, currencyCode, ...plan }, { day, money }) => ({
    subject: msg("Your free trial has started"),
    preheader: msg("You won’t be charged before {endsAt}.", { endsAt: day(endsAt) }),
    paragraphs: [
      msg("Your free trial of {plan} has started. You weren’t charged today.", { plan: planText(plan) }),
      msg(
        "Your first payment is {amount} on {endsAt}. We’ll email you 7 and 2 days before. Cancel before then and you won’t be charged.",
        { amount: money(amount, currencyCode), endsAt: day(endsAt) },
      ),
    ],
    facts: [
      { label: msg("Plan"), value: planText(plan) },
      {
        label: msg("First charge"),
        value: msg("{amount} on {endsAt}", { amount: money(amount, currencyCode), endsAt: day(endsAt) }),
      },
    ],
  }),
});

export const trialReminderEmail = defineBillingEmail<Priced & { endsAt: Date }>({
  name: "billing.trial_reminder",
  previews: { usual: { ...demo, endsAt: demoDay } },
  write: ({ endsAt, amount, currencyCode, ...plan }, { day, money }) => ({
    subject: msg("Your trial ends on {endsAt}", { endsAt: day(endsAt) }),
    preheader: msg("{amount} will be charged that day.", { amount: money(amount, currencyCode) }),
    heading: msg("Your trial ends soon"),
    paragraphs: [
      msg("On {endsAt} we’ll charge {amount} for {plan}. It renews until you cancel.", {
        endsAt: day(endsAt),
        amount: money(amount, currencyCode),
        plan: planText(plan),
      }),
      msg("Not for you? Cancel before then in two steps and you won’t be charged."),
    ],
    facts: [
      { label: msg("Plan"), value: planText(plan) },
      {
        label: msg("First charge"),
        value: msg("{amount} on {endsAt}", { amount: money(amount, currencyCode), endsAt: day(endsAt) }),
      },
    ],
    action: changeOrCancel,
  }),
});
