-- Up to when each provider's payments were compared with ours: after an outage of the worker the next run goes on from here.
create table billing.reconciliations (
  provider text primary key,
  reconciled_until timestamptz not null
);
alter table billing.test_payments add column refunded_at timestamptz;

-- Concurrent webhooks reported a payment twice.
delete from billing.differences as copy using billing.differences as first
where copy.provider = first.provider and copy.kind = first.kind and copy.subject = first.subject
  and copy.closed_at is null and first.closed_at is null and copy.id > first.id;
