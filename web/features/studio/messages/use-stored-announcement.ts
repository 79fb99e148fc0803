import { useEffect, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useLeaveWarning } from "../../../lib/use-leave-warning.ts";
import type { AnnouncementDraft } from "./announcement-draft.ts";
import type { EditedAnnouncement } from "./announcement-fragment.ts";
import { readStoredAnnouncement, storeAnnouncement, unsavedName } from "./stored-announcement.ts";

type Edited = { announcement: EditedAnnouncement | null; id: string; form: UseFormReturn<AnnouncementDraft> };

/** Stores the form of an announcement in this tab while it isn't saved, and restores it after a reload. */
export function useStoredAnnouncement({ announcement, id, form }: Edited) {
  const name = announcement ? id : unsavedName;
  const [stored] = useState(() => readStoredAnnouncement(name));
  const [isRestored, setRestored] = useState(stored === null);
  // Unsaved input belongs to the version that it was made from, until it is saved.
  const [base, setBase] = useState(stored?.version);
  const version = base ?? announcement?.version ?? 0;
  const { isDirty } = form.formState;
  const draft = form.watch();
  useEffect(() => {
    if (isRestored) return;
    if (stored) form.reset(stored.draft, { keepDefaultValues: true });
    setRestored(true);
  }, [form, stored, isRestored]);
  useEffect(() => {
    if (isRestored) storeAnnouncement(name, isDirty ? { draft, id, version } : null);
  }, [name, id, version, isDirty, draft, isRestored]);
  useLeaveWarning(isDirty);
  return {
    version,
    wasRestored: stored !== null && base !== undefined && isDirty,
    /** Takes the saved values as they are now on the server; what was typed since stays unsaved. */
    accept: (saved: AnnouncementDraft): void => {
      if (!announcement) storeAnnouncement(unsavedName, null);
      setBase(undefined);
      const typed = structuredClone(form.getValues());
      form.reset(saved, { keepValues: true });
      form.reset(typed, { keepDefaultValues: true });
    },
    /** Forgets what isn't saved. */
    forget: (): void => {
      form.reset();
      storeAnnouncement(name, null);
    },
  };
}
