import { randomUUID } from "node:crypto";
import { z } from "zod";
import { permissions } from "../../../../contract/staff.ts";
import type { Ctx } from "../../../ctx.ts";
import { rejectCardNumbers } from "../../../platform/card-numbers.ts";
import { BadInput, NotFound } from "../../../platform/errors.ts";
import { networkKeys } from "../../../platform/ip-address.ts";
import { consume } from "../../../platform/rate-limit.ts";
import { seal, unseal } from "../../../platform/signature.ts";
import { isUuid } from "../../../platform/uuid.ts";
import {
  accountOfEmail,
  emailsOf,
  normalizeEmail,
  recordAuditEntry,
  requireConfirmedStaff,
  requireStaff,
} from "../../identity/index.ts";
import { billingNow } from "../clock.ts";
import { IdempotencyKeyReused, LinkInvalid } from "../errors.ts";
import { inputHashOf } from "../idempotency.ts";
import { addDays } from "../rules/calendar.ts";
import type { ContractRequestKind } from "../rules/contract-requests.ts";
import { isLive } from "../rules/states.ts";
import { findLiveSubscription, findSubscription, listBoughtAlone } from "../subscriptions/store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { applyRequestJob } from "./apply.ts";
import { mailRequestOutcome, mailRequestReceived } from "./emails.ts";
import {
  closeContractRequestRow,
  confirmContractRequest,
  findContractOfInvoice,
  findContractRequest,
  findContractRequestByKey,
  insertContractRequest,
  listOpenContractRequests,
  lockContractRequest,
  settleContractRequest,
} from "./store.ts";
import type { ContractRequestRow } from "./store.ts";
import { msg } from "../../../platform/i18n/messages.ts";

/** A cancellation or withdrawal as typed into the public form. */
export interface ContractRequestOrder {
  readonly idempotencyKey: string;
  readonly kind: ContractRequestKind;
  readonly isExtraordinary: boolean;
  readonly reason: string | null;
  readonly name: string;
  readonly email: string;
  readonly invoiceNumber: string | null;
  readonly wantedAt: Date | null;
}

const perNetwork = { name: "contract requests by network", points: 10, seconds: 3600 };
const perEmail = { name: "contract requests by email", points: 5, seconds: 3600 };
const linkUse = "contract request";
const linkShape = z.object({ id: z.uuid() });
const maxLengths = { idempotencyKey: 100, reason: 1000, name: 120, invoiceNumber: 60 } as const;
const maxWantedDays = 3660;
/** How long a mailed link works, in days: the withdrawal period. */
const linkDays = 14;
const maxNoteLength = 300;
const maxListed = 200;

/**
 * Receives a cancellation or withdrawal without sign-in, and acknowledges it by email. It acts at once if the
 * invoice's account has this email address; otherwise the mailed link must be opened. The answer never says which.
 * @throws BadInput, IdempotencyKeyReused, RateLimited
 */
export async function sendContractRequest(
  ctx: Ctx,
  order: ContractRequestOrder,
): Promise<ContractRequestRow> {
  const now = await billingNow(ctx);
  const clean = checked(order, now);
  const inputHash = hashOf(clean);
  const before = await findContractRequestByKey(ctx.db, clean.idempotencyKey);
  if (before) return sameRequest(before, inputHash);
  await consume(ctx, perNetwork, networkKeys(ctx.clientIp));
  await consume(ctx, perEmail, clean.email);
  const contract = await contractOf(ctx, clean);
  const request = {
    ...clean,
    id: randomUUID(),
    inputHash,
    receivedAt: now,
    locale: ctx.locale,
    status: contract ? ("accepted" as const) : ("unconfirmed" as const),
    accountId: contract?.accountId ?? null,
    subscriptionId: contract?.subscriptionId ?? null,
    outcome: null,
    note: null,
  };
  const isNew = await ctx.transact(async (tx) => {
    if (!(await insertContractRequest(tx.db, request))) return false;
    const token = contract ? null : seal(ctx.config.authSecret, linkUse, { id: request.id });
    await mailRequestReceived(tx, request, token);
    if (contract) await tx.enqueue(applyRequestJob, { id: request.id });
    return true;
  });
  if (isNew) return request;
  const first = await findContractRequestByKey(ctx.db, clean.idempotencyKey);
  if (!first) throw new Error("A contract request disappeared");
  return sameRequest(first, inputHash);
}

function sameRequest(found: ContractRequestRow, inputHash: string): ContractRequestRow {
  if (found.inputHash !== inputHash) throw new IdempotencyKeyReused();
  return found;
}

function checked(order: ContractRequestOrder, now: Date): ContractRequestOrder {
  const text = (field: keyof typeof maxLengths): string | null => {
    const value = order[field]?.trim() || null;
    rejectCardNumbers(value, field);
    if (value && value.length > maxLengths[field])
      throw new BadInput(
        field,
        msg("Use {maxLengths} characters at most.", { maxLengths: maxLengths[field] }),
      );
    return value;
  };
  const required = (field: "idempotencyKey" | "name"): string => {
    const value = text(field);
    if (!value) throw new BadInput(field, msg("Fill in this field."));
    return value;
  };
  const email = normalizeEmail(order.email);
  const isCancel = order.kind === "cancel";
  const isExtraordinary = isCancel && order.isExtraordinary;
  const reason = isCancel ? text("reason") : null;
  if (isExtraordinary && !reason) throw new BadInput("reason", msg("Enter the reason for ending it early."));
  const wantedAt = isCancel ? order.wantedAt : null;
  if (wantedAt && wantedAt > addDays(now, maxWantedDays))
    throw new BadInput("wantedAt", msg("Choose a day within ten years."));
  return {
    idempotencyKey: required("idempotencyKey"),
    kind: order.kind,
    isExtraordinary,
    reason,
    name: required("name"),
    email,
    invoiceNumber: text("invoiceNumber")?.toUpperCase() ?? null,
    wantedAt,
  };
}

