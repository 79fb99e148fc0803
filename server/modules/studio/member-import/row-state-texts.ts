import type { RowState } from "./read-row.ts";

/** What the API says of each state of a row. */
export const rowStateTexts = {
  no_email: {},
  bad_email: {},
  duplicate: { description: "An earlier row has the same email." },
  unknown_plan: {},
  bad_day: {},
  no_provider: {
    description: "It names a subscription, but this site has no payment provider that could have it.",
  },
  unreachable: { description: "The payment provider didn't answer." },
  unknown_price: { description: "No one has chosen yet which plan goes on with its subscription's price." },
  subscription_not_found: { description: "The payment provider knows no such subscription or customer." },
  subscription_ended: {},
  subscription_several: { description: "The customer has several running subscriptions." },
  subscription_unpaid: { description: "Its last payment failed." },
  subscription_paused: {},
  subscription_scheduled: { description: "A change of it is planned at the provider." },
  subscription_renewing: { description: "It renews within hours. A later import can take it over." },
  subscription_no_method: { description: "It has no payment method that can be charged here." },
  subscription_taxed: { description: "The provider adds tax to its price." },
  subscription_discounted: {
    description: "It has a discount that ends, or that isn't of the whole subscription.",
  },
  subscription_unusual: { description: "It has several prices, a quantity or usage, or costs nothing." },
  subscription_balance: {
    description: "The customer has a balance, or items that wait for the next invoice, at the provider.",
  },
  subscription_forbidden: { description: "The key of this site may not read it at the provider." },
  subscription_customer_taken: { description: "Its customer belongs to an account here." },
  subscription_changed: { description: "Its price isn't the one that was checked." },
  unchecked: { description: "The payment provider is being asked." },
  ready: { description: "Will be invited." },
  ready_to_take_over: { description: "Will be invited, and its running subscription taken over." },
  taking_over: { description: "Its subscription is being taken over." },
  taken_over: { description: "Invited, with the subscription that it paid before." },
  known: { description: "The email has an account, which stays as it is." },
  invited: {},
  failed: { description: "The invitation was refused." },
} satisfies Record<RowState, object>;
