import type { StoredFiles } from "../../platform/stored-files/owners.ts";

/** Files that rows of the module use. */
export const storedFiles: StoredFiles = [
  {
    // An older image of a class, which may be gone by now.
    kind: "Images of notifications",
    used: `
      select distinct substr(image_path, 2) as name, null as needs, null as subject
      from notifications.items where image_path like '/pictures/%'`,
  },
];
