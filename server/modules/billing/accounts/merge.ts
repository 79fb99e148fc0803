import type { Tx } from "../../../ctx.ts";
import { billingNow } from "../clock.ts";
import { transition } from "../subscriptions/state.ts";
import { billedRegionOf } from "../buyers/parties.ts";
import { withTax } from "../rules/tax.ts";
import { unusedValue } from "../rules/proration.ts";
import { isPass } from "../rules/passes.ts";
import { isLive } from "../rules/states.ts";
import { insertCredit, lockAccount } from "./store.ts";
import { moveAccount } from "./store-merge.ts";
import { findLiveSubscription, lockSubscription } from "../subscriptions/store.ts";

/**
 * Moves a guest's purchases to the account that they sign in to. If both have a subscription, the account's
 * continues. The other one ends, and its unused value becomes credit.
 */
export async function mergeBilling(tx: Tx, people: { from: string; into: string }): Promise<void> {
  await lockAccount(tx.db, people.from);
  await lockAccount(tx.db, people.into);
  const [theirs, ours] = [
    await findLiveSubscription(tx.db, people.from, "ledger"),
    await findLiveSubscription(tx.db, people.into, "ledger"),
  ];
  if (theirs && ours) {
    const now = await billingNow(tx);
    // A checkout that is still pending yields to the running subscription, and a pass to one that renews.
    const yields =
      ours.status === "pending" || (isPass(ours) && !isPass(theirs) && theirs.status !== "pending");
    const [ended, cause] = yields
      ? [ours, `person:${people.into}` as const]
      : [theirs, `person:${people.from}` as const];
    const found = await lockSubscription(tx.db, ended.id);
    if (found && isLive(found.status)) {
      await transition(tx, found, {
        trigger: "cancel_now",
        cause,
        now,
        changes: { canceledAt: now, accessEndsAt: now },
      });
      if (found.termStartsAt && found.termEndsAt)
        await insertCredit(tx.db, {
          accountId: people.into,
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
  }
  await moveAccount(tx.db, people);
}
