-- A plan that the studio gives away until a day: no one pays for it, and it can't be renewed.
alter table billing.subscriptions add column is_complimentary boolean not null default false;
