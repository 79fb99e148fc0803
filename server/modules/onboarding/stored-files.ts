import type { StoredFiles } from "../../platform/stored-files/owners.ts";

/** Files that rows of the module use. */
export const storedFiles: StoredFiles = [
  { titles: `select question || '.' || slug as id, label as title from onboarding.options` },
  {
    kind: "Clips of questions",
    used: `
      select 'pictures/' || preview as name, 'pictures/' || preview as needs, question || '.' || slug as subject
      from onboarding.options where preview is not null`,
  },
];
