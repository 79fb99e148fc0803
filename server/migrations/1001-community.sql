create schema community;

-- How a person stands among the others; made with their first act.
create table community.standing (
  person_id uuid primary key references identity."user" ("id") on delete cascade,
  -- their first act as a member: what they may is little for a while
  since timestamptz not null,
  -- removals that stand
  strikes int not null default 0 check (strikes >= 0),
  paused_until timestamptz,
  likes_received int not null default 0,
  -- whose comments on their things wait until they are approved
  approves text not null default 'nobody' check (approves in ('nobody', 'strangers', 'everyone')),
  -- comments on their things that hold one of these wait too; lower case
  watched_words text[] not null default '{}'
);

-- What people say and show: posts, comments and uploads. They are liked, reported, moderated and edited alike.
create table community.content (
  id uuid primary key,
  kind text not null check (kind in ('post', 'comment', 'video_upload')),
  author_id uuid not null references identity."user" ("id") on delete cascade,
  -- Markdown
  text text not null default '' check (length(text) <= 5000),
  links smallint not null default 0,
  -- tells a text that is said again and again
  fingerprint text not null default '',
  created_at timestamptz not null,
  edited_at timestamptz,

  -- of a post: what it shows
  video_upload_id uuid references community.content on delete set null,
  class_id uuid references catalog.classes on delete set null,
  style_slug text,

  -- of a comment: what it is about (a post, an upload, a class), what it answers, and which moment it points at
  subject_kind text check (subject_kind in ('post', 'video_upload', 'class')),
  subject_id uuid,
  reply_to_id uuid references community.content on delete cascade,
  at_ms int check (at_ms >= 0),
  -- the owner of the subject hasn't approved it yet
  is_waiting boolean not null default false,
  -- deleted, but kept as a place for its replies
  is_gone boolean not null default false,

  is_counted boolean not null generated always as
    (kind = 'comment' and not is_waiting and not is_gone and not is_held and removed_at is null) stored,

  -- of an upload, whose asset has the same id
  audience text not null default 'everyone' check (audience in ('everyone', 'members', 'crew', 'me')),

  moderation_status text not null default 'reviewed' check (moderation_status in ('pending_review', 'reported', 'reviewed')),
  -- seen by its author alone until a moderator has looked
  is_held boolean not null default false,
  -- a moderator took it down; why
  removed_at timestamptz,
  removed_reason text,

  likes_count int not null default 0,
  -- of a comment: its replies
  comments_count int not null default 0,

  idempotency_key text,
  check ((kind = 'comment') = (subject_id is not null and subject_kind is not null))
);
create unique index content_idempotency on community.content (author_id, idempotency_key) where idempotency_key is not null;
create index content_author on community.content (author_id, kind, created_at desc, id desc);
create index content_posts on community.content (created_at desc, id desc) where kind = 'post';
create index content_style on community.content (style_slug, created_at desc, id desc) where kind = 'post' and style_slug is not null;
create index content_comments on community.content (subject_id, created_at desc, id desc) where kind = 'comment' and reply_to_id is null;
create index content_replies on community.content (reply_to_id, created_at, id) where reply_to_id is not null;
create index content_shown_uploads on community.content (video_upload_id) where video_upload_id is not null;
create index content_waiting on community.content (subject_id, created_at) where is_waiting;

-- Comments are counted on their subject and on what they answer, once a statement, so that many at once cost little.
create function community.count_comments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update community.content set comments_count = comments_count + change.by from (
      select target, count(*) as by from added, unnest(array[subject_id, reply_to_id]) as target
      where added.is_counted and target is not null group by target
    ) as change where content.id = change.target;
  elsif tg_op = 'DELETE' then
    update community.content set comments_count = comments_count - change.by from (
      select target, count(*) as by from removed, unnest(array[subject_id, reply_to_id]) as target
      where removed.is_counted and target is not null group by target
    ) as change where content.id = change.target;
    update community.standing set likes_received = likes_received - change.by from (
      select author_id, sum(likes_count) as by from removed where likes_count > 0 group by author_id
    ) as change where standing.person_id = change.author_id;
    -- What was said about it goes with it; comments refer to classes too, so that no foreign key does this.
    if exists (select from removed where kind <> 'comment') then
      delete from community.content where subject_id in (select id from removed where kind <> 'comment');
    end if;
  else
    update community.content set comments_count = comments_count + change.by from (
      select target, sum(added.is_counted::int - removed.is_counted::int) as by
      from added join removed using (id), unnest(array[added.subject_id, added.reply_to_id]) as target
      where added.is_counted <> removed.is_counted and target is not null group by target
    ) as change where content.id = change.target and change.by <> 0;
  end if;
  return null;
