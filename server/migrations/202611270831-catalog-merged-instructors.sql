-- Instructors and sections are merged too: their slugs lead to the remaining one.
alter table catalog.entry_aliases drop constraint entry_aliases_kind_check;
alter table catalog.entry_aliases add constraint entry_aliases_kind_check
  check (kind in ('style', 'category', 'section', 'instructor')) not valid;
create trigger forget_aliases after insert or delete on catalog.sections
  for each row execute function catalog.forget_aliases('section');
create trigger forget_aliases after insert or delete on catalog.instructors
  for each row execute function catalog.forget_aliases('instructor');

-- Where it stands among the others; null: by its name, after those that an editor has ordered.
alter table catalog.styles add column position int;

-- Links to a draft end when it gets another instructor, and when its instructor's page leaves the account that could make them.
create function catalog.end_draft_links() returns trigger language plpgsql as $$
begin
  new.draft_links := old.draft_links + 1;
  return new;
end
$$;
create trigger end_draft_links before update of instructor_id on catalog.classes
  for each row when (old.instructor_id <> new.instructor_id) execute function catalog.end_draft_links();
create function catalog.end_draft_links_of_instructor() returns trigger language plpgsql as $$
begin
  update catalog.classes set draft_links = draft_links + 1 where instructor_id = new.id and published_at is null;
  return null;
end
$$;
create trigger end_draft_links after update of person_id on catalog.instructors
  for each row when (old.person_id is not null and old.person_id is distinct from new.person_id)
  execute function catalog.end_draft_links_of_instructor();
