-- Instructors and styles that people follow, beside the categories.
create table catalog.followed_instructors (
  person_id uuid not null references identity."user" ("id") on delete cascade,
  instructor_id uuid not null references catalog.instructors (id) on delete cascade,
  followed_at timestamptz not null,
  primary key (person_id, instructor_id)
);
-- The followers of an instructor, a page at a time.
create index followed_instructors_followers on catalog.followed_instructors (instructor_id, person_id);

create table catalog.followed_styles (
  person_id uuid not null references identity."user" ("id") on delete cascade,
  style_id int not null references catalog.styles (id) on delete cascade,
  followed_at timestamptz not null,
  primary key (person_id, style_id)
);
create index followed_styles_followers on catalog.followed_styles (style_id, person_id);

create table courses.followed_courses (
  person_id uuid not null references identity."user" ("id") on delete cascade,
  course_id uuid not null references courses.courses (id) on delete cascade,
  followed_at timestamptz not null,
  primary key (person_id, course_id)
);
create index followed_courses_followers on courses.followed_courses (course_id, person_id);

-- The newest published classes of each instructor, style and category that a person follows, so that following a large one costs
-- what a small one does.
create or replace view catalog.followed_classes as
  select followed.person_id, held.class_id, held.published_at
  from catalog.followed_categories as followed
  cross join lateral (
    select class_id, published_at from catalog.class_categories
    where category_id = followed.category_id and published_at is not null
    order by published_at desc, class_id desc limit 60
  ) as held
  union all
  select followed.person_id, held.id, held.published_at
  from catalog.followed_instructors as followed
  cross join lateral (
    select id, published_at from catalog.classes
    where instructor_id = followed.instructor_id and published_at is not null
    order by published_at desc, id desc limit 60
  ) as held
  union all
  select followed.person_id, held.id, held.published_at
  from catalog.followed_styles as followed
  cross join lateral (
    select id, published_at from catalog.classes
    where style_id = followed.style_id and published_at is not null
    order by published_at desc, id desc limit 60
  ) as held;
