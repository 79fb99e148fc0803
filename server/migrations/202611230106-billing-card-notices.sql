-- Emails about a card that expires: one for each number of days before its end.
create table billing.card_notices (
  payment_method_id uuid not null references billing.payment_methods (id) on delete cascade,
  days smallint not null,
  sent_at timestamptz not null,
  primary key (payment_method_id, days)
);
