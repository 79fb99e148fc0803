import { paths } from "../../../../contract/urls.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { planText } from "../texts.ts";
import type { NamedPlan } from "../texts.ts";
import { defineBillingEmail, demo, demoPassEnd } from "./template.ts";

const demoPass = {
  ...demo,
  planName: "Premium pass",
  period: 10,
  periodUnit: "day",
  isPass: true,
  planId: "premium-pass-10-days",
  endsAt: demoPassEnd,
} as const;

/** Sent before the end of a pass. */
export const passReminderEmail = defineBillingEmail<
  NamedPlan & { planId: string; endsAt: Date; isSold: boolean }
>({
  name: "billing.pass_reminder",
  previews: { usual: { ...demoPass, isSold: true }, retired: { ...demoPass, isSold: false } },
  write: ({ planId, endsAt, isSold, ...plan }, { day, time }) => ({
    subject: msg("Your pass ends on {endsAt}", { endsAt: day(endsAt) }),
    preheader: msg("It doesn’t renew. You won’t be charged."),
    heading: msg("Your pass ends soon"),
    paragraphs: [
      msg("{plan} ends on {endsAt}. It doesn’t renew, and you won’t be charged.", {
        plan: planText(plan),
        endsAt: time(endsAt),
      }),
      isSold
        ? msg("Buy it again before then, and its days are added after the end.")
        : msg("This pass is no longer sold."),
    ],
    action: isSold
      ? { label: msg("Buy again"), path: `${paths.checkout()}?plan=${encodeURIComponent(planId)}` }
      : { label: msg("See plans"), path: paths.checkout() },
  }),
});
