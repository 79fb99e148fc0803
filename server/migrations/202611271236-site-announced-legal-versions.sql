-- When members were first told of a version by email. Since then everyone can read it, also before its first day.
alter table site.legal_versions add column announced_at timestamptz;
