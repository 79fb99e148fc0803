-- The index of current prices stands in for it.
alter table billing.price_versions drop constraint price_versions_plan_id_currency_code_country_code_valid_fro_key;
