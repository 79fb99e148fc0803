import type { Ctx, Tx } from "../../../ctx.ts";
import { forEachOf } from "../../../platform/concurrency.ts";
import type { JobRun } from "../../../platform/jobs/job.ts";
import {
  finishTakeover,
  prepareTakeover,
  readHeldSubscription,
  takeoverProvider,
} from "../../billing/index.ts";
import type { HeldSubscription, SubscriptionProvider, TakeoverResult } from "../../billing/index.ts";
import { addressesInUse, createInvitedMember, mailMemberInvitation } from "../../identity/index.ts";
import { takeOverConsent } from "../../notifications/index.ts";
import { maxRequests, offerOf } from "./dry-run.ts";
import { readingOf, readRow } from "./read-row.ts";
import type { ListedMember, Offer, RowReading, RowState } from "./read-row.ts";
import { findMemberImport, lockMemberImport, saveImportEnded, saveRowHandled } from "./store.ts";
import type { ListRow } from "./store.ts";
import { findListRow, hasRowsLeft, saveRowTakingOver } from "./store-held.ts";

/** A row whose account was made, and whose subscription is being taken over. */
export interface RowTakeover {
  readonly importId: string;
  readonly line: number;
  readonly subscriptionId: string;
  readonly accountId: string;
  /** Who started the import. */
  readonly staffId: string;
}

/** A subscription as it is now, and the plan that goes on with it. */
interface Planned {
  readonly provider: SubscriptionProvider;
  readonly held: HeldSubscription;
  readonly planId: string;
}

/**
 * Reads the subscriptions of rows again: the dry run may be days old. Rows that the provider didn't answer about are left out, and
 * `unreachable` at the last attempt.
 * @returns by line, what is taken over, or why it isn't; and the error of a row that was left out
 */
export async function heldNow(
  ctx: Ctx,
  rows: readonly ListRow[],
  reading: RowReading,
  { signal, isLastAttempt }: Pick<JobRun, "signal" | "isLastAttempt">,
): Promise<{ found: ReadonlyMap<number, Planned | RowState>; failure: { error: unknown } | null }> {
  const found = new Map<number, Planned | RowState>();
  let failure: { error: unknown } | null = null;
  const provider = takeoverProvider(ctx)?.provider;
  const planned = rows.filter(({ state }) => state === "ready_to_take_over");
  await forEachOf(planned, maxRequests, async ({ line, cells, held: seen }) => {
    signal.throwIfAborted();
    const member = readRow(cells ?? [], reading);
    if (typeof member === "string") return;
    const answer = await readHeldSubscription(ctx, member.refs).then(
      (held) => ({ held }),
      (error: unknown) => ({ error }),
    );
    if ("error" in answer) {
      ctx.log.warn({ err: answer.error, line }, "a subscription of a list of members could not be read");
      if (isLastAttempt) found.set(line, "unreachable");
      else failure = answer;
      return;
    }
    const { held } = answer;
    if (held === null) return void found.set(line, "subscription_ended");
    if (typeof held === "string") return void found.set(line, `subscription_${held}`);
    const shown = seen?.found;
    const isSame =
      shown !== null &&
      typeof shown === "object" &&
      shown.priceRef === held.price.ref &&
      shown.amount === held.amount &&
      shown.currencyCode === held.currencyCode;
    const planId = reading.priceChoices.get(held.price.ref.toLowerCase());
    found.set(line, provider && isSame && planId ? { provider, held, planId } : "subscription_changed");
  });
  return { found, failure };
}

/**
 * Creates the account of a row with a subscription that doesn't run yet, and orders the takeover. No email before it runs.
 * @returns null while it is being taken over
 * @throws CustomerTaken, PlanUnknown
 */
export async function beginTakeover(
  tx: Tx,
  row: Planned & { importId: string; line: number; staffId: string; member: ListedMember },
  order: (tx: Tx, row: RowTakeover) => Promise<void>,
): Promise<RowState | null> {
  const { importId, line, staffId, member, provider, held, planId } = row;
  const { email, name, hasConsent } = member;
  // Another run of the job has it already.
  if (!(await saveRowTakingOver(tx.db, importId, line))) return null;
  if ((await addressesInUse(tx.db, [email])).size > 0) return "known";
  const accountId = await createInvitedMember(tx, { name, email });
  await takeOverConsent(tx, accountId, hasConsent);
  const subscriptionId = await prepareTakeover(tx, { accountId, provider, planId, held, staffId });
  await order(tx, { importId, line, subscriptionId, accountId, staffId });
  return null;
}

/** Ends the subscription at its provider, and begins ours. Idempotent. @throws ProviderUnavailable, also while it can't be ended */
export async function takeOver(ctx: Ctx, row: RowTakeover): Promise<void> {
  const { importId, line, subscriptionId, staffId } = row;
  const offer = await offerOf(ctx);
  await finishTakeover(ctx, subscriptionId, {
    staffId,
    begun: (tx, result) => welcome(tx, row, result, offer),
  });
  await ctx.transact(async (tx) => {
    // Left only if the account was deleted before its plan began.
    await saveRowHandled(tx.db, importId, line, "failed");
    await endIfHandled(tx, importId);
  });
}

/** Emails the link, with what became of the plan, and saves the result of the row. */
async function welcome(
  tx: Tx,
  { importId, line, accountId: personId }: RowTakeover,
  result: TakeoverResult,
  offer: Offer,
): Promise<void> {
  const found = await findMemberImport(tx.db, importId);
  const row = await findListRow(tx.db, importId, line);
  const member =
    found && row?.cells ? readRow(row.cells, readingOf(found, offer, tx.clock.now())) : "no_email";
  if (typeof member !== "string")
    await mailMemberInvitation(tx, {
      personId,
      name: member.name,
      email: member.email,
      access:
        result === "ended"
          ? null
          : { planName: result.planName, until: result.endsAt, paid: { next: result.next } },
    });
  await saveRowHandled(tx.db, importId, line, result === "ended" ? "subscription_ended" : "taken_over");
}

/** Ends a running import once no row is left. */
export async function endIfHandled(tx: Tx, importId: string): Promise<void> {
  const found = await lockMemberImport(tx.db, importId);
  if (found?.state === "running" && !(await hasRowsLeft(tx.db, importId)))
    await saveImportEnded(tx.db, importId, tx.clock.now());
}
