-- One index answers a search: names of style and instructor are kept in the class's own search column.

-- Text without accents, so that "cafe" finds "café".
create function catalog.plain(value text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(normalize(lower(value), nfkd), '[\u0300-\u036f]', '', 'g')
$$;

create function catalog.fill_search() returns trigger language plpgsql as $$
declare
  style_name text := (select name from catalog.styles where id = new.style_id);
  instructor_name text := (select name from catalog.instructors where id = new.instructor_id);
begin
  new.search :=
    setweight(to_tsvector('english', catalog.plain(new.title)), 'A')
    || setweight(to_tsvector('simple', catalog.plain(coalesce(style_name, '') || ' ' || coalesce(instructor_name, ''))), 'B')
    || setweight(to_tsvector('english', catalog.plain(coalesce(style_name, '') || ' ' || replace(new.type, '-', ' '))), 'C')
    || setweight(to_tsvector('english', catalog.plain(new.description)), 'D');
  return new;
end
$$;
create trigger fill_search before insert or update of title, description, type, style_id, instructor_id on catalog.classes
  for each row execute function catalog.fill_search();

create function catalog.refill_search_of_style() returns trigger language plpgsql as $$
begin
  update catalog.classes set title = title where style_id = new.id;
  return null;
end
$$;
create trigger refill_search after update of name on catalog.styles
  for each row when (old.name <> new.name) execute function catalog.refill_search_of_style();

create function catalog.refill_search_of_instructor() returns trigger language plpgsql as $$
begin
  update catalog.classes set title = title where instructor_id = new.id;
  return null;
end
$$;
create trigger refill_search after update of name on catalog.instructors
  for each row when (old.name <> new.name) execute function catalog.refill_search_of_instructor();

-- The words that titles and names are made of: what a misspelt word is corrected to.
create table catalog.search_words (word text primary key);

create function catalog.collect_title_words() returns trigger language plpgsql as $$
begin
  insert into catalog.search_words (word)
  select distinct found.word from new_rows, regexp_split_to_table(catalog.plain(new_rows.title), '[^[:alnum:]]+') as found (word)
  where length(found.word) between 3 and 40
  order by found.word
  on conflict do nothing;
  return null;
end
$$;
create function catalog.collect_name_words() returns trigger language plpgsql as $$
begin
  insert into catalog.search_words (word)
  select distinct found.word from new_rows, regexp_split_to_table(catalog.plain(new_rows.name), '[^[:alnum:]]+') as found (word)
  where length(found.word) between 3 and 40
  order by found.word
  on conflict do nothing;
  return null;
end
$$;
create trigger collect_words_of_new after insert on catalog.classes
  referencing new table as new_rows for each statement execute function catalog.collect_title_words();
create trigger collect_words_of_changed after update on catalog.classes
  referencing new table as new_rows for each statement execute function catalog.collect_title_words();
create trigger collect_words_of_new after insert on catalog.styles
  referencing new table as new_rows for each statement execute function catalog.collect_name_words();
create trigger collect_words_of_changed after update on catalog.styles
  referencing new table as new_rows for each statement execute function catalog.collect_name_words();
create trigger collect_words_of_new after insert on catalog.instructors
  referencing new table as new_rows for each statement execute function catalog.collect_name_words();
create trigger collect_words_of_changed after update on catalog.instructors
  referencing new table as new_rows for each statement execute function catalog.collect_name_words();

-- The query for what a person typed. `whole` is read as web search engines do ("a phrase", or, -not); `last_word`, when the
-- text ends in a bare word that may still be being typed, also counts as a beginning, together with `head`, all before it.
create function catalog.class_query(whole text, head text, last_word text) returns tsquery language sql stable parallel safe as $$
  select case
    when last_word is null then websearch_to_tsquery('english', catalog.plain(whole))
    else websearch_to_tsquery('english', catalog.plain(whole))
      || (websearch_to_tsquery('english', catalog.plain(head))
          && (to_tsquery('simple', quote_literal(catalog.plain(last_word)) || ':*')
              || to_tsquery('english', quote_literal(catalog.plain(last_word)) || ':*')))
    end
$$;

-- The same text with each word that no title or name holds replaced by the nearest one that does.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index search_words_trigrams on catalog.search_words using gin (word public.gin_trgm_ops);
    execute $body$
      create function catalog.correct_words(value text) returns text language sql stable as $inner$
        select string_agg(coalesce(known.word, nearest.word, typed.word), ' ' order by typed.place)
        from regexp_split_to_table(catalog.plain(value), '[^[:alnum:]]+') with ordinality as typed (word, place)
        left join catalog.search_words as known on known.word = typed.word
        left join lateral (
          select candidate.word from catalog.search_words as candidate
          where known.word is null and length(typed.word) >= 3 and candidate.word operator(public.%) typed.word
          order by public.similarity(candidate.word, typed.word) desc, candidate.word limit 1
        ) as nearest on true
        where typed.word <> ''
      $inner$
    $body$;
  else
    execute $body$
      create function catalog.correct_words(value text) returns text language sql immutable as $inner$ select catalog.plain(value) $inner$
    $body$;
  end if;
end
$$;
