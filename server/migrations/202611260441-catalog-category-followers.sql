-- no transaction
-- The followers of a category, a page at a time.
drop index concurrently if exists catalog.followed_categories_followers;
create index concurrently followed_categories_followers on catalog.followed_categories (category_id, person_id);
