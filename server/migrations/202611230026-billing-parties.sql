-- Who buys, as it goes on invoices. Optional: a person needs none of it.
create table billing.billing_details (
  account_id uuid primary key references identity."user" ("id") on delete cascade,
  name text,
  company text,
  line1 text,
  line2 text,
  postal_code text,
  city text,
  country_code text check (country_code ~ '^[A-Z]{2}$'),
  -- without spaces, with its country's prefix
  vat_id text,
  -- when the register confirmed it; null where it wasn't asked or didn't answer
  vat_confirmed_at timestamptz,
  updated_at timestamptz not null
);
create index billing_details_unconfirmed on billing.billing_details (updated_at)
  where vat_id is not null and vat_confirmed_at is null;

-- Both parties as they were when the invoice was issued.
alter table billing.invoices
  add column seller jsonb,
  add column buyer jsonb,
  add column is_reverse_charge boolean not null default false;
create trigger invoices_parties_unchanged before update on billing.invoices for each row
  when (old.number not like 'draft-%' and (new.seller, new.buyer, new.is_reverse_charge)
    is distinct from (old.seller, old.buyer, old.is_reverse_charge))
  execute function billing.refuse_document_change('invoice');
