-- A version has one original, in the language that was the studio's when it was published, and translations.
alter table site.legal_versions add column is_original boolean not null default true;
-- The language in which someone saw what they agreed to; null for before there were several.
alter table billing.subscriptions add column terms_locale text;
alter table growth.consents add column privacy_locale text;
