import type pg from "pg";

/** A rule of the ledger that an account breaks. */
export interface BrokenRule {
  readonly rule: string;
  readonly accountId: string;
  readonly facts: object;
}

/** Payments whose answer got lost within the last day: the sweep still asks for them. */
const isBeingAsked = `exists (select from billing.payments where payments.id::text = test_payments.key
  and payments.status = 'started' and payments.created_at > $2::timestamptz - interval '1 day')`;

/** Each rule: what it says, and the accounts of $1 that break it at the moment $2. */
const rules: Readonly<Record<string, string>> = {
  "money that the provider holds is exactly what paid invoices and gift cards say": `
    select account.id as "accountId", held.amount as held, booked.amount as booked from unnest($1::uuid[]) as account (id)
    cross join lateral (select coalesce(sum(amount - refunded), 0)::int as amount from billing.test_payments
      where account_id = account.id and status = 'succeeded' and not ${isBeingAsked}) as held
    cross join lateral (select coalesce(sum(amount_paid - amount_refunded), 0)::int as invoices from billing.invoices
      where account_id = account.id) as paid
    cross join lateral (select coalesce(sum(card.amount - card.amount_refunded), 0)::int as gifts from billing.gift_cards as card
      join billing.payments on payments.id = card.payment_id
      where payments.account_id = account.id and card.status in ('active', 'voided')) as gifts
    cross join lateral (select paid.invoices + gifts.gifts as amount) as booked
    where held.amount <> booked.amount`,
  "our payments and refunds are the provider's": `
    select account_id as "accountId", test_payments.key, test_payments.refunded, ours.status, ours.returned
    from billing.test_payments
    left join lateral (select payments.status, payments.amount,
        -- A refund in the provider's dashboard is on the invoice alone, a returned payment in the refunds alone.
        greatest(coalesce(invoices.amount_refunded, 0),
          (select coalesce(sum(amount), 0)::int from billing.refunds where payment_id = payments.id and status = 'succeeded')) as returned
      from billing.payments left join billing.invoices on invoices.id = payments.invoice_id
      where payments.id::text = test_payments.key) as ours on true
    where account_id = any($1::uuid[]) and test_payments.status = 'succeeded' and test_payments.amount > 0
      and (ours.status is distinct from 'succeeded' or ours.returned <> test_payments.refunded or ours.amount <> test_payments.amount)
      and not ${isBeingAsked}`,
  "no payment waits for longer than a day": `
    select account_id as "accountId", id, purpose, status from billing.payments
    where account_id = any($1::uuid[]) and status in ('started', 'action_required') and created_at < $2::timestamptz - interval '1 day'`,
  "no payment stays unresolved": `
    select account_id as "accountId", payment_id, reason from billing.unresolved_payments join billing.payments on payments.id = payment_id
    where account_id = any($1::uuid[]) and resolved_at is null and since < $2::timestamptz - interval '1 day'`,
  "no checkout stays pending": `
    select person_id as "accountId", id from billing.subscriptions
    where person_id = any($1::uuid[]) and status = 'pending' and created_at < $2::timestamptz - interval '1 day'`,
  "access was paid for, is tried out, or is owed for a week at most": `
    select person_id as "accountId", id, status, term_ends_at, dunning_status, dunning_since from billing.subscriptions
    where person_id = any($1::uuid[]) and status in ('active', 'in_trial', 'non_renewing')
      and not coalesce(term_ends_at > $2::timestamptz, false) and not coalesce(trial_ends_at > $2::timestamptz, false)
      and not (dunning_status = 'in_progress' and dunning_since > $2::timestamptz - interval '8 days')`,
  "each paid term was granted once": `
    select person_id as "accountId", count(*)::int as granted, paid.terms from billing.subscriptions
    join billing.transitions on subscription_id = subscriptions.id and trigger in ('confirm', 'confirm_prepaid', 'confirm_pass', 'renew', 'end_trial_paid', 'resume')
    cross join lateral (select count(*)::int as terms from billing.invoices
      where account_id = person_id and status = 'paid' and kind <> 'change') as paid
    where person_id = any($1::uuid[]) and $2::timestamptz is not null
    group by person_id, paid.terms having count(*) <> paid.terms`,
  "credit is spent on invoices that stand, and never overdrawn": `
    select account.id as "accountId", balance.amount as balance, balance.spent, used.amount as used from unnest($1::uuid[]) as account (id)
    cross join lateral (select coalesce(sum(amount), 0)::int as amount,
        coalesce(-sum(amount) filter (where source like 'invoice %' or source like 'void %'), 0)::int as spent
      from billing.credits where account_id = account.id) as balance
    cross join lateral (select coalesce(sum(credits_applied), 0)::int as amount from billing.invoices
      where account_id = account.id and status not in ('voided', 'not_paid')) as used
    where (balance.amount < 0 or balance.spent <> used.amount) and $2::timestamptz is not null
      and exists (select from identity."user" where id = account.id)`,
  "what came back as money or credit was paid before, so that no gift becomes money": `
    select account.id as "accountId", paid.amount as paid, paid.returned, unused.amount as unused from unnest($1::uuid[]) as account (id)
    cross join lateral (select coalesce(sum(amount_paid + credits_applied), 0)::int as amount, coalesce(sum(amount_refunded), 0)::int as returned
      from billing.invoices where account_id = account.id and status = 'paid') as paid
    cross join lateral (select coalesce(sum(amount), 0)::int as amount from billing.credits
      where account_id = account.id and reason in ('paused', 'unused time', 'withdrawn', 'refunded')) as unused
    where paid.returned + unused.amount > paid.amount and $2::timestamptz is not null`,
  "credit notes say what left each invoice, and that unpaid ones aren't owed": `
    select account_id as "accountId", number, status, total, amount_refunded, lost, notes.* from billing.invoices
    cross join lateral (select coalesce(sum(amount), 0)::int as lost from billing.disputes where invoice_id = invoices.id and status = 'lost') as bank
    cross join lateral (select coalesce(sum(amount), 0)::int as noted, coalesce(sum(refunded), 0)::int as refunded,
        coalesce(sum(tax_total), 0)::int as tax from billing.credit_notes where invoice_id = invoices.id) as notes
    where account_id = any($1::uuid[]) and $2::timestamptz is not null and (notes.noted > total
      or (number like 'draft-%' and notes.noted > 0)
      or (status = 'paid' and notes.refunded < least(amount_paid, amount_refunded + lost))
      or (status in ('voided', 'not_paid') and number not like 'draft-%' and notes.noted <> total)
      or (notes.noted = total and notes.tax <> tax_total))`,
  "a higher price was announced 30 days before, and agreed to": `
    select invoices.account_id as "accountId", invoices.price_amount, invoices.term_starts_at, previous.price_amount as old
    from billing.invoices
    join lateral (select price_amount, plan_id, kind from billing.invoices as earlier
      where earlier.subscription_id = invoices.subscription_id and earlier.status = 'paid' and earlier.issued_at < invoices.issued_at
      order by earlier.issued_at desc limit 1) as previous on previous.plan_id = invoices.plan_id
    where invoices.account_id = any($1::uuid[]) and $2::timestamptz is not null and invoices.kind in ('renewal', 'resume')
      and invoices.price_amount > previous.price_amount
      and not exists (select from billing.price_notices as notice where notice.subscription_id = invoices.subscription_id
        and notice.new_amount = invoices.price_amount and notice.accepted_at < invoices.issued_at
        and notice.sent_at <= invoices.term_starts_at - interval '30 days')`,
  "an ended subscription asks for nothing": `
    select person_id as "accountId", id, status, next_action from billing.subscriptions
    where person_id = any($1::uuid[]) and status like '%canceled%' and (next_action is not null or due_at is not null)
      and $2::timestamptz is not null`,
};

/** The rules that accounts break at a moment after which everything had time to settle. */
export async function findBrokenRules(
  pool: pg.Pool,
  accountIds: readonly string[],
  now: Date,
): Promise<BrokenRule[]> {
  const broken: BrokenRule[] = [];
  for (const [rule, query] of Object.entries(rules)) {
    const { rows } = await pool.query(query, [accountIds, now]);
    for (const facts of rows as { accountId: string }[])
      broken.push({ rule, accountId: facts.accountId, facts });
  }
  const { rows: gaps } = await pool.query(
    `select series, year, last_number, (select count(*)::int
       from (select number from billing.invoices union all select number from billing.credit_notes) as documents
       where number like series || '-' || year || '-%') as issued
     from billing.invoice_counters`,
  );
  for (const facts of gaps as { last_number: number; issued: number }[])
    if (facts.last_number !== facts.issued)
      broken.push({
        rule: "numbers of invoices and credit notes have no gaps",
        accountId: accountIds[0] ?? "",
        facts,
      });
  return broken;
}
