import type { Ctx, Tx } from "../../../ctx.ts";
import { billingNow } from "../clock.ts";
import { InProgress } from "../errors.ts";
import { findTakeover } from "../takeovers/store.ts";
import { transition } from "../subscriptions/state.ts";
import type { Cause } from "../subscriptions/state.ts";
import { billedRegionOf } from "../buyers/parties.ts";
import { withTax } from "../rules/tax.ts";
import { unusedValue } from "../rules/proration.ts";
import { isPass } from "../rules/passes.ts";
import { isLive } from "../rules/states.ts";
import { insertCredit, lockAccount } from "./store.ts";
import { findMergedInto, moveAccount } from "./store-merge.ts";
import { findLiveSubscription, listBoughtAlone, lockSubscription } from "../subscriptions/store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";

/** Ends one of two subscriptions that become one account's. What is unused of it becomes credit of that account. */
async function endOfTwo(
  tx: Tx,
  ended: SubscriptionRow,
  cause: Cause,
  into: string,
  now: Date,
): Promise<void> {
  const found = await lockSubscription(tx.db, ended.id);
  if (!found || !isLive(found.status)) return;
  await transition(tx, found, {
    trigger: "cancel_now",
    cause,
    now,
    changes: { canceledAt: now, accessEndsAt: now },
  });
  if (!found.termStartsAt || !found.termEndsAt) return;
  await insertCredit(tx.db, {
    accountId: into,
    currencyCode: found.currencyCode,
    // With the tax that was paid on it, as a pause credits it.
    amount: withTax(
      unusedValue(found.termValue, { startsAt: found.termStartsAt, endsAt: found.termEndsAt }, now),
      (await billedRegionOf(tx, found, now)).billingRegion.tax,
    ),
    reason: "two subscriptions became one",
    source: `merged ${found.id}`,
    subscriptionId: found.id,
    now,
  });
}

/** Whether a subscription waits until the provider's own is ended. */
const isBeingTakenOver = async (tx: Tx, found: SubscriptionRow | null): Promise<boolean> =>
  found?.status === "pending" && (await findTakeover(tx.db, found.id))?.begunAt === null;

/** Ends a course or class that both accounts bought alone where it ends first. */
async function mergeBoughtAlone(tx: Tx, people: { from: string; into: string }, now: Date): Promise<void> {
  const live = async (accountId: string) =>
    (await listBoughtAlone(tx.db, accountId)).filter(({ status }) => isLive(status));
  const ours = await live(people.into);
  for (const theirs of await live(people.from)) {
    const own = ours.find(({ opensId }) => opensId === theirs.opensId);
    if (!own) continue;
    const isOursShorter = (own.termEndsAt?.getTime() ?? 0) < (theirs.termEndsAt?.getTime() ?? 0);
    const [ended, owner] = isOursShorter ? [own, people.into] : [theirs, people.from];
    await endOfTwo(tx, ended, `person:${owner}`, people.into, now);
  }
}

/**
 * Moves a guest's purchases to the account that they sign in to. If both have a subscription, the account's
 * continues. The other one ends, and its unused value becomes credit. Courses and classes that they bought alone go along.
 * @throws InProgress while a subscription at a provider becomes ours
 */
export async function mergeBilling(tx: Tx, people: { from: string; into: string }): Promise<void> {
  await lockAccount(tx.db, people.from);
  await lockAccount(tx.db, people.into);
  const [theirs, ours] = [
    await findLiveSubscription(tx.db, people.from, "ledger"),
    await findLiveSubscription(tx.db, people.into, "ledger"),
  ];
  // The provider's own may be ended by now: which of two goes on can be told only once ours has begun.
  if (await isBeingTakenOver(tx, theirs)) throw new InProgress();
  if (theirs && (await isBeingTakenOver(tx, ours))) throw new InProgress();
  const now = await billingNow(tx);
  if (theirs && ours) {
    // A checkout that is still pending yields to the running subscription, and a pass to one that renews.
    const yields =
      ours.status === "pending" || (isPass(ours) && !isPass(theirs) && theirs.status !== "pending");
    const [ended, cause] = yields
      ? [ours, `person:${people.into}` as const]
      : [theirs, `person:${people.from}` as const];
    await endOfTwo(tx, ended, cause, people.into, now);
  }
  await mergeBoughtAlone(tx, people, now);
  await moveAccount(tx.db, people);
}

/** The account that another was merged into; null if it wasn't, or if that account is deleted. */
export const mergedInto = (ctx: Pick<Ctx, "db">, accountId: string): Promise<string | null> =>
  findMergedInto(ctx.db, accountId);
