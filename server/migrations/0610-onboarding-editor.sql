-- An option that isn't offered any more stays, for those who chose it.
alter table onboarding.options add column is_retired boolean not null default false;
-- Counts the changes of a question's options, so that nobody overwrites what they haven't seen.
alter table onboarding.questions add column revision int not null default 1;
