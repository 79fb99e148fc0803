-- Which number comes first in a list's dates with slashes; null: no one has said it. Lists of earlier releases read the month first.
alter table studio.member_imports
  add column date_order text default 'month_first' check (date_order in ('day_first', 'month_first'));
