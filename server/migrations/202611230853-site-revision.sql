-- Counts every change of the studio: settings, opening and legal pages. `version` counts saves of the settings alone, so that an editor
-- of the settings isn't refused because a legal page was published.
alter table site.settings add column revision int not null default 0;
comment on column site.settings.confirmations is 'Moments by step of the opening, such as {"prices": "2026-11-23T10:00:00.000Z"}';
