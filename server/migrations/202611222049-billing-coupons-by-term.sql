-- Months of the terms that a coupon has reduced. "For 3 months" counts terms, not clock time.
alter table billing.subscription_coupons
  add column covered_months numeric not null default 0 check (covered_months >= 0);
update billing.subscription_coupons as taken set covered_months = used.months
  from (
    select invoices.subscription_id, lines.coupon_id,
      sum(plans.period * case plans.period_unit
        when 'year' then 12 when 'month' then 1 when 'week' then 84 / 365.25 else 12 / 365.25 end) as months
    from billing.invoices
    join (select distinct invoice_id, coupon_id from billing.invoice_lines where coupon_id is not null) as lines
      on lines.invoice_id = invoices.id
    join billing.plans on plans.id = invoices.plan_id
    where invoices.status = 'paid' and (invoices.kind <> 'change' or invoices.anchor_at = invoices.term_starts_at)
    group by invoices.subscription_id, lines.coupon_id) as used
  where used.subscription_id = taken.subscription_id and used.coupon_id = taken.coupon_id and taken.first_used_at is not null;

-- The keyed hash of a card that was added during or after a trial: it has no trial of its own.
alter table billing.payment_methods add column trial_hash text;
