-- The language of the request, in which the emails about it are written.
alter table billing.contract_requests add column locale text;
