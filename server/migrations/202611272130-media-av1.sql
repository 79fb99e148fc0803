-- AV1 renditions of published classes: of which version they are, and which of its views have some. A version without any was looked at, too.
alter table media.assets add column av1_version uuid, add column av1_views text[] not null default '{}';
