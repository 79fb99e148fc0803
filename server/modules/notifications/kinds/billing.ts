import { paths } from "../../../../contract/urls.ts";
import { paymentFailed, subscriptionChanged, trialEnding } from "../../billing/events.ts";
import { defineKind, on } from "./kind.ts";
import type { Delivery } from "./kind.ts";

/** Billing items show only the date; the hour of a charge isn't guaranteed. */
const day = (at: string) =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(new Date(at));
const deliver = (
  about: { accountId: string; subscriptionId: string },
  text: string,
): Delivery<{ text: string }> => ({
  people: [about.accountId],
  groupKey: `money:${about.subscriptionId}`,
  facts: { text },
  path: paths.subscription(),
});

export const billing = {
  TrialEnding: defineKind<{ text: string }>({
    title: "Your trial",
    icon: "card",
    channels: { inbox: true, push: true, email: "off" },
    isMailedElsewhere: true,
    text: ({ facts }) => facts.text,
    sources: [
      on("notifications.tell_trial_ending", trialEnding, (_ctx, ending) =>
        deliver(ending, `Your trial ends on ${day(ending.endsAt)}.`),
      ),
    ],
  }),
  PaymentNews: defineKind<{ text: string }>({
    title: "Your payments",
    icon: "card",
    channels: { inbox: true, push: true, email: "off" },
    isMailedElsewhere: true,
    text: ({ facts }) => facts.text,
    sources: [
      on("notifications.tell_payment_failed", paymentFailed, (_ctx, failed) =>
        deliver(
          failed,
          failed.retryAt
            ? `A payment didn’t go through. We’ll try again on ${day(failed.retryAt)}. You can update your card before then.`
            : "A payment didn’t go through, and we won’t try again. Set another card to keep dancing.",
        ),
      ),
      on("notifications.tell_subscription_ended", subscriptionChanged, (_ctx, changed) =>
        // A subscription that was never active has nothing to end.
        changed.status === "canceled" && changed.previousStatus !== "pending"
          ? deliver(changed, "Your subscription has ended. What you danced, saved and earned stays yours.")
          : null,
      ),
    ],
  }),
};
