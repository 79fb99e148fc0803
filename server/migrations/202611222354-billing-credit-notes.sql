-- What takes an issued invoice back, wholly or in part. Each has its own number in a series without gaps.
create table billing.credit_notes (
  id uuid primary key,
  number text not null unique,
  invoice_id uuid not null references billing.invoices (id),
  reason text not null check (reason in ('refund', 'withdrawal', 'dispute_lost', 'canceled')),
  -- with tax; what was neither refunded nor credited was never paid
  amount integer not null check (amount > 0),
  refunded integer not null check (refunded >= 0),
  credited integer not null check (credited >= 0),
  tax_total integer not null check (tax_total between 0 and amount),
  taxes jsonb not null,
  issued_at timestamptz not null,
  constraint credit_notes_add_up check (refunded + credited <= amount)
);
create index credit_notes_invoice_id on billing.credit_notes (invoice_id, issued_at);

-- Law wants issued documents unchanged, so the database refuses what code must never do.
create function billing.refuse_document_change() returns trigger language plpgsql as $$
begin
  raise exception 'An issued % never changes. Issue a credit note instead.', replace(tg_argv[0], '_', ' ')
    using errcode = 'restrict_violation';
end $$;

-- Payment, collection and the account that owns an invoice may change, but nothing that it says.
create trigger invoices_unchanged before update on billing.invoices for each row
  when (old.number not like 'draft-%' and
    (new.id, new.number, new.kind, new.currency_code, new.country_code, new.region, new.plan_id, new.sub_total, new.discounts_total,
      new.tax_total, new.taxes, new.is_tax_inclusive, new.total, new.credits_applied, new.term_starts_at, new.term_ends_at, new.issued_at)
    is distinct from
    (old.id, old.number, old.kind, old.currency_code, old.country_code, old.region, old.plan_id, old.sub_total, old.discounts_total,
      old.tax_total, old.taxes, old.is_tax_inclusive, old.total, old.credits_applied, old.term_starts_at, old.term_ends_at, old.issued_at))
  execute function billing.refuse_document_change('invoice');
create trigger invoices_not_deleted before delete on billing.invoices for each row
  when (old.number not like 'draft-%') execute function billing.refuse_document_change('invoice');
create trigger credit_notes_unchanged before update or delete on billing.credit_notes for each row
  execute function billing.refuse_document_change('credit_note');

create function billing.refuse_line_change() returns trigger language plpgsql as $$
begin
  if exists (select from billing.invoices where id = old.invoice_id and number not like 'draft-%') then
    raise exception 'A line of an issued invoice never changes. Issue a credit note instead.' using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;
create trigger invoice_lines_unchanged before update or delete on billing.invoice_lines for each row
  execute function billing.refuse_line_change();

-- The books can't take back more than an invoice said, whatever races.
create function billing.check_credit_note() returns trigger language plpgsql as $$
declare whole integer;
begin
  select total into whole from billing.invoices where id = new.invoice_id for update;
  if (select coalesce(sum(amount), 0) + new.amount from billing.credit_notes where invoice_id = new.invoice_id) > whole then
    raise exception 'Credit notes exceed their invoice.' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger credit_notes_within_invoice before insert on billing.credit_notes for each row
  execute function billing.check_credit_note();
