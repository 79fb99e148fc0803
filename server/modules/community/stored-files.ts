import type { StoredFiles } from "../../platform/stored-files/owners.ts";

/** Files that rows of the module use. */
export const storedFiles: StoredFiles = [
  {
    titles: `select id::text as id, 'A member’s video' as title from community.content where kind = 'video_upload'`,
  },
];
