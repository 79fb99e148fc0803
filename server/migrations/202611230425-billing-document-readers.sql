-- The language and time zone of the buyer when a document was made, so that its days and formats never change.
alter table billing.invoices add column reader jsonb;
alter table billing.credit_notes add column reader jsonb;
create trigger invoices_reader_unchanged before update on billing.invoices for each row
  when (old.number not like 'draft-%' and new.reader is distinct from old.reader)
  execute function billing.refuse_document_change('invoice');
