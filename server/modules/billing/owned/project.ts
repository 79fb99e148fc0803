import { randomUUID } from "node:crypto";
import type { Tx } from "../../../ctx.ts";
import { InProgress } from "../errors.ts";
import { subscriptionChanged } from "../events.ts";
import { insertTrials, lockAccount } from "../accounts/store.ts";
import { trialMarks } from "../plans/trial-marks.ts";
import { billingRegionOf } from "../plans/regions.ts";
import { listPlans } from "../plans/store.ts";
import type { PlanRow } from "../plans/store.ts";
import type { Reading, HeldSubscription, HeldPlan } from "../owner-ports.ts";
import type { SubscriptionProvider } from "../ports.ts";
import { isTerminal } from "../rules/states.ts";
import { accessUntil, endedState, isSameState, lookAt, stateOf, triggerOf } from "../rules/held.ts";
import { lockSubscription, saveTransition, updateSubscription } from "../subscriptions/store.ts";
import type { SubscriptionRow, SubscriptionState } from "../subscriptions/store.ts";
import {
  findAccountOfCustomer,
  forgetUnclaimed,
  insertCustomerOf,
  insertOwnedSubscription,
  listOwned,
  rememberUnclaimed,
  retireOwned,
  saveOwned,
} from "./store.ts";
import type { OwnedRow } from "./store.ts";

/**
 * Writes what a provider answered into our rows: the only writer of subscriptions that a provider owns. A reading is
 * written once and in the provider's order, whatever the order in which readings arrive.
 * @param asOf when it was read, in billing time
 */
export async function project(
  tx: Tx,
  provider: SubscriptionProvider,
  reading: Reading,
  asOf: Date,
): Promise<void> {
  const { subscriptions, whole } = reading;
  const customers = [...new Set([...subscriptions, ...whole].map(({ customer }) => customer))];
  const refs = subscriptions.map(({ ref }) => ref);
  const accounts = new Map<string, string | null>();
  for (const customer of customers)
    accounts.set(customer, await findAccountOfCustomer(tx.db, provider, customer));
  // Every account in one order, so that two transfers don't wait for each other.
  const holders = (await listOwned(tx.db, { provider, refs, customers })).map(({ accountId }) => accountId);
  const all = new Set([...accounts.values(), ...holders].filter((id) => id !== null));
  for (const accountId of [...all].sort()) await lockAccount(tx.db, accountId);
  const rows = await listOwned(tx.db, { provider, refs, customers });
  for (const held of subscriptions) {
    const row = rows.find(({ ref }) => ref === held.ref) ?? null;
    await write(tx, { provider, held, row, accountId: accounts.get(held.customer) ?? null, asOf });
  }
  for (const { customer, version } of whole) {
    const gone = rows.filter((row) => row.customer === customer && !refs.includes(row.ref));
    for (const row of gone) if (row.version < version) await endUnlisted(tx, row, { version, asOf });
  }
}

interface Write {
  readonly provider: SubscriptionProvider;
  readonly held: HeldSubscription;
  readonly row: OwnedRow | null;
  /** The account of the customer; null if there is none. */
  readonly accountId: string | null;
  readonly asOf: Date;
}

async function write(tx: Tx, { provider, held, row, accountId, asOf }: Write): Promise<void> {
  if (row && row.version > held.version) return;
  const isMoved = row !== null && row.accountId !== accountId;
  const before = row && (await lockSubscription(tx.db, row.subscriptionId));
  if (before && isMoved) {
    await end(tx, before, asOf);
    await retireOwned(tx.db, before.id);
  }
  if (accountId === null) {
    if (!isTerminal(held.status))
      await rememberUnclaimed(tx.db, { provider, customer: held.customer, now: asOf });
    return;
  }
  await forgetUnclaimed(tx.db, { provider, customer: held.customer });
  const stays = isMoved ? null : before;
  // What ended before we heard of it leaves no trace but its trial.
  if (!stays && isTerminal(held.status) && !held.trialEndsAt) return;
  const { plan, nextPlan, countryCode } = await plansOf(tx, held, asOf);
  const found = stays ?? (await insert(tx, { provider, held, accountId, plan, countryCode, asOf }));
  const hours = tx.config.ownedGraceHours;
  const state = stateOf(found, held, { plan, nextPlan, asOf, graceHours: hours });
  await save(tx, found, state, { isNew: stays === null, asOf });
  await saveOwned(tx.db, {
    subscriptionId: found.id,
    provider,
    ref: held.ref,
    customer: held.customer,
    version: held.version,
    store: held.store,
    managementUrl: held.managementUrl,
    method: held.method ?? null,
    readAt: asOf,
    lookAt: lookAt(held, asOf, hours),
  });
}