const hashOf = (order: ContractRequestOrder): string =>
  inputHashOf([
    order.kind,
    order.isExtraordinary,
    order.reason,
    order.name,
    order.email,
    order.invoiceNumber,
    order.wantedAt,
  ]);

/** The contract that invoice number and email together prove; null if they don't. */
async function contractOf(
  ctx: Ctx,
  order: ContractRequestOrder,
): Promise<{ accountId: string; subscriptionId: string } | null> {
  // Always looked up, so that the answer's time doesn't tell whether there is an invoice.
  const found = await findContractOfInvoice(ctx.db, order.invoiceNumber ?? "");
  if (!found) return null;
  const emails = await emailsOf(ctx.db, found.accountId);
  if (!emails.includes(order.email)) return null;
  const subscription = await findSubscription(ctx.db, found.subscriptionId);
  // A course or class that was bought alone is meant itself, also once it ended.
  if (subscription && (isLive(subscription.status) || subscription.opensId)) return found;
  // The invoice of an earlier subscription proves the person: they mean the one that runs.
  const live = await findLiveSubscription(ctx.db, found.accountId, "ledger");
  return { accountId: found.accountId, subscriptionId: live?.id ?? found.subscriptionId };
}

/** What a person means who names no invoice: their subscription; without one, a withdrawal is from the one course or class they bought. */
async function meantOf(
  { db }: Pick<Ctx, "db">,
  accountId: string,
  kind: ContractRequestOrder["kind"],
): Promise<SubscriptionRow | null> {
  const live = await findLiveSubscription(db, accountId, "ledger");
  if (live || kind !== "withdraw") return live;
  const alone = (await listBoughtAlone(db, accountId)).filter(({ status }) => status === "non_renewing");
  return alone.length === 1 ? alone[0]! : null;
}

/**
 * Confirms a request by its mailed link: it acts on the subscription of the account that verified the address.
 * Idempotent.
 * @throws LinkInvalid
 */
export async function confirmContractRequestByLink(ctx: Ctx, token: string): Promise<ContractRequestRow> {
  const link = unseal(ctx.config.authSecret, linkUse, token, linkShape);
  if (!link) throw new LinkInvalid();
  return ctx.transact(async (tx) => {
    const found = await lockContractRequest(tx.db, link.id);
    if (!found) throw new LinkInvalid();
    if (found.status !== "unconfirmed") return found;
    const now = await billingNow(tx);
    if (addDays(found.receivedAt, linkDays) < now) throw new LinkInvalid();
    const accountId = await accountOfEmail(tx.db, found.email);
    const live = accountId ? await meantOf(tx, accountId, found.kind) : null;
    const subscriptionId = live?.id ?? null;
    const status = live ? ("accepted" as const) : ("review" as const);
    await confirmContractRequest(tx.db, { id: found.id, accountId, subscriptionId, status, now });
    if (live) {
      // The mailbox is proven now: the whole declaration may be sent to it.
      await mailRequestReceived(tx, found, null);
      await tx.enqueue(applyRequestJob, { id: found.id });
    } else {
      await settleContractRequest(tx.db, { id: found.id, status, outcome: "no_subscription", now });
      await mailRequestOutcome(tx, found, "no_subscription");
    }
    return { ...found, status, outcome: live ? null : "no_subscription", accountId, subscriptionId };
  });
}

/** Requests that wait for the person, a day or the studio, oldest first. For finance. */
export async function openContractRequests(ctx: Ctx): Promise<ContractRequestRow[]> {
  requireStaff(ctx, ...permissions.manageRevenue);
  return listOpenContractRequests(ctx.db, maxListed);
}

/**
 * Closes a request with a note of what was done. For finance; a repeated call changes nothing.
 * @throws BadInput, ConfirmationNeeded, NotFound
 */
export async function closeContractRequest(ctx: Ctx, id: string, note: string): Promise<boolean> {
  const { accountId: staffId } = await requireConfirmedStaff(ctx, ...permissions.manageRevenue);
  rejectCardNumbers(note, "note");
  const text = note.trim();
  if (!text || text.length > maxNoteLength)
    throw new BadInput(
      "note",
      msg("Describe what you did in 1 to {maxNoteLength} characters.", { maxNoteLength }),
    );
  if (!isUuid(id) || !(await findContractRequest(ctx.db, id))) throw new NotFound("contract request");
  return ctx.transact(async (tx) => {
    const now = await billingNow(tx);
    if (await closeContractRequestRow(tx.db, { id, staffId, note: text, now }))
      await recordAuditEntry(tx, {
        action: "billing.contract_request_closed",
        subject: `contract_request:${id}`,
        details: { note: text },
      });
    return true;
  });
}