end
$$;
create trigger count_comments_added after insert on community.content
  referencing new table as added for each statement execute function community.count_comments();
create trigger count_comments_removed after delete on community.content
  referencing old table as removed for each statement execute function community.count_comments();
create trigger count_comments_changed after update on community.content
  referencing old table as removed new table as added for each statement
  when (pg_trigger_depth() = 0) execute function community.count_comments();

-- What it said before each edit.
create table community.revisions (
  content_id uuid not null references community.content on delete cascade,
  replaced_at timestamptz not null,
  text text not null,
  primary key (content_id, replaced_at)
);

-- Whom a text names.
create table community.mentions (
  content_id uuid not null references community.content on delete cascade,
  person_id uuid not null references identity."user" ("id") on delete cascade,
  primary key (content_id, person_id)
);
create index mentions_person on community.mentions (person_id);

-- A like that was taken back keeps its row, so that its news is told once.
create table community.likes (
  content_id uuid not null references community.content on delete cascade,
  person_id uuid not null references identity."user" ("id") on delete cascade,
  is_on boolean not null,
  liked_at timestamptz not null,
  primary key (content_id, person_id)
);
create index likes_person on community.likes (person_id);

create function community.count_likes() returns trigger language plpgsql as $$
declare
  change int := coalesce(new.is_on::int, 0) - coalesce(old.is_on::int, 0);
  author uuid;
begin
  if change <> 0 then
    update community.content set likes_count = likes_count + change where id = coalesce(new.content_id, old.content_id) returning author_id into author;
    update community.standing set likes_received = likes_received + change where person_id = author;
  end if;
  return null;
end
$$;
create trigger count_likes after insert or update or delete on community.likes
  for each row execute function community.count_likes();

-- One a person and thing.
create table community.reports (
  content_type text not null check (content_type in ('post', 'comment', 'video_upload', 'user')),
  content_id uuid not null,
  reporter_id uuid not null references identity."user" ("id") on delete cascade,
  reason text not null check (reason in ('harassment', 'hate', 'irrelevant', 'nudity', 'other', 'spam', 'violence')),
  details text check (length(details) <= 1000),
  reported_at timestamptz not null,
  primary key (content_id, reporter_id)
);
create index reports_reporter on community.reports (reporter_id, reported_at desc);

-- What moderators look at: one a thing, opened again when it is reported or appealed again.
create table community.cases (
  id uuid primary key default gen_random_uuid(),
  content_type text not null check (content_type in ('post', 'comment', 'video_upload', 'user')),
  content_id uuid not null unique,
  -- whose thing it is
  person_id uuid not null references identity."user" ("id") on delete cascade,
  status text not null check (status in ('pending_review', 'reported', 'reviewed')),
  cause text not null check (cause in ('newcomer', 'spam', 'reports', 'appeal')),
  reports_count int not null default 0,
  opened_at timestamptz not null,
  -- passed to an administrator
  is_passed boolean not null default false,
  decision text check (decision in ('keep', 'remove', 'limit')),
  reason text,
  note text,
  decided_by uuid references identity."user" ("id") on delete set null,
  decided_at timestamptz,
  -- what the last decision changed, to take it back
  before jsonb,
  appeal text check (length(appeal) <= 1000),
  appealed_at timestamptz
);
create index cases_open on community.cases (status, reports_count desc, opened_at, id) where status <> 'reviewed';
create index cases_done on community.cases (decided_at desc, id desc) where status = 'reviewed';
create index cases_person on community.cases (person_id);
