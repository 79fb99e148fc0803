import type { StoredFiles } from "../../platform/stored-files/owners.ts";

/** Files that rows of the module use. */
export const storedFiles: StoredFiles = [
  {
    kind: "Exports of the studio",
    used: `select 'studio-exports/' || id || '/' as name, null as needs, null as subject from studio.exports`,
  },
];
