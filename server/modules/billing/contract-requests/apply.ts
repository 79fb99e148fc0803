import { z } from "zod";
import type { Ctx } from "../../../ctx.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { billingNow } from "../clock.ts";
import { addDays } from "../rules/calendar.ts";
import type { ContractRequestOutcome, ContractRequestStatus } from "../rules/contract-requests.ts";
import { isLive } from "../rules/states.ts";
import { endSubscription } from "../subscriptions/changes.ts";
import { findSubscription } from "../subscriptions/store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { withdrawableUntil, withdrawFrom } from "../subscriptions/withdrawal.ts";
import { mailRequestOutcome, mailRequestScheduled } from "./emails.ts";
import type { MailedOutcome } from "./emails.ts";
import {
  deleteOldContractRequests,
  findContractRequest,
  listDueContractRequests,
  settleContractRequest,
} from "./store.ts";
import type { ContractRequestRow } from "./store.ts";

const batch = 100;
/** How long settled requests are stored as proof: the limitation period, in days. */
export const retentionDays = 3 * 366;

/** Applies a request whose person is proven. */
export const applyRequestJob = defineJob({
  name: "billing.apply_contract_request",
  schema: z.object({ id: z.uuid() }),
  maxAttempts: 20,
  run: (ctx, { id }) => applyRequest(ctx, id),
});

/** Applies requests whose wanted day has come into the running term, and deletes old ones. */
export const sweepRequestsJob = defineJob({
  name: "billing.sweep_contract_requests",
  schema: z.object({}),
  maxAttempts: 3,
  run: async (ctx) => {
    for (const { id } of await listDueContractRequests(ctx.db, batch)) await applyRequest(ctx, id);
    await deleteOldContractRequests(ctx.db, addDays(await billingNow(ctx), -retentionDays));
  },
});

/** Cancels or withdraws as requested. Idempotent: a settled request is left as it is. */
export async function applyRequest(ctx: Ctx, id: string): Promise<void> {
  const request = await findContractRequest(ctx.db, id);
  if (!request || (request.status !== "accepted" && request.status !== "scheduled")) return;
  const found = request.subscriptionId ? await findSubscription(ctx.db, request.subscriptionId) : null;
  if (!found || !isLive(found.status)) return settle(ctx, request, "done", "already_ended", "already_ended");
  if (request.kind === "withdraw") return applyWithdrawal(ctx, request, found);
  const { wantedAt } = request;
  const endsAt = found.termEndsAt ?? found.trialEndsAt ?? found.startsAt;
  if (wantedAt && endsAt && wantedAt > endsAt && !request.isExtraordinary) {
    if (request.status === "accepted") await schedule(ctx, request, wantedAt);
    return;
  }
  if (found.status === "non_renewing" && !request.isExtraordinary)
    return settle(ctx, request, "done", "already_ended", "already_ended");
  const ended = await endSubscription(ctx, found, {
    atPeriodEnd: true,
    reason: null,
    comment: request.reason,
  });
  if (request.isExtraordinary) return settle(ctx, request, "review", "good_cause", "good_cause");
  return settle(ctx, request, "done", isLive(ended.status) ? "canceled_at_end" : "canceled_now", null);
}

async function applyWithdrawal(ctx: Ctx, request: ContractRequestRow, found: SubscriptionRow): Promise<void> {
  // The day of receipt counts, however late the request is confirmed.
  if (!(await withdrawableUntil(ctx, found, request.receivedAt)))
    return settle(ctx, request, "review", "not_withdrawable", "not_withdrawable");
  await withdrawFrom(ctx, found, request.receivedAt);
  return settle(ctx, request, "done", "withdrawn", null);
}

const schedule = (ctx: Ctx, request: ContractRequestRow, wantedAt: Date): Promise<void> =>
  ctx.transact(async (tx) => {
    const now = await billingNow(tx);
    await settleContractRequest(tx.db, { id: request.id, status: "scheduled", outcome: null, now });
    await mailRequestScheduled(tx, request, wantedAt);
  });

/** Settles a request; `mailed` is the outcome that no other email says. */
const settle = (
  ctx: Ctx,
  request: ContractRequestRow,
  status: ContractRequestStatus,
  outcome: ContractRequestOutcome,
  mailed: MailedOutcome | null,
): Promise<void> =>
  ctx.transact(async (tx) => {
    await settleContractRequest(tx.db, { id: request.id, status, outcome, now: await billingNow(tx) });
    if (mailed) await mailRequestOutcome(tx, request, mailed);
  });
