-- no transaction
drop index concurrently if exists courses.enrollments_to_certify;
create index concurrently enrollments_to_certify on courses.enrollments (completed_at)
  where completed_at is not null and certified_at is null;
