import "./graphql.ts";
import "./invoices/attachments.ts";
import type { Module } from "../../platform/module.ts";
import { confirmVatIdsJob } from "./buyers/billing-details.ts";
import { registerBilling } from "./http.ts";
import { cardNoticesJob } from "./billing-cycle/card-notices.ts";
import { findDueJob, workDueJob } from "./billing-cycle/runner.ts";
import { sweepJob } from "./billing-cycle/sweep.ts";
import { applyRequestJob, sweepRequestsJob } from "./contract-requests/apply.ts";
import { finishCheckoutJob } from "./checkout/record.ts";
import { deliverGiftCardsJob } from "./gift-cards/deliver.ts";
import { finishGiftCardJob } from "./gift-cards/purchase.ts";
import { priceNoticesJob } from "./price-changes/notices.ts";
import { priceRetractionsJob } from "./price-changes/taking-back.ts";
import { priceRemindersJob } from "./price-changes/reminders.ts";
import { sweepChangedJob, sweepOwnedJob } from "./owned/readings.ts";
import { checkRefsJob } from "./price-refs/price-refs.ts";
import { reactions } from "./reactions.ts";
import "./reports/graphql-revenue.ts";
import { fetchRatesJob } from "./exchange-rates/rates.ts";
import { recordMrrJob } from "./reports/mrr.ts";
import { countPlanValuesJob } from "./reports/revenue.ts";
import { reconcileJob } from "./reconciliation/reconciliation.ts";
import { detachMethodJob } from "./payments/methods.ts";
import { refundJob } from "./payments/refunds.ts";
import { applyEventJob } from "./payments/webhooks.ts";
import { tables } from "./retention.ts";

/** Subscriptions, payments, invoices and the access that they grant. */
export const billing: Module = {
  name: "billing",
  tables,
  http: registerBilling,
  reactions,
  jobs: [
    confirmVatIdsJob,
    applyEventJob,
    applyRequestJob,
    cardNoticesJob,
    checkRefsJob,
    finishCheckoutJob,
    finishGiftCardJob,
    deliverGiftCardsJob,
    priceNoticesJob,
    priceRemindersJob,
    priceRetractionsJob,
    refundJob,
    detachMethodJob,
    findDueJob,
    workDueJob,
    sweepJob,
    sweepChangedJob,
    sweepOwnedJob,
    sweepRequestsJob,
    reconcileJob,
    recordMrrJob,
    countPlanValuesJob,
    fetchRatesJob,
  ],
  schedules: [
    { job: confirmVatIdsJob, pattern: "20 * * * *" },
    { job: deliverGiftCardsJob, pattern: "*/5 * * * *" },
    { job: findDueJob, pattern: "* * * * *" },
    { job: priceNoticesJob, pattern: "*/5 * * * *" },
    { job: priceRemindersJob, pattern: "35 * * * *" },
    { job: recordMrrJob, pattern: "25 * * * *", backfill: "1d" },
    { job: countPlanValuesJob, pattern: "31 * * * *", backfill: "1d" },
    // The European Central Bank publishes in the afternoon of working days.
    { job: fetchRatesJob, pattern: "30 15 * * *", backfill: "1d" },
    { job: reconcileJob, pattern: "40 3 * * *", backfill: "1d" },
    { job: checkRefsJob, pattern: "50 3 * * *", backfill: "1d" },
    { job: sweepOwnedJob, pattern: "*/10 * * * *" },
    { job: sweepChangedJob, pattern: "50 * * * *" },
    { job: sweepJob, pattern: "*/5 * * * *" },
    { job: cardNoticesJob, pattern: "10 9 * * *", backfill: "1d" },
    { job: sweepRequestsJob, pattern: "20 * * * *" },
  ],
};
