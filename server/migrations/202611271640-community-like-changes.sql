-- Likes that aren't counted in likes_count yet. Each like adds a row instead of changing the one row of its post, for which likes of many
-- people at once would queue. A job adds them up every minute.
create table community.like_changes (
  id bigint generated always as identity primary key,
  content_id uuid not null references community.content on delete cascade,
  -- Who gets the like. No foreign key: with their account the rows would go before the content has another author.
  author_id uuid not null,
  change smallint not null
);
create index like_changes_content on community.like_changes (content_id);
create index like_changes_author on community.like_changes (author_id);

create or replace function community.count_likes() returns trigger language plpgsql as $$
declare
  likes int := coalesce(new.is_on::int, 0) - coalesce(old.is_on::int, 0);
begin
  if likes <> 0 then
    -- Not for likes that are deleted with their content.
    insert into community.like_changes (content_id, author_id, change)
    select id, author_id, likes from community.content where id = coalesce(new.content_id, old.content_id);
  end if;
  return null;
end
$$;
