-- no transaction
create unique index concurrently if not exists legal_versions_original on site.legal_versions (kind, version) where is_original;
