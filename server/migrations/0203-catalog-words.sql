-- Words are collected anew when a title or a name changes, not at every update of a row: progress is noted on classes each second.
drop trigger collect_words_of_changed on catalog.classes;
drop trigger collect_words_of_changed on catalog.styles;
drop trigger collect_words_of_changed on catalog.instructors;

create function catalog.collect_words_of_row() returns trigger language plpgsql as $$
begin
  insert into catalog.search_words (word)
  select distinct found.word from regexp_split_to_table(catalog.plain(to_jsonb(new) ->> tg_argv[0]), '[^[:alnum:]]+') as found (word)
  where length(found.word) between 3 and 40
  order by found.word
  on conflict do nothing;
  return null;
end
$$;
create trigger collect_words_of_changed after update of title on catalog.classes
  for each row when (old.title <> new.title) execute function catalog.collect_words_of_row('title');
create trigger collect_words_of_changed after update of name on catalog.styles
  for each row when (old.name <> new.name) execute function catalog.collect_words_of_row('name');
create trigger collect_words_of_changed after update of name on catalog.instructors
  for each row when (old.name <> new.name) execute function catalog.collect_words_of_row('name');
