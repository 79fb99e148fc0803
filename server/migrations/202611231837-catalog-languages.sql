-- A class is found by stems of every language: its own texts may be in any of them.
alter table catalog.classes add column translated_words tsvector;

create or replace function catalog.fill_search() returns trigger language plpgsql as $$
declare
  style_name text := (select name from catalog.styles where id = new.style_id);
  instructor_name text := (select name from catalog.instructors where id = new.instructor_id);
  title text := catalog.plain(new.title);
  kind text := catalog.plain(coalesce(style_name, '') || ' ' || replace(new.type, '-', ' '));
  description text := catalog.plain(new.description);
begin
  new.search :=
    setweight(to_tsvector('english', title), 'A')
    || setweight(to_tsvector('simple', catalog.plain(coalesce(style_name, '') || ' ' || coalesce(instructor_name, ''))), 'B')
    || setweight(to_tsvector('english', kind), 'C')
    || setweight(to_tsvector('english', description), 'D')
    || setweight(to_tsvector('spanish', title) || to_tsvector('german', title), 'A')
    || setweight(to_tsvector('spanish', kind) || to_tsvector('german', kind), 'C')
    || setweight(to_tsvector('spanish', description) || to_tsvector('german', description), 'D')
    || coalesce(new.translated_words, '');
  return new;
end
$$;
drop trigger fill_search on catalog.classes;
create trigger fill_search before insert or update of title, description, type, style_id, instructor_id, translated_words on catalog.classes
  for each row execute function catalog.fill_search();

-- The query in a person's language, by the name of its text search configuration.
create function catalog.class_query(whole text, head text, last_word text, language text)
returns tsquery language sql stable parallel safe as $$
  select case
    when last_word is null then websearch_to_tsquery(language::regconfig, catalog.plain(whole))
    else websearch_to_tsquery(language::regconfig, catalog.plain(whole))
      || (websearch_to_tsquery(language::regconfig, catalog.plain(head))
          && (to_tsquery('simple', quote_literal(catalog.plain(last_word)) || ':*')
              || to_tsquery(language::regconfig, quote_literal(catalog.plain(last_word)) || ':*')))
    end
$$;

update catalog.classes set title = title;
