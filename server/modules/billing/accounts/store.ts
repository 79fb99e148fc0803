import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

const selectAhead = statement<Record<string, never>, { aheadMs: number }>(
  "billing.find_test_clock",
  () => sql`select ahead_ms as "aheadMs" from billing.test_clock`,
);
const moveAhead = statement<{ byMs: number }, never>(
  "billing.move_test_clock",
  (p) => sql`update billing.test_clock set ahead_ms = ahead_ms + ${p.byMs}::bigint`,
);
const selectTried = statement<{ hashes: readonly string[]; accountId: string }, { hadTrial: boolean }>(
  "billing.find_had_trial",
  // A trial that came from a merged account has other hashes, so the account's subscriptions count as well.
  (p) => sql`
    select exists (select from billing.trials where hash = any(${p.hashes}::text[]))
      or exists (select from billing.subscriptions where person_id = ${p.accountId}::uuid and trial_ends_at is not null
        and status not in ('pending', 'canceled_during_pending', 'future_canceled')) as "hadTrial"`,
);
const insertTrialOfMethod = statement<{ paymentMethodId: string; subscriptionId: string }, never>(
  "billing.insert_trial_of_method",
  (p) => sql`
    insert into billing.trials (kind, hash, subscription_id)
    select 'card', method.trial_hash, found.id from billing.payment_methods as method, billing.subscriptions as found
    where method.id = ${p.paymentMethodId}::uuid and method.trial_hash is not null
      and found.id = ${p.subscriptionId}::uuid and found.trial_ends_at is not null
    on conflict do nothing`,
);
const insertTrial = statement<
  { kinds: readonly string[]; hashes: readonly string[]; subscriptionId: string },
  never
>(
  "billing.insert_trials",
  (p) => sql`
    insert into billing.trials (kind, hash, subscription_id)
    select kind, hash, ${p.subscriptionId}::uuid from unnest(${p.kinds}::text[], ${p.hashes}::text[]) as new (kind, hash)
    on conflict do nothing`,
);
const deleteTrial = statement<{ subscriptionId: string }, never>(
  "billing.delete_trials",
  (p) => sql`delete from billing.trials where subscription_id = ${p.subscriptionId}::uuid`,
);
const selectBalance = statement<{ accountId: string; currencyCode: string }, { balance: number }>(
  "billing.find_credit",
  (p) => sql`
    select coalesce(sum(amount), 0)::int as balance from billing.credits
    where account_id = ${p.accountId}::uuid and currency_code = ${p.currencyCode}`,
);
interface NewCredit {
  readonly accountId: string;
  readonly currencyCode: string;
  /** Minor units; negative spends credit. */
  readonly amount: number;
  readonly reason: string;
  readonly source: string;
  /** The subscription that it stems from. */
  readonly subscriptionId: string | null;
  readonly now: Date;
}
const insertCreditRow = statement<NewCredit, never>(
  "billing.insert_credit",
  (p) => sql`
    insert into billing.credits (account_id, currency_code, amount, reason, source, subscription_id, created_at)
    values (${p.accountId}::uuid, ${p.currencyCode}, ${p.amount}, ${p.reason}, ${p.source}, ${p.subscriptionId}::uuid, ${p.now})
    on conflict (source) do nothing`,
);
const sumCreditRows = statement<{ subscriptionId: string; gift: string }, { given: number; gifts: number }>(
  "billing.sum_credits_of_subscription",
  (p) => sql`
    select coalesce(sum(amount) filter (where reason <> ${p.gift}), 0)::int as given,
      coalesce(sum(amount) filter (where reason = ${p.gift}), 0)::int as gifts
    from billing.credits where subscription_id = ${p.subscriptionId}::uuid`,
);
const sumGivenRows = statement<
  { accountId: string; subscriptionId: string; gift: string },
  { amount: number }
>(
  "billing.sum_given_back",
  (p) => sql`
    select coalesce(sum(amount), 0)::int as amount from billing.credits
    where account_id = ${p.accountId}::uuid and ((subscription_id = ${p.subscriptionId}::uuid and reason <> ${p.gift})
      or source = 'withdrawal ' || ${p.subscriptionId}::uuid::text)`,
);
const selectLastGift = statement<{ accountId: string; gift: string }, { givenAt: Date | null }>(
  "billing.find_last_gift",
  (p) => sql`
    select max(created_at) as "givenAt" from billing.credits
    where account_id = ${p.accountId}::uuid and reason = ${p.gift} and amount > 0`,
);
const lockAccountRow = statement<{ accountId: string }, never>(
  "billing.lock_account",
  (p) => sql`select pg_advisory_xact_lock(hashtextextended('billing ' || ${p.accountId}, 0))`,
);
const upsertEstimate = statement<
  { accountId: string; currencyCode: string; amountDue: number; total: number; now: Date },
  never
