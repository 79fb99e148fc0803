import { builder } from "../../platform/graphql/builder.ts";
import { accessTypes } from "./subscriptions/access.ts";
import { rateSources } from "./exchange-rates/rates.ts";
import type { StudioRate } from "./exchange-rates/rates.ts";
import type { PaymentAtProvider } from "./payments/at-provider.ts";
import type { PlanOffer } from "./plans/plans.ts";
import type { Opens } from "./plans/store-editing.ts";
import { paymentMethodTypes } from "./ports.ts";
import { subscriptionProviders } from "./provider-names.ts";
import type { SubscriptionProvider } from "./ports.ts";
import { periodUnits } from "./rules/calendar.ts";
import { subscriptionStatuses } from "./rules/states.ts";
import type { InvoiceRow } from "./invoices/store.ts";
import type { SubscriptionRow } from "./subscriptions/store.ts";
import type { NetMrr } from "./reports/mrr.ts";
import type { DunningRow } from "./reports/store.ts";
import type { RevenueTask } from "./reports/tasks.ts";

export const AccessTypeEnum = builder.enumType("AccessType", { values: accessTypes });
export const ProviderEnum = builder.enumType("SubscriptionProvider", { values: subscriptionProviders });
export const PaymentMethodTypeEnum = builder.enumType("PaymentMethodType", { values: paymentMethodTypes });
export const PeriodUnitEnum = builder.enumType("PeriodUnit", { values: periodUnits });
export const SubscriptionStatusEnum = builder.enumType("SubscriptionStatus", {
  values: subscriptionStatuses,
});

export const Provider = builder.objectRef<{ id: SubscriptionProvider }>("Provider");
export const PlanPriceInput = builder.inputType("PlanPriceInput", {
  fields: (t) => ({ currencyCode: t.string({ required: true }), amount: t.int({ required: true }) }),
});
export const PlanOpensKind = builder.enumType("PlanOpensKind", { values: ["course", "class"] as const });
/** The one course or class that a pass opens. */
export const PlanOpens = builder.objectRef<Opens>("PlanOpens");
export const Plan = builder.objectRef<PlanOffer>("Plan");
export const Subscription = builder.objectRef<SubscriptionRow>("Subscription");
export const Invoice = builder.objectRef<InvoiceRow>("Invoice");
export const DunningType = builder.objectRef<DunningRow>("DunningCase");
/** A payment in the records of its provider, for staff. */
export const StudioPayment = builder.objectRef<PaymentAtProvider>("StudioPayment");
export const RateSourceEnum = builder.enumType("ExchangeRateSource", {
  description: "`studio`: finance enters them. `ecb`: the European Central Bank's reference rates.",
  values: rateSources,
});
export const Rate = builder.objectRef<StudioRate>("ExchangeRate").implement({
  fields: (t) => ({
    currencyCode: t.exposeString("currencyCode"),
    value: t.exposeFloat("value", {
      description: "What one unit is worth in the currency that is converted to.",
    }),
    day: t.exposeString("day", { description: "The day that the rate is of, YYYY-MM-DD." }),
  }),
});
export const RevenueTaskType = builder.objectRef<RevenueTask>("RevenueTask");
export const NetMrrType = builder.objectRef<NetMrr>("NetMrr");
