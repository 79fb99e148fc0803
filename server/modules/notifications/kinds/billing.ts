import { formatDate } from "../../../../contract/formats/dates.ts";
import { paths } from "../../../../contract/urls.ts";
import { paymentFailed, subscriptionChanged, trialEnding } from "../../billing/events.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { defineKind, on } from "./kind.ts";
import type { Delivery, Facts, NotificationContext } from "./kind.ts";

/** Billing items show only the date; the hour of a charge isn't guaranteed. */
const day = (at: string, { reader }: NotificationContext) => formatDate(new Date(at), "date", reader);
const deliver = <Values extends Facts>(
  about: { accountId: string; subscriptionId: string },
  facts: Values,
): Delivery<Values> => ({
  people: [about.accountId],
  groupKey: `money:${about.subscriptionId}`,
  facts,
  path: paths.subscription(),
});

type PaymentFacts = { outcome: "declined"; retryAt: string } | { outcome: "given_up" } | { outcome: "ended" };

export const billing = {
  TrialEnding: defineKind<{ endsAt: string }>({
    title: msg("Your trial"),
    icon: "card",
    channels: { inbox: true, push: true, email: "off" },
    isMailedElsewhere: true,
    text: (context) => msg("Your trial ends on {day}.", { day: day(context.facts.endsAt, context) }),
    sources: [
      on("notifications.tell_trial_ending", trialEnding, (_ctx, ending) =>
        deliver(ending, { endsAt: ending.endsAt }),
      ),
    ],
  }),
  PaymentNews: defineKind<PaymentFacts>({
    title: msg("Your payments"),
    icon: "card",
    channels: { inbox: true, push: true, email: "off" },
    isMailedElsewhere: true,
    text: (context) => {
      switch (context.facts.outcome) {
        case "declined":
          return msg(
            "A payment didn’t go through. We’ll try again on {day}. You can update your card before then.",
            {
              day: day(context.facts.retryAt, context),
            },
          );
        case "given_up":
          return msg(
            "A payment didn’t go through, and we won’t try again. Update your card to keep dancing.",
          );
        case "ended":
          return msg("Your subscription has ended. Your progress and badges are saved.");
      }
    },
    sources: [
      on("notifications.tell_payment_failed", paymentFailed, (_ctx, failed) =>
        deliver<PaymentFacts>(
          failed,
          failed.retryAt ? { outcome: "declined", retryAt: failed.retryAt } : { outcome: "given_up" },
        ),
      ),
      on("notifications.tell_subscription_ended", subscriptionChanged, (_ctx, changed) =>
        // A subscription that was never active has nothing to end. A course that was bought for some days isn't one.
        changed.status === "canceled" && changed.previousStatus !== "pending" && !changed.opensId
          ? deliver<PaymentFacts>(changed, { outcome: "ended" })
          : null,
      ),
    ],
  }),
};
