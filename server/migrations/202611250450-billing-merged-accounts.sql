-- Accounts that became part of another one. News of a store's purchase under the old id may come after the merge.
create table billing.merged_accounts (
  id uuid primary key,
  account_id uuid not null
);
create index merged_accounts_account_id on billing.merged_accounts (account_id);
