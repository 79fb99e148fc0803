import type { StoredFiles } from "../../platform/stored-files/owners.ts";
import { sizesText } from "./images.ts";

/** Files that rows of the module use. */
export const storedFiles: StoredFiles = [
  {
    titles: `
      select id::text, title from catalog.classes
      union all
      select film_id::text, title from (
        select class_id, film_id from catalog.class_films union all select class_id, film_id from catalog.class_upright_films
      ) as source_videos join catalog.classes on classes.id = class_id
      union all
      select id::text, name from catalog.instructors
      union all
      select id::text, name from catalog.categories
      union all
      select id::text, name from catalog.styles
      union all
      select id::text, title from catalog.songs`,
  },
  {
    kind: "Images",
    used: `
      with cropped (name, subject) as (
        select picture, id::text from catalog.classes where picture <> ''
        union all
        select picture, class_id::text from catalog.replaced_source_videos
        union all
        select unnest(array[photo, picture]), id::text from catalog.instructors
        union all
        select unnest(array[preview_picture, picture]), id::text from catalog.categories
        union all
        select unnest(array[preview_picture, picture]), id::text from catalog.styles
      ), needed (name, subject) as (
        select name || size, subject from cropped, ${sizesText} as size
        union all
        select picture || '-portrait.webp', id::text from catalog.classes where picture <> '' and portrait_x is not null
        union all
        select unnest(array[picture || '-face.webp', face || '.webp']), id::text from catalog.instructors
        union all
        select poster, id::text from catalog.classes
        union all
        select poster, class_id::text from catalog.former_posters
        union all
        select poster, id::text from catalog.instructors
        union all
        select poster, id::text from catalog.categories
        union all
        select poster, id::text from catalog.styles
      )
      select 'pictures/' || name as name, null as needs, null as subject from cropped where name is not null
      union all
      select 'pictures/' || name, 'pictures/' || name, subject from needed where name is not null`,
  },
  {
    kind: "Clips of categories",
    used: `
      select 'pictures/' || preview_video as name, 'pictures/' || preview_video as needs, id::text as subject
      from catalog.categories where preview_video is not null`,
  },
  {
    kind: "Excerpts of songs",
    used: `
      select 'pictures/' || name as name, 'pictures/' || name as needs, song_id::text as subject
      from catalog.song_excerpts where name is not null`,
  },
];
