-- The query for what a person typed, or for any of the same text in other words.
create function catalog.class_query(whole text, head text, last_word text, language text, others text[])
returns tsquery language plpgsql stable parallel safe as $$
declare
  found tsquery := catalog.class_query(whole, head, last_word, language);
  other text;
begin
  foreach other in array others loop
    found := found || websearch_to_tsquery(language::regconfig, catalog.plain(other));
  end loop;
  return found;
end
$$;
