import "./graphql.ts";
import type { Module } from "../../platform/module.ts";
import { registerBilling } from "./http.ts";
import { findDueJob, sweepJob, workDueJob } from "./clockwork/shifts.ts";
import { finishCheckoutJob } from "./checkout.ts";
import { reactions } from "./reactions.ts";
import { reconcileJob } from "./reconciliation.ts";
import { refundJob } from "./refunds.ts";
import { applyEventJob } from "./webhooks.ts";

/** Who pays for what, and what it opens. */
export const billing: Module = {
  name: "billing",
  http: registerBilling,
  reactions,
  jobs: [applyEventJob, finishCheckoutJob, refundJob, findDueJob, workDueJob, sweepJob, reconcileJob],
  schedules: [
    { job: findDueJob, pattern: "* * * * *" },
    { job: reconcileJob, pattern: "40 3 * * *", backfill: "1d" },
    { job: sweepJob, pattern: "*/5 * * * *" },
  ],
};
