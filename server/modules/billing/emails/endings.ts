import { paths } from "../../../../contract/urls.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { planText } from "../texts.ts";
import type { NamedPlan } from "../texts.ts";
import { defineBillingEmail, demo, demoDay } from "./template.ts";

/** Sent when dunning is exhausted. */
export const stoppedEmail = defineBillingEmail<NamedPlan>({
  name: "billing.stopped",
  previews: { usual: demo },
  write: (plan) => ({
    subject: msg("Your subscription has ended"),
    preheader: msg("We couldn’t collect your payment."),
    paragraphs: [
      msg("We couldn’t collect payment for {plan}, so your subscription ended. You owe nothing.", {
        plan: planText(plan),
      }),
      msg("Your progress, badges, and saved classes are still in your account."),
    ],
    action: { label: msg("See plans"), path: paths.checkout() },
  }),
});

/** Confirms a cancellation. */
export const canceledEmail = defineBillingEmail<NamedPlan & { accessEndsAt: Date | null }>({
  name: "billing.canceled",
  previews: { usual: { ...demo, accessEndsAt: demoDay }, ended: { ...demo, accessEndsAt: null } },
  write: ({ accessEndsAt, ...plan }, { day }) => ({
    subject: msg("Your subscription is canceled"),
    preheader: accessEndsAt
      ? msg("You keep access until {accessEndsAt}.", { accessEndsAt: day(accessEndsAt) })
      : msg("It has ended."),
    paragraphs: [
      accessEndsAt
        ? msg("{plan} ends on {accessEndsAt}. You keep access until then, and you won’t be charged again.", {
            plan: planText(plan),
            accessEndsAt: day(accessEndsAt),
          })
        : msg("{plan} has ended. You won’t be charged again.", { plan: planText(plan) }),
      ...(accessEndsAt ? [msg("Changed your mind? You can resume before then.")] : []),
    ],
  }),
});

export const pausedEmail = defineBillingEmail<NamedPlan & { resumesAt: Date }>({
  name: "billing.paused",
  previews: { usual: { ...demo, resumesAt: demoDay } },
  write: ({ resumesAt, ...plan }, { day }) => ({
    subject: msg("Paused until {resumesAt}", { resumesAt: day(resumesAt) }),
    preheader: msg("No charges while paused."),
    heading: msg("Your subscription is paused"),
    paragraphs: [
      msg(
        "{plan} is paused until {resumesAt}. No charges while paused. We’ll credit unused time to your next payment.",
        { plan: planText(plan), resumesAt: day(resumesAt) },
      ),
    ],
  }),
});
