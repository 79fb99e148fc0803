-- A short word with one slip shares too few trigrams with the right one: "jakc" and "jack" share two of eight. So words that are one
-- slip away are looked up first: two letters exchanged, one missing, one too many, one wrong.
-- Numbers stay: 130 isn't a slip of 13.
create function catalog.near_words(word text) returns text[] language sql immutable strict parallel safe as $$
  select array(
    select left(word, at - 1) || substr(word, at + 1, 1) || substr(word, at, 1) || substr(word, at + 2)
    from generate_series(1, length(word) - 1) as at
    union
    select left(word, at - 1) || substr(word, at + 1) from generate_series(1, length(word)) as at
    union
    select left(word, at) || chr(letter) || substr(word, at + 1)
    from generate_series(0, length(word)) as at, generate_series(ascii('a'), ascii('z')) as letter
    union
    select left(word, at - 1) || chr(letter) || substr(word, at + 1)
    from generate_series(1, length(word)) as at, generate_series(ascii('a'), ascii('z')) as letter
  )
$$;

do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    execute $body$
      create or replace function catalog.correct_words(value text) returns text language sql stable as $inner$
        select string_agg(coalesce(known.word, near.word, similar_one.word, typed.word), ' ' order by typed.place)
        from regexp_split_to_table(catalog.plain(value), '[^[:alnum:]]+') with ordinality as typed (word, place)
        left join catalog.search_words as known on known.word = typed.word
        left join lateral (
          select candidate.word from catalog.search_words as candidate
          where known.word is null and length(typed.word) between 3 and 7 and typed.word ~ '[^0-9]'
            and candidate.word = any (catalog.near_words(typed.word))
          order by public.similarity(candidate.word, typed.word) desc, candidate.word limit 1
        ) as near on true
        left join lateral (
          select candidate.word from catalog.search_words as candidate
          where known.word is null and near.word is null and length(typed.word) >= 3 and typed.word ~ '[^0-9]'
            and candidate.word operator(public.%) typed.word
          order by public.similarity(candidate.word, typed.word) desc, candidate.word limit 1
        ) as similar_one on true
        where typed.word <> ''
      $inner$
    $body$;
  else
    execute $body$
      create or replace function catalog.correct_words(value text) returns text language sql stable as $inner$
        select string_agg(coalesce(known.word, near.word, typed.word), ' ' order by typed.place)
        from regexp_split_to_table(catalog.plain(value), '[^[:alnum:]]+') with ordinality as typed (word, place)
        left join catalog.search_words as known on known.word = typed.word
        left join lateral (
          select candidate.word from catalog.search_words as candidate
          where known.word is null and length(typed.word) between 3 and 7 and typed.word ~ '[^0-9]'
            and candidate.word = any (catalog.near_words(typed.word))
          order by candidate.word limit 1
        ) as near on true
        where typed.word <> ''
      $inner$
    $body$;
  end if;
end
$$;