>(
  "billing.upsert_estimate",
  (p) => sql`
    insert into billing.estimates (account_id, currency_code, amount_due, total, made_at)
    values (${p.accountId}::uuid, ${p.currencyCode}, ${p.amountDue}, ${p.total}, ${p.now})
    on conflict (account_id) do update set currency_code = excluded.currency_code, amount_due = excluded.amount_due,
      total = excluded.total, made_at = excluded.made_at`,
);
const selectEstimate = statement<
  { accountId: string },
  { currencyCode: string; amountDue: number; total: number }
>(
  "billing.find_estimate",
  (p) => sql`
    select currency_code as "currencyCode", amount_due as "amountDue", total from billing.estimates where account_id = ${p.accountId}::uuid`,
);

/** Offset of the billing test clock from the system clock, in milliseconds. */
export const findTestClock = async (db: Db): Promise<number> => (await db.one(selectAhead, {})).aheadMs;

export const moveTestClock = async (db: Db, byMs: number): Promise<void> => {
  await db.change(moveAhead, { byMs });
};

/** Whether the account, or any of these hashes, already had a trial. */
export const hadTrial = async (
  db: Db,
  of: { accountId: string; hashes: readonly string[] },
): Promise<boolean> => (await db.one(selectTried, of)).hadTrial;

/** Marks the card of a subscription that had a trial, so that it has no other. */
export const markTrialOfMethod = async (
  db: Db,
  of: { paymentMethodId: string; subscriptionId: string },
): Promise<void> => {
  await db.change(insertTrialOfMethod, of);
};

/**
 * Records a trial under each hash.
 * @returns false if one of them already had a trial
 */
export const insertTrials = async (
  db: Db,
  trial: { subscriptionId: string; of: readonly { kind: string; hash: string }[] },
): Promise<boolean> =>
  (await db.change(insertTrial, {
    subscriptionId: trial.subscriptionId,
    kinds: trial.of.map(({ kind }) => kind),
    hashes: trial.of.map(({ hash }) => hash),
  })) === trial.of.length;

/** Deletes the trial records of a subscription whose trial never began. */
export const deleteTrials = async (db: Db, subscriptionId: string): Promise<void> => {
  await db.change(deleteTrial, { subscriptionId });
};

/** An account's credit balance in minor units. */
export const findCredit = async (db: Db, accountId: string, currencyCode: string): Promise<number> =>
  (await db.one(selectBalance, { accountId, currencyCode })).balance;

/** Inserts a credit; a negative amount spends it. Idempotent per source. */
export const insertCredit = async (db: Db, credit: NewCredit): Promise<void> => {
  if (credit.amount !== 0) await db.change(insertCreditRow, credit);
};

/** The reason of the credit for a month off, a gift of the studio. */
export const giftReason = "a month off";

/** Credits that stem from a subscription: for unused time, and gifts. Minor units. */
export const sumCreditsOf = (db: Db, subscriptionId: string): Promise<{ given: number; gifts: number }> =>
  db.one(sumCreditRows, { subscriptionId, gift: giftReason });

/** What a subscription gave back as credit, gifts aside; less what a withdrawal or a refund took back. Minor units. */
export const sumGivenBack = async (
  db: Db,
  of: { accountId: string; subscriptionId: string },
): Promise<number> => (await db.one(sumGivenRows, { ...of, gift: giftReason })).amount;

/** When the account last took a month off; null if never. */
export const findLastGift = async (db: Db, accountId: string): Promise<Date | null> =>
  (await db.one(selectLastGift, { accountId, gift: giftReason })).givenAt;

/** Locks the billing of an account until the transaction ends. */
export const lockAccount = async (db: Db, accountId: string): Promise<void> => {
  await db.many(lockAccountRow, { accountId });
};

export const saveEstimate = async (
  db: Db,
  estimate: { accountId: string; currencyCode: string; amountDue: number; total: number; now: Date },
): Promise<void> => {
  await db.change(upsertEstimate, estimate);
};

/** The estimate that the person was shown last. */
export const findEstimate = (
  db: Db,
  accountId: string,
): Promise<{ currencyCode: string; amountDue: number; total: number } | null> =>
  db.maybe(selectEstimate, { accountId });
