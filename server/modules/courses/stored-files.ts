import type { StoredFiles } from "../../platform/stored-files/owners.ts";
import { sizesText } from "../catalog/index.ts";

/** Files that rows of the module use. */
export const storedFiles: StoredFiles = [
  { titles: `select id::text, title from courses.courses` },
  {
    kind: "Images of courses",
    used: `
      select 'pictures/' || name as name, 'pictures/' || name as needs, id::text as subject from (
        select id, picture || size as name from courses.courses, ${sizesText} as size
        union all
        select id, poster from courses.courses
      ) as needed where name is not null`,
  },
];
