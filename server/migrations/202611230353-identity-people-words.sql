-- Text as it is searched: in lower case, without accents.
create function identity.folded(words text) returns text language sql immutable parallel safe
return regexp_replace(normalize(lower(left(words, 2000)), NFKD), '[\u0300-\u036f]', '', 'g');

-- The words by which staff find a person: of the name, the username, and the addresses. Each as a whole and in its parts.
-- An address's domain isn't a word of its own: half of all people share one.
create function identity.people_words(name text, username text, address text, is_verified boolean, pending_address text)
returns tsvector language sql immutable parallel safe
return array_to_tsvector(array_remove(
  regexp_split_to_array(identity.folded(name || coalesce(' @' || username, '')
    || case when is_verified then ' ' || address else '' end || coalesce(' ' || pending_address, '')), '\s+')
  || regexp_split_to_array(identity.folded(name || coalesce(' ' || username, '')
    || case when is_verified then ' ' || split_part(address, '@', 1) else '' end
    || coalesce(' ' || split_part(pending_address, '@', 1), '')), '[^[:alnum:]]+'), ''));
