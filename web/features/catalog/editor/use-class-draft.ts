import { useEffect, useState } from "react";
import { useServerForm, type Fault, type ServerForm } from "../../../lib/forms/use-server-form.ts";
import { useLeaveWarning } from "../../../lib/use-leave-warning.ts";
import {
  differences,
  draftOf,
  emptyDraft,
  merge,
  type ClassDraft,
  type Field,
  type PartDraft,
} from "./class-draft.ts";
import type { EditedClass } from "./edited-class.ts";
import { storeDraft, readStoredDraft, type StoredDraft } from "./stored-draft.ts";

/** Storage key of a class that isn't created yet. */
const newDraftKey = "new";

/** The server's class at the time of editing. */
type Seen = NonNullable<StoredDraft["seen"]>;

const seenOf = (found: EditedClass): Seen => ({ revision: found.revision, draft: draftOf(found) });

function begin(found: EditedClass | null): StoredDraft & { readonly wasRestored: boolean } {
  const stored = readStoredDraft(found?.id ?? newDraftKey);
  const seen = found && seenOf(found);
  return {
    draft: stored?.draft ?? seen?.draft ?? emptyDraft,
    seen: stored?.seen ?? seen,
    idempotencyKey: stored?.idempotencyKey ?? crypto.randomUUID(),
    wasRestored: stored !== null,
  };
}

/** What a request saves: the draft, the class that it changes, and the key of its creation. */
export type ClassSave = {
  readonly draft: ClassDraft;
  readonly seen: Seen | null;
  readonly idempotencyKey: string;
};

type ClassDraftOptions = {
  /** The server's class; null before creation. */
  found: EditedClass | null;
  /** @returns the saved class */
  save: (saved: ClassSave) => Promise<EditedClass>;
  /** Called after a save. */
  onSaved: (saved: EditedClass) => void;
  faultOf: (error: unknown) => Fault | null;
};

/**
 * Form of the class editor. Its draft outlives the page while the tab is open, and live updates never overwrite
 * edits.
 */
export function useClassDraft({ found, save, onSaved, faultOf }: ClassDraftOptions) {
  const [start] = useState(() => begin(found));
  const { idempotencyKey } = start;
  const [seen, setSeen] = useState(start.seen);
  // Fields that another editor has also changed since they were edited here.
  const [conflicts, setConflicts] = useState<readonly Field[]>([]);
  const [isHandedOver, setHandedOver] = useState(false);
  // How often parts were replaced by those of another editor.
  const [takenParts, setTakenParts] = useState(0);
  const name = found?.id ?? newDraftKey;

  /** Merges the server's class into the form. `before`: the draft from which editing started. */
  const mergeIn = (latest: EditedClass, before: ClassDraft): void => {
    const now = seenOf(latest);
    const typed = form.form.getValues();
    const merged = merge(typed, before, now.draft);
    for (const field of Object.keys(emptyDraft) as Field[])
      // Setting only what differs preserves the cursor in all other fields.
      if (JSON.stringify(merged.draft[field]) !== JSON.stringify(typed[field]))
        form.form.setValue(field, merged.draft[field]);
    if (differences(merged.draft, typed).includes("parts")) setTakenParts((count) => count + 1);
    setSeen(now);
    setConflicts(merged.conflicts);
  };
  const form: ServerForm<ClassDraft> = useServerForm<ClassDraft>({
    defaultValues: start.draft,
    send: async (draft) => {
      const saved = await save({ draft, seen, idempotencyKey });
      if (found) mergeIn(saved, draft);
      else {
        // Later edits continue on the page of the created class.
        const later = { draft: form.form.getValues(), seen: seenOf(saved), idempotencyKey };
        setHandedOver(true);
        storeDraft(newDraftKey, null);
        storeDraft(saved.id, differences(later.draft, later.seen.draft).length > 0 ? later : null);
      }
      onSaved(saved);
    },
    faultOf,
  });
  const draft = form.form.watch();
  const isChanged = !isHandedOver && differences(draft, seen?.draft ?? emptyDraft).length > 0;

  useEffect(() => {
    if (found && seen && !form.busy && found.revision > seen.revision) mergeIn(found, seen.draft);
  });
  useEffect(() => {
    if (!isHandedOver) storeDraft(name, isChanged ? { draft, seen, idempotencyKey } : null);
  }, [isHandedOver, name, isChanged, draft, seen, idempotencyKey]);
  useLeaveWarning(isChanged);

  return {
    form,
    draft,
    isChanged,
    conflicts,
    takenParts,
    /** The draft was restored from an earlier visit of the page, and not edited since. */
    wasRestored: start.wasRestored && isChanged && differences(draft, start.draft).length === 0,
    setParts: (parts: PartDraft[]) => form.form.setValue("parts", parts, { shouldDirty: true }),
    undo: () => {
      form.form.reset(seen?.draft ?? emptyDraft);
      setConflicts([]);
    },
    /** Resolves conflicting fields. */
    settle: (whose: "mine" | "theirs") => {
      if (whose === "theirs" && seen)
        for (const field of conflicts) form.form.setValue(field, seen.draft[field]);
      if (whose === "theirs" && conflicts.includes("parts")) setTakenParts((count) => count + 1);
      setConflicts([]);
    },
  };
}
export type ClassEditing = ReturnType<typeof useClassDraft>;
