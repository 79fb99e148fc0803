-- Styles and categories that were merged into another one of their kind: their slugs lead to it.
create table catalog.entry_aliases (
  kind text not null check (kind in ('style', 'category')),
  old_slug text not null,
  -- of the entry that has its classes now, which was never merged itself
  slug text not null check (slug <> old_slug),
  -- as it was called, so that searches still understand it
  name text not null,
  merged_at timestamptz not null,
  primary key (kind, old_slug)
);
create index entry_aliases_slug on catalog.entry_aliases (kind, slug);

-- A new entry takes its slug back, and nothing leads to a deleted one.
create function catalog.forget_aliases() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    delete from catalog.entry_aliases where kind = tg_argv[0] and old_slug = new.slug;
  else
    delete from catalog.entry_aliases where kind = tg_argv[0] and slug = old.slug;
  end if;
  return null;
end
$$;
create trigger forget_aliases after insert or delete on catalog.styles
  for each row execute function catalog.forget_aliases('style');
create trigger forget_aliases after insert or delete on catalog.categories
  for each row execute function catalog.forget_aliases('category');