/** Inserts a row without a state. */
async function insert(
  tx: Tx,
  given: Omit<Write, "row" | "accountId"> & { accountId: string; plan: PlanRow; countryCode: string },
): Promise<SubscriptionRow> {
  const { provider, held, accountId, plan, countryCode, asOf } = given;
  const id = randomUUID();
  await insertOwnedSubscription(tx.db, {
    id,
    accountId,
    status: held.status,
    provider,
    planId: plan.id,
    accessType: plan.accessType,
    currencyCode: held.currencyCode ?? plan.currencyCode,
    countryCode,
    accessUntil: accessUntil(held, asOf, tx.config.ownedGraceHours),
    createdAt: held.startedAt,
  });
  await insertCustomerOf(tx.db, { accountId, provider, ref: held.customer });
  if (held.trialEndsAt)
    await insertTrials(tx.db, { subscriptionId: id, of: await trialMarks(tx, accountId) });
  const inserted = await lockSubscription(tx.db, id);
  if (!inserted) throw new Error("The subscription was just inserted.");
  return inserted;
}

/** Saves a state with the transition that led to it, if any. */
async function save(
  tx: Tx,
  found: SubscriptionRow,
  state: SubscriptionState,
  { isNew, asOf }: { isNew: boolean; asOf: Date },
): Promise<void> {
  if (!isNew && isSameState(found, state)) return;
  const trigger = triggerOf(isNew ? null : found, state);
  const isSaved = trigger
    ? await saveTransition(tx.db, found, state, {
        fromStatus: isNew ? null : found.status,
        toStatus: state.status,
        trigger,
        cause: "gateway",
        happenedAt: asOf,
      })
    : await updateSubscription(tx.db, found, state);
  if (!isSaved) throw new InProgress();
  if (isNew || state.status !== found.status)
    await tx.publish(subscriptionChanged, {
      accountId: found.accountId,
      subscriptionId: found.id,
      status: state.status,
      previousStatus: isNew ? "pending" : found.status,
    });
}

/** Ends a subscription at once: the account doesn't hold it any more, or its provider is silent. */
export async function end(tx: Tx, found: SubscriptionRow, asOf: Date): Promise<void> {
  if (!isTerminal(found.status)) await save(tx, found, endedState(found, asOf), { isNew: false, asOf });
}

async function endUnlisted(
  tx: Tx,
  row: OwnedRow,
  { version, asOf }: { version: number; asOf: Date },
): Promise<void> {
  const found = await lockSubscription(tx.db, row.subscriptionId);
  if (found) await end(tx, found, asOf);
  await saveOwned(tx.db, { ...row, version, readAt: asOf, lookAt: null });
}

/** The plans of a subscription, at prices of its country. */
async function plansOf(
  tx: Tx,
  { plan, nextPlan, countryCode }: HeldSubscription,
  asOf: Date,
): Promise<{ plan: PlanRow; nextPlan: PlanRow | null; countryCode: string }> {
  const country = countryCode ?? tx.studio.countryCode;
  const region = await billingRegionOf(tx, country ? { countryCode: country, region: "" } : null, asOf);
  const plans = await listPlans(tx.db, region, asOf);
  const found = planIn(plans, plan);
  if (!found) throw new Error(`No plan fits ${JSON.stringify(plan)} in ${region.countryCode}`);
  return { plan: found, nextPlan: nextPlan && planIn(plans, nextPlan), countryCode: region.countryCode };
}

/** Our plan of a provider's: of the same period if possible, offered ones and those for one person first. */
function planIn(plans: readonly PlanRow[], wanted: HeldPlan): PlanRow | null {
  if ("id" in wanted) return plans.find(({ id }) => id === wanted.id) ?? null;
  const rank = (plan: PlanRow) =>
    (plan.periodUnit === wanted.periodUnit ? 0 : 4) + (plan.isOffered ? 0 : 2) + (plan.seats === 1 ? 0 : 1);
  return (
    plans
      .filter(({ accessType }) => accessType === wanted.accessType)
      .sort((one, other) => rank(one) - rank(other))[0] ?? null
  );
}
