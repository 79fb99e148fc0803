import type { StoredFiles } from "../../platform/stored-files/owners.ts";

/** Files that rows of the module use. */
export const storedFiles: StoredFiles = [
  {
    kind: "Photos",
    used: `
      select 'people/' || id || '/' as name,
        case when image like '/photos/%' then 'people/' || substr(image, length('/photos/') + 1) end as needs, id::text as subject
      from identity."user"`,
  },
  {
    kind: "Exports of people",
    used: `select 'exports/' || person_id || '/' || id as name, null as needs, null as subject from identity.exports`,
  },
];
