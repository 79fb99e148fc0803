-- Plan changes that the previous release scheduled were shown with its one price of the plan: the oldest version. A later version
-- must not change what they cost.
update billing.subscriptions as found set next_price_amount = (
  select version.amount from billing.price_versions as version
  where version.plan_id = found.next_plan_id and version.currency_code = found.currency_code
    and version.country_code in ('', found.country_code)
  order by version.valid_from, version.country_code desc limit 1)
where found.next_plan_id is not null and found.next_price_amount is null;

-- When the member was reminded of a new price, between 30 and 7 days before its first charge.
alter table billing.price_notices add column reminded_at timestamptz;
