-- The first charge at a new price, if a pause or free days moved it after the day of the price. Only the reminder waits for it: a member
-- who continues earlier pays the new price from its own day.
alter table billing.price_notices add column first_charge_at timestamptz;
